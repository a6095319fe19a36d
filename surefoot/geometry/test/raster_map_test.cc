#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "surefoot/base/random.h"
#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/geometry/terrain/height_map_file.h"

namespace surefoot {
namespace {

using ::testing::HasSubstr;

template <typename T>
std::string Raw(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// A TIFF written by hand, tag by tag; the tags must be added in the order of their numbers.
class Tiff {
 public:
  void Entry(int tag, int type, std::size_t count, const std::string& value) {
    entries_.emplace_back(Raw(static_cast<std::uint16_t>(tag)) +
                              Raw(static_cast<std::uint16_t>(type)) +
                              Raw(static_cast<std::uint32_t>(count)),
                          value);
  }
  void Short(int tag, int value) { Entry(tag, 3, 1, Raw<std::uint32_t>(value)); }
  void Shorts(int tag, const std::vector<int>& values) {
    std::string bytes;
    for (const int value : values) bytes += Raw<std::uint16_t>(static_cast<std::uint16_t>(value));
    Entry(tag, 3, values.size(), bytes);
  }
  void Doubles(int tag, const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) bytes += Raw(value);
    Entry(tag, 12, values.size(), bytes);
  }
  void Text(int tag, const std::string& text) {
    Entry(tag, 2, text.size() + 1, text + std::string(1, '\0'));
  }
  /// The header, the pixels, the longer values, the table of tags.
  std::string Finish(const std::string& pixels) const {
    std::string body = pixels;
    std::string table = Raw(static_cast<std::uint16_t>(entries_.size()));
    for (const auto& [head, value] : entries_) {
      table += head;
      if (value.size() <= 4) {
        table += value + std::string(4 - value.size(), '\0');
      } else {
        table += Raw(static_cast<std::uint32_t>(8 + body.size()));
        body += value + std::string(value.size() % 2, '\0');
      }
    }
    return "II*" + std::string(1, '\0') + Raw(static_cast<std::uint32_t>(8 + body.size())) + body +
           table + std::string(4, '\0');
  }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

/// 4 x 3 heights 100, 101, ... from the top left, the last without data; in UTM zone 32 (`key`
/// 3072, 32632) with pixels of 2 x 5 m, or in degrees (2048, 4326).
std::string GeoTiff(bool degrees) {
  Tiff tiff;
  tiff.Short(256, 4);
  tiff.Short(257, 3);
  tiff.Short(258, 32);
  tiff.Short(259, 1);
  tiff.Short(262, 1);
  tiff.Short(273, 8);
  tiff.Short(277, 1);
  tiff.Short(278, 3);
  tiff.Short(279, 48);
  tiff.Short(339, 3);
  if (degrees) {
    tiff.Doubles(33550, {0.0002, 0.0001, 0.0});
    tiff.Doubles(33922, {0, 0, 0, 9.0 - 2 * 0.0002, 45.0 + 1.5 * 0.0001, 0});
    tiff.Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326});
  } else {
    tiff.Doubles(33550, {2.0, 5.0, 0.0});
    tiff.Doubles(33922, {0, 0, 0, 500000.0 - 4.0, 5000000.0 + 7.5, 0});
    tiff.Shorts(34735, {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632});
  }
  tiff.Text(42113, "-9999");
  std::string pixels;
  for (int i = 0; i < 12; ++i) pixels += Raw(i == 11 ? -9999.0f : 100.0f + static_cast<float>(i));
  return tiff.Finish(pixels);
}

constexpr double kPi = 3.14159265358979323846;
constexpr double kA = 6378137.0;
constexpr double kE2 = 6.69437999014e-3;

/// Arc length of the meridian from the equator, by summation.
double MeridianArc(double latitude_deg) {
  const int steps = 20000;
  double sum = 0.0;
  for (int i = 0; i < steps; ++i) {
    const double phi = latitude_deg * kPi / 180.0 * (i + 0.5) / steps;
    sum += kA * (1.0 - kE2) / std::pow(1.0 - kE2 * std::sin(phi) * std::sin(phi), 1.5);
  }
  return sum * latitude_deg * kPi / 180.0 / steps;
}

TEST(RasterMap, GeoTiffHasItsOwnExtentAndPlace) {
  const TempFolder folder;
  const std::string path = folder.Write("dem.tif", GeoTiff(false));
  std::vector<std::string> notes;
  const Result<HeightField> field = LoadHeightMap(path, Vector3d::Zero(), &notes);
  ASSERT_TRUE(field.ok()) << field.error().message;
  EXPECT_EQ(field->cols, 4);
  EXPECT_EQ(field->rows, 3);
  EXPECT_DOUBLE_EQ(field->size_x, 3 * 2.0);  // Between centres of pixels.
  EXPECT_DOUBLE_EQ(field->size_y, 2 * 5.0);
  EXPECT_EQ(field->At(2, 0), 100.0f);  // The top row has the largest y.
  EXPECT_EQ(field->At(0, 2), 110.0f);
  // Without data: three quarters of the square below with 110, one quarter of that above, whose
  // mean is 104.5.
  EXPECT_FLOAT_EQ(field->At(0, 3), 0.75f * 110.0f + 0.25f * 104.5f);
  ASSERT_TRUE(field->georeference.has_value());
  EXPECT_NEAR(field->georeference->longitude_deg, 9.0, 1e-9);
  // On the zone's central meridian, the northing is the arc length times 0.9996.
  EXPECT_NEAR(0.9996 * MeridianArc(field->georeference->latitude_deg), 5000000.0, 0.01);
  EXPECT_EQ(field->georeference->elevation, 106.0);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_THAT(notes[0], HasSubstr("1 samples"));
  EXPECT_THAT(notes[1], HasSubstr("longitude 9.0000000"));
}

/// `columns` x `rows` heights by a function of the pixel, with pixels of 2 m and no georeference.
std::string PlainTiff(
    int columns, int rows, const std::function<float(int, int)>& height,
    const std::function<void(Tiff*)>& more = [](Tiff* tiff) {
      tiff->Doubles(33550, {2.0, 2.0, 0.0});
      tiff->Doubles(33922, {0, 0, 0, 0, 0, 0});
    }) {
  Tiff tiff;
  tiff.Short(256, columns);
  tiff.Short(257, rows);
  tiff.Short(258, 32);
  tiff.Short(259, 1);
  tiff.Short(262, 1);
  tiff.Short(273, 8);
  tiff.Short(277, 1);
  tiff.Short(278, rows);
  tiff.Entry(279, 4, 1, Raw(static_cast<std::uint32_t>(4 * columns * rows)));
  tiff.Short(339, 3);
  more(&tiff);
  tiff.Text(42113, "-9999");
  std::string pixels;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) pixels += Raw(height(column, row));
  }
  return tiff.Finish(pixels);
}

