// Flow kinds, tenancies, sites, episodes and epochs.
#include <algorithm>

#include "libmf/catalog/linker.h"

namespace mf::catalog {

void Linker::linkFlows(const At& at) {
  const schema::Catalog::Reader catalog = at.input->catalog;
  const auto each = [&](const char* name, auto list, auto link) {
    for (unsigned i = 0; i < list.size(); ++i) link(list[i], at / name / size_t{i});
  };
  each("flows", catalog.getFlows(), [&](auto flow, const At& here) { linkFlow(flow, here); });
  each("tenancies", catalog.getTenancies(), [&](auto tenancy, const At& here) { linkTenancy(tenancy, here); });
  each("sites", catalog.getSites(), [&](auto site, const At& here) { linkSite(site, here); });
  each("episodes", catalog.getEpisodes(), [&](auto episode, const At& here) { linkEpisode(episode, here); });
  each("epochs", catalog.getEpochs(), [&](auto epoch, const At& here) { linkEpoch(epoch, here); });
}

void Linker::linkFlow(schema::Flow::Reader flow, const At& at) {
  const Index self = model_.flowKind(flow.getName().cStr());
  FlowKind& kind = model_.flowKinds[self];
  kind.table = flow.getTable().cStr();
  kind.doc = flow.getDoc().cStr();
  kind.perCore = flow.getPerCore();
  kind.reuseIsError = flow.getReuse() == schema::Reuse::ERROR;
  kind.retain = flow.getRetain();
  kind.alsoBase = flow.getAlsoBase();
  kind.base = self;
  if (flow.getBase().size() != 0) {
    const Index base = named(model_.flowKinds, flow.getBase().cStr(), "flow kind", at / "base");
    if (base != NONE) kind.base = base;
  }
  for (const auto index : flow.getIndexes()) kind.indexes.push_back(index.cStr());
  const auto opens = flow.getOpens();
  for (unsigned i = 0; i < opens.size(); ++i) {
    const At here = at / "opens" / size_t{i};
    const Index event = eventNamed(opens[i].getEvent().cStr(), here / "event");
    if (event == NONE) continue;
    checkCarries(model_.events[event], kind, here / "event");
    kind.opens.push_back({event, linkWhen(opens[i].getWhen(), model_.events[event], here / "when")});
    for (const auto name : flow.getParent()) {
      const Index field = keyIfGiven(event, name.cStr(), at / "parent");
      if (field != NONE) kind.parents.emplace_back(event, field);
    }
  }
  if (kind.opens.empty()) problem(at, cat("flow kind ", quoted(kind.name), " is never opened"));
  const auto closes = flow.getCloses();
  for (unsigned i = 0; i < closes.size(); ++i) {
    const At here = at / "closes" / size_t{i};
    const Index event = eventNamed(closes[i].getEvent().cStr(), here / "event");
    if (event == NONE) continue;
    checkCarries(model_.events[event], kind, here / "event");
    kind.closes.push_back({event, closes[i].getReason().cStr(), fieldIfGiven(event, closes[i].getField().cStr(), here / "field"),
                           linkWhen(closes[i].getWhen(), model_.events[event], here / "when")});
  }
  linkColumns(flow, kind, at);
}

// What ends a packet ends a prefetch. A kind's own rules come first.
void Linker::inheritCloses() {
  for (FlowKind& kind : model_.flowKinds) {
    if (kind.base == NONE || &model_.flowKinds[kind.base] == &kind) continue;
    const std::vector<Close>& closes = model_.flowKinds[kind.base].closes;
    kind.closes.insert(kind.closes.end(), closes.begin(), closes.end());
  }
}

void Linker::linkColumns(schema::Flow::Reader flow, FlowKind& kind, const At& at) {
  static const std::vector<std::pair<std::string, Builtin>> BUILTINS{
      {"null", Builtin::ALWAYS_NULL}, {"retire_idx", Builtin::RETIRE_IDX}, {"uop", Builtin::UOP},
      {"last_uop", Builtin::LAST_UOP}, {"epoch", Builtin::EPOCH}, {"decision", Builtin::DECISION}};
  const auto columns = flow.getColumns();
  for (unsigned i = 0; i < columns.size(); ++i) {
    const At here = at / "columns" / size_t{i};
    Column linked;
    linked.name = columns[i].getName().cStr();
    linked.doc = columns[i].getDoc().cStr();
    linked.keepLast = columns[i].getKeep() == schema::Keep::LAST;
    linked.required = columns[i].getRequired();
    if (columns[i].getOf().size() != 0) linked.enumeration = named(model_.enums, columns[i].getOf().cStr(), "enum", here / "of");
    const std::string builtin = columns[i].getBuiltin().cStr();
    if (builtin.starts_with("=") && parseUnsigned(builtin.substr(1))) {
      linked.builtin = Builtin::CONSTANT;
      linked.constant = *parseUnsigned(builtin.substr(1));
    } else if (!builtin.empty()) {
      const auto found = std::find_if(BUILTINS.begin(), BUILTINS.end(), [&](const auto& each) { return each.first == builtin; });
      if (found == BUILTINS.end()) {
        problem(here / "builtin", cat("no builtin ", quoted(builtin)));
      } else {
        linked.builtin = found->second;
      }
    }
    const auto sources = columns[i].getFrom();
    for (unsigned j = 0; j < sources.size(); ++j) linked.sources.push_back(linkSource(sources[j], kind, here / "from" / size_t{j}));
    if (linked.builtin == Builtin::DECISION && linked.sources.size() != 1) problem(here, "a decision column names one field, the serial number");
    if (linked.sources.empty() && builtin.empty()) problem(here, cat("column ", quoted(linked.name), " has no source"));
    for (const Column& other : kind.columns) {
      if (other.name == linked.name) problem(here / "name", cat("column ", quoted(linked.name), " is declared twice"));
    }
    kind.columns.push_back(std::move(linked));
  }
  if (kind.columns.size() > 32) problem(at / "columns", "a flow kind has at most 32 columns");
}

// An event opens, closes and fills the flow that its own key names, and no other.
void Linker::checkCarries(const Event& event, const FlowKind& kind, const At& at) {
  if (event.flow == NONE) return problem(at, cat("event ", quoted(event.name), " belongs to no flow"));
  if (event.flowKind == NONE) return;
  const FlowKind& carried = model_.flowKinds[event.flowKind];
  if (carried.keySpace != kind.keySpace) problem(at, cat("event ", quoted(event.name), " belongs to a flow of kind ", carried.name, ", not ", kind.name));
}

Source Linker::linkSource(schema::Source::Reader source, const FlowKind& kind, const At& at) {
  Source linked;
  linked.event = eventNamed(source.getEvent().cStr(), at / "event");
  linked.take = source.getTake();
  if (linked.event == NONE) return linked;
  const Event& event = model_.events[linked.event];
  checkCarries(event, kind, at / "event");
  if (linked.take == schema::Take::FIELD) linked.field = fieldNamed(event, source.getField().cStr(), at / "field");
  if (linked.take == schema::Take::FLOW) {
    linked.field = keyIfGiven(linked.event, source.getField().cStr(), at / "field");
    if (linked.field == NONE) problem(at, "take = flow names no key");
  }
  linked.when = linkWhen(source.getWhen(), event, at / "when");
  return linked;
}

void Linker::linkTenancy(schema::Tenancy::Reader tenancy, const At& at) {
  const auto found = std::find_if(model_.tenancies.begin(), model_.tenancies.end(),
                                  [&](const Tenancy& each) { return each.name == tenancy.getName().cStr(); });
  Tenancy& linked = *found;
  if (linked.kind.empty()) problem(at, cat("tenancy ", quoted(linked.name), " names no node kind"));
  linked.slot = tenancy.getSlot().cStr();
  linked.reason = tenancy.getReason().cStr();
  if (tenancy.getFolded().size() != 0) {
    for (Index i = 0; i < model_.flowKinds.size(); ++i) {
      if (model_.flowKinds[i].table == tenancy.getFolded().cStr()) linked.folded = i;
    }
    if (linked.folded == NONE) problem(at / "folded", cat("no flow kind has table ", quoted(tenancy.getFolded().cStr())));
  }
  if (!tenancy.hasResidency()) return;
  const auto residency = tenancy.getResidency();
  linked.residency = true;
  linked.line = residency.getLine().cStr();
  linked.set = residency.getSet().cStr();
  linked.way = residency.getWay().cStr();
  linked.byPrefetch = residency.getByPrefetch().cStr();
  linked.useLine = residency.getUseLine().cStr();
  linked.evictReason = residency.getEvictReason().cStr();
  linked.evictDecision = residency.getEvictDecision().cStr();
}

void Linker::linkSite(schema::Site::Reader site, const At& at) {
  Site linked;
  linked.name = site.getName().cStr();
  linked.kind = site.getKind().cStr();
  linked.event = eventNamed(site.getEvent().cStr(), at / "event");
  if (linked.event == NONE) return;
  const Event& event = model_.events[linked.event];
  linked.when = linkWhen(site.getWhen(), event, at / "when");
  const auto field = [&](kj::StringPtr (*name)(schema::Site::Reader), const char* what) {
    return fieldIfGiven(linked.event, name(site).cStr(), at / what);
  };
  using Reader = schema::Site::Reader;
  linked.by = field([](Reader s) -> kj::StringPtr { return s.getBy(); }, "by");
  linked.ordinal = field([](Reader s) -> kj::StringPtr { return s.getOrdinal(); }, "ordinal");
  linked.outcome = field([](Reader s) -> kj::StringPtr { return s.getOutcome(); }, "outcome");
  linked.reason = field([](Reader s) -> kj::StringPtr { return s.getReason(); }, "reason");
  linked.value = field([](Reader s) -> kj::StringPtr { return s.getValue(); }, "value");
  linked.threshold = field([](Reader s) -> kj::StringPtr { return s.getThreshold(); }, "threshold");
  linked.choice = field([](Reader s) -> kj::StringPtr { return s.getChoice(); }, "choice");
  linked.target = field([](Reader s) -> kj::StringPtr { return s.getTarget(); }, "target");
  linked.page = field([](Reader s) -> kj::StringPtr { return s.getPage(); }, "page");
  linked.effect = keyIfGiven(linked.event, site.getEffect().cStr(), at / "effect");
  linked.subject = keyIfGiven(linked.event, site.getSubject().cStr(), at / "subject");
  linked.natural = field([](Reader s) -> kj::StringPtr { return s.getNatural(); }, "natural");
  linked.forced = field([](Reader s) -> kj::StringPtr { return s.getForced(); }, "forced");
  linked.retry = field([](Reader s) -> kj::StringPtr { return s.getRetry(); }, "retry");
  linked.serial = event.find("serial");
  if (linked.ordinal == NONE) problem(at, "a site needs an ordinal");
  if (linked.name.empty() && linked.by == NONE) problem(at, "a site needs a name, or a field that holds it");
  model_.sites.push_back(std::move(linked));
}

void Linker::linkEpisode(schema::Episode::Reader episode, const At& at) {
  Episode linked;
  linked.name = episode.getName().cStr();
  linked.event = eventNamed(episode.getEvent().cStr(), at / "event");
  if (linked.event == NONE) return;
  const Event& event = model_.events[linked.event];
  linked.reason = fieldNamed(event, episode.getReason().cStr(), at / "reason");
  if (linked.reason != NONE) {
    const Index enumeration = event.fields[linked.reason].enumeration;
    if (enumeration == NONE || model_.enums[enumeration].words.empty() || model_.enums[enumeration].words[0] != "none") {
      problem(at / "reason", "an episode's reason is a word of an enum whose first word is `none`");
    }
  }
  linked.slots = fieldIfGiven(linked.event, episode.getSlots().cStr(), at / "slots");
  if (episode.getCauseEvent().size() != 0) {
    linked.causeEvent = eventNamed(episode.getCauseEvent().cStr(), at / "causeEvent");
    linked.causeField = keyIfGiven(linked.causeEvent, episode.getCauseField().cStr(), at / "causeField");
  }
  linked.causeLine = episode.getCauseLine().cStr();
  model_.episodes.push_back(std::move(linked));
}

void Linker::linkEpoch(schema::Epoch::Reader epoch, const At& at) {
  Epoch linked;
  linked.event = eventNamed(epoch.getEvent().cStr(), at / "event");
  linked.cause = fieldIfGiven(linked.event, epoch.getCause().cStr(), at / "cause");
  if (epoch.getRecovered().size() != 0) linked.recovered = eventNamed(epoch.getRecovered().cStr(), at / "recovered");
  linked.member = eventNamed(epoch.getMember().cStr(), at / "member");
  model_.epochs.push_back(linked);
}

}  // namespace mf::catalog
