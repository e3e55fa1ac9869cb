// What two lists do not share, for messages that a person can read.
#pragma once

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace mf::testing {

// Both sorted. At most `most` lines: "- " only in the first, "+ " only in the second.
template <typename Item>
std::string differences(const std::vector<Item>& found, const std::vector<Item>& truth, size_t most = 8) {
  std::vector<Item> extra, missing;
  std::set_difference(found.begin(), found.end(), truth.begin(), truth.end(), std::back_inserter(extra));
  std::set_difference(truth.begin(), truth.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::ostringstream text;
  for (size_t i = 0; i < extra.size() && i < most; ++i) text << "found, not true: " << extra[i] << "\n";
  for (size_t i = 0; i < missing.size() && i < most; ++i) text << "true, not found: " << missing[i] << "\n";
  return text.str();
}

}  // namespace mf::testing