/// 1 m per column to the east, 10 m per row to the south.
float Slope(int column, int row) { return static_cast<float>(column + 10 * row); }

TEST(RasterMap, APartIsTaken) {
  const TempFolder folder;
  const std::string path = folder.Write("dem.tif", PlainTiff(41, 31, Slope));
  // 10 x 6 m are 6 x 4 samples.
  const Result<HeightField> part =
      LoadHeightMap(path, Vector3d::Zero(), nullptr, "?extent=10x6&middle=11,7");
  ASSERT_TRUE(part.ok()) << part.error().message;
  EXPECT_EQ(part->cols, 6);
  EXPECT_EQ(part->rows, 4);
  EXPECT_DOUBLE_EQ(part->size_x, 10.0);
  EXPECT_DOUBLE_EQ(part->size_y, 6.0);
  // The file's centre is that of pixel (20, 15): 5.5 and 3.5 pixels away, and half as many as on
  // either side.
  EXPECT_EQ(part->At(3, 0), Slope(23, 10));
  EXPECT_EQ(part->At(0, 5), Slope(28, 13));
}

TEST(RasterMap, ResolutionMeansFewerOrMoreSamples) {
  const TempFolder folder;
  const std::string path = folder.Write("dem.tif", PlainTiff(40, 30, Slope));
  const HeightField coarse =
      LoadHeightMap(path, Vector3d::Zero(), nullptr, "?resolution=8").value();
  EXPECT_EQ(coarse.cols, 10);
  EXPECT_NEAR(coarse.size_x, 72.0, 1e-9);
  // The mean of 4 x 4: columns 0 to 3 and rows 26 to 29 (30 rows are 7.5 samples, so 8).
  EXPECT_NEAR(coarse.At(0, 1) - coarse.At(0, 0), 4.0, 1e-3);
  const HeightField fine = LoadHeightMap(path, Vector3d::Zero(), nullptr, "?resolution=1").value();
  EXPECT_EQ(fine.cols, 80);
  EXPECT_NEAR(fine.size_x, 79.0, 1e-9);
  // Linear between the pixels: the same slope as before.
  EXPECT_NEAR(fine.At(20, 41) - fine.At(20, 39), 1.0, 1e-3);
  EXPECT_NEAR(fine.At(21, 40) - fine.At(19, 40), -10.0, 1e-2);
}

