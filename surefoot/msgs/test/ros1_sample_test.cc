// What tests/integration/ros1_independent.sh exchanges with another implementation of ROS 1, in the
// folder SUREFOOT_ROS1_SAMPLE_DIR: types.txt ("our-type ros1-name md5"), ros1/<our type, / as
// __>.msg, definitions/ of ROS 2, and ours.txt, lines "our-type cdr-hex ros1-hex" ("-" for no
// bytes). Then theirs.txt is read, "our-type ros1-hex", which must hold the same.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "surefoot/msgs/ros1.h"
#include "surefoot/msgs/test/sample_messages.h"

namespace surefoot::msgs {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kSeq = 77;

/// nullptr: not requested.
const char* Folder() { return std::getenv("SUREFOOT_ROS1_SAMPLE_DIR"); }

std::string Word(const Bytes& bytes) { return bytes.empty() ? "-" : Hex(bytes); }

Bytes AsRos1(const Sample& sample) {
  const std::shared_ptr<void> message = sample.type->make();
  EXPECT_TRUE(sample.type->decode(sample.bytes.data(), sample.bytes.size(), message.get()));
  Bytes bytes;
  EncodeRos1(*sample.type, message.get(), kSeq, &bytes);
  return bytes;
}

TEST(Ros1Sample, Write) {
  if (Folder() == nullptr) GTEST_SKIP() << "skipped: run by integration/ros1_independent";
  const fs::path folder = Folder();
  WriteDefinitions(folder);
  fs::create_directories(folder / "ros1");
  std::ofstream types(folder / "types.txt");
  for (const TypeInfo* type : AllTypes()) {
    const Ros1Type ros1 = MakeRos1Type(*type);
    types << type->name << " " << ros1.name << " " << ros1.md5 << "\n";
    std::string file = type->name;
    for (std::size_t at; (at = file.find('/')) != std::string::npos;) file.replace(at, 1, "__");
    std::ofstream(folder / "ros1" / (file + ".msg")) << ros1.definition;
  }
  std::ofstream ours(folder / "ours.txt");
  for (const Sample& sample : Samples()) {
    ours << sample.type->name << " " << Hex(sample.bytes) << " " << Word(AsRos1(sample)) << "\n";
  }
  ASSERT_TRUE(types.good() && ours.good());
}

TEST(Ros1Sample, ReadTheirs) {
  if (Folder() == nullptr) GTEST_SKIP() << "skipped: run by integration/ros1_independent";
  std::ifstream theirs(fs::path(Folder()) / "theirs.txt");
  std::size_t i = 0;
  const std::vector<Sample> samples = Samples();
  for (std::string name, hex; theirs >> name >> hex; ++i) {
    ASSERT_LT(i, samples.size());
    ASSERT_EQ(name, samples[i].type->name);
    const Bytes bytes = hex == "-" ? Bytes() : FromHex(hex);
    const std::shared_ptr<void> message = samples[i].type->make();
    ASSERT_TRUE(DecodeRos1(*samples[i].type, bytes.data(), bytes.size(), message.get())) << name;
    Bytes again;
    EncodeRos1(*samples[i].type, message.get(), kSeq, &again);
    EXPECT_EQ(again, AsRos1(samples[i])) << name;
  }
  EXPECT_EQ(i, samples.size());
}

}  // namespace
}  // namespace surefoot::msgs
