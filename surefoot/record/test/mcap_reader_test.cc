// Files made by hand, including hostile ones, and files of another writer.

#include "surefoot/record/mcap/mcap_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <string>
#include <string_view>

#include "surefoot/record/test/record_test_util.h"
#include "tests/source_dir.h"

namespace surefoot::record {
namespace {

using testing::HasSubstr;

const std::string kMagicText("\x89MCAP0\r\n", 8);

template <typename T>
std::string Number(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string Text(const std::string& text) {
  return Number(static_cast<std::uint32_t>(text.size())) + text;
}

/// A record whose length may be wrong.
std::string Record(int opcode, const std::string& content, std::uint64_t length) {
  return Number(static_cast<std::uint8_t>(opcode)) + Number(length) + content;
}

std::string Record(int opcode, const std::string& content) {
  return Record(opcode, content, content.size());
}

std::string Header() { return Record(0x01, Text("") + Text("by hand")); }

std::string Channel(int id, const std::string& topic) {
  return Record(0x04, Number(static_cast<std::uint16_t>(id)) + Number(std::uint16_t{0}) +
                          Text(topic) + Text("raw") + Number(std::uint32_t{0}));
}

std::string Message(int id, std::uint64_t time, const std::string& data) {
  return Record(0x05, Number(static_cast<std::uint16_t>(id)) + Number(std::uint32_t{1}) +
                          Number(time) + Number(time) + data);
}

std::string Chunk(const std::string& records, std::uint64_t size, const std::string& compression,
                  std::uint32_t crc = 0) {
  return Record(0x06, Number(std::uint64_t{0}) + Number(std::uint64_t{0}) + Number(size) +
                          Number(crc) + Text(compression) +
                          Number(static_cast<std::uint64_t>(records.size())) + records);
}

std::string End() {
  return Record(0x0f, Number(std::uint32_t{0})) + Record(0x02, std::string(20, '\0')) + kMagicText;
}

class McapReaderTest : public testing::Test {
 protected:
  Result<std::unique_ptr<McapReader>> Open(const std::string& content) {
    SaveBytes(path_, Bytes(content.begin(), content.end()));
    return McapReader::Open(path_);
  }

  /// The error at which reading stops, after `count` messages.
  std::string ErrorOf(const std::string& data, std::size_t count) {
    auto reader = Open(kMagicText + Header() + data + End()).value();
    EXPECT_EQ(ReadRest(reader.get()).size(), count);
    EXPECT_FALSE(reader->status().ok());
    McapMessage message;
    EXPECT_FALSE(reader->Next(&message));  // It stays there.
    return reader->status().ok() ? "" : reader->status().error().message;
  }

  TempDir dir_;
  std::string path_ = dir_.File("a.mcap");
};

TEST_F(McapReaderTest, ReadsMessagesOutsideOfChunks) {
  auto reader = Open(kMagicText + Header() + Channel(0, "/a") + Message(0, 5, "hello") +
                     Message(0, 6, "") + End())
                    .value();
  EXPECT_FALSE(reader->truncated()) << reader->truncation();
  EXPECT_EQ(reader->library(), "by hand");
  const std::vector<KeptMessage> messages = ReadRest(reader.get());
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0], (KeptMessage{"/a", 1, 5, 5, {'h', 'e', 'l', 'l', 'o'}}));
  EXPECT_TRUE(reader->status().ok());
}

TEST_F(McapReaderTest, PassesOverUnknownRecordsAndFields) {
  const std::string records = Channel(3, "/a") + Record(0x77, "?") + Message(3, 5, "x");
  auto reader = Open(kMagicText + Header() + Record(0x80, std::string(1000, '?')) +
                     Record(0x04, Channel(9, "/b").substr(9) + "a new field") +
                     Chunk(records, records.size(), "") + Record(0xff, "") + End())
                    .value();
  EXPECT_EQ(ReadRest(reader.get()).size(), 1u);
  EXPECT_TRUE(reader->status().ok());
  EXPECT_EQ(reader->channels().at(9).topic, "/b");
}

TEST_F(McapReaderTest, RefusesOtherFiles) {
  EXPECT_THAT(McapReader::Open(dir_.File("none")).error().message,
              HasSubstr("No such file or directory"));
  EXPECT_THAT(McapReader::Open(dir_.File("")).error().message, HasSubstr("not a regular file"));
  ASSERT_EQ(mkfifo(dir_.File("pipe").c_str(), 0600), 0);
  EXPECT_THAT(McapReader::Open(dir_.File("pipe")).error().message, HasSubstr("not a regular file"));
  EXPECT_THAT(Open("").error().message, HasSubstr("0 bytes"));
  EXPECT_THAT(Open("#ROSBAG V2.0\n").error().message, HasSubstr("does not start as"));
  EXPECT_THAT(Open("\x89MCAP1\r\n").error().message, HasSubstr("version \"1\""));
}

TEST_F(McapReaderTest, NamesLengthsThatCannotBe) {
  // Beyond the end of the file: the same as truncated there.
  auto reader = Open(kMagicText + Header() + Channel(1, "/a") + Message(1, 5, "x") +
                     Record(0x06, "abc", 1'000'000))
                    .value();
  EXPECT_TRUE(reader->truncated());
  EXPECT_THAT(reader->truncation(), HasSubstr("a Chunk record states 1000000 bytes"));
  EXPECT_EQ(ReadRest(reader.get()).size(), 1u);

  // Absurdly large.
  for (const int opcode : {0x01, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0c}) {
    const std::string error = ErrorOf(Record(opcode, "abc", ~std::uint64_t{0} - 50), 0);
    EXPECT_THAT(error, HasSubstr("states 18446744073709551565 bytes")) << opcode;
  }
  for (const int opcode : {0x09, 0x80}) {
    EXPECT_TRUE(Open(kMagicText + Header() + Record(opcode, "abc", ~std::uint64_t{0} - 50))
                    .value()
                    ->truncated());
  }
}

TEST_F(McapReaderTest, NamesFieldsThatDoNotFit) {
  for (const int opcode : {0x01, 0x03, 0x04, 0x05, 0x06, 0x09, 0x0b, 0x0c}) {
    EXPECT_THAT(ErrorOf(Record(opcode, "abc"), 0), HasSubstr("do not fit its length")) << opcode;
  }
  const std::string long_name = Number(std::uint16_t{1}) + Number(~std::uint32_t{0}) + "abc";
  EXPECT_THAT(ErrorOf(Record(0x03, long_name), 0), HasSubstr("Schema"));
  // A map whose entries exceed it.
  const std::string map = Text("name") + Number(std::uint32_t{9}) + Text("key") + Text("value");
  EXPECT_THAT(ErrorOf(Record(0x0c, map), 0), HasSubstr("Metadata"));
  // An attachment whose data exceed it.
  const std::string attachment = std::string(16, '\0') + Text("a") + Text("b");
  EXPECT_THAT(ErrorOf(Record(0x09, attachment + Number(~std::uint64_t{0}) + "1234"), 0),
              HasSubstr("Attachment"));
}

TEST_F(McapReaderTest, NamesWhatIsWrongWithAChunk) {
  const std::string good = Channel(1, "/a") + Message(1, 5, "x");
  const std::string whole = Chunk(good, good.size(), "");
  const std::uint32_t crc = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(good.data()), static_cast<uInt>(good.size())));
  auto reader = Open(kMagicText + Header() + Chunk(good, good.size(), "", crc) + End()).value();
  EXPECT_EQ(ReadRest(reader.get()).size(), 1u);
  EXPECT_TRUE(reader->status().ok());

  EXPECT_THAT(ErrorOf(whole + Chunk(good, good.size(), "", crc + 1), 1), HasSubstr("checksum"));
  EXPECT_THAT(ErrorOf(whole + Chunk(good, good.size(), "brotli"), 1),
              HasSubstr("unknown compression \"brotli\"; accepted: none, zstd, lz4"));
  EXPECT_THAT(ErrorOf(whole + Chunk(good, good.size() + 1, ""), 1), HasSubstr("but states"));
  EXPECT_THAT(ErrorOf(whole + Chunk(good, good.size(), "zstd"), 1), HasSubstr("zstd"));
  EXPECT_THAT(ErrorOf(whole + Chunk(good, good.size(), "lz4"), 1), HasSubstr("lz4"));
  EXPECT_THAT(ErrorOf(whole + Chunk("", 5, "lz4"), 1), HasSubstr("lz4"));
  EXPECT_THAT(ErrorOf(whole + Chunk(good, (std::uint64_t{256} << 20) + 1, "zstd"), 1),
              HasSubstr("at most 268435456"));
  const std::string torn = good + Record(0x05, "abc", 4);
  EXPECT_THAT(ErrorOf(Chunk(torn, torn.size(), ""), 1), HasSubstr("longer than the chunk"));
  const std::string stub = good + "abc";
  EXPECT_THAT(ErrorOf(Chunk(stub, stub.size(), ""), 1), HasSubstr("longer than the chunk"));
}

