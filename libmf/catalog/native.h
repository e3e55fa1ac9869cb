// A hand-written capture names packages and describes no events: those of the packages
// are its native ones.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "libmf/mfir/stream.h"

namespace mf::catalog {

// For mfir::readStream: fills the schema of a capture that has none, from the packages
// of its header and of its profile.
mfir::CompleteHeader nativeFromPackages(std::vector<std::string> directories);

}  // namespace mf::catalog
