#include "surefoot/base/disk_cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

Bytes Content(std::size_t size, int value = 1) {
  return Bytes(size, static_cast<std::uint8_t>(value));
}

std::vector<fs::path> Files(const std::string& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

TEST(DiskCache, GivesBackWhatWasWritten) {
  const TempFolder folder;
  const DiskCache cache(folder.Path("a/b"));
  EXPECT_FALSE(cache.Read("x", "key").has_value());
  cache.Write("x", "key", Content(1000));
  ASSERT_TRUE(cache.Read("x", "key").has_value());
  EXPECT_EQ(*cache.Read("x", "key"), Content(1000));
  EXPECT_FALSE(cache.Read("x", "another key").has_value());
  EXPECT_FALSE(cache.Read("y", "key").has_value());
  EXPECT_EQ(Files(cache.folder()).size(), 1u);  // No partial file is left.
}

/// Every damaged byte and every truncation is detected, and the file is written again.
TEST(DiskCache, DamagedFilesAreCacheMisses) {
  const TempFolder folder;
  const DiskCache cache(folder.Path("c"));
  cache.Write("x", "key", Content(40));
  const fs::path file = Files(cache.folder()).at(0);
  std::ifstream in(file, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto overwrite = [&](const std::string& bytes) {
    std::filesystem::remove(file);
    std::ofstream(file, std::ios::binary) << bytes;
  };
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    overwrite(bad);
    EXPECT_FALSE(cache.Read("x", "key").has_value()) << at;
    overwrite(good.substr(0, at));
    EXPECT_FALSE(cache.Read("x", "key").has_value()) << at;
  }
  cache.Write("x", "key", Content(40));
  EXPECT_TRUE(cache.Read("x", "key").has_value());
}

TEST(DiskCache, TheOldestGoFirstAndForeignFilesStay) {
  const TempFolder folder;
  const DiskCache cache(folder.Path("c"), 5000);
  cache.Write("old", "key", Content(2000));
  cache.Write("new", "key", Content(2000));
  const std::string foreign = folder.Write("c/mine.txt", std::string(9000, 'x'));
  for (const fs::path& file : Files(cache.folder())) {
    const auto age = std::chrono::hours(file.filename() == "sf-old" ? 2 : 1);
    fs::last_write_time(file, fs::file_time_type::clock::now() - age);
  }
  cache.Write("newest", "key", Content(2000));
  EXPECT_FALSE(cache.Read("old", "key").has_value());
  EXPECT_TRUE(cache.Read("new", "key").has_value());
  EXPECT_TRUE(cache.Read("newest", "key").has_value());
  EXPECT_TRUE(fs::exists(foreign));
  cache.Write("huge", "key", Content(9000));
  EXPECT_FALSE(cache.Read("huge", "key").has_value());
}

TEST(DiskCache, IsOffWithoutAFolderAndSilentWhereItCannotWrite) {
  const DiskCache off("");
  EXPECT_FALSE(off.enabled());
  off.Write("x", "key", Content(3));
  EXPECT_FALSE(off.Read("x", "key").has_value());
  EXPECT_EQ(off.KeepFile("abc", "png"), "");
  const DiskCache nowhere("/proc/none");
  nowhere.Write("x", "key", Content(3));
  EXPECT_FALSE(nowhere.Read("x", "key").has_value());
  EXPECT_EQ(nowhere.KeepFile("abc", "png"), "");
}

TEST(DiskCache, KeptFilesAreNamedByTheirContent) {
  const TempFolder folder;
  const DiskCache cache(folder.Path("c"));
  const std::string path = cache.KeepFile("abc", "png");
  EXPECT_EQ(fs::path(path).extension(), ".png");
  EXPECT_EQ(cache.KeepFile("abc", "png"), path);
  EXPECT_NE(cache.KeepFile("abd", "png"), path);
  folder.Write("c/" + fs::path(path).filename().string(), "damaged");
  EXPECT_EQ(cache.KeepFile("abc", "png"), path);
  EXPECT_EQ(fs::file_size(path), 3u);
}

TEST(DiskCache, SeveralWritersAtOnce) {
  const TempFolder folder;
  const DiskCache cache(folder.Path("c"));
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 50; ++k) {
        cache.Write("x", "key", Content(5000, static_cast<int>(i)));
        const std::optional<Bytes> read = cache.Read("x", "key");
        if (!read || *read != Content(5000, read->at(0))) ++wrong[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  EXPECT_EQ(Files(cache.folder()).size(), 1u);
}

}  // namespace
}  // namespace surefoot
