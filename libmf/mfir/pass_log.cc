#include "libmf/base/usage.h"
#include "libmf/mfir/stream.h"

namespace mf::mfir {

PassLog usedSoFar(const std::string& pass, const std::string& version, int who) {
  const Usage usage = usageOf(who);
  PassLog log;
  log.pass = pass;
  log.version = version;
  log.cpuSeconds = usage.cpuSeconds;
  log.peakRss = usage.peakRss;
  return log;
}

}  // namespace mf::mfir
