#include "libmf/capture/settings.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::capture {

namespace {

[[noreturn]] void misuse(const std::string& what) { throw Error(what, Status::MISUSE); }

// Takes `prefix` off the front of `text`.
bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

uint32_t domainBit(const std::string& name) {
  const auto& names = domainNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) misuse(cat("unknown domain ", quoted(name), didYouMean(name, names)));
  return 1u << (found - names.begin());
}

template <size_t SIZE>
void copyText(char (&into)[SIZE], std::string_view text, const char* what) {
  if (text.size() >= SIZE) misuse(cat(what, " ", quoted(text), " is longer than ", SIZE - 1, " characters"));
  std::memcpy(into, text.data(), text.size());
  into[text.size()] = 0;
}

// "cpu2:" in front, or core 0.
std::optional<int32_t> takeCore(std::string_view& text) {
  if (!take(text, "cpu")) return 0;
  const size_t colon = text.find(':');
  const auto core = parseUnsigned(text.substr(0, colon));
  if (colon == std::string_view::npos || !core || *core >= MF_SHARED_CORES) return std::nullopt;
  text.remove_prefix(colon + 1);
  return static_cast<int32_t>(*core);
}

// What is counted: "insts", "cpu1:insts", "cycles", "count(squash)", before `separator`.
std::optional<mf_rule> takeCounted(std::string_view& text, std::string_view separator) {
  mf_rule rule{};
  const auto core = takeCore(text);
  if (!core) return std::nullopt;
  rule.core = *core;
  const size_t end = text.find(separator);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view name = text.substr(0, end);
  text.remove_prefix(end + separator.size());
  if (name == "insts") {
    rule.when = MF_WHEN_INSTS;
  } else if (name == "cycles") {
    rule.when = MF_WHEN_CYCLES;
  } else if (take(name, "count(") && name.size() > 1 && name.back() == ')') {
    rule.when = MF_WHEN_SIGNAL;
    copyText(rule.signal, name.substr(0, name.size() - 1), "signal");
  } else {
    return std::nullopt;
  }
  return rule;
}

}  // namespace

const std::vector<std::string>& domainNames() {
  static const std::vector<std::string> NAMES = {"core", "cache", "tlb", "prefetcher", "predictor", "dram"};
  return NAMES;
}

std::vector<std::string> domainsIn(uint32_t bits) {
  std::vector<std::string> names;
  for (size_t i = 0; i < domainNames().size(); i++) {
    if ((bits >> i & 1) != 0) names.push_back(domainNames()[i]);
  }
  return names;
}

uint32_t parseDomains(const std::string& text) {
  uint32_t bits = 0;
  for (const std::string& name : split(text, ',')) bits |= domainBit(name);
  return bits;
}

void parseRegion(const std::string& text, Settings& settings) {
  if (text == "sim") return;
  const std::string wrong = cat("region ", quoted(text), " is not one of sim, insts:A-B, cpuN:insts:A-B, cycles:A-B");
  std::string_view rest = text;
  auto rule = takeCounted(rest, ":");
  const size_t dash = rest.find('-');
  if (!rule || rule->when == MF_WHEN_SIGNAL || dash == std::string_view::npos) misuse(wrong);
  const auto first = parseUnsigned(rest.substr(0, dash)), last = parseUnsigned(rest.substr(dash + 1));
  if (!first || !last) misuse(wrong);
  if (*first >= *last) misuse(cat("region ", quoted(text), " is empty"));
  copyText(rule->text, text, "region");
  rule->threshold = *first;
  rule->region = MF_REGION_BEGIN;
  mf_rule end = *rule;
  end.threshold = *last;
  end.region = MF_REGION_END;
  settings.regionIsPhase = false;
  settings.rules.insert(settings.rules.begin(), {*rule, end});
}

mf_rule parseRule(const std::string& text) {
  const std::string wrong = cat("rule ", quoted(text), " is not of the form insts>=N:-cache or count(NAME)>=N:+core,-dram");
  std::string_view rest = text;
  auto rule = takeCounted(rest, ">=");
  const size_t colon = rest.find(':');
  if (!rule || colon == std::string_view::npos) misuse(wrong);
  const auto threshold = parseUnsigned(rest.substr(0, colon));
  if (!threshold) misuse(wrong);
  rule->threshold = *threshold;
  copyText(rule->text, text, "rule");
  for (const std::string& act : split(rest.substr(colon + 1), ',')) {
    if (act.size() < 2 || (act[0] != '+' && act[0] != '-')) misuse(wrong);
    (act[0] == '+' ? rule->open : rule->shut) |= domainBit(act.substr(1));
  }
  if ((rule->open & rule->shut) != 0) misuse(cat("rule ", quoted(text), " opens and shuts the same domain"));
  return *rule;
}

void addOverride(const std::string& text, Settings& settings) {
  const std::string wrong = cat("override ", quoted(text), " is not of the form NODE/SITE:ORDINAL=act, =suppress or =NUMBER");
  const size_t equals = text.rfind('='), colon = text.rfind(':', equals), slash = text.rfind('/', colon);
  if (equals == std::string::npos || colon == std::string::npos || slash == std::string::npos) misuse(wrong);
  Override reversal;
  reversal.text = text;
  reversal.node = text.substr(0, slash);
  reversal.site = text.substr(slash + 1, colon - slash - 1);
  const auto ordinal = parseUnsigned(text.substr(colon + 1, equals - colon - 1));
  const std::string outcome = text.substr(equals + 1);
  const auto number = outcome == "act" ? 1 : outcome == "suppress" ? 0 : parseSigned(outcome);
  if (!ordinal || !number || reversal.node.empty() || reversal.site.empty()) misuse(wrong);
  if (reversal.node.size() >= sizeof(mf_override::node_name) || reversal.site.size() >= sizeof(mf_override::site)) {
    misuse(cat("override ", quoted(text), ": a name is too long"));
  }
  reversal.ordinal = *ordinal;
  reversal.outcome = *number;
  settings.overrides.push_back(std::move(reversal));
}

void sortOverrides(Settings& settings) {
  const auto identity = [](const Override& o) { return std::tie(o.node, o.site, o.ordinal); };
  auto& all = settings.overrides;
  std::sort(all.begin(), all.end(), [&](const Override& a, const Override& b) { return identity(a) < identity(b); });
  const auto twice = std::adjacent_find(all.begin(), all.end(),
                                        [&](const Override& a, const Override& b) { return identity(a) == identity(b); });
  if (twice != all.end()) misuse(cat("one decision is overridden twice: ", twice->text, " and ", (twice + 1)->text));
}

}  // namespace mf::capture
