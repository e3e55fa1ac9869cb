#include <gtest/gtest.h>

#include "libmf/base/error.h"
#include "libmf/mfir/segment_writer.h"
#include "libmf/mfir/text_form.h"
#include "tests/oracle/soup.h"
#include "tests/support/collect.h"

namespace mf::testing {

namespace {

const std::string FOLDER = MF_SOURCE "/tests/captures/hand";
const Setting SETTING{{FOLDER}, "", 0};

void expectRoundTrip(const std::string& stream) {
  const std::string binary = binaryOf(stream, SETTING);
  const std::string text = textAgain(binary, SETTING);
  EXPECT_TRUE(binaryOf(text, SETTING) == binary);
  EXPECT_TRUE(textAgain(text, SETTING) == text);
  EXPECT_TRUE(textAgain(binaryOf(stream, SETTING, 3), SETTING) == text);
}

TEST(TextForm, CapturesAndWhatThePassesMakeOfThem) {
  for (const char* name : {"fig1-story", "o1-joins", "s2-memory-order"}) {
    SCOPED_TRACE(name);
    const std::string capture = readWholeFile(FOLDER + "/" + name + ".txt");
    expectRoundTrip(capture);
    expectRoundTrip(textOf(capture, SETTING));
  }
  Soup of;
  of.events = 500;
  expectRoundTrip(textOf(soup(of), SETTING));
}

// A simulator coins words in one order and uses them in another; codes stay what they were.
TEST(TextForm, WordsKeepTheirCodes) {
  const FileDescriptor file = memoryFile("");
  mfir::SegmentWriter writer(file.get(), "memory file", 0);
  mfir::Header header;
  auto event = header.edit().initSchema(1)[0];
  event.setName("say");
  auto field = event.initFields(1)[0];
  field.setName("word");
  field.setType("name");
  writer.header(header);
  mfir::EventBatch batch;
  batch.words = {"first", "with blank; and (more)", "100%", "third"};
  for (const uint64_t code : {4u, 2u, 3u, 1u}) {
    ++batch.count;
    batch.type.push_back(0);
    batch.time.push_back(1);
    mfir::EventGroup& group = batch.group(0);
    ++group.count;
    group.fields.resize(1);
    group.fields[0].push_back(code);
  }
  writer.events(std::move(batch));
  mfir::End end;
  end.events = 4;
  end.words = {"first", "with blank; and (more)", "100%", "third"};
  writer.end(std::move(end));
  const std::string binary = contentOf(file);
  const std::string text = textAgain(binary, {});
  EXPECT_NE(text.find("say word=with%20blank%3b%20and%20%28more%29\n"), std::string::npos) << text;
  EXPECT_TRUE(binaryOf(text, {}) == binary);
}

std::string refusal(const std::string& body) {
  const std::string text =
      "mfir-text 1\n; a remark\nheader (kind = capture, packages = [(name = \"hand\")],\n"
      "  nodes = [(id = 1, name = \"core0\", kind = \"core\")])\n" + body;
  Collected out;
  const FileDescriptor file = memoryFile(text);
  try {
    binaryOf(text, SETTING);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

void expectRefused(const std::string& body, const std::string& what, const std::string& where) {
  const std::string message = refusal(body);
  EXPECT_NE(message.find(what), std::string::npos) << message;
  EXPECT_NE(message.find(where), std::string::npos) << message;
}

TEST(TextForm, ErrorsNameTheLine) {
  EXPECT_EQ(refusal("1 unit.open node=1 unit=1\nend\n"), "");
  expectRefused("1 unit.open node=1 unit=1\n1 unit.opne node=1\nend\n", "no event 'unit.opne'; did you mean 'unit.open'?", "line 6 of test");
  expectRefused("1 unit.open node=1 unti=1\nend\n", "has no field 'unti'; did you mean 'unit'?", "line 5 of test");
  expectRefused("1 unit.open node\nend\n", "expected field=value, found 'node'", "line 5 of test");
  expectRefused("1 unit.open node=x\nend\n", "no number: 'x'", "line 5 of test");
  expectRefused("1 unit.open node=99999999999999999999\nend\n", "no number", "line 5 of test");
  expectRefused("unit.open node=1\nend\n", "a line begins with a time", "line 5 of test");
  expectRefused("1\nend\n", "a time and no event", "line 5 of test");
  expectRefused("#2 1 unit.open\nend\n", "expected #1", "line 5 of test");
  expectRefused("gate (tme = 1)\nend\n", "not what the form wants", "line 5 of test");
  expectRefused("gate (time = 1\nend\n", "a parenthesis is never closed", "line 5 of test");
  expectRefused("row\nend\n", "a row of no table", "line 5 of test");
  expectRefused("row units a\nend\n", "expected column=value", "line 5 of test");
  expectRefused("end\n1 unit.open\n", "something stands behind the end", "line 6 of test");
  expectRefused("header ()\nend\n", "a second header", "line 5 of test");
  expectRefused("1 unit.open node=1\n", "truncated: no end after line 5", "test");
}

TEST(TextForm, NeedsAHeader) {
  for (const char* text : {"mfir-text 1\n", "mfir-text 1\nend\n", "mfir-text 1\n1 unit.open\nend\n"}) {
    EXPECT_THROW(binaryOf(text, SETTING), Error) << text;
  }
}

}  // namespace

}  // namespace mf::testing
