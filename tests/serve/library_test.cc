// The models and worlds that people can choose from, and their pictures.

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;
using Clock = std::chrono::steady_clock;

std::string Write(const fs::path& path, const Bytes& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  return path.string();
}

TEST(LibraryTest, HasModelsWithPictures) {
  // Without the pictures cached by an earlier run.
  ::setenv("SUREFOOT_CACHE", "off", 1);
  Served served("flat");
  const auto library = served.Call<sm::GetLibrary>("/surefoot/library");
  std::string picture;
  int worlds = 0;
  for (const sm::LibraryItem& item : library.items) {
    if (item.kind == "world") ++worlds;
    EXPECT_NE(item.name, "sun");
    if (item.name != "husky") continue;
    EXPECT_EQ(item.kind, "model");
    EXPECT_EQ(item.uri, "model://husky");
    EXPECT_NE(item.description.find("Skid-steer"), std::string::npos);
    picture = item.picture;
  }
  EXPECT_GE(worlds, 5);
  ASSERT_NE(picture, "");
  const Clock::time_point end = Clock::now() + std::chrono::seconds(30);
  while (!served.files().Find(picture) && Clock::now() < end) served.Turn();
  const auto file = served.files().Find(picture);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->content_type, "image/png");
  const fs::path path = fs::temp_directory_path() / ("library_" + std::to_string(::getpid()));
  const Result<Image> image = LoadImage(Write(path, *file->bytes));
  fs::remove(path);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->width, 240);
  EXPECT_EQ(image->height, 180);
  // The robot covers a large part of the picture, and is yellow; the rest is transparent.
  std::size_t seen = 0;
  std::size_t yellow = 0;
  for (std::size_t i = 0; i < image->rgba.size(); i += 4) {
    const std::uint8_t* p = image->rgba.data() + i;
    seen += p[3] > 128 ? 1 : 0;
    yellow += p[3] > 128 && p[0] > 150 && p[1] > 90 && p[2] < 80 ? 1 : 0;
  }
  const std::size_t all = image->rgba.size() / 4;
  EXPECT_GT(seen, all / 5);
  EXPECT_LT(seen, all * 9 / 10);
  EXPECT_GT(yellow, all / 50);
}

}  // namespace
}  // namespace surefoot::serve::test
