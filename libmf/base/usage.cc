#include "libmf/base/usage.h"

namespace mf {

Usage usageOf(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<uint64_t>(usage.ru_maxrss) * 1024};
}

}  // namespace mf
