// A world that was written and read again gives a bit-equal run.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/save.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

class WrittenWorld : public testing::TestWithParam<std::string> {};

std::vector<std::string> OwnFiles() {
  std::vector<std::string> files;
  for (const std::string& folder : BuiltinParts().data_folders) {
    for (const char* inside : {"worlds", "models"}) {
      std::error_code ignored;
      const fs::path root =
          fs::path(folder).filename() == inside ? fs::path(folder) : fs::path(folder) / inside;
      for (const auto& entry : fs::directory_iterator(root, ignored)) {
        if (entry.path().extension() == ".sdf") files.push_back(entry.path().string());
        const fs::path model = entry.path() / "model.sdf";
        if (fs::exists(model, ignored)) files.push_back(model.string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::uint64_t HashAfterRun(const std::string& file) {
  Result<std::unique_ptr<Session>> session = Open(file);
  EXPECT_TRUE(session.ok()) << session.error().message;
  if (!session.ok()) return 0;
  const Status ran = (*session)->Step(200);
  EXPECT_TRUE(ran.ok()) << ran.error().message;
  return (*session)->simulation().hash();
}

TEST_P(WrittenWorld, RunsTheSame) {
  const std::string folder = testing::TempDir() + "surefoot_written_" + std::to_string(::getpid());
  const std::string out = folder + "/elsewhere.sdf";
  formats::WriteOptions options;
  options.copy_files = true;
  Problems problems;
  const Result<Conversion> conversion =
      ConvertFile(BuiltinParts(), GetParam(), out, options, &problems);
  ASSERT_TRUE(conversion.ok()) << conversion.error().message;
  EXPECT_EQ(conversion->hash, conversion->hash_read_back);
  EXPECT_EQ(HashAfterRun(GetParam()), HashAfterRun(out));
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Own, WrittenWorld, testing::ValuesIn(OwnFiles()),
                         [](const auto& parameter) { return std::to_string(parameter.index); });

TEST(WrittenWorldTest, FindsOurFiles) { EXPECT_GE(OwnFiles().size(), 10u); }

}  // namespace
}  // namespace surefoot
