// Data that tests/integration/json_independent.sh exchanges with another implementation, in the
// folder SUREFOOT_JSON_SAMPLE_DIR: definitions/<type, / as __>.msg and ours.txt, a line "type cdr
// json" for each message; then theirs.txt, lines "type json", which must contain the same messages.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "surefoot/msgs/json.h"
#include "surefoot/msgs/test/sample_messages.h"

namespace surefoot::msgs {
namespace {

namespace fs = std::filesystem;

/// nullptr: not requested.
const char* Folder() { return std::getenv("SUREFOOT_JSON_SAMPLE_DIR"); }

TEST(JsonSample, Write) {
  if (Folder() == nullptr) GTEST_SKIP() << "skipped: run by integration/json_independent";
  WriteDefinitions(Folder());
  std::ofstream ours(fs::path(Folder()) / "ours.txt");
  for (const Sample& sample : Samples()) {
    const std::shared_ptr<void> message = sample.type->make();
    ASSERT_TRUE(sample.type->decode(sample.bytes.data(), sample.bytes.size(), message.get()));
    ours << sample.type->name << " " << Hex(sample.bytes) << " "
         << ToJson(*sample.type, message.get()) << "\n";
  }
  ASSERT_TRUE(ours.good());
}

TEST(JsonSample, ReadTheirs) {
  if (Folder() == nullptr) GTEST_SKIP() << "skipped: run by integration/json_independent";
  const std::vector<Sample> samples = Samples();
  std::ifstream theirs(fs::path(Folder()) / "theirs.txt");
  std::size_t i = 0;
  for (std::string line; std::getline(theirs, line); ++i) {
    ASSERT_LT(i, samples.size());
    const TypeInfo& type = *samples[i].type;
    const std::size_t blank = line.find(' ');
    ASSERT_EQ(line.substr(0, blank), type.name);
    const std::shared_ptr<void> message = type.make();
    const Status status = FromJson(type, line.substr(blank + 1), message.get());
    ASSERT_TRUE(status.ok()) << type.name << " " << status.error().message;
    Bytes again;
    type.encode(message.get(), &again);
    EXPECT_EQ(again, samples[i].bytes) << line;
  }
  EXPECT_EQ(i, samples.size());
}

}  // namespace
}  // namespace surefoot::msgs
