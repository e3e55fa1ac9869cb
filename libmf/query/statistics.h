// A simulator's own statistics as (path, value): JSON, or lines "name value".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mf::query {

using Statistics = std::vector<std::pair<std::string, std::string>>;

// Paths of JSON: members by name and elements by number, joined by '.':
// "0.roi.cores.0.cycles". Values are numbers as written; texts, true and false are
// kept as they are; null is left out. Of text files (gem5's stats.txt), the first two
// words of a line. Throws an Error with the line of what is no JSON, and for a text file with
// several dumps, since it does not say which of them is meant.
Statistics readStatistics(std::string_view text, const std::string& name);

}  // namespace mf::query
