// Data that tests/integration/cdr_independent.sh exchanges with other implementations of CDR, in
// the folder SUREFOOT_CDR_SAMPLE_DIR: definitions/<type, / as __>.msg and ours.txt, a line "type
// hex" for each message, and hashes.txt, a line "type hash" for each message, service and action
// and what ROS 2 derives of them. Then `theirs_*.txt` of the same form are read; they must contain
// the same.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "surefoot/msgs/test/sample_messages.h"
#include "surefoot/msgs/type_hash.h"

namespace surefoot::msgs {
namespace {

namespace fs = std::filesystem;

/// nullptr: not requested.
const char* Folder() { return std::getenv("SUREFOOT_CDR_SAMPLE_DIR"); }

void WriteHashes(std::ostream* out) {
  for (const TypeInfo* type : AllTypes()) *out << type->name << " " << TypeHash(*type) << "\n";
  for (const ServiceInfo* type : AllServices()) {
    *out << type->name << " " << TypeHash(*type) << "\n";
    *out << type->name << "_Event " << type->event_hash << "\n";
  }
  for (const ActionInfo* type : AllActions()) {
    const ActionTypeHashes parts = TypeHash(*type);
    *out << type->name << " " << type->type_hash << "\n";
    *out << type->name << "_SendGoal " << parts.send_goal << "\n";
    *out << type->name << "_GetResult " << parts.get_result << "\n";
    *out << type->name << "_FeedbackMessage " << parts.feedback_message << "\n";
  }
}

TEST(CdrSample, Write) {
  if (Folder() == nullptr) GTEST_SKIP() << "skipped: run by integration/cdr_independent";
  const fs::path folder = Folder();
  WriteDefinitions(folder);
  std::ofstream ours(folder / "ours.txt");
  for (const Sample& sample : Samples()) {
    ours << sample.type->name << " " << Hex(sample.bytes) << "\n";
  }
  ASSERT_TRUE(ours.good());
  std::ofstream hashes(folder / "hashes.txt");
  WriteHashes(&hashes);
  ASSERT_TRUE(hashes.good());
}

TEST(CdrSample, ReadTheirs) {
  if (Folder() == nullptr) GTEST_SKIP() << "skipped: run by integration/cdr_independent";
  const std::vector<Sample> samples = Samples();
  int files = 0;
  for (const auto& entry : fs::directory_iterator(Folder())) {
    if (entry.path().filename().string().rfind("theirs_", 0) != 0) continue;
    ++files;
    std::ifstream theirs(entry.path());
    std::size_t i = 0;
    for (std::string name, hex; theirs >> name >> hex; ++i) {
      ASSERT_LT(i, samples.size());
      ASSERT_EQ(name, samples[i].type->name);
      const TypeInfo& type = *samples[i].type;
      const std::shared_ptr<void> message = type.make();
      const Bytes bytes = FromHex(hex);
      ASSERT_TRUE(type.decode(bytes.data(), bytes.size(), message.get())) << entry << name;
      Bytes again;
      type.encode(message.get(), &again);
      EXPECT_EQ(again, samples[i].bytes) << entry << name;
    }
    EXPECT_EQ(i, samples.size()) << entry;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace surefoot::msgs
