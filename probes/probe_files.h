// Anchors and sources of every simulator's probe, as "champsim/mf_probe.h". Library mf_probe_files.
#pragma once

#include <span>

#include "libmf/base/embedded.h"

namespace mf {

std::span<const EmbeddedFile> probeFiles();

}  // namespace mf