TEST_F(McapReaderTest, NamesWhatDoesNotBelongTogether) {
  EXPECT_THAT(ErrorOf(Message(4, 5, "x"), 0), HasSubstr("channel 4, which is not defined"));
  EXPECT_THAT(ErrorOf(Channel(1, "/a") + Channel(1, "/b"), 0), HasSubstr("defined twice"));
  EXPECT_THAT(ErrorOf(Channel(1, "/a") + Message(1, ~std::uint64_t{0}, "x"), 0), HasSubstr("2262"));
  const std::string other = Channel(1, "/b");
  EXPECT_THAT(ErrorOf(Channel(1, "/a") + Chunk(other, other.size(), ""), 0),
              HasSubstr("defined twice"));
  auto reader = Open(kMagicText + Channel(1, "/a") + End()).value();
  ReadRest(reader.get());
  EXPECT_THAT(reader->status().error().message, HasSubstr("not Header"));
}

TEST_F(McapReaderTest, TakesZerosAtTheEndAsCutOff) {
  auto reader =
      Open(kMagicText + Header() + Channel(1, "/a") + Message(1, 5, "x") + std::string(5000, '\0'))
          .value();
  EXPECT_THAT(reader->truncation(), HasSubstr("zeros"));
  EXPECT_EQ(ReadRest(reader.get()).size(), 1u);
  EXPECT_TRUE(reader->status().ok());
}

