// Every catalog and every profile that we ship reads and links without a word.
#include <gtest/gtest.h>

#include "libmf/base/error.h"
#include "libmf/catalog/link.h"
#include "libmf/catalog/load.h"

namespace mf::catalog {

namespace {

std::string said(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.said() + "\n";
  return text;
}

TEST(Shipped, PackagesLinkTogether) {
  std::vector<Problem> problems;
  const Library library;
  const Model model = linkPackages(library.packages(library.packageNames(), problems), problems);
  EXPECT_EQ(said(problems), "");
  EXPECT_NE(model.event("cache.access"), NONE);
  EXPECT_NE(model.flowKind("prefetch"), NONE);
}

TEST(Shipped, EachPackageLinksWithCoreAlone) {
  const Library library;
  for (const std::string& name : library.packageNames()) {
    std::vector<Problem> problems;
    linkPackages(library.packages({name}, problems), problems);
    EXPECT_EQ(said(problems), "") << name;
  }
}

TEST(Shipped, ProfilesLinkWithTheirPackages) {
  const Library library;
  ASSERT_FALSE(library.profileNames().empty());
  for (const std::string& name : library.profileNames()) {
    std::vector<Problem> problems;
    const auto profile = library.profile(name, problems);
    EXPECT_EQ(profile.get().getName(), name);
    std::vector<std::string> names;
    for (const auto package : profile.get().getPackages()) names.emplace_back(package.cStr());
    const auto packages = library.packages(names, problems);
    LinkInput input;
    input.profile = profile.get();
    input.authoredProfile = &profile;
    for (const Package& package : packages) {
      for (const auto& file : package.files) input.catalogs.push_back({package.name, file.get(), &file});
    }
    link(input, problems);
    EXPECT_EQ(said(problems), "") << name;
  }
}

TEST(Library, AnswersAWrongNameWithTheNearest) {
  std::vector<Problem> problems;
  const Library library;
  try {
    library.packages({"prefecth"}, problems);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no package 'prefecth'; did you mean 'prefetch'?");
  }
  try {
    library.profile("champsim/defualt", problems);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no profile 'champsim/defualt'; did you mean 'champsim/default'?");
  }
}

}  // namespace

}  // namespace mf::catalog
