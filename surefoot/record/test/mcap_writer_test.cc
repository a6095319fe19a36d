// When chunks are written, write errors, and the cost of a message.

#include "surefoot/record/mcap/mcap_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "surefoot/record/test/record_test_util.h"
#include "tests/allocation_counter.h"

namespace surefoot::record {
namespace {

using testing::HasSubstr;

constexpr SimTimeNs kMillisecond = 1'000'000;

std::size_t CountReadable(const std::string& path) {
  auto reader = McapReader::Open(path).value();
  return ReadRest(reader.get()).size();
}

TEST(McapWriter, WritesAChunkWhenItsLogTimeSpansTheLimit) {
  TempDir dir;
  McapWriterOptions options;
  options.max_chunk_wall_age_ns = 0;
  auto writer = McapWriter::Open(dir.File("a.mcap"), options).value();
  const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(writer->Write(channel, i * kMillisecond, 0, 0, {}).ok());
  }
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 0u);
  ASSERT_TRUE(writer->Write(channel, 500 * kMillisecond, 0, 0, {}).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 501u);
  // A rewound run has a time span, too.
  ASSERT_TRUE(writer->Write(channel, 900 * kMillisecond, 0, 0, {}).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 501u);
  ASSERT_TRUE(writer->Write(channel, 400 * kMillisecond, 0, 0, {}).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 503u);
}

TEST(McapWriter, WritesAChunkWhenItIsOldByTheWallClock) {
  TempDir dir;
  std::int64_t wall_ns = 77;
  McapWriterOptions options;
  options.wall_clock = [&] { return wall_ns; };
  auto writer = McapWriter::Open(dir.File("a.mcap"), options).value();
  const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
  ASSERT_TRUE(writer->Write(channel, 1, 1, 0, {}).ok());
  wall_ns += 499 * kMillisecond;
  ASSERT_TRUE(writer->Write(channel, 2, 2, 0, {}).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 0u);
  wall_ns += kMillisecond;
  ASSERT_TRUE(writer->Write(channel, 3, 3, 0, {}).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 3u);
  // The age counts from the first message of the next chunk.
  wall_ns += 10'000 * kMillisecond;
  ASSERT_TRUE(writer->Write(channel, 4, 4, 0, {}).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 3u);
}

TEST(McapWriter, WritesAChunkWhenItIsLarge) {
  TempDir dir;
  McapWriterOptions options;
  options.chunk_bytes = 10'000;
  auto writer = McapWriter::Open(dir.File("a.mcap"), options).value();
  const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
  const Bytes data(1000 - 31);  // 31 bytes are the record's head
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(writer->Write(channel, 0, 0, 0, data).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 0u);
  ASSERT_TRUE(writer->Write(channel, 0, 0, 0, data).ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 10u);
}

TEST(McapWriter, FlushAndDefinitionsAreVisibleAtOnce) {
  TempDir dir;
  const std::string path = dir.File("a.mcap");
  auto writer = McapWriter::Open(path).value();
  ASSERT_TRUE(McapReader::Open(path).ok());
  const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
  ASSERT_TRUE(writer->AddMetadata("m", {{"k", "v"}}).ok());
  ASSERT_TRUE(writer->Write(channel, 5, 5, 0, Bytes{1, 2}).ok());
  auto reader = McapReader::Open(path).value();
  EXPECT_EQ(reader->channels().size(), 1u);
  EXPECT_EQ(reader->metadata().size(), 1u);
  EXPECT_TRUE(reader->truncated());
  EXPECT_EQ(CountReadable(path), 0u);
  ASSERT_TRUE(writer->Flush().ok());
  EXPECT_EQ(CountReadable(path), 1u);
  ASSERT_TRUE(writer->Flush().ok());  // Nothing to do.
  EXPECT_EQ(writer->message_count(), 1u);
  EXPECT_EQ(writer->file_size(), LoadBytes(path).size());
}

TEST(McapWriter, SteadyWritingDoesNotAllocate) {
  TempDir dir;
  auto writer = McapWriter::Open(dir.File("a.mcap")).value();
  const std::uint16_t small = writer->AddChannel("/small", "raw").value();
  const std::uint16_t large = writer->AddChannel("/large", "raw").value();
  const Bytes data(1000, 42);
  const auto write_seconds = [&](int begin, int end) {
    for (int i = begin * 1000; i < end * 1000; ++i) {
      const SimTimeNs time = i * kMillisecond;
      ASSERT_TRUE(writer->Write(large, time, time, 0, data).ok());
      ASSERT_TRUE(writer->Write(small, time, time, 0, std::span(data).first(16)).ok());
    }
  };
  write_seconds(0, 2);
  const long before = AllocationCount();
  write_seconds(2, 20);
  EXPECT_EQ(AllocationCount() - before, 0);
}

TEST(McapWriter, ReportsAFullDisk) {
  auto writer = McapWriter::Open("/dev/full");
  ASSERT_FALSE(writer.ok());
  EXPECT_THAT(writer.error().message, HasSubstr("No space left on device"));
}