TEST(RasterMap, PartsThatAreNotThereAreRefused) {
  const TempFolder folder;
  const std::string path = folder.Write("dem.tif", PlainTiff(41, 31, Slope));
  const auto message = [&](const std::string& part) {
    const auto field = LoadHeightMap(path, Vector3d::Zero(), nullptr, part);
    return field.ok() ? std::string() : field.error().message;
  };
  EXPECT_THAT(message("?extent=500x10"), HasSubstr("82 x 62 m large"));
  EXPECT_THAT(message("?extent=10x10&middle=60,0"), HasSubstr("60 m east"));
  EXPECT_THAT(message("?extent=10x10&place=4,5"), HasSubstr("is not georeferenced"));
  EXPECT_THAT(message("?middle=1,2"), HasSubstr("extent=200x100"));
  EXPECT_THAT(message("?extent=-3x10"), HasSubstr("extent='-3x10'"));
  EXPECT_THAT(message("?crop=3"), HasSubstr("extent, middle, place, resolution"));
  EXPECT_THAT(message("?resolution=0"), HasSubstr("resolution='0'"));
}

TEST(RasterMap, GapsAreFilledFromAround) {
  const TempFolder folder;
  // A hole of 8 x 8 in a slope of 1 m per column.
  const auto holed = [](int column, int row) {
    const bool hole = column >= 20 && column < 28 && row >= 10 && row < 18;
    return hole ? -9999.0f : static_cast<float>(column);
  };
  std::vector<std::string> notes;
  const HeightField field =
      LoadHeightMap(folder.Write("dem.tif", PlainTiff(48, 32, holed)), Vector3d::Zero(), &notes)
          .value();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("64 samples"));
  for (int row = 0; row < 32; ++row) {
    for (int col = 0; col < 48; ++col) {
      const bool hole = col >= 20 && col < 28 && row >= 14 && row < 22;
      ASSERT_NEAR(field.At(row, col), col, hole ? 3.0 : 0.0) << row << " " << col;
    }
  }
  EXPECT_THAT(LoadHeightMap(folder.Write("none.tif", PlainTiff(4, 4, [](int, int) { return NAN; })),
                            Vector3d::Zero())
                  .error()
                  .message,
              HasSubstr("contains no valid heights"));
}

