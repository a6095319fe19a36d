#include "surefoot/geometry/terrain/height_map_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "surefoot/geometry/test/png_writer.h"

namespace surefoot {
namespace {

std::string Write(const std::string& content) {
  const std::string path = ::testing::TempDir() + "/height_map.png";
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(HeightMapFile, EightBitGreyIsLinear) {
  const std::string path = Write(
      Png(3, 2, 8, 0).Finish({std::string("\x00\x80\xff", 3), std::string("\x40\x01\x02", 3)}));
  const HeightField field = LoadHeightMap(path, Vector3d(4.0, 2.0, 10.0)).value();
  ASSERT_EQ(field.rows, 2);
  ASSERT_EQ(field.cols, 3);
  EXPECT_EQ(field.size_x, 4.0);
  EXPECT_EQ(field.size_y, 2.0);
  // The top row has the largest y, so it is the last row here.
  EXPECT_FLOAT_EQ(field.At(1, 0), 0.0f);
  EXPECT_FLOAT_EQ(field.At(1, 1), static_cast<float>(10.0 * 0x80 / 255.0));
  EXPECT_FLOAT_EQ(field.At(1, 2), 10.0f);
  EXPECT_FLOAT_EQ(field.At(0, 0), static_cast<float>(10.0 * 0x40 / 255.0));
}

TEST(HeightMapFile, SixteenBitKeepsItsPrecision) {
  const std::string path =
      Write(Png(2, 2, 16, 0)
                .Finish({std::string("\x00\x00\x12\x34", 4), std::string("\x12\x35\xff\xff", 4)}));
  const HeightField field = LoadHeightMap(path, Vector3d(1.0, 1.0, 65.535)).value();
  EXPECT_NEAR(field.At(1, 1), 0x1234 * 0.001, 1e-5);
  EXPECT_NEAR(field.At(0, 0), 0x1235 * 0.001, 1e-5);
  EXPECT_NEAR(field.At(0, 1), 65.535, 1e-5);
}

TEST(HeightMapFile, ColourAndAlphaAndPaletteAreUnderstood) {
  const Vector3d size(1.0, 1.0, 1.0);
  std::string path = Write(
      Png(2, 2, 8, 6)
          .Finish({std::string("\xff\xff\xff\x00\x00\x00\x00\xff", 8), std::string(8, '\x80')}));
  HeightField field = LoadHeightMap(path, size).value();
  EXPECT_NEAR(field.At(1, 0), 1.0, 1e-4);
  EXPECT_NEAR(field.At(1, 1), 0.0, 1e-4);
  EXPECT_NEAR(field.At(0, 0), 128.0 / 255.0, 1e-3);
  path = Write(Png(2, 2, 8, 3)
                   .Chunk("PLTE", std::string("\x00\x00\x00\x33\x33\x33", 6))
                   .Finish({std::string("\x00\x01", 2), std::string("\x01\x00", 2)}));
  field = LoadHeightMap(path, size).value();
  EXPECT_NEAR(field.At(1, 1), 0.2, 1e-3);
}

TEST(HeightMapFile, BadFilesAreCleanErrors) {
  const Vector3d size(1.0, 1.0, 1.0);
  const std::string good =
      Png(20, 20, 8, 0).Finish(std::vector<std::string>(20, std::string(20, 'a')));
  for (std::size_t length = 0; length < good.size() - 12; ++length) {
    EXPECT_FALSE(LoadHeightMap(Write(good.substr(0, length)), size).ok()) << length;
  }
  EXPECT_FALSE(LoadHeightMap(Write("not a picture at all"), size).ok());
  EXPECT_FALSE(
      LoadHeightMap(Write(Png(1, 5, 8, 0).Finish(std::vector<std::string>(5, "a"))), size).ok());
  EXPECT_FALSE(LoadHeightMap(Write(Png(100000, 2, 8, 0).Finish({"a", "b"})), size).ok());
  EXPECT_FALSE(LoadHeightMap("/nowhere/at/all.png", size).ok());
  EXPECT_FALSE(LoadHeightMap(::testing::TempDir(), size).ok());
  const std::string fifo = ::testing::TempDir() + "/height_map.fifo";
  std::filesystem::remove(fifo);
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_FALSE(LoadHeightMap(fifo, size).ok());
  EXPECT_FALSE(LoadHeightMap(Write(good), Vector3d(0.0, 1.0, 1.0)).ok());
}

}  // namespace
}  // namespace surefoot