// In a separate process, because the limit on the size of files applies to the whole process.
int WriteUntilTheLimit(const std::string& path, std::size_t limit) {
  signal(SIGXFSZ, SIG_IGN);
  const rlimit file_size = {limit, limit};
  if (setrlimit(RLIMIT_FSIZE, &file_size) != 0) return 2;
  McapWriterOptions options;
  options.compression = McapCompression::kNone;
  options.chunk_bytes = 10'000;
  auto writer = McapWriter::Open(path, options).value();
  const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
  const Bytes data(500, 1);
  std::uint32_t sequence = 0;
  while (writer->Write(channel, sequence, 0, sequence, data).ok()) {
    if (++sequence > 10'000) return 3;
  }
  // From now on, everything fails.
  if (writer->Write(channel, 0, 0, 0, data).ok()) return 4;
  if (writer->AddMetadata("m", {}).ok() || writer->AddChannel("/b", "raw").ok()) return 5;
  if (writer->Flush().ok()) return 6;
  if (writer->Close().ok() || writer->Close().ok()) return 7;
  return writer->Close().error().message.find("File too large") == std::string::npos ? 8 : 0;
}

TEST(McapWriter, KeepsWhatFitsWhenTheDiskFillsUp) {
  TempDir dir;
  const std::string path = dir.File("a.mcap");
  constexpr std::size_t kLimit = 55'555;
  const pid_t child = fork();
  if (child == 0) _exit(WriteUntilTheLimit(path, kLimit));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);

  auto reader = McapReader::Open(path).value();
  const std::vector<KeptMessage> messages = ReadRest(reader.get());
  EXPECT_TRUE(reader->status().ok());
  EXPECT_THAT(reader->truncation(), HasSubstr("without a footer"));  // No torn chunk is left.
  // 19 messages make a chunk of slightly more than 10,000 bytes; five of them fit.
  EXPECT_EQ(messages.size(), 5u * 19u);
  for (std::size_t i = 0; i < messages.size(); ++i) EXPECT_EQ(messages[i].sequence, i);
}

TEST(McapWriter, RefusesPlacesThatCannotBeWritten) {
  TempDir dir;
  EXPECT_THAT(McapWriter::Open(dir.File("")).error().message, HasSubstr("Is a directory"));
  EXPECT_THAT(McapWriter::Open(dir.File("no/a.mcap")).error().message,
              HasSubstr("No such file or directory"));
  ASSERT_EQ(mkfifo(dir.File("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(McapWriter::Open(dir.File("pipe")).ok());  // And does not wait for a reader.
}

TEST(McapWriter, RefusesAFileThatIsBeingWritten) {
  TempDir dir;
  const std::string path = dir.File("a.mcap");
  auto writer = McapWriter::Open(path).value();
  const std::uint64_t size = writer->file_size();
  EXPECT_THAT(McapWriter::Open(path).error().message, HasSubstr("being written"));
  EXPECT_EQ(LoadBytes(path).size(), size);
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_TRUE(McapWriter::Open(path).ok());
}

TEST(McapWriter, ReplacesAnOldFile) {
  TempDir dir;
  const std::string path = dir.File("a.mcap");
  WriteSample(path, {}, 5000);
  WriteSample(path, {}, 5);
  EXPECT_EQ(CountReadable(path), 5u);
}

/// A name from a client may have become a link after it was checked.
TEST(McapWriter, FollowsLinksOnlyIfItMay) {
  TempDir dir;
  ASSERT_EQ(::symlink(dir.File("target").c_str(), dir.File("link.mcap").c_str()), 0);
  McapWriterOptions options;
  options.follow_links = false;
  EXPECT_FALSE(McapWriter::Open(dir.File("link.mcap"), options).ok());
  EXPECT_NE(::access(dir.File("target").c_str(), F_OK), 0);
  EXPECT_TRUE(McapWriter::Open(dir.File("link.mcap")).ok()) << "the owner's own link";
  EXPECT_EQ(::access(dir.File("target").c_str(), F_OK), 0);
}

TEST(McapWriter, RefusesWhatNoReaderWouldTake) {
  TempDir dir;
  auto writer = McapWriter::Open(dir.File("a.mcap")).value();
  const std::uint16_t channel = writer->AddChannel("/a", "raw").value();
  EXPECT_THAT(writer->Write(channel, -1, 0, 0, {}).error().message, HasSubstr("-1 ns"));
  EXPECT_FALSE(writer->Write(channel, 0, -1, 0, {}).ok());
  // Not accessed, so the memory is not allocated physically.
  const std::size_t huge = std::size_t{300} << 20;
  const std::unique_ptr<std::uint8_t[]> data(new std::uint8_t[huge]);
  const std::span<const std::uint8_t> span(data.get(), huge);
  EXPECT_THAT(writer->Write(channel, 0, 0, 0, span).error().message, HasSubstr("at most"));
  EXPECT_FALSE(writer->AddAttachment("a", "b", span).ok());
  // Such errors do not spoil the recording.
  EXPECT_TRUE(writer->Write(channel, 0, 0, 0, {}).ok());
  EXPECT_TRUE(writer->Close().ok());
  EXPECT_EQ(CountReadable(dir.File("a.mcap")), 1u);
}

TEST(McapWriterDeathTest, ChecksIds) {
  TempDir dir;
  auto writer = McapWriter::Open(dir.File("a.mcap")).value();
  EXPECT_DEATH(static_cast<void>(writer->Write(1, 0, 0, 0, {})), "no channel 1");
  EXPECT_DEATH(static_cast<void>(writer->AddChannel("/a", "raw", 1)), "no schema 1");
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_DEATH(static_cast<void>(writer->AddChannel("/a", "raw")), "closed");
}

}  // namespace
}  // namespace surefoot::record
