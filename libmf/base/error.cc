#include "libmf/base/error.h"

namespace mf {

Error::Error(std::string what, Status status) : text_(std::move(what)), status_(status) {}

Error& Error::at(std::string activity) {
  text_ += "\n  while " + activity;
  return *this;
}

}  // namespace mf
