// Files are read back by Surefoot's reader; other readers are in tests/integration.

#include <gtest/gtest.h>

#include <string>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot::record {
namespace {

class McapRoundTrip : public testing::TestWithParam<McapCompression> {
 protected:
  McapWriterOptions Options() const {
    McapWriterOptions options;
    options.compression = GetParam();
    options.chunk_bytes = 4096;
    return options;
  }
  TempDir dir_;
};

INSTANTIATE_TEST_SUITE_P(All, McapRoundTrip,
                         testing::Values(McapCompression::kNone, McapCompression::kLz4,
                                         McapCompression::kZstd));

TEST_P(McapRoundTrip, GivesBackEveryMessage) {
  const std::string path = dir_.File("a.mcap");
  const Sample sample = WriteSample(path, Options(), 2000, 300);
  auto reader = McapReader::Open(path).value();
  EXPECT_FALSE(reader->truncated()) << reader->truncation();
  EXPECT_EQ(ReadRest(reader.get()), sample.messages);
  EXPECT_TRUE(reader->status().ok());
  EXPECT_TRUE(reader->VerifyChecksums().ok());

  // Again, by the other way of reading.
  reader->Rewind();
  std::size_t count = 0;
  EXPECT_TRUE(reader
                  ->ForEach([&](const McapMessage& message) {
                    EXPECT_EQ(message.sequence, sample.messages[count++].sequence);
                  })
                  .ok());
  EXPECT_EQ(count, sample.messages.size());
}

TEST_P(McapRoundTrip, GivesBackEverythingElse) {
  const std::string path = dir_.File("a.mcap");
  McapWriterOptions options = Options();
  options.profile = "some profile";
  options.library = "some library";
  const Sample sample = WriteSample(path, options, 101);
  auto reader = McapReader::Open(path).value();

  EXPECT_EQ(reader->profile(), "some profile");
  EXPECT_EQ(reader->library(), "some library");
  ASSERT_EQ(reader->schemas().size(), 1u);
  EXPECT_EQ(reader->schemas().at(1), (McapSchema{1, "Pose", "jsonschema", "{}"}));
  ASSERT_EQ(reader->channels().size(), 2u);
  EXPECT_EQ(reader->channels().at(1), (McapChannel{1, 0, "/surefoot/hash", "surefoot.hash", {}}));
  EXPECT_EQ(reader->channels().at(2), (McapChannel{2, 1, "/pose", "json", {{"frame", "W"}}}));
  ASSERT_NE(reader->FindMetadata("surefoot.run"), nullptr);
  EXPECT_EQ(reader->FindMetadata("surefoot.run")->entries, sample.run);
  EXPECT_EQ(reader->FindMetadata("surefoot"), nullptr);

  ASSERT_EQ(reader->attachments().size(), 1u);
  const McapAttachment& attachment = reader->attachments()[0];
  EXPECT_EQ(attachment.name, "map.bin");
  EXPECT_EQ(attachment.media_type, "application/octet-stream");
  EXPECT_EQ(attachment.log_time_ns, 50'000'000);
  EXPECT_EQ(attachment.size, sample.attachment.size());
  EXPECT_EQ(reader->ReadAttachment(attachment).value(), sample.attachment);

  ASSERT_TRUE(reader->statistics().has_value());
  const McapStatistics& statistics = *reader->statistics();
  EXPECT_EQ(statistics.message_count, 101u);
  EXPECT_EQ(statistics.schema_count, 1);
  EXPECT_EQ(statistics.channel_count, 2u);
  EXPECT_EQ(statistics.attachment_count, 1u);
  EXPECT_EQ(statistics.metadata_count, 1u);
  EXPECT_EQ(statistics.chunk_count, 2u);
  EXPECT_EQ(statistics.message_start_time_ns, 0);
  EXPECT_EQ(statistics.message_end_time_ns, 100'000'000);
  EXPECT_EQ(statistics.channel_message_counts,
            (std::map<std::uint16_t, std::uint64_t>{{1, 51}, {2, 50}}));
}

TEST_P(McapRoundTrip, ReadsAnAttachmentBetweenMessages) {
  const std::string path = dir_.File("a.mcap");
  const Sample sample = WriteSample(path, Options(), 50);
  auto reader = McapReader::Open(path).value();
  McapMessage message;
  for (const KeptMessage& expected : sample.messages) {
    ASSERT_TRUE(reader->Next(&message));
    EXPECT_EQ(reader->ReadAttachment(reader->attachments()[0]).value(), sample.attachment);
    EXPECT_EQ(Bytes(message.data.begin(), message.data.end()), expected.data);
  }
}

TEST_P(McapRoundTrip, AnEmptyRecordingIsComplete) {
  const std::string path = dir_.File("a.mcap");
  { auto writer = McapWriter::Open(path, Options()).value(); }
  auto reader = McapReader::Open(path).value();
  EXPECT_FALSE(reader->truncated()) << reader->truncation();
  EXPECT_TRUE(ReadRest(reader.get()).empty());
  EXPECT_TRUE(reader->status().ok());
  EXPECT_TRUE(reader->VerifyChecksums().ok());
  EXPECT_EQ(reader->statistics()->message_count, 0u);
}

TEST_P(McapRoundTrip, TakesTimesThatGoBack) {
  const std::string path = dir_.File("a.mcap");
  {
    auto writer = McapWriter::Open(path, Options()).value();
    const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
    for (const SimTimeNs time : {30, 10, 20}) {
      ASSERT_TRUE(writer->Write(channel, time, time, 0, {}).ok());
    }
  }
  auto reader = McapReader::Open(path).value();
  const std::vector<KeptMessage> messages = ReadRest(reader.get());
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].log_time_ns, 30);
  EXPECT_EQ(messages[2].log_time_ns, 20);
  EXPECT_EQ(reader->statistics()->message_start_time_ns, 10);
  EXPECT_EQ(reader->statistics()->message_end_time_ns, 30);
}

TEST_P(McapRoundTrip, TheSameCallsGiveTheSameFile) {
  McapWriterOptions options = Options();
  options.max_chunk_wall_age_ns = 0;
  WriteSample(dir_.File("a.mcap"), options, 500);
  WriteSample(dir_.File("b.mcap"), options, 500);
  EXPECT_EQ(LoadBytes(dir_.File("a.mcap")), LoadBytes(dir_.File("b.mcap")));
}

TEST_P(McapRoundTrip, TakesAMessageLargerThanAChunk) {
  const std::string path = dir_.File("a.mcap");
  Bytes large(3'000'000);
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<std::uint8_t>(i * i >> 8);
  {
    auto writer = McapWriter::Open(path, Options()).value();
    const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
    ASSERT_TRUE(writer->Write(channel, 1, 1, 1, Bytes{7}).ok());
    ASSERT_TRUE(writer->Write(channel, 2, 2, 2, large).ok());
    ASSERT_TRUE(writer->Write(channel, 3, 3, 3, Bytes{9}).ok());
  }
  auto reader = McapReader::Open(path).value();
  const std::vector<KeptMessage> messages = ReadRest(reader.get());
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[1].data, large);
  EXPECT_EQ(messages[2].data, Bytes{9});
}

}  // namespace
}  // namespace surefoot::record
