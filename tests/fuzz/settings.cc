// A line for each argument: what mf-capture is told by --domains, --roi, --when and --override.
#include "libmf/capture/settings.h"

#include <functional>

#include "libmf/base/text.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace mf;
  capture::Settings settings;
  for (const std::string& line : split(fuzz::textOf(data, size), '\n')) {
    fuzz::accepted([&] { capture::domainsIn(capture::parseDomains(line)); });
    fuzz::accepted([&] { capture::parseRegion(line, settings); });
    fuzz::accepted([&] { settings.rules.push_back(capture::parseRule(line)); });
    fuzz::accepted([&] { capture::addOverride(line, settings); });
  }
  fuzz::accepted([&] { capture::sortOverrides(settings); });
  return 0;
}
