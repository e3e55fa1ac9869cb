// Every mistake an author can make, with the place and the words that answer it.
#include "libmf/catalog/link.h"

#include <gtest/gtest.h>

#include "libmf/base/text.h"

namespace mf::catalog {

namespace {

// A small catalog that is right; a test replaces one piece of it by a mistake.
const std::string RIGHT = R"(using Mf = import "/microflow/catalog.capnp";
const small :Mf.Catalog = (
  name = "small",
  enums = [(name = "color", words = [(name = "red"), (name = "green")])],
  events = [
    (name = "box.open", domain = "core", fields = [
      (name = "node", type = node), (name = "box", type = key, of = "box", flow = true),
      (name = "color", type = word, of = "color"), (name = "slot", type = u16),
      (name = "line", type = address, of = "phys", grain = "line"), (name = "page", type = address, of = "virt", grain = "page")],
     claims = [(role = acquire, on = "shelf"), (role = write, on = "lines", key = ["line"]), (role = produce, on = "made", key = ["box"])]),
    (name = "box.shut", domain = "core", fields = [
      (name = "node", type = node), (name = "box", type = key, of = "box", flow = true), (name = "by", type = key, of = "box"),
      (name = "slot", type = u16), (name = "line", type = address, of = "phys", grain = "line"), (name = "page", type = address, of = "virt", grain = "page"),
      (name = "color", type = word, of = "color")],
     claims = [(role = release, on = "shelf", when = (field = "color", words = ["red"])), (role = consume, on = "made", key = ["by"])])],
  flows = [(name = "box", table = "boxes", opens = [(event = "box.open")], closes = [(event = "box.shut", reason = "shut")],
    columns = [(name = "line", from = [(event = "box.open", field = "line")])])],
  tenancies = [(name = "shelf", kind = "shelf", slot = "slot")],
  states = [(name = "lines", kind = "cache", key = "phys line")],
  sites = [(name = "pick", event = "box.shut", kind = "core", ordinal = "slot")],
);
)";

std::string linked(const std::string& text) {
  std::vector<Problem> problems;
  const auto catalogs = readCatalogs({"small.capnp", text}, problems);
  LinkInput input;
  for (const auto& catalog : catalogs) input.catalogs.push_back({"small", catalog.get(), &catalog});
  if (problems.empty()) link(input, problems);
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(problem.said());
  return join(lines, "\n");
}

// The place at which `mistake` stands in the text that holds it.
std::string placeOf(const std::string& text, size_t at) {
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
  const size_t start = text.rfind('\n', at) + 1;
  return cat("small.capnp:", line, ":", at - start + 1, ": ");
}

// The walk for places goes over texts that the parser refuses, too.
TEST(Source, EndsWhereBracketsDoNotMatch) {
  EXPECT_NE(linked("const c :Mf.Catalog = (events = [ ) ]);"), "");
  EXPECT_NE(linked("const c :Mf.Catalog = (events = [ ; ]);"), "");
}

TEST(Source, RefusesDeepNesting) {
  EXPECT_EQ(linked("const c :Mf.Catalog = " + std::string(20000, '(')), "small.capnp: brackets nest deeper than 64 levels");
}

struct Mistake {
  const char* name;
  std::string piece, instead;   // the first `piece` is replaced
  std::string at;               // what stands where the message points
  std::string message;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

const std::vector<Mistake> MISTAKES{
    {"unknown_enum", "of = \"color\"), (name = \"slot\"", "of = \"colour\"), (name = \"slot\"", "\"colour\"", "no enum 'colour'; did you mean 'color'?"},
    {"unknown_flow_kind", "of = \"box\", flow = true),\n", "of = \"bax\", flow = true),\n", "\"bax\"", "no flow kind 'bax'; did you mean 'box'?"},
    {"unknown_tenancy", "role = acquire, on = \"shelf\"", "role = acquire, on = \"shelv\"", "\"shelv\"", "no tenancy 'shelv'; did you mean 'shelf'?"},
    {"unknown_state", "on = \"lines\", key", "on = \"line\", key", "\"line\", key", "no state 'line'; did you mean 'lines'?"},
    {"unknown_event", "opens = [(event = \"box.open\")]", "opens = [(event = \"box.opne\")]", "\"box.opne\"", "no event 'box.opne'; did you mean 'box.open'?"},
    {"unknown_key_field", "key = [\"by\"]", "key = [\"bye\"]", "[\"bye\"]", "no field of box.shut 'bye'; did you mean 'by'?"},
    {"unknown_word", "words = [\"red\"]", "words = [\"rad\"]", "[\"rad\"]", "no word 'rad' for field 'color'; did you mean 'red'?"},
    {"no_words", "words = [\"red\"]", "words = []", "(field = \"color\"", "a condition without words never holds"},
    {"unknown_domain", "domain = \"core\"", "domain = \"cor\"", "\"cor\"", "no domain 'cor'; did you mean 'core'?"},
    {"unknown_space", "of = \"phys\"", "of = \"real\"", "\"real\"", "address space 'real' is neither virt nor phys"},
    {"unknown_grain", "grain = \"line\"", "grain = \"word\"", "\"word\"", "grain 'word' is none of byte, line, page"},
    {"unknown_column_field", "field = \"line\")])]", "field = \"lime\")])]", "\"lime\"", "no field of box.open 'lime'; did you mean 'line'?"},
    {"unknown_ordinal", "ordinal = \"slot\"", "ordinal = \"slit\"", "\"slit\"", "no field of box.shut 'slit'; did you mean 'slot'?"},
    {"unknown_slot", "kind = \"shelf\", slot = \"slot\"", "kind = \"shelf\", slot = \"place\"", "(role = acquire, on = \"shelf\")", "no field of box.open 'place'"},
    {"field_twice", "(name = \"slot\", type = u16)", "(name = \"color\", type = u16)", "\"color\", type = u16", "field 'color' is declared twice in box.open"},
    {"event_twice", "name = \"box.shut\", domain", "name = \"box.open\", domain", "\"box.open\", domain = \"core\", fields = [\n      (name = \"node\", type = node), (name = \"box\", type = key, of = \"box\", flow = true), (name = \"by\"",
     "event 'box.open' is declared twice; first in small.capnp:6"},
    {"member_twice", "name = \"shelf\", kind", "name = \"shelf\", name = \"shelf\", kind", "name = \"shelf\", kind", "field 'name' is given twice; first on line 18"},
    {"two_acquires", "claims = [(role = acquire, on = \"shelf\")", "claims = [(role = acquire, on = \"shelf\"), (role = acquire, on = \"shelf\")", "(name = \"box.open\", domain", "event 'box.open' always acquires twice"},
    {"other_space", "on = \"lines\", key = [\"line\"]", "on = \"lines\", key = [\"page\"]", "[\"page\"]", "state lines is keyed by phys line, this key is virt page"},
    {"other_kind_of_key", "on = \"made\", key = [\"by\"]", "on = \"made\", key = [\"slot\"]", "[\"slot\"]", "namespace made is keyed by key of box (small.capnp:10), this key is number"},
    {"no_key", "role = consume, on = \"made\", key = [\"by\"]", "role = consume, on = \"made\"", "(role = consume, on = \"made\")", "claim without a key"},
    {"needless_key", "role = acquire, on = \"shelf\"", "role = acquire, on = \"shelf\", key = [\"box\"]", "[\"box\"]), (role = write", "this role takes no key"},
    {"no_on", "role = consume, on = \"made\"", "role = consume", "(role = consume, key", "claim without `on`"},
    {"no_owner", "role = acquire, on = \"shelf\"", "role = coalesce, on = \"shelf\"", "(role = coalesce", "coalesce without `other`, the owner"},
    {"owner_no_key", "role = acquire, on = \"shelf\"", "role = coalesce, on = \"shelf\", other = \"slot\"", "\"slot\"), (role = write", "field 'slot' of box.open is no key"},
    {"node_no_node", "role = acquire, on = \"shelf\"", "role = acquire, on = \"shelf\", node = \"slot\"", "\"slot\"), (role = write", "field 'slot' of box.open is no node"},
    {"use_without_residency", "role = acquire, on = \"shelf\"", "role = use, on = \"shelf\"", "\"shelf\"), (role = write", "tenancy 'shelf' has no residency"},
    {"two_key_state", "on = \"lines\", key = [\"line\"]", "on = \"lines\", key = [\"line\", \"slot\"]", "[\"line\", \"slot\"]", "a key of this role has at most one field"},
    {"flow_no_key", "type = u16), (name = \"line\"", "type = u16, flow = true), (name = \"line\"", "(name = \"slot\", type = u16, flow", "field 'slot' is marked as the flow but is no key"},
    {"never_opened", "opens = [(event = \"box.open\")], ", "", "(name = \"box\", table", "flow kind 'box' is never opened"},
    {"no_source", "from = [(event = \"box.open\", field = \"line\")]", "from = []", "(name = \"line\", from = []", "column 'line' has no source"},
    {"opened_by_another", "opens = [(event = \"box.open\")], closes", "opens = [(event = \"loose\")], closes", "\"loose\")], closes", "event 'loose' belongs to no flow"},
    {"wrong_type", "type = u16)", "type = u17)", "u17", "Not defined: u17"},
    {"unknown_member", "domain = \"core\"", "domian = \"core\"", "domian", "has no field named 'domian'"},
};

class Mistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreAnsweredWhereTheyStand) {
  const Mistake& mistake = GetParam();
  std::string text = RIGHT;
  if (mistake.instead.find("loose") != std::string::npos) {
    text.replace(text.find("  events = [\n"), 13, "  events = [\n    (name = \"loose\", domain = \"core\", fields = [(name = \"node\", type = node)]),\n");
  }
  const size_t piece = text.find(mistake.piece);
  ASSERT_NE(piece, std::string::npos) << mistake.piece;
  text.replace(piece, mistake.piece.size(), mistake.instead);
  const std::string said = linked(text);
  bool found = false;
  for (size_t at = text.find(mistake.at); at != std::string::npos; at = text.find(mistake.at, at + 1)) {
    for (const std::string& line : split(said, '\n')) {
      found = found || (line.starts_with(placeOf(text, at)) && line.find(mistake.message) != std::string::npos);
    }
  }
  EXPECT_TRUE(found) << "where " << mistake.at << " stands, " << mistake.message << "\n" << said;
}

std::string named(const ::testing::TestParamInfo<Mistake>& mistake) { return mistake.param.name; }

INSTANTIATE_TEST_SUITE_P(Link, Mistakes, ::testing::ValuesIn(MISTAKES), named);

TEST(Link, TheCatalogOfTheseTestsIsRight) { EXPECT_EQ(linked(RIGHT), ""); }

TEST(Link, AllMistakesInOneRun) {
  std::string text = RIGHT;
  for (const auto& [piece, instead] : std::vector<std::pair<std::string, std::string>>{
           {"words = [\"red\"]", "words = [\"rad\"]"}, {"key = [\"by\"]", "key = [\"bye\"]"}, {"ordinal = \"slot\"", "ordinal = \"slit\""}}) {
    text.replace(text.find(piece), piece.size(), instead);
  }
  const std::string said = linked(text);
  for (const char* message : {"'rad'", "'bye'", "'slit'"}) EXPECT_NE(said.find(message), std::string::npos) << said;
}

TEST(Link, ParserAndDuplicatesInOneRun) {
  std::string text = RIGHT;
  text.replace(text.find("type = u16"), 10, "type = u17");
  text.replace(text.find("domain = \"core\""), 15, "domian = \"core\"");
  const std::string said = linked(text);
  EXPECT_NE(said.find("u17"), std::string::npos) << said;
  EXPECT_NE(said.find("domian"), std::string::npos) << said;
}

TEST(Link, ProfileThatChangesWhatIsNotThere) {
  std::vector<Problem> problems;
  const auto profiles = readProfiles({"p.capnp", "using Mf = import \"/microflow/profile.capnp\";\nconst p :Mf.Profile = (name = \"p\",\n"
                                                 "  nodes = [(id = 1, name = \"rob\", kind = \"rob\", capacity = 4)],\n"
                                                 "  changes = [(node = \"rob\", capacity = 8), (node = \"rab\", capacity = 8)]);\n"}, problems);
  ASSERT_EQ(profiles.size(), 1u);
  LinkInput input;
  input.profile = profiles[0].get();
  input.authoredProfile = &profiles[0];
  const Model model = link(input, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].said(), "p.capnp:4:52: no node 'rab' to change");
  EXPECT_EQ(model.nodes[0].capacity, 8u);
}

TEST(Link, ClocksShareOneBaseUnit) {
  std::vector<Problem> problems;
  const auto profiles = readProfiles({"p.capnp", "using Mf = import \"/microflow/profile.capnp\";\nconst p :Mf.Profile = (name = \"p\", reference = \"core\",\n"
                                                 "  clocks = [(name = \"dram\", period = 625), (name = \"core\", period = 250)]);\n"}, problems);
  LinkInput input;
  input.profile = profiles.at(0).get();
  const Model model = link(input, problems);
  EXPECT_EQ(model.baseUnit, "125 ps");
  EXPECT_EQ(model.refPeriod, 2u);
  EXPECT_EQ(model.clocks[0].period, 5u);
}

}  // namespace

}  // namespace mf::catalog
