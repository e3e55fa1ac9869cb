// Rows as text: for people (table, box, markdown) and for programs (csv, tsv, json, jsonl).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libmf/query/rows.h"

namespace mf::query {

using Write = std::function<void(std::string_view)>;

// A printer of the named format; an unknown one is an Error (misuse). csv, tsv and
// jsonl are written row by row; the others when the last row is known. Missing values
// are "n/a" for people, empty in csv and tsv, null in json.
std::unique_ptr<RowSink> makePrinter(const std::string& format, Write write);

const std::vector<std::string>& formats();

// A string literal of JSON.
std::string jsonText(std::string_view text);

}  // namespace mf::query
