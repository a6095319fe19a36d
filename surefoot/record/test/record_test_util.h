#pragma once

/// Shared by the tests of recordings.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/random.h"
#include "surefoot/record/mcap/mcap_reader.h"
#include "surefoot/record/mcap/mcap_writer.h"

namespace surefoot::record {

/// A folder that is removed with its content.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "record_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "cannot make " << name;
    path_ = name;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline Bytes LoadBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

/// Without emptying the file first: file systems then sync, which takes milliseconds each time.
inline void SaveBytes(const std::string& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::app).close();
  std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  ASSERT_TRUE(out.good()) << path;
  std::filesystem::resize_file(path, bytes.size());
}

/// A message that owns its data.
struct KeptMessage {
  std::string topic;
  std::uint32_t sequence = 0;
  SimTimeNs log_time_ns = 0;
  SimTimeNs publish_time_ns = 0;
  Bytes data;

  bool operator==(const KeptMessage&) const = default;
};

/// The remaining messages, whatever stops the reader.
inline std::vector<KeptMessage> ReadRest(McapReader* reader) {
  std::vector<KeptMessage> messages;
  McapMessage message;
  while (reader->Next(&message)) {
    messages.push_back({message.channel->topic, message.sequence, message.log_time_ns,
                        message.publish_time_ns, Bytes(message.data.begin(), message.data.end())});
  }
  return messages;
}

/// A small recording with everything in it, and its expected content.
struct Sample {
  StringMap run = {{"world", "lab.sdf"}, {"engine", "mujoco"}, {"seed", "7"}};
  Bytes attachment = {1, 2, 3, 0, 255, 254};
  std::vector<KeptMessage> messages;
};

/// Writes `count` messages a millisecond apart, alternating between two channels.
inline Sample WriteSample(const std::string& path, const McapWriterOptions& options, int count,
                          std::size_t largest = 40) {
  Sample sample;
  RandomStream random(1, "sample");
  auto writer = McapWriter::Open(path, options).value();
  EXPECT_TRUE(writer->AddMetadata("surefoot.run", sample.run).ok());
  const std::uint16_t schema = writer->AddSchema("Pose", "jsonschema", "{}").value();
  const std::uint16_t ids[2] = {
      writer->AddChannel("/surefoot/hash", "surefoot.hash").value(),
      writer->AddChannel("/pose", "json", schema, {{"frame", "W"}}).value()};
  for (int i = 0; i < count; ++i) {
    KeptMessage message{i % 2 == 0 ? "/surefoot/hash" : "/pose",
                        static_cast<std::uint32_t>(i),
                        SimTimeNs{1'000'000} * i,
                        SimTimeNs{1'000'000} * i + 5,
                        {}};
    message.data.resize(random.NextBits() % (largest + 1));
    for (std::uint8_t& byte : message.data) byte = static_cast<std::uint8_t>(random.NextBits() % 8);
    EXPECT_TRUE(writer
                    ->Write(ids[i % 2], message.log_time_ns, message.publish_time_ns,
                            message.sequence, message.data)
                    .ok());
    sample.messages.push_back(message);
    if (i == count / 2) {
      EXPECT_TRUE(writer
                      ->AddAttachment("map.bin", "application/octet-stream", sample.attachment,
                                      message.log_time_ns)
                      .ok());
    }
  }
  EXPECT_TRUE(writer->Close().ok());
  return sample;
}

}  // namespace surefoot::record