/// Degrees on a sphere with the size of Mars, as specified by the file.
TEST(RasterMap, OtherPlanetsHaveTheirOwnDegrees) {
  const TempFolder folder;
  const double radius = 3396190.0;
  const auto mars = [&](Tiff* tiff) {
    tiff->Doubles(33550, {0.0001, 0.0001, 0.0});
    tiff->Doubles(33922, {0, 0, 0, 137.4, 4.6, 0});
    tiff->Shorts(34735, {1,    1, 0, 8,     1024, 0,     1, 2,     1025, 0,     1, 1,
                         2048, 0, 1, 32767, 2050, 0,     1, 32767, 2054, 0,     1, 9102,
                         2056, 0, 1, 32767, 2057, 34736, 1, 0,     2058, 34736, 1, 1});
    tiff->Doubles(34736, {radius, radius});
  };
  const std::string path = folder.Write("mars.tif", PlainTiff(41, 31, Slope, mars));
  const Result<HeightField> field = LoadHeightMap(path, Vector3d::Zero());
  ASSERT_TRUE(field.ok()) << field.error().message;
  const double degree = kPi / 180.0 * radius;
  EXPECT_NEAR(field->size_y, 30 * 0.0001 * degree, 0.02);
  EXPECT_NEAR(field->size_x, 40 * 0.0001 * degree * std::cos(4.6 * kPi / 180.0), 0.02);
  ASSERT_TRUE(field->georeference.has_value());
  EXPECT_NEAR(field->georeference->latitude_deg, 4.6 - 0.00155, 1e-7);
  EXPECT_NEAR(field->georeference->longitude_deg, 137.4 + 0.00205, 1e-7);
  // A part by its position: 20 columns and 10 rows from the corner.
  const Result<HeightField> part =
      LoadHeightMap(path, Vector3d::Zero(), nullptr, "?extent=23.7x23.7&place=4.59895,137.40205");
  ASSERT_TRUE(part.ok()) << part.error().message;
  EXPECT_EQ(part->cols, 5);
  EXPECT_EQ(part->rows, 5);
  EXPECT_EQ(part->At(2, 2), Slope(20, 10));
}

/// Heights are scale * value + offset, as GDAL's own tag says.
TEST(RasterMap, ScaleAndOffsetAreApplied) {
  const TempFolder folder;
  const auto scaled = [](Tiff* tiff) {
    tiff->Doubles(33550, {2.0, 2.0, 0.0});
    tiff->Doubles(33922, {0, 0, 0, 0, 0, 0});
    tiff->Text(42112,
               "<GDALMetadata><Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.5</Item>"
               "<Item name=\"OFFSET\" sample=\"0\" role=\"offset\">-100</Item></GDALMetadata>");
  };
  const HeightField field =
      LoadHeightMap(folder.Write("dem.tif", PlainTiff(8, 6, Slope, scaled)), Vector3d::Zero())
          .value();
  EXPECT_FLOAT_EQ(field.At(5, 0), -100.0f);
  EXPECT_FLOAT_EQ(field.At(0, 7), 0.5f * 57.0f - 100.0f);
}

TEST(RasterMap, DegreesBecomeMetres) {
  const TempFolder folder;
  const Result<HeightField> field =
      LoadHeightMap(folder.Write("dem.tif", GeoTiff(true)), Vector3d::Zero());
  ASSERT_TRUE(field.ok()) << field.error().message;
  // A degree of the meridian at 45 degrees, and of the parallel: its circle has radius N cos(phi).
  const double north = MeridianArc(45.5) - MeridianArc(44.5);
  const double radius = kA / std::sqrt(1.0 - kE2 * 0.5) * std::sqrt(0.5);
  EXPECT_NEAR(field->size_y, 2 * 0.0001 * north, 1e-3);
  EXPECT_NEAR(field->size_x, 3 * 0.0002 * kPi / 180.0 * radius, 1e-3);
  EXPECT_NEAR(field->georeference->latitude_deg, 45.0, 1e-9);
}

