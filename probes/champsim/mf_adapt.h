// ChampSim's types of this generation, and nothing else of it: addresses, time, counts.
#ifndef MF_ADAPT_H
#define MF_ADAPT_H

#include <cstdint>

#include "address.h"
#include "champsim.h"
#include "chrono.h"

namespace mf
{
using Address = champsim::address;

template <typename A>
uint64_t number(const A& address)
{
  return address.template to<uint64_t>();
}
inline Address addressOfLine(uint64_t line) { return Address{line << LOG2_BLOCK_SIZE}; }

template <typename A>
uint64_t lineOf(const A& address)
{
  return number(address) >> LOG2_BLOCK_SIZE;
}
template <typename A>
uint64_t pageOf(const A& address)
{
  return number(address) >> LOG2_PAGE_SIZE;
}

// Picoseconds.
inline uint64_t ticks(champsim::chrono::clock::time_point time) { return static_cast<uint64_t>(time.time_since_epoch().count()); }
inline uint64_t ticks(champsim::chrono::clock::duration time) { return static_cast<uint64_t>(time.count()); }
} // namespace mf

#endif
