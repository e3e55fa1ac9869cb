#include "libmf/catalog/link.h"

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/catalog/linker.h"

namespace mf::catalog {

Model Linker::run() {
  declareNames();
  // Each step over all files before the next: files may name each other's things.
  for (const CatalogInput& file : input_.catalogs) linkEnums({&file, ""});
  for (const CatalogInput& file : input_.catalogs) linkEvents({&file, ""});
  for (const CatalogInput& file : input_.catalogs) linkFlows({&file, ""});
  inheritCloses();
  for (const CatalogInput& file : input_.catalogs) linkClaims({&file, ""});
  linkClocks();
  linkNodes();
  applyProfile();
  return std::move(model_);
}

void Linker::problem(const At& at, std::string text) {
  const auto* authored = at.input->authored;
  Problem found;
  if (authored != nullptr) {
    found = {authored->file, authored->place(at.path), std::move(text)};
  } else {
    found = {cat("package ", at.input->package, ", catalog ", at.input->catalog.getName().cStr()), {}, cat(at.path, ": ", text)};
  }
  problems_.push_back(std::move(found));
}

void Linker::profileProblem(const std::string& path, std::string text) {
  const auto* authored = input_.authoredProfile;
  if (authored != nullptr) {
    problems_.push_back({authored->file, authored->place(path), std::move(text)});
  } else {
    problems_.push_back({"profile", {}, cat(path, ": ", text)});
  }
}

// Every name once: first all declarations, so that order of files does not matter.
void Linker::declareNames() {
  const auto declare = [this](std::string_view what, auto list, const At& at) {
    for (unsigned i = 0; i < list.size(); ++i) {
      const std::string name = list[i].getName().cStr();
      const At here = at / size_t{i} / "name";
      if (name.empty() && what != "site") {
        problem(at / size_t{i}, cat(what, " without a name"));
        continue;
      }
      const auto [first, isNew] = declared_.emplace(cat(what, " ", name), here);
      if (!isNew) {
        const auto* other = first->second.input->authored;
        const std::string where = other ? cat(other->file, ":", other->place(first->second.path).line)
                                        : cat("package ", first->second.input->package);
        problem(here, cat(what, " ", quoted(name), " is declared twice; first in ", where));
      }
    }
  };
  std::map<std::string, std::string> baseOf;
  for (const CatalogInput& file : input_.catalogs) {
    const At at{&file, ""};
    declare("enum", file.catalog.getEnums(), at / "enums");
    declare("event", file.catalog.getEvents(), at / "events");
    declare("flow", file.catalog.getFlows(), at / "flows");
    declare("tenancy", file.catalog.getTenancies(), at / "tenancies");
    declare("state", file.catalog.getStates(), at / "states");
    declare("site", file.catalog.getSites(), at / "sites");
    declare("episode", file.catalog.getEpisodes(), at / "episodes");
    for (const auto flow : file.catalog.getFlows()) {
      model_.flowKinds.emplace_back();
      model_.flowKinds.back().name = flow.getName().cStr();
      baseOf[flow.getName().cStr()] = flow.getBase().cStr();
    }
    for (const auto tenancy : file.catalog.getTenancies()) {
      model_.tenancies.emplace_back();
      model_.tenancies.back().name = tenancy.getName().cStr();
      model_.tenancies.back().kind = tenancy.getKind().cStr();
    }
    for (const auto state : file.catalog.getStates()) {
      model_.states.push_back({state.getName().cStr(), state.getKind().cStr(), state.getInitialAbsent(), state.getLogged()});
      stateKeys_[state.getName().cStr()] = state.getKey().cStr();
    }
    for (const auto verdict : file.catalog.getVerdicts()) {
      model_.verdicts.push_back({verdict.getQuestion(), verdict.getLeaf().cStr(), verdict.getFamily().cStr(), verdict.getVerdict().cStr()});
    }
    if (model_.packages.empty() || model_.packages.back() != file.package) model_.packages.push_back(file.package);
  }
  for (Index i = 0; i < model_.flowKinds.size(); ++i) {
    Index root = i;
    for (size_t step = 0; step < model_.flowKinds.size(); ++step) {   // a base of a base; bases that go round end too
      const Index base = model_.flowKind(baseOf[model_.flowKinds[root].name]);
      if (base != NONE) root = base;
    }
    model_.flowKinds[i].keySpace = root;
  }
}

void Linker::linkEnums(const At& at) {
  for (const auto each : at.input->catalog.getEnums()) {
    Enum linked{each.getName().cStr(), {}, {}};
    for (const auto word : each.getWords()) {
      linked.words.push_back(word.getName().cStr());
      linked.classes.push_back(word.getClass().cStr());
    }
    if (linked.words.size() > 256) problem(at / "enums", cat("enum ", quoted(linked.name), " has more than 256 words"));
    model_.enums.push_back(std::move(linked));
  }
}

void Linker::linkEvents(const At& at) {
  const auto events = at.input->catalog.getEvents();
  for (unsigned i = 0; i < events.size(); ++i) linkEvent(events[i], at / "events" / size_t{i});
}

void Linker::linkEvent(schema::Event::Reader event, const At& at) {
  static const std::vector<std::string> DOMAINS{"core", "cache", "tlb", "prefetcher", "predictor", "dram", "node"};
  Event linked;
  linked.name = event.getName().cStr();
  linked.domain = event.getDomain().cStr();
  linked.stage = event.getStage().cStr();
  linked.doc = event.getDoc().cStr();
  linked.ordinary = event.getOrdinary();
  linked.table = event.getTable().size() != 0 ? event.getTable().cStr() : linked.name;
  std::replace(linked.table.begin(), linked.table.end(), '.', '_');
  for (const auto index : event.getIndexes()) linked.indexes.push_back(index.cStr());
  if (std::find(DOMAINS.begin(), DOMAINS.end(), linked.domain) == DOMAINS.end()) {
    problem(at / "domain", cat("no domain ", quoted(linked.domain), didYouMean(linked.domain, DOMAINS)));
  }
  const auto fields = event.getFields();
  for (unsigned i = 0; i < fields.size(); ++i) linkField(fields[i], linked, at / "fields" / size_t{i});
  model_.events.push_back(std::move(linked));
}

void Linker::linkField(schema::Field::Reader field, Event& event, const At& at) {
  Field linked;
  linked.name = field.getName().cStr();
  linked.type = field.getType();
  linked.optional = field.getOptional();
  linked.flow = field.getFlow();
  const std::string of = field.getOf().cStr();
  const auto index = static_cast<Index>(event.fields.size());
  if (linked.name.empty()) problem(at, "field without a name");
  if (event.find(linked.name) != NONE) problem(at / "name", cat("field ", quoted(linked.name), " is declared twice in ", event.name));
  switch (linked.type) {
    case schema::ValueType::WORD: linked.enumeration = named(model_.enums, of, "enum", at / "of"); break;
    case schema::ValueType::KEY:
      linked.flowKind = named(model_.flowKinds, of, "flow kind", at / "of");
      linked.ref = event.keyCount++;
      break;
    case schema::ValueType::ADDRESS:
      linked.space = of;
      linked.grain = field.getGrain().cStr();
      if (of != "virt" && of != "phys") problem(at / "of", cat("address space ", quoted(of), " is neither virt nor phys"));
      if (linked.grain != "byte" && linked.grain != "line" && linked.grain != "page") {
        problem(at / "grain", cat("grain ", quoted(linked.grain), " is none of byte, line, page"));
      }
      break;
    case schema::ValueType::NODE:
      if (linked.name == "node") event.node = index;
      break;
    default: break;
  }
  if (linked.flow) {
    if (linked.type != schema::ValueType::KEY) {
      problem(at, cat("field ", quoted(linked.name), " is marked as the flow but is no key"));
    } else if (event.flow != NONE) {
      problem(at, cat("event ", quoted(event.name), " has two flows"));
    }
    event.flow = index;
    event.flowKind = linked.flowKind;
  }
  event.fields.push_back(std::move(linked));
}

void Linker::linkClaims(const At& at) {
  const auto events = at.input->catalog.getEvents();
  for (unsigned i = 0; i < events.size(); ++i) {
    Event& event = model_.events[model_.event(events[i].getName().cStr())];
    const auto claims = events[i].getClaims();
    if (!event.claims.empty()) continue;  // a second declaration, already refused
    for (unsigned j = 0; j < claims.size(); ++j) linkClaim(claims[j], event, at / "events" / size_t{i} / "claims" / size_t{j});
    const auto begins = std::count_if(event.claims.begin(), event.claims.end(), [](const Claim& claim) {
      return claim.role == schema::Role::ACQUIRE && claim.when.field == NONE;
    });
    if (begins > 1) problem(at / "events" / size_t{i}, cat("event ", quoted(event.name), " always acquires twice"));
  }
}

void Linker::linkClaim(schema::Claim::Reader claim, Event& event, const At& at) {
  Claim linked;
  linked.role = claim.getRole();
  const std::string on = claim.getOn().cStr();
  const auto indexOf = [&](std::vector<std::string>& names) {
    const auto found = std::find(names.begin(), names.end(), on);
    if (found == names.end()) names.push_back(on);
    return static_cast<Index>(std::find(names.begin(), names.end(), on) - names.begin());
  };
  using schema::Role;
  switch (linked.role) {
    case Role::PRODUCE: case Role::CONSUME: case Role::DEFINE: case Role::REFER:
      linked.object = indexOf(model_.namespaces);
      break;
    case Role::ACQUIRE: case Role::COALESCE: case Role::RELEASE: case Role::STALL: case Role::USE:
      linked.object = named(model_.tenancies, on, "tenancy", at / "on");
      break;
    case Role::GRANT: case Role::DENY:
      linked.object = indexOf(model_.arbiterKinds);
      break;
    case Role::WRITE: case Role::READ:
      linked.object = named(model_.states, on, "state", at / "on");
      break;
  }
  if (on.empty()) problem(at, "claim without `on`");
  linkKey(claim, event, linked, at);
  const auto eventIndex = static_cast<Index>(&event - model_.events.data());
  linked.node = fieldIfGiven(eventIndex, claim.getNode().cStr(), at / "node");
  if (linked.node != NONE && event.fields[linked.node].type != schema::ValueType::NODE) {
    problem(at / "node", cat("field ", quoted(claim.getNode().cStr()), " of ", event.name, " is no node"));
  }
  linked.flow = keyIfGiven(eventIndex, claim.getFlow().cStr(), at / "flow");
  linked.other = keyIfGiven(eventIndex, claim.getOther().cStr(), at / "other");
  linked.when = linkWhen(claim.getWhen(), event, at / "when");
  if (claim.getHasMin()) linked.minCycles = claim.getMin();
  linked.order = claim.getOrder();
  linked.maybe = claim.getMaybe();
  if (linked.role == Role::COALESCE && linked.other == NONE) problem(at, "coalesce without `other`, the owner");
  const bool isHeld = linked.role == Role::ACQUIRE || linked.role == Role::RELEASE || linked.role == Role::USE;
  if (isHeld && linked.object != NONE) checkTenancyFields(event, linked.role, model_.tenancies[linked.object], at);
  event.claims.push_back(std::move(linked));
}

// Fields that the tenancy names and that the events of its claims must have.
void Linker::checkTenancyFields(const Event& event, schema::Role role, const Tenancy& tenancy, const At& at) {
  std::vector<std::string> names;
  if (role == schema::Role::USE) {
    if (!tenancy.residency) return problem(at / "on", cat("tenancy ", quoted(tenancy.name), " has no residency, so nothing of it can be used"));
    names = {tenancy.useLine};
  } else if (role == schema::Role::ACQUIRE) {
    names = {tenancy.slot, tenancy.line, tenancy.set, tenancy.way, tenancy.byPrefetch};
  } else {
    names = {tenancy.evictReason};
  }
  for (const std::string& name : names) {
    if (!name.empty() || role == schema::Role::USE) fieldNamed(event, name, at);
  }
}

void Linker::linkKey(schema::Claim::Reader claim, const Event& event, Claim& linked, const At& at) {
  using schema::Role;
  for (const auto name : claim.getKey()) {
    const Index field = fieldNamed(event, name.cStr(), at / "key");
    if (field != NONE) linked.key.push_back(field);
  }
  const Role role = linked.role;
  const bool needsKey = role == Role::PRODUCE || role == Role::CONSUME || role == Role::DEFINE || role == Role::REFER ||
                        role == Role::READ || role == Role::WRITE;
  if (needsKey && linked.key.empty()) problem(at, "claim without a key");
  if (!needsKey && !linked.key.empty()) problem(at / "key", "this role takes no key");
  const size_t most = role == Role::READ || role == Role::WRITE ? 1 : 2;
  if (linked.key.size() > most) problem(at / "key", cat("a key of this role has at most ", most == 1 ? "one field" : "two fields"));
  if (needsKey && linked.object != NONE) checkSignature(event, linked, at);
}

// What a key is made of must agree wherever a namespace or a state is used: a join
// between a virtual page and a physical line is a mistake, not an empty result.
void Linker::checkSignature(const Event& event, const Claim& claim, const At& at) {
  using schema::Role;
  std::string signature;
  for (const Index index : claim.key) {
    const Field& field = event.fields[index];
    if (!signature.empty()) signature += ", ";
    if (field.type == schema::ValueType::ADDRESS) {
      signature += field.space + " " + field.grain;
    } else if (field.type == schema::ValueType::KEY) {
      signature += "key of " + (field.flowKind == NONE ? "?" : model_.flowKinds[model_.flowKinds[field.flowKind].keySpace].name);
    } else if (field.type == schema::ValueType::NODE) {
      signature += "node";
    } else {
      signature += "number";
    }
  }
  const bool isState = claim.role == Role::READ || claim.role == Role::WRITE;
  const std::string what = isState ? "state " + model_.states[claim.object].name : "namespace " + model_.namespaces[claim.object];
  if (isState && signature != stateKeys_[model_.states[claim.object].name]) {
    problem(at / "key", cat(what, " is keyed by ", stateKeys_[model_.states[claim.object].name], ", this key is ", signature));
    return;
  }
  const auto [first, isNew] = signatures_.emplace(what, std::pair{signature, at});
  if (!isNew && first->second.first != signature) {
    const auto* other = first->second.second.input->authored;
    problem(at / "key", cat(what, " is keyed by ", first->second.first,
                            other ? cat(" (", other->file, ":", other->place(first->second.second.path).line, ")") : "",
                            ", this key is ", signature));
  }
}

Index Linker::fieldNamed(const Event& event, std::string_view name, const At& at) {
  return named(event.fields, name, cat("field of ", event.name), at);
}

Index Linker::fieldIfGiven(Index event, std::string_view name, const At& at) {
  if (name.empty() || event == NONE) return NONE;
  return fieldNamed(model_.events[event], name, at);
}

Index Linker::keyIfGiven(Index event, std::string_view name, const At& at) {
  const Index field = fieldIfGiven(event, name, at);
  if (field != NONE && model_.events[event].fields[field].type != schema::ValueType::KEY) {
    problem(at, cat("field ", quoted(name), " of ", model_.events[event].name, " is no key"));
    return NONE;
  }
  return field;
}

When Linker::linkWhen(schema::When::Reader when, const Event& event, const At& at) {
  When linked;
  if (when.getField().size() == 0) return linked;
  linked.field = fieldNamed(event, when.getField().cStr(), at / "field");
  if (linked.field == NONE) return linked;
  const Field& field = event.fields[linked.field];
  if (when.getWords().size() == 0) problem(at, "a condition without words never holds");
  for (const auto word : when.getWords()) {
    std::optional<uint64_t> code = parseUnsigned(word.cStr());
    if (field.enumeration != NONE) code = model_.enums[field.enumeration].code(word.cStr());
    if (!code || *code > 63) {
      const std::vector<std::string> words = field.enumeration == NONE ? std::vector<std::string>{} : model_.enums[field.enumeration].words;
      problem(at / "words", cat("no word ", quoted(word.cStr()), " for field ", quoted(field.name), didYouMean(word.cStr(), words)));
      continue;
    }
    linked.values |= uint64_t{1} << *code;
  }
  return linked;
}

Model link(const LinkInput& input, std::vector<Problem>& problems) { return Linker(input, problems).run(); }

Model link(schema::Header::Reader header) {
  LinkInput input;
  for (const auto package : header.getPackages()) {
    for (const auto file : package.getFiles()) input.catalogs.push_back({package.getName().cStr(), file, nullptr});
  }
  if (header.hasProfile()) input.profile = header.getProfile();
  for (const auto clock : header.getClocks()) input.clocks.push_back(clock);
  for (const auto node : header.getNodes()) input.nodes.push_back(node);
  input.simulator = header.getSimulator().cStr();
  if (header.getTick().size() != 0) input.tick = header.getTick().cStr();
  std::vector<Problem> problems;
  Model model = link(input, problems);
  throwIfAny(problems);
  return model;
}

Model linkPackages(const std::vector<Package>& packages, std::vector<Problem>& problems) {
  LinkInput input;
  for (const Package& package : packages) {
    for (const auto& file : package.files) input.catalogs.push_back({package.name, file.get(), &file});
  }
  return link(input, problems);
}

}  // namespace mf::catalog
