// The machine and the packages of tests/captures/hand, loaded once for all inputs.
#pragma once

#include "libmf/base/text.h"
#include "libmf/catalog/native.h"
#include "libmf/mfir/text_form.h"
#include "tests/support/collect.h"

namespace mf::fuzz {

inline const std::string PACKAGE = MF_SOURCE "/tests/captures/hand";

// The header of a hand capture as the capture has it, with the package's events in it.
inline const mfir::Header& captureHeader() {
  static const mfir::Header HEADER = [] {
    testing::Collected out;
    const FileDescriptor file = testing::memoryFile(readWholeFile(PACKAGE + "/fig1-story.txt"));
    mfir::readStream(file.get(), "a capture", out, catalog::nativeFromPackages({PACKAGE}));
    return out.head;
  }();
  return HEADER;
}

// The same as mf-ingest leaves it.
inline const mfir::Header& ingestedHeader() {
  static const mfir::Header HEADER = [] {
    testing::Collected out;
    testing::runPasses(readWholeFile(PACKAGE + "/fig1-story.txt"), {{PACKAGE}, "", 0}, out);
    mfir::Header header = out.head;
    header.edit().initPasses(1).set(0, "ingest");
    return header;
  }();
  return HEADER;
}

}  // namespace mf::fuzz
