// A description of anchors, then, after a line "----", the C++ that mf-probe looks through for
// them. What goes into a text must come out again to the last byte.
#include "libmf/anchors/description.h"
#include "libmf/anchors/manifest.h"
#include "libmf/anchors/pieces.h"
#include "libmf/anchors/plan.h"
#include "tests/fuzz/target.h"

namespace {

using namespace mf;

constexpr std::string_view BORDER = "\n----\n";

bool speaksOfMarks(std::string_view text) { return text.find("/*mf") != std::string_view::npos; }

void putInAndTakeOut(const anchors::Description& description, std::string_view code) {
  std::vector<const anchors::Anchor*> all;
  for (const anchors::Anchor& anchor : description.anchors) all.push_back(&anchor);
  const anchors::FilePlan plan = anchors::planFile(code, all);
  const anchors::Cleaned cleaned = anchors::withoutPieces(anchors::withPieces(code, plan.pieces));
  for (const anchors::Anchor* anchor : all) {
    if (speaksOfMarks(anchor->text)) return;
  }
  if (speaksOfMarks(code)) return;
  fuzz::expect(cleaned.brokenLine == 0 && cleaned.text == code, "a text is not what it was before its pieces");
  fuzz::expect(cleaned.pieces.size() == plan.pieces.size(), "a piece is lost");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::textOf(data, size);
  const size_t border = text.find(BORDER);
  const std::string_view code = border == std::string_view::npos ? text : text.substr(border + BORDER.size());
  fuzz::accepted([&] { putInAndTakeOut(anchors::parseDescription(text.substr(0, border), "input"), code); });
  fuzz::accepted([&] { anchors::formatManifest(anchors::parseManifest(text, "input")); });
  anchors::withoutPieces(code);
  return 0;
}
