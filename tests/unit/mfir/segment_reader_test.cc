// What is no whole stream is refused, whatever was done to it, and no end reaches the sink.
#include <capnp/message.h>
#include <gtest/gtest.h>

#include <cstring>

#include "libmf/base/error.h"
#include "libmf/mfir/framing.h"
#include "libmf/mfir/segment_writer.h"
#include "tests/support/collect.h"

namespace mf::testing {

namespace {

const std::string FOLDER = MF_SOURCE "/tests/captures/hand";

// Small, of every kind of segment, two of events.
std::string smallStream(int level) {
  const FileDescriptor file = memoryFile("");
  mfir::SegmentWriter writer(file.get(), "memory file", level);
  mfir::Header header;
  auto head = header.edit();
  head.setKind(schema::StreamKind::CAPTURE);
  auto event = head.initSchema(1)[0];
  event.setName("tick");
  auto field = event.initFields(1)[0];
  field.setName("n");
  field.setType("u64");
  writer.header(header);
  for (uint64_t first : {1u, 4u}) {
    mfir::EventBatch batch;
    batch.firstEv = first;
    for (uint64_t i = 0; i < 3; ++i) {
      ++batch.count;
      batch.type.push_back(0);
      batch.time.push_back(first * 100 + i * i);
      mfir::EventGroup& group = batch.group(0);
      ++group.count;
      group.fields.resize(1);
      group.fields[0].push_back(1ull << (8 * i));
    }
    writer.events(std::move(batch));
  }
  mfir::RowBatch rows("things", {"a", "b"});
  rows.put(7);
  rows.putNull();
  rows.endRow();
  writer.rows(std::move(rows));
  writer.gate(mfir::Gate{500, {"core"}, {}, true, "start", false, -1, false});
  mfir::End end;
  end.events = 6;
  end.counts = {{"things", 1}};
  writer.end(std::move(end));
  return contentOf(file);
}

// "" when it is accepted, else the message. Nothing but an Error may come out.
std::string refusal(const std::string& stream, Collected& out) {
  const FileDescriptor file = memoryFile(stream);
  try {
    mfir::readStream(file.get(), "test", out);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

std::string refusal(const std::string& stream) {
  Collected out;
  const std::string message = refusal(stream, out);
  EXPECT_EQ(message.empty(), out.ended) << message;
  return message;
}

// Where each segment begins, and where the last one ends.
std::vector<size_t> borders(const std::string& stream) {
  std::vector<size_t> at{mfir::MAGIC.size()};
  while (at.back() < stream.size()) {
    mfir::SegmentHead head;
    std::memcpy(&head, stream.data() + at.back(), sizeof head);
    at.push_back(at.back() + sizeof head + (head.stored + 7) / 8 * 8);
  }
  return at;
}

std::vector<std::string> segments(const std::string& stream) {
  const auto at = borders(stream);
  std::vector<std::string> parts;
  for (size_t i = 0; i + 1 < at.size(); ++i) parts.push_back(stream.substr(at[i], at[i + 1] - at[i]));
  return parts;
}

std::string assembled(const std::vector<std::string>& parts) {
  std::string stream(mfir::MAGIC.begin(), mfir::MAGIC.end());
  for (const std::string& part : parts) stream += part;
  return stream;
}

class Streams : public ::testing::TestWithParam<int> {
 protected:
  std::string whole = smallStream(GetParam());
};

TEST_P(Streams, AreReadWhole) {
  Collected out;
  ASSERT_EQ(refusal(whole, out), "");
  EXPECT_EQ(out.batches.size(), 2u);
  EXPECT_EQ(out.batches[1].groups[0].fields[0], (mfir::Values{1, 1ull << 8, 1ull << 16}));
  EXPECT_EQ(out.table("things")[0].at("a"), Cell(7));
  EXPECT_EQ(out.table("things")[0].at("b"), Cell());
  EXPECT_EQ(out.gates.at(0).trigger, "start");
}

TEST_P(Streams, CutAnywhereAreTruncated) {
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::string message = refusal(whole.substr(0, size));
    const bool says = message.find("truncated") != std::string::npos ||
                      message.find("ends inside") != std::string::npos ||
                      (size == 0 && message.find("is empty") != std::string::npos);
    EXPECT_TRUE(says) << size << " of " << whole.size() << ": " << message;
  }
}

TEST_P(Streams, CutAtABorderSayHowFarTheyGo) {
  const auto at = borders(whole);
  EXPECT_NE(refusal(whole.substr(0, at[3])).find("without an end record, after ev 6"), std::string::npos);
  EXPECT_NE(refusal(whole.substr(0, at[0])).find("ends before the header"), std::string::npos);
}

TEST_P(Streams, EveryFlippedBitIsSeen) {
  for (size_t i = 0; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      EXPECT_NE(refusal(flipped), "") << "byte " << i << " bit " << bit;
    }
  }
}

TEST_P(Streams, NothingMayFollowTheEnd) {
  for (const size_t size : {1u, 23u, 24u, 100u}) {
    EXPECT_NE(refusal(whole + std::string(size, '\0')), "") << size;
    EXPECT_NE(refusal(whole + std::string(size, 'x')), "") << size;
  }
  EXPECT_NE(refusal(whole + whole), "");
  EXPECT_NE(refusal(whole + segments(whole).back()).find("behind the end record"), std::string::npos);
}

TEST_P(Streams, SegmentsTwiceLeftOutOrSwapped) {
  const auto parts = segments(whole);
  ASSERT_EQ(parts.size(), 6u);  // header, events, events, rows, gate, end
  for (size_t i = 0; i < parts.size(); ++i) {
    auto twice = parts, without = parts;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), parts[i]);
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(refusal(assembled(twice)), "") << i;
    EXPECT_NE(refusal(assembled(without)), "") << i;
    for (size_t j = 0; j < i; ++j) {
      auto swapped = parts;
      std::swap(swapped[i], swapped[j]);
      EXPECT_NE(refusal(assembled(swapped)), "") << i << " and " << j;
    }
  }
  auto without = parts;
  without.erase(without.begin() + 4);  // the gate, of which nothing else tells
  EXPECT_NE(refusal(assembled(without)).find("segment 5 at byte"), std::string::npos);
  EXPECT_NE(refusal(assembled(without)).find("was written as number 6; segments are lost, repeated or out of order"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(PlainAndZstd, Streams, ::testing::Values(0, 3));

TEST(SegmentReader, OtherFiles) {
  EXPECT_NE(refusal("").find("is empty"), std::string::npos);
  EXPECT_NE(refusal("SQLite format 3\0 and more than that").find("no Microflow stream"), std::string::npos);
  EXPECT_NE(refusal("\n").find("no Microflow stream"), std::string::npos);
  EXPECT_NE(refusal(std::string("microflow 2\n\0\0\0\0 of the future", 30)).find("microflow 2"), std::string::npos);
}

// One segment that a program wrote as it liked, with its checksum right.
std::string crafted(const std::function<void(schema::Segment::Builder)>& fill, mfir::SegmentKind kind) {
  const FileDescriptor file = memoryFile("");
  mfir::FrameWriter frames(file.get(), "memory file", 0);
  capnp::MallocMessageBuilder header, message;
  auto event = header.initRoot<schema::Segment>().initHeader().initSchema(1)[0];
  event.setName("tick");
  event.initFields(1)[0].setName("n");
  frames.write(header, mfir::SegmentKind::HEADER);
  fill(message.initRoot<schema::Segment>());
  frames.write(message, kind);
  return contentOf(file);
}

// Streams were written without numbers once; a segment of one does not fit into a stream of the others.
TEST(SegmentReader, TakesUnnumberedStreams) {
  const auto gate = [](schema::Segment::Builder segment) { segment.initGate().setTime(5); };
  const auto numberedGate = [&](schema::Segment::Builder segment) {
    gate(segment);
    segment.setNumber(2);
  };
  EXPECT_NE(refusal(crafted(gate, mfir::SegmentKind::GATE)).find("without an end record"), std::string::npos);
  EXPECT_NE(refusal(crafted(numberedGate, mfir::SegmentKind::GATE)).find("was written as number 2"), std::string::npos);
}

TEST(SegmentReader, DoesNotAllocateWhatABatchClaims) {
  const auto events = [](uint32_t count, unsigned fields) {
    return crafted(
        [=](schema::Segment::Builder segment) {
          auto batch = segment.initEvents();
          batch.setCount(count);
          auto group = batch.initGroups(1)[0];
          group.setCount(count);
          group.initFields(fields);
        },
        mfir::SegmentKind::EVENTS);
  };
  EXPECT_NE(refusal(events(UINT32_MAX, 1)).find("claims"), std::string::npos);
  EXPECT_NE(refusal(events(1u << 20, 100'000)).find("claims"), std::string::npos);
  const std::string rows = crafted(
      [](schema::Segment::Builder segment) {
        auto batch = segment.initRows();
        batch.setCount(1u << 22);
        batch.initColumns(10'000);
      },
      mfir::SegmentKind::ROWS);
  EXPECT_NE(refusal(rows).find("claims"), std::string::npos);
}

TEST(SegmentReader, RefusesEventsThatTheHeaderDoesNotDescribe) {
  const auto one = [](uint16_t type, unsigned fields) {
    return crafted(
        [=](schema::Segment::Builder segment) {
          auto batch = segment.initEvents();
          batch.setCount(1);
          batch.initType().setBase(type);
          auto group = batch.initGroups(1)[0];
          group.setType(type);
          group.setCount(1);
          group.initFields(fields);
        },
        mfir::SegmentKind::EVENTS);
  };
  EXPECT_NE(refusal(one(0, 1)).find("without an end record"), std::string::npos);  // as it should be
  EXPECT_NE(refusal(one(0, 0)).find("does not describe"), std::string::npos);
  EXPECT_NE(refusal(one(0, 2)).find("does not describe"), std::string::npos);
  EXPECT_NE(refusal(one(1, 1)).find("does not describe"), std::string::npos);
}

// Each has the right number of rows in all; none may be looked up beyond its end.
TEST(SegmentReader, RefusesGroupsAndColumnsThatDoNotFitTheEvents) {
  const auto groups = [](std::vector<uint32_t> counts) {
    return crafted(
        [=](schema::Segment::Builder segment) {
          auto batch = segment.initEvents();
          batch.setCount(2);
          batch.initType().setCoding(schema::Coding::OFFSET);  // types 0 and 1
          batch.getType().setWidth(1);
          auto types = batch.getType().initData(2);
          types[1] = 1;
          auto list = batch.initGroups(static_cast<unsigned>(counts.size()));
          for (unsigned i = 0; i < list.size(); ++i) {
            list[i].setCount(counts[i]);
            list[i].initFields(1);
          }
        },
        mfir::SegmentKind::EVENTS);
  };
  EXPECT_NE(refusal(groups({1, 1})).find("or their rows twice"), std::string::npos);
  EXPECT_NE(refusal(groups({1, 0})).find("or their rows twice"), std::string::npos);
  const std::string prev = crafted(
      [](schema::Segment::Builder segment) {
        auto batch = segment.initEvents();
        batch.setCount(1);
        batch.initPrev();
        auto group = batch.initGroups(1)[0];
        group.setCount(1);
        group.initFields(1);
      },
      mfir::SegmentKind::EVENTS);
  EXPECT_NE(refusal(prev).find("with flows, before mf-resolve"), std::string::npos);
}

TEST(SegmentReader, RefusesAHeadThatClaimsTooMuch) {
  std::string stream = smallStream(0);
  mfir::SegmentHead head;
  std::memcpy(&head, stream.data() + 16, sizeof head);
  head.plain = head.stored = 0xfffffff8;
  std::memcpy(stream.data() + 16, &head, sizeof head);
  EXPECT_NE(refusal(stream).find("no segment head"), std::string::npos);
}

}  // namespace

}  // namespace mf::testing