TEST_F(McapReaderTest, DamageBehindTheDataCostsNoMessage) {
  auto reader = Open(kMagicText + Header() + Channel(1, "/a") + Message(1, 5, "x") +
                     Record(0x0f, Number(std::uint32_t{0})) + Record(0x0b, "abc") + End())
                    .value();
  EXPECT_TRUE(reader->truncated());
  EXPECT_THAT(reader->truncation(), HasSubstr("Statistics"));
  EXPECT_EQ(ReadRest(reader.get()).size(), 1u);
  EXPECT_TRUE(reader->status().ok());
}

TEST_F(McapReaderTest, AnAttachmentWithAWrongChecksumIsRefused) {
  const std::string content =
      std::string(16, '\0') + Text("a") + Text("b") + Number(std::uint64_t{3}) + "xyz";
  auto reader = Open(kMagicText + Header() + Record(0x09, content + Number(std::uint32_t{1})) +
                     Record(0x09, content + Number(std::uint32_t{0})) + End())
                    .value();
  ASSERT_EQ(reader->attachments().size(), 2u);
  EXPECT_THAT(reader->ReadAttachment(reader->attachments()[0]).error().message,
              HasSubstr("checksum"));
  EXPECT_EQ(reader->ReadAttachment(reader->attachments()[1]).value(), (Bytes{'x', 'y', 'z'}));
  EXPECT_FALSE(reader->VerifyChecksums().ok());
}

// The files in test/data were made by the Python package mcap 1.6.0 (see test/data/README.md).
class McapForeign : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(All, McapForeign,
                         testing::Values("chunked_lz4", "chunked_zstd", "chunked_none",
                                         "unchunked"));

TEST_P(McapForeign, IsReadInFull) {
  const std::string path =
      std::string(SUREFOOT_SOURCE_DIR "/surefoot/record/test/data/") + GetParam() + ".mcap";
  auto reader = McapReader::Open(path).value();
  EXPECT_FALSE(reader->truncated()) << reader->truncation();
  EXPECT_EQ(reader->channels().size(), 2u);
  const std::vector<KeptMessage> messages = ReadRest(reader.get());
  EXPECT_TRUE(reader->status().ok()) << reader->status().error().message;
  ASSERT_EQ(messages.size(), 50u);
  for (std::uint32_t i = 0; i < 50; ++i) {
    Bytes data;
    for (std::uint32_t k = 0; k < i; ++k) data.push_back(static_cast<std::uint8_t>(i * k));
    const SimTimeNs time = 1'700'000'000'000'000'000 + i * 1000;
    EXPECT_EQ(messages[i], (KeptMessage{i % 2 == 0 ? "/even" : "/odd", i, time, time - 1, data}));
  }
  ASSERT_EQ(reader->metadata().size(), 1u);
  EXPECT_EQ(reader->metadata()[0].entries, (StringMap{{"robot", "husky"}}));
  ASSERT_EQ(reader->attachments().size(), 1u);
  EXPECT_EQ(reader->ReadAttachment(reader->attachments()[0]).value(), (Bytes{'n', 'o', 't', 'e'}));
  EXPECT_EQ(reader->statistics()->message_count, 50u);
  EXPECT_TRUE(reader->VerifyChecksums().ok());
}

}  // namespace
}  // namespace surefoot::record
