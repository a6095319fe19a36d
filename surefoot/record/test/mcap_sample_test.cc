// Writes the recordings that tests/integration/mcap_independent.py checks with another reader. Set
// SUREFOOT_MCAP_SAMPLE_DIR to keep them. The script contains the same formulas.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot::record {
namespace {

constexpr int kSteps = 3000;

Bytes SampleData(int step) {
  Bytes data(static_cast<std::size_t>(step * 37 % 1100));
  for (std::size_t k = 0; k < data.size(); ++k) {
    data[k] = static_cast<std::uint8_t>((static_cast<std::size_t>(step) + k * k) % 251);
  }
  return data;
}

/// The messages; every third is on the channel without schema.
void WriteSteps(McapWriter* writer, int steps) {
  ASSERT_TRUE(writer->AddMetadata("surefoot.run", {{"world", "lab.sdf"}, {"seed", "7"}}).ok());
  ASSERT_TRUE(writer->AddMetadata("empty", {}).ok());
  const std::string text = R"({"type": "object"})";
  const std::uint16_t schema = writer->AddSchema("Pose", "jsonschema", text).value();
  const std::uint16_t hash = writer->AddChannel("/surefoot/hash", "surefoot.hash").value();
  const std::uint16_t pose =
      writer->AddChannel("/pose", "json", schema, {{"frame", "W"}, {"\xc3\xa4", ""}}).value();
  ASSERT_TRUE(writer->AddChannel("/silent", "json", schema).ok());
  for (int step = 0; step < steps; ++step) {
    const std::uint16_t channel = step % 3 == 0 ? hash : pose;
    const SimTimeNs time = 1'000'000 * SimTimeNs{step};
    ASSERT_TRUE(
        writer
            ->Write(channel, time, time / 2, static_cast<std::uint32_t>(step) * 7, SampleData(step))
            .ok());
    if (step == 1000) {
      const Bytes attachment(70'000, 'a');
      ASSERT_TRUE(writer->AddAttachment("big.txt", "text/plain", attachment, time).ok());
      ASSERT_TRUE(writer->AddAttachment("none", "", {}, 0).ok());
    }
  }
}

class McapSample : public testing::Test {
 protected:
  std::string Path(const std::string& name) const {
    const char* dir = std::getenv("SUREFOOT_MCAP_SAMPLE_DIR");
    return dir != nullptr ? std::string(dir) + "/" + name : dir_.File(name);
  }

  /// What Surefoot's reader sees of the content that the script checks.
  void ExpectSteps(const std::string& path, std::size_t min, std::size_t max) {
    auto reader = McapReader::Open(path).value();
    const std::vector<KeptMessage> messages = ReadRest(reader.get());
    EXPECT_TRUE(reader->status().ok());
    EXPECT_GE(messages.size(), min);
    EXPECT_LE(messages.size(), max);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      ASSERT_EQ(messages[i].sequence, i * 7);
      ASSERT_EQ(messages[i].data, SampleData(static_cast<int>(i)));
    }
  }

  TempDir dir_;
};

TEST_F(McapSample, Lz4) {
  McapWriterOptions options;
  options.compression = McapCompression::kLz4;
  auto writer = McapWriter::Open(Path("lz4.mcap"), options).value();
  WriteSteps(writer.get(), kSteps);
  ASSERT_TRUE(writer->Close().ok());
  ExpectSteps(Path("lz4.mcap"), kSteps, kSteps);
}

TEST_F(McapSample, Zstd) {
  McapWriterOptions options;
  options.compression = McapCompression::kZstd;
  auto writer = McapWriter::Open(Path("zstd.mcap"), options).value();
  WriteSteps(writer.get(), kSteps);
  ASSERT_TRUE(writer->Close().ok());
  ExpectSteps(Path("zstd.mcap"), kSteps, kSteps);
}

TEST_F(McapSample, Uncompressed) {
  McapWriterOptions options;
  options.compression = McapCompression::kNone;
  auto writer = McapWriter::Open(Path("none.mcap"), options).value();
  WriteSteps(writer.get(), kSteps);
  ASSERT_TRUE(writer->Close().ok());
  ExpectSteps(Path("none.mcap"), kSteps, kSteps);
}

TEST_F(McapSample, Empty) {
  const std::string path = Path("empty.mcap");
  ASSERT_TRUE(McapWriter::Open(path).value()->Close().ok());
  ExpectSteps(path, 0, 0);
}

TEST_F(McapSample, Killed) {
  const std::string path = Path("killed.mcap");
  const pid_t child = fork();
  if (child == 0) {
    auto writer = McapWriter::Open(path).value();
    WriteSteps(writer.get(), kSteps);
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  ExpectSteps(path, kSteps - 500, kSteps - 1);
}

}  // namespace
}  // namespace surefoot::record
