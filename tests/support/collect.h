// A whole stream in memory, and the passes run over a capture within the process.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "libmf/base/file.h"
#include "libmf/catalog/model.h"
#include "libmf/mfir/stream.h"

namespace mf::testing {

using Cell = std::optional<uint64_t>;
using Row = std::map<std::string, Cell>;

// Keeps everything, in the order it came.
class Collected final : public mfir::Sink {
 public:
  void header(const mfir::Header& header) override;
  void events(mfir::EventBatch&& batch) override { batches.push_back(std::move(batch)); }
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override { gates.push_back(gate); }
  void end(mfir::End&& end) override;

  const std::vector<Row>& table(const std::string& name) const;
  // How often a pass counted something, whatever the object.
  uint64_t counted(const std::string& pass, const std::string& code) const;

  mfir::Header head;
  catalog::Model model;      // of an MFIR stream
  std::vector<mfir::EventBatch> batches;
  std::map<std::string, std::vector<Row>> tables;
  std::vector<mfir::Gate> gates;
  mfir::End last;
  bool ended = false;
};

// Cuts batches of events into pieces of at most `size`.
class Rebatch final : public mfir::Sink {
 public:
  Rebatch(mfir::Sink& out, uint32_t size) : out_(out), size_(size) {}
  void header(const mfir::Header& header) override { out_.header(header); }
  void events(mfir::EventBatch&& batch) override;
  void rows(mfir::RowBatch&& batch) override { out_.rows(std::move(batch)); }
  void gate(const mfir::Gate& gate) override { out_.gate(gate); }
  void end(mfir::End&& end) override { out_.end(std::move(end)); }

 private:
  mfir::Sink& out_;
  uint32_t size_;
};

// A file without a name that holds `content`, to be read from its start.
FileDescriptor memoryFile(const std::string& content);
std::string contentOf(const FileDescriptor& file);

struct Setting {
  std::vector<std::string> packages;   // folders, as --package
  std::string profile;
  uint32_t batch = 0;                  // cut batches before every pass; 0: as they come
};

// ingest, resolve, tenancy and edges over a capture, in text or binary.
void runPasses(const std::string& capture, const Setting& run, mfir::Sink& out);

Collected collected(const std::string& capture, const Setting& run);

// The same as text: what two runs are compared by.
std::string textOf(const std::string& capture, const Setting& run);
std::string binaryOf(const std::string& stream, const Setting& run, int level = 0);   // re-coded, no pass
std::string textAgain(const std::string& stream, const Setting& run);                 // likewise

}  // namespace mf::testing
