#include <capnp/message.h>
#include <capnp/pretty-print.h>

#include <charconv>

#include "libmf/base/file.h"
#include "libmf/base/text.h"
#include "libmf/mfir/convert.h"
#include "libmf/mfir/text_form.h"

namespace mf::mfir {

namespace {

void append(std::string& out, uint64_t value) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append(std::string& out, std::string_view label, uint64_t value) {
  if (value == 0) return;
  out += label;
  append(out, value);
}

// A word as one token of a line.
std::string escaped(const std::string& word) {
  constexpr char DIGITS[] = "0123456789abcdef";
  std::string out;
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte > 0x20 && byte != 0x7f && std::string_view("%;()\"").find(c) == std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += {'%', DIGITS[byte >> 4], DIGITS[byte & 15]};
    }
  }
  return out;
}

template <typename Type, typename Part>
std::string capnpText(const Part& part) {
  capnp::MallocMessageBuilder message;
  pack(part, message.initRoot<Type>());
  return kj::str(message.getRoot<Type>().asReader()).cStr();
}

}  // namespace

void TextWriter::header(const Header& header) {
  const auto reader = header.get();
  mfir_ = reader.getKind() == schema::StreamKind::MFIR;
  Names names(reader);
  events_ = std::move(names.events);
  enums_ = std::move(names.enums);
  for (const auto word : reader.getWords()) words_.emplace_back(word.cStr());
  out_ = cat(TEXT_MAGIC, "\nheader ", kj::str(reader).cStr(), "\n");
  flush(false);
}

void TextWriter::field(const FieldName& field, uint64_t value) {
  if (value == 0) return;
  out_ += ' ';
  out_ += field.name;
  out_ += '=';
  switch (field.type) {
    case schema::ValueType::WORD: {
      const auto& words = enums_[field.enumeration];
      if (value < words.size()) {
        out_ += words[value];
      } else {
        append(out_, value);
      }
      return;
    }
    case schema::ValueType::NAME:
      out_ += value <= words_.size() ? escaped(words_[value - 1]) : cat(value);
      return;
    case schema::ValueType::ADDRESS:
      out_ += hex(value);
      return;
    case schema::ValueType::I64:
      out_ += std::to_string(static_cast<int64_t>(value));
      return;
    default:
      append(out_, value);
  }
}

void TextWriter::events(EventBatch&& batch) {
  if (!batch.words.empty()) {
    out_ += "words";
    for (const std::string& word : batch.words) {
      out_ += ' ';
      out_ += escaped(word);
    }
    out_ += '\n';
  }
  for (std::string& word : batch.words) words_.push_back(std::move(word));
  for (Cursor at(batch); at.next();) {
    if (mfir_) {
      out_ += '#';
      append(out_, at.ev());
      out_ += ' ';
    }
    append(out_, at.time());
    if (at.snapshot()) out_ += " snap";
    append(out_, " t=", at.thread());
    const EventName& event = events_.at(at.type());
    out_ += ' ';
    out_ += event.name;
    for (size_t i = 0; i < event.fields.size(); ++i) field(event.fields[i], at.group().fields.at(i)[at.row()]);
    append(out_, " flow=", at.flow());
    if (!batch.prev.empty()) {
      append(out_, " prev=", batch.prev[at.index()]);
      append(out_, " gap=", batch.prevGap[at.index()]);
    }
    append(out_, " ten=", at.tenancy());
    size_t ref = 0;
    for (const FieldName& each : event.fields) {
      if (each.type != schema::ValueType::KEY || at.group().refs.empty()) continue;
      append(out_, " ref." + each.name + "=", at.group().refs[ref++][at.row()]);
    }
    out_ += '\n';
    flush(false);
  }
}

void TextWriter::rows(RowBatch&& batch) {
  for (uint32_t row = 0; row < batch.count; ++row) {
    out_ += "row " + batch.table;
    for (const RowBatch::Column& column : batch.columns) {
      out_ += ' ' + column.name + '=';
      if (column.isNull(row)) {
        out_ += '-';
      } else {
        append(out_, column.values[row]);
      }
    }
    out_ += '\n';
    flush(false);
  }
}

void TextWriter::gate(const Gate& gate) { out_ += cat("gate ", capnpText<schema::Gate>(gate), "\n"); }

void TextWriter::end(End&& end) {
  out_ += cat("end ", capnpText<schema::End>(end), "\n");
  flush(true);
}

void TextWriter::flush(bool all) {
  if (!all && out_.size() < 1u << 16) return;
  writeFully(fd_, out_.data(), out_.size(), name_);
  out_.clear();
}

}  // namespace mf::mfir
