// The files that mf-probe copies into a simulator's tree: the microtracer and the
// encoders made from the built-in catalogs, by file name. Library mf_foreign.
#pragma once

#include <span>

#include "libmf/base/embedded.h"

namespace mf {

std::span<const EmbeddedFile> foreignFiles();

}  // namespace mf
