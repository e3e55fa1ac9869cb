// The linked catalogs, profile and topology of one stream: what passes read.
// No name is left unresolved and nothing is optional that a pass needs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libmf/schema/catalog.capnp.h"
#include "libmf/schema/profile.capnp.h"

namespace mf::catalog {

using Index = uint32_t;
constexpr Index NONE = UINT32_MAX;

struct Enum {
  std::string name;
  std::vector<std::string> words;
  std::vector<std::string> classes;  // parallel; empty where a word has none
  std::optional<uint64_t> code(std::string_view word) const;
};

struct Field {
  std::string name;
  schema::ValueType type = schema::ValueType::U64;
  Index enumeration = NONE;   // words
  Index flowKind = NONE;      // keys
  std::string space, grain;   // addresses
  Index ref = NONE;           // keys: index among the event's key fields, as EventGroup::refs counts
  bool flow = false;
  bool optional = false;
};

// Always, or: fields[field] is in the bit set `values` (values of 64 and more never are).
struct When {
  Index field = NONE;
  uint64_t values = 0;
  template <typename FieldValue>
  bool holds(FieldValue value) const {
    if (field == NONE) return true;
    const uint64_t v = value(field);
    return v < 64 && (values >> v & 1) != 0;
  }
};

struct Claim {
  schema::Role role = schema::Role::PRODUCE;
  Index object = NONE;        // namespace, tenancy, arbiter kind or state, by role
  std::vector<Index> key;     // fields
  Index node = NONE;          // field with the node; NONE: the event's own
  Index flow = NONE;          // field (a key) with the acting flow; NONE: the event's own
  Index other = NONE;         // field (a key): owner or winner
  When when;
  std::optional<uint64_t> minCycles;
  bool order = false;
  bool maybe = false;
};

struct Event {
  std::string name, domain, stage, table, doc;
  bool ordinary = false;
  std::vector<std::string> indexes;
  std::vector<Field> fields;
  std::vector<Claim> claims;
  Index node = NONE;          // the field called `node`
  Index flow = NONE;          // the field that is the event's flow
  Index flowKind = NONE;
  uint32_t keyCount = 0;      // how many fields are keys
  Index find(std::string_view fieldName) const;
};

struct Source {
  Index event = NONE;
  schema::Take take = schema::Take::FIELD;
  Index field = NONE;
  When when;
};

enum class Builtin { NOTHING, ALWAYS_NULL, CONSTANT, RETIRE_IDX, UOP, LAST_UOP, EPOCH, DECISION };

struct Column {
  std::string name, doc;
  bool keepLast = false;
  bool required = false;
  Index enumeration = NONE;
  Builtin builtin = Builtin::NOTHING;
  uint64_t constant = 0;
  std::vector<Source> sources;
};

struct Close {
  Index event = NONE;
  std::string reason;
  Index field = NONE;
  When when;
};

struct Open {
  Index event = NONE;
  When when;
};

struct FlowKind {
  std::string name, table, doc;
  Index base = NONE;          // kind whose key space it shares; itself when it has none
  Index keySpace = NONE;      // index of the root kind
  bool alsoBase = false;
  std::vector<Open> opens;
  std::vector<Close> closes;
  std::vector<std::pair<Index, Index>> parents;  // (event, key field), in order of preference
  bool perCore = false;
  bool reuseIsError = true;
  uint32_t retain = 65536;
  std::vector<Column> columns;
  std::vector<std::string> indexes;
};

struct Tenancy {
  std::string name, kind;
  std::string slot, reason;   // field names; resolved per event by passes
  Index folded = NONE;        // flow kind whose table carries it
  bool residency = false;
  std::string line, set, way, byPrefetch, useLine, evictReason, evictDecision;
};

struct State {
  std::string name, kind;
  bool initialAbsent = false;
  bool logged = false;
};

struct Site {
  std::string name;           // empty: the word of field `by`
  Index event = NONE;
  std::string kind;
  When when;
  Index by = NONE, ordinal = NONE, outcome = NONE, reason = NONE, value = NONE, threshold = NONE, choice = NONE,
        target = NONE, page = NONE, effect = NONE, subject = NONE, natural = NONE, forced = NONE, retry = NONE,
        serial = NONE;
};

struct Episode {
  std::string name;
  Index event = NONE, reason = NONE, slots = NONE;
  Index causeEvent = NONE, causeField = NONE;
  std::string causeLine;
};

struct Epoch {
  Index event = NONE, cause = NONE, recovered = NONE, member = NONE;
};

struct Verdict {
  unsigned question = 0;
  std::string leaf, family, verdict;
};

struct Clock {
  std::string name;
  uint64_t period = 1, phase = 0;   // base units
};

struct Node {
  uint16_t id = 0;
  std::string name, kind, domain;
  Index parent = NONE;        // index into nodes
  int core = -1;
  Index clock = 0;
  std::optional<uint64_t> capacity;  // nothing: unbounded or not a finite resource
  uint32_t width = 0, sets = 0, ways = 0;
  unsigned lineShift = 0, pageShift = 0;
  std::optional<uint64_t> latHit, latNominal;  // base units
  bool releaseNextCycle = false;
  bool promisedAhead = false;  // refuses before it is full
  Index inclusiveOf = NONE;
};

enum class Channel { VALUE, OCCUPANCY, ARBITRATION, SPECULATION, STATE };

struct EdgeRule {
  Channel channel;
  std::string name;           // "wake", "rob", "retire", "lines"
};

// Everything above, by index. Node ids are what events carry; nodeIndex() maps them.
struct Model {
  std::vector<Enum> enums;
  std::vector<Event> events;
  std::vector<FlowKind> flowKinds;
  std::vector<Tenancy> tenancies;
  std::vector<State> states;
  std::vector<Site> sites;
  std::vector<Episode> episodes;
  std::vector<Epoch> epochs;
  std::vector<Verdict> verdicts;
  std::vector<std::string> namespaces;     // of value and speculation claims
  std::vector<std::string> arbiterKinds;   // node kinds named by grant and deny
  std::vector<Clock> clocks;
  std::vector<Node> nodes;
  std::vector<std::pair<Index, Index>> links;
  std::vector<std::string> packages;
  std::vector<std::pair<std::string, std::string>> absent;  // (what, why)
  std::string simulator, profile, baseUnit, reconcile;
  uint64_t refPeriod = 1;                  // base units per reference cycle
  uint64_t ticksPerUnit = 1;

  Index event(std::string_view name) const;      // NONE when unknown
  Index flowKind(std::string_view name) const;
  Index enumeration(std::string_view name) const;
  Index nodeByName(std::string_view name) const;
  Index nodeIndex(uint64_t id) const;            // NONE when the topology lacks it
  // The node a claim on `kind` means when an event happens at `node`: the node
  // itself, its only child of that kind, or its parent's. NONE when there is none.
  Index related(Index node, std::string_view kind) const;
  // NONE when there is none, or more than one.
  Index onlyChild(Index node, std::string_view kind) const;
  // What rows of edges call `rule`: every (channel, claimed object), in this order.
  std::vector<EdgeRule> edgeRules() const;
  Index edgeRule(Channel channel, Index object) const;

  // Every word that a pass may write (reasons, sites, words of enums), each once. They are the
  // first words of an MFIR stream: code k is words()[k-1] in every pass, whatever a
  // simulator coins as it runs.
  std::vector<std::string> words() const;

  std::vector<Index> byId;                       // filled by link()
};

}  // namespace mf::catalog
