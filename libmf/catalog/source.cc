#include "libmf/catalog/source.h"

#include <capnp/dynamic.h>
#include <capnp/schema-parser.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "libmf/base/embedded.h"
#include "libmf/base/error.h"
#include "libmf/base/file.h"
#include "libmf/base/text.h"

namespace mf::catalog {

namespace {

// What our schema files import of Cap'n Proto's own; its file need not be installed.
constexpr std::string_view CXX_ANNOTATIONS =
    "@0xbdf87d7bb8304e81; annotation namespace @0xb9c6f99ebf805f2c (file): Text;";

std::optional<std::string> importable(std::string_view name) {
  if (name == "/capnp/c++.capnp") return std::string(CXX_ANNOTATIONS);
  constexpr std::string_view OURS = "/microflow/";
  if (!name.starts_with(OURS)) return std::nullopt;
  const std::string path = cat("libmf/schema/", name.substr(OURS.size()));
  for (const EmbeddedFile& file : embeddedFiles()) {
    if (file.path == path) return std::string(file.text);
  }
  return std::nullopt;
}

// FNV-1a: a file id that depends on the path alone, so that runs agree.
uint64_t idOf(std::string_view path) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash | uint64_t{1} << 63;
}

class File final : public capnp::SchemaFile {
 public:
  File(std::string path, std::string text, size_t prelude, std::vector<Problem>& problems)
      : path_(std::move(path)), text_(std::move(text)), prelude_(prelude), problems_(problems) {}

  static kj::Own<SchemaFile> authored(const SourceText& source, std::vector<Problem>& problems) {
    const std::string id = cat("@", hex(idOf(source.path)), ";");
    return kj::heap<File>(source.path, id + source.text, id.size(), problems);
  }

  kj::StringPtr getDisplayName() const override { return path_.c_str(); }
  kj::Array<const char> readContent() const override { return kj::heapArray(text_.data(), text_.size()); }

  kj::Maybe<kj::Own<SchemaFile>> import(kj::StringPtr name) const override {
    if (const auto text = importable(name.cStr())) {
      return kj::Own<SchemaFile>(kj::heap<File>(name.cStr(), *text, 0, problems_));
    }
    const auto path = (std::filesystem::path(path_).parent_path() / name.cStr()).lexically_normal().string();
    for (const EmbeddedFile& file : embeddedFiles()) {
      if (file.path == path) return authored({path, std::string(file.text)}, problems_);
    }
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return nullptr;
    return authored({path, readWholeFile(path)}, problems_);
  }

  bool operator==(const SchemaFile& other) const override { return path_ == dynamic_cast<const File&>(other).path_; }
  bool operator!=(const SchemaFile& other) const override { return !(*this == other); }
  size_t hashCode() const override { return std::hash<std::string>{}(path_); }

  void reportError(SourcePos start, SourcePos, kj::StringPtr message) const override {
    const auto column = start.line == 0 ? start.column - static_cast<uint32_t>(prelude_) : start.column;
    problems_.push_back({path_, {static_cast<unsigned>(start.line) + 1, column + 1}, message.cStr()});
  }

 private:
  std::string path_;
  std::string text_;
  size_t prelude_;
  std::vector<Problem>& problems_;
};

template <typename Type>
std::vector<Authored<Type>> read(const SourceText& source, std::vector<Problem>& problems) {
  std::vector<Authored<Type>> found;
  if (nestingOf(source.text) > DEEPEST_NESTING) {
    problems.push_back({source.path, {}, cat("brackets nest deeper than ", DEEPEST_NESTING, " levels")});
    return found;
  }
  std::vector<Problem> mine;
  const Places places(source.path, source.text, mine);
  try {
    capnp::SchemaParser parser;
    parser.loadCompiledTypeAndDependencies<Type>();
    const capnp::ParsedSchema file = parser.parseFile(File::authored(source, mine));
    if (mine.empty()) {
      for (const capnp::ParsedSchema node : file.getAllNested()) {
        if (!node.getProto().isConst()) continue;
        const auto constant = node.asConst();
        if (!constant.getType().isStruct() || constant.getType().asStruct().getProto().getId() != capnp::typeId<Type>()) {
          continue;
        }
        auto message = std::make_shared<capnp::MallocMessageBuilder>();
        message->setRoot(constant.template as<capnp::DynamicStruct>().template as<Type>());
        found.push_back({source.path, node.getShortDisplayName().cStr(), std::move(message), places});
      }
    }
  } catch (const kj::Exception& error) {
    if (mine.empty()) mine.push_back({source.path, {}, error.getDescription().cStr()});
  }
  // The parser visits a file several times and may say one thing twice.
  std::stable_sort(mine.begin(), mine.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.file, a.place.line, a.place.column, a.text) < std::tie(b.file, b.place.line, b.place.column, b.text);
  });
  mine.erase(std::unique(mine.begin(), mine.end(), [](const Problem& a, const Problem& b) { return a.said() == b.said(); }),
             mine.end());
  problems.insert(problems.end(), mine.begin(), mine.end());
  return found;
}

}  // namespace

std::vector<Authored<schema::Catalog>> readCatalogs(const SourceText& source, std::vector<Problem>& problems) {
  return read<schema::Catalog>(source, problems);
}

std::vector<Authored<schema::Profile>> readProfiles(const SourceText& source, std::vector<Problem>& problems) {
  return read<schema::Profile>(source, problems);
}

void throwIfAny(const std::vector<Problem>& problems) {
  if (problems.empty()) return;
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(problem.said());
  throw Error(join(lines, "\n"));
}

}  // namespace mf::catalog
