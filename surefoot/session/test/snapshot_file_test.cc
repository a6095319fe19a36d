#include "surefoot/session/snapshot_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot {
namespace {

using record::LoadBytes;
using record::SaveBytes;
using testing::HasSubstr;

class SnapshotFile : public testing::Test {
 protected:
  SnapshotFile() {
    for (int i = 0; i < 300; ++i) snapshot_.bytes.push_back(static_cast<std::uint8_t>(i * 7));
  }

  /// The error for a file with exactly these bytes.
  std::string ErrorOf(const Bytes& content) {
    SaveBytes(path_, content);
    const Result<Bytes> read = ReadSnapshotFile(path_);
    return read.ok() ? std::string() : read.error().message;
  }

  record::TempDir dir_;
  std::string path_ = dir_.File("run.snapshot");
  sim::Snapshot snapshot_;
};

TEST_F(SnapshotFile, ComesBackWhole) {
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  const Result<Bytes> read = ReadSnapshotFile(path_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(*read, snapshot_.bytes);
  // Nothing else is left in the folder.
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
}

TEST_F(SnapshotFile, ReplacesTheOldOne) {
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  snapshot_.bytes = {1, 2, 3};
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  EXPECT_EQ(*ReadSnapshotFile(path_), snapshot_.bytes);
}

TEST_F(SnapshotFile, CutOffAnywhereIsRefused) {
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  const Bytes whole = LoadBytes(path_);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(ErrorOf(prefix), HasSubstr(path_)) << size;
  }
  Bytes longer = whole;
  longer.push_back(0);
  EXPECT_THAT(ErrorOf(longer), HasSubstr(path_));
}

TEST_F(SnapshotFile, AnyWrongByteIsNoticed) {
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  Bytes bytes = LoadBytes(path_);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const std::uint8_t change : {0x01, 0x80}) {
      bytes[i] ^= change;
      EXPECT_NE(ErrorOf(bytes), "") << i;
      bytes[i] ^= change;
    }
  }
  EXPECT_EQ(ErrorOf(bytes), "");
}

TEST_F(SnapshotFile, SomethingElseIsRecognised) {
  EXPECT_THAT(ErrorOf(Bytes(100, 'x')), HasSubstr("not a Surefoot snapshot"));
  EXPECT_THAT(ErrorOf(Bytes()), HasSubstr("not a Surefoot snapshot"));
}

TEST_F(SnapshotFile, NonFilesAreNamedInErrors) {
  const Result<Bytes> missing = ReadSnapshotFile(dir_.File("missing"));
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message, HasSubstr(dir_.File("missing")));
  const Result<Bytes> folder = ReadSnapshotFile(dir_.File(""));
  ASSERT_FALSE(folder.ok());
  EXPECT_THAT(folder.error().message, HasSubstr("is not a file"));
  // A device that never ends must not be read.
  EXPECT_FALSE(ReadSnapshotFile("/dev/zero").ok());
}

TEST_F(SnapshotFile, WhatCannotBeWrittenIsAnErrorAndLeavesTheOldOne) {
  EXPECT_THAT(WriteSnapshotFile(dir_.File("no/such/folder/x"), snapshot_).error().message,
              HasSubstr("no/such/folder/x"));
  // A folder has this name.
  std::filesystem::create_directory(dir_.File("folder"));
  EXPECT_FALSE(WriteSnapshotFile(dir_.File("folder"), snapshot_).ok());
  EXPECT_FALSE(std::filesystem::exists(dir_.File("folder.part")));
  // The temporary name is taken by a folder, so that nothing can be written.
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  std::filesystem::create_directory(path_ + ".part");
  sim::Snapshot other;
  other.bytes = {1};
  EXPECT_FALSE(WriteSnapshotFile(path_, other).ok());
  EXPECT_EQ(*ReadSnapshotFile(path_), snapshot_.bytes);
}

TEST_F(SnapshotFile, AFullDiskIsAnError) {
  // Files may not grow beyond 64 bytes: writing more fails, as on a full disk.
  rlimit old = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {64, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status written = WriteSnapshotFile(path_, snapshot_);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_FALSE(written.ok());
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
}

TEST_F(SnapshotFile, ALinkBesideIsNotFollowed) {
  const std::string target = dir_.File("elsewhere");
  SaveBytes(target, {1, 2, 3});
  std::filesystem::create_symlink(target, path_ + ".part");
  ASSERT_TRUE(WriteSnapshotFile(path_, snapshot_).ok());
  EXPECT_EQ(LoadBytes(target), (Bytes{1, 2, 3}));
  EXPECT_EQ(*ReadSnapshotFile(path_), snapshot_.bytes);
}

}  // namespace
}  // namespace surefoot
