#include "tests/support/collect.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "libmf/base/error.h"
#include "libmf/catalog/link.h"
#include "libmf/catalog/native.h"
#include "libmf/mfir/segment_writer.h"
#include "libmf/mfir/text_form.h"
#include "libmf/passes/pipeline.h"

namespace mf::testing {

void Collected::header(const mfir::Header& header) {
  head = header;
  if (header.get().getKind() == schema::StreamKind::MFIR) model = catalog::link(header.get());
}

void Collected::rows(mfir::RowBatch&& batch) {
  std::vector<Row>& rows = tables[batch.table];
  for (uint32_t i = 0; i < batch.count; ++i) {
    Row row;
    for (const auto& column : batch.columns) row[column.name] = column.isNull(i) ? Cell() : Cell(column.values[i]);
    rows.push_back(std::move(row));
  }
}

void Collected::end(mfir::End&& end) {
  last = std::move(end);
  ended = true;
}

const std::vector<Row>& Collected::table(const std::string& name) const {
  static const std::vector<Row> NONE;
  const auto found = tables.find(name);
  return found == tables.end() ? NONE : found->second;
}

uint64_t Collected::counted(const std::string& pass, const std::string& code) const {
  uint64_t sum = 0;
  for (const auto& each : last.diagnostics) {
    if (each.pass == pass && each.code == code) sum += each.count;
  }
  return sum;
}

namespace {

template <typename Column>
void copyCell(const Column& from, uint32_t index, Column& to) {
  if (!from.empty()) to.push_back(from[index]);
}

void copyEvent(const mfir::EventBatch& from, const mfir::Cursor& at, mfir::EventBatch& to) {
  const uint32_t i = at.index();
  if (to.count == 0) to.firstEv = from.firstEv == 0 ? 0 : at.ev();
  ++to.count;
  to.type.push_back(at.type());
  copyCell(from.time, i, to.time);
  copyCell(from.snapshot, i, to.snapshot);
  copyCell(from.thread, i, to.thread);
  copyCell(from.flow, i, to.flow);
  copyCell(from.prev, i, to.prev);
  copyCell(from.prevGap, i, to.prevGap);
  copyCell(from.tenancy, i, to.tenancy);
  mfir::EventGroup& group = to.group(at.type());
  ++group.count;
  group.fields.resize(at.group().fields.size());
  group.refs.resize(at.group().refs.size());
  for (size_t k = 0; k < group.fields.size(); ++k) group.fields[k].push_back(at.group().fields[k][at.row()]);
  for (size_t k = 0; k < group.refs.size(); ++k) group.refs[k].push_back(at.group().refs[k][at.row()]);
}

}  // namespace

void Rebatch::events(mfir::EventBatch&& batch) {
  mfir::EventBatch piece;
  piece.words = batch.words;
  if (batch.count == 0) {
    piece.firstEv = batch.firstEv;
    return out_.events(std::move(piece));
  }
  for (mfir::Cursor at(batch); at.next();) {
    copyEvent(batch, at, piece);
    if (piece.count < size_) continue;
    out_.events(std::move(piece));
    piece = mfir::EventBatch();
  }
  if (piece.count > 0) out_.events(std::move(piece));
}

FileDescriptor memoryFile(const std::string& content) {
  FileDescriptor file(::memfd_create("test", MFD_CLOEXEC));
  if (file.get() < 0) throw Error("no memory file");
  writeFully(file.get(), content.data(), content.size(), "memory file");
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::string contentOf(const FileDescriptor& file) {
  const auto size = ::lseek(file.get(), 0, SEEK_END);
  ::lseek(file.get(), 0, SEEK_SET);
  std::string content(static_cast<size_t>(size), '\0');
  readFully(file.get(), content.data(), content.size(), "memory file");
  return content;
}

namespace {

void read(const std::string& stream, const Setting& run, mfir::Sink& out) {
  const FileDescriptor file = memoryFile(stream);
  mfir::readStream(file.get(), "test", out, catalog::nativeFromPackages(run.packages));
}

}  // namespace

void runPasses(const std::string& capture, const Setting& run, mfir::Sink& out) {
  passes::PassOptions options;
  options.provenance = false;
  const uint32_t size = run.batch == 0 ? UINT32_MAX : run.batch;
  passes::Edges edges(out, options);
  Rebatch beforeEdges(edges, size);
  passes::Tenancies tenancy(beforeEdges, options);
  Rebatch beforeTenancy(tenancy, size);
  passes::Resolve resolve(beforeTenancy, options);
  Rebatch beforeResolve(resolve, size);
  passes::Ingest ingest(beforeResolve, {run.profile, run.packages}, options);
  Rebatch beforeIngest(ingest, size);
  read(capture, run, beforeIngest);
}

Collected collected(const std::string& capture, const Setting& run) {
  Collected stream;
  runPasses(capture, run, stream);
  return stream;
}

std::string textOf(const std::string& capture, const Setting& run) {
  const FileDescriptor file = memoryFile("");
  mfir::TextWriter writer(file.get(), "memory file");
  runPasses(capture, run, writer);
  return contentOf(file);
}

std::string binaryOf(const std::string& stream, const Setting& run, int level) {
  const FileDescriptor file = memoryFile("");
  mfir::SegmentWriter writer(file.get(), "memory file", level);
  read(stream, run, writer);
  return contentOf(file);
}

std::string textAgain(const std::string& stream, const Setting& run) {
  const FileDescriptor file = memoryFile("");
  mfir::TextWriter writer(file.get(), "memory file");
  read(stream, run, writer);
  return contentOf(file);
}

}  // namespace mf::testing
