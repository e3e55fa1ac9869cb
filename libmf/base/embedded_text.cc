#include "libmf/base/embedded.h"
#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf {

std::string_view embeddedText(std::string_view path) {
  for (const EmbeddedFile& file : embeddedFiles()) {
    if (file.path == path) return file.text;
  }
  throw Error(cat("the program lacks ", quoted(path)));
}

}  // namespace mf
