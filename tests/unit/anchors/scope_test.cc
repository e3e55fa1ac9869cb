#include "libmf/anchors/scope.h"

#include <gtest/gtest.h>

namespace {

using mf::anchors::findScopes;
using mf::anchors::Scope;
using mf::anchors::tokenise;

// The texts of all definitions that a name fits.
std::vector<std::string> found(const std::string& text, const std::string& name) {
  const auto tokens = tokenise(text);
  std::vector<std::string> all;
  for (const Scope& scope : findScopes(tokens, name)) {
    all.push_back(text.substr(tokens[scope.first].begin, tokens[scope.last].end - tokens[scope.first].begin));
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(Scope, FunctionsAreDefinitionsNotCallsOrDeclarations) {
  const std::string text = "void f(int); void f(int a) { if (f(1)) { x; } } int b = f(2); void o::f() {}";
  EXPECT_EQ(found(text, "f"), Texts{"f(int a) { if (f(1)) { x; } }"});
  EXPECT_EQ(found(text, "o::f"), Texts{"o::f() {}"});
  EXPECT_EQ(found(text, "g"), Texts{});
}

TEST(Scope, WordsBetweenParametersAndBody) {
  EXPECT_EQ(found("auto C::f() const noexcept -> std::pair<A, B> { }", "C::f").size(), 1u);
  EXPECT_EQ(found("bool f() noexcept(false) override { }", "f").size(), 1u);
  EXPECT_EQ(found("auto f() -> int;", "f").size(), 0u);
}

TEST(Scope, ConstructorsHaveInitialisers) {
  const std::string text = "C::C(int a) : b{a}, c(std::move(d)), e{[] { return 1; }()} { f; }";
  EXPECT_EQ(found(text, "C::C"), Texts{text});
}

TEST(Scope, OverloadsAreToldApartByTheirParameters) {
  const std::string text = "void C::f(long a) { 1; } void C::f(int a) { 2; }";
  EXPECT_EQ(found(text, "C::f").size(), 2u);
  EXPECT_EQ(found(text, "C::f(int"), Texts{"C::f(int a) { 2; }"});
}

TEST(Scope, Classes) {
  const std::string text = "class C; struct D : public B<C> { int x; }; class C final { D d; }; std::vector<class C> v{1};";
  EXPECT_EQ(found(text, "class C"), Texts{"class C final { D d; }"});
  EXPECT_EQ(found(text, "struct D"), Texts{"struct D : public B<C> { int x; }"});
}

TEST(Scope, BracesInLiteralsAndCommentsDoNotCount) {
  EXPECT_EQ(found("void f() { \"}\"; '}'; /* } */ x; }", "f").size(), 1u);
  EXPECT_EQ(found("void f() { never ended", "f").size(), 0u);
}

}  // namespace
