// A folder of our sources outside a simulator's tree, for simulators that build modules from there.
#pragma once

#include <string>
#include <vector>

#include "libmf/anchors/tree.h"

namespace mf::anchors {

// Writes `files` into `folder`, which is made if it is not there, all of them or none. Ours from
// before are replaced, or removed if no longer needed; other files there stay. Throws an Error, with
// nothing done, where a file of that name is not ours or was changed since, or cannot be written.
Answer writeModule(const std::string& folder, const std::string& simulator, const std::vector<AddedFile>& files);

}  // namespace mf::anchors
