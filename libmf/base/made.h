// What a C library made; libraries of C answer a lack of memory with a null pointer.
#pragma once

#include <new>

namespace mf {

template <typename Thing>
Thing* made(Thing* thing) {
  if (thing == nullptr) throw std::bad_alloc();
  return thing;
}

}  // namespace mf