TEST(RasterMap, GivenSizesHold) {
  const TempFolder folder;
  const std::string path = folder.Write("dem.tif", GeoTiff(false));
  const HeightField wide = LoadHeightMap(path, Vector3d(30.0, 20.0, 0.0)).value();
  EXPECT_EQ(wide.size_x, 30.0);
  EXPECT_EQ(wide.size_y, 20.0);
  EXPECT_EQ(wide.MaxHeight(), 110.0f);
  const HeightField high = LoadHeightMap(path, Vector3d(30.0, 20.0, 5.0)).value();
  EXPECT_EQ(high.MinHeight(), 0.0f);
  EXPECT_FLOAT_EQ(high.MaxHeight(), 5.0f);
  EXPECT_FLOAT_EQ(high.At(2, 1), 0.5f);
}

TEST(RasterMap, TextGridAndReduction) {
  const TempFolder folder;
  std::string text = "ncols 4098\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0.5\n";
  for (int i = 0; i < 2 * 4098; ++i) text += std::to_string(i % 4098) + ".0 ";
  std::vector<std::string> notes;
  const Result<HeightField> field =
      LoadHeightMap(folder.Write("dem.asc", text), Vector3d::Zero(), &notes);
  ASSERT_TRUE(field.ok()) << field.error().message;
  EXPECT_EQ(field->cols, 2049);
  EXPECT_EQ(field->rows, 2);
  EXPECT_DOUBLE_EQ(field->size_x, 2048.0);  // Two samples of 0.5 m become one.
  EXPECT_NEAR(field->At(0, 10), 20.5, 1e-4);
  EXPECT_FALSE(field->georeference.has_value());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("4098 x 2"));
}

/// A TIFF of bytes without georeference is a picture: white is the given height.
TEST(RasterMap, PicturesAreGrey) {
  const TempFolder folder;
  Tiff tiff;
  for (const auto& [tag, value] : {std::pair<int, int>{256, 2},
                                   {257, 2},
                                   {258, 8},
                                   {259, 1},
                                   {262, 1},
                                   {273, 8},
                                   {277, 1},
                                   {278, 2},
                                   {279, 4}}) {
    tiff.Short(tag, value);
  }
  const std::string path = folder.Write("map.tif", tiff.Finish(std::string("\x00\x33\x66\xff", 4)));
  const Result<HeightField> field = LoadHeightMap(path, Vector3d(1.0, 1.0, 10.0));
  ASSERT_TRUE(field.ok()) << field.error().message;
  EXPECT_FLOAT_EQ(field->At(1, 0), 0.0f);
  EXPECT_FLOAT_EQ(field->At(1, 1), 2.0f);
  EXPECT_FLOAT_EQ(field->At(0, 1), 10.0f);
  EXPECT_EQ(LoadHeightMap(path, Vector3d::Zero())->size_x, 1.0);
  const Result<Image> image = LoadImage(path);
  ASSERT_TRUE(image.ok()) << image.error().message;
  EXPECT_EQ(image->width, 2);
  EXPECT_EQ(image->rgba[4], 0x33);
  EXPECT_EQ(image->rgba[7], 255);
}

TEST(RasterMap, DamagedFilesNeverCrash) {
  const TempFolder folder;
  RandomStream random(5, "damage");
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.Uniform() * static_cast<double>(count));
  };
  const std::string original = GeoTiff(false);
  int refused = 0;
  for (int i = 0; i < 25; ++i) {
    std::string bytes = original;
    for (std::size_t change = 0; change <= pick(4); ++change) {
      bytes[pick(bytes.size())] = static_cast<char>(pick(3) == 0 ? 0xff : pick(256));
    }
    if (pick(4) == 0) bytes.resize(1 + pick(bytes.size() - 1));
    const Result<HeightField> field = LoadHeightMap(folder.Write("m.tif", bytes), Vector3d::Zero());
    if (!field) {
      ++refused;
      EXPECT_THAT(field.error().message, HasSubstr("m.tif"));
      continue;
    }
    for (const float height : field->heights) ASSERT_TRUE(std::isfinite(height));
  }
  EXPECT_GT(refused, 2);
}

}  // namespace
}  // namespace surefoot
