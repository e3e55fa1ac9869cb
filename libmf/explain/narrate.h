// An explanation in words, or as JSON.
#pragma once

#include <string>

#include "libmf/explain/explain.h"

namespace mf::explain {

std::string narrate(const Explanation& explanation, const Evidence& evidence);
std::string toJson(const Explanation& explanation, const Evidence& evidence);

}  // namespace mf::explain
