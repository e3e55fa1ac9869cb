// The statements that make the tables of one run: schema.sql with the words of its
// catalogs, and a table for each flow kind and each ordinary event.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/store/event_layout.h"

namespace mf::store {

// A column whose words the simulator coined while it ran: code k is word k - 1, 0 none.
struct CoinedColumn {
  std::string table, column;  // decisions, reason: stored as reason_c
};

struct Ddl {
  std::string tables;  // everything but indexes
  std::string indexes;
  std::vector<CoinedColumn> coined;  // get their words from addWords()
};

Ddl ddlOf(const catalog::Model& model, const std::vector<EventTable>& events);

// The statement that adds the virtual column of words, for the codes that occur.
std::string addWords(const CoinedColumn& column, const std::set<uint64_t>& codes,
                     const std::vector<std::string>& words);

// "CASE code_c WHEN 0 THEN 'a' ... END"
std::string wordsOf(const std::string& code, const std::vector<std::pair<uint64_t, std::string>>& words);
std::string sqlQuoted(const std::string& text);

// Code of flows.kind for state from before the window.
constexpr uint64_t CARRIED = 65535;

}  // namespace mf::store
