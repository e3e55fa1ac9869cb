#include "libmf/anchors/pieces.h"

#include <algorithm>

#include "libmf/base/text.h"

namespace mf::anchors {
namespace {

constexpr std::string_view INLINE = "/*mf:";
constexpr std::string_view WHOLE_LINE = "/*mf+:";
constexpr std::string_view CLOSE = "/*mf*/";

std::string_view newlineOf(std::string_view text) { return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n"; }

std::string marked(const Anchor& anchor, std::string_view newline) {
  if (anchor.where != Where::LINE) return cat(INLINE, anchor.id, "*/", anchor.text, CLOSE);
  // Some builds find what a file depends on by lines that begin with #include.
  return cat(WHOLE_LINE, anchor.id, "*/", newline, anchor.text, newline, CLOSE, newline);
}

// One opening mark and what belongs to it, found in a text.
struct Mark {
  size_t begin, end;  // of all of it
  std::string_view body;
  unsigned id;
  bool wholeLine;
};

size_t nextMark(std::string_view text, size_t at) { return std::min(text.find(INLINE, at), text.find(WHOLE_LINE, at)); }

// The piece whose opening mark is at `at`; false if it is not as we write it.
bool readMark(std::string_view text, size_t at, Mark& mark) {
  mark.wholeLine = text.substr(at).starts_with(WHOLE_LINE);
  const size_t number = at + (mark.wholeLine ? WHOLE_LINE : INLINE).size();
  const size_t body = text.find("*/", number);
  if (body == std::string_view::npos) return false;
  const auto id = parseUnsigned(text.substr(number, body - number));
  const size_t close = text.find(CLOSE, body + 2);
  if (!id || close == std::string_view::npos || nextMark(text, body) < close) return false;
  mark.id = static_cast<unsigned>(*id);
  mark.begin = at;
  mark.body = text.substr(body + 2, close - body - 2);
  mark.end = close + CLOSE.size();
  if (mark.wholeLine && text.substr(mark.end).starts_with("\r")) mark.end++;
  if (mark.wholeLine && text.substr(mark.end).starts_with("\n")) mark.end++;
  return true;
}

std::string_view lineAround(std::string_view text, size_t at) {
  const size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

unsigned lineNumber(std::string_view text, size_t at) {
  return static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
}

}  // namespace

uint64_t hashOf(std::string_view text) {
  uint64_t hash = 14695981039346656037u;  // FNV-1a: it is to notice edits, not enemies
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

std::string withPieces(std::string_view text, const std::vector<Piece>& pieces) {
  std::string result;
  size_t at = 0;
  for (const Piece& piece : pieces) {
    result.append(text.substr(at, piece.offset - at)).append(marked(*piece.anchor, newlineOf(text)));
    at = piece.offset;
  }
  return result.append(text.substr(at));
}

Cleaned withoutPieces(std::string_view text) {
  Cleaned cleaned;
  std::vector<size_t> places;  // of the pieces, in the cleaned text
  size_t at = 0;
  for (size_t next = nextMark(text, 0); next != std::string_view::npos; next = nextMark(text, at)) {
    Mark mark;
    if (!readMark(text, next, mark)) {
      cleaned.brokenLine = lineNumber(text, next);
      break;
    }
    cleaned.text.append(text.substr(at, mark.begin - at));
    cleaned.pieces.push_back({mark.id, lineNumber(text, next), hashOf(mark.body), mark.wholeLine ? 0u : 1u});
    places.push_back(cleaned.text.size());
    at = mark.end;
  }
  cleaned.text.append(text.substr(at));
  for (size_t i = 0; i < places.size(); i++) {
    if (cleaned.pieces[i].lineHash != 0) cleaned.pieces[i].lineHash = hashOf(lineAround(cleaned.text, places[i]));
  }
  const size_t stray = cleaned.brokenLine == 0 ? cleaned.text.find(CLOSE) : std::string::npos;
  if (stray != std::string::npos) cleaned.brokenLine = lineNumber(text, text.find(CLOSE));
  return cleaned;
}

bool hasMarks(std::string_view text) { return nextMark(text, 0) != std::string_view::npos; }

}  // namespace mf::anchors
