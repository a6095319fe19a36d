#include "surefoot/geometry/terrain/planet_terrain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/base/hash.h"
#include "surefoot/geometry/terrain/terrain.h"

namespace surefoot {
namespace {

using ::testing::HasSubstr;

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Rolling hills only.
PlanetSpec Rolling(std::uint64_t seed, double size) {
  PlanetSpec spec;
  spec.seed = seed;
  spec.size_x = spec.size_y = size;
  spec.roughness = 0.0;
  spec.craters = 0.0;
  return spec;
}

/// Root mean square of the slope between samples.
double SlopeOf(const HeightField& field) {
  const double cell = field.size_x / (field.cols - 1);
  double sum = 0.0;
  for (int row = 0; row + 1 < field.rows; ++row) {
    for (int col = 0; col + 1 < field.cols; ++col) {
      const double here = field.At(row, col);
      sum += std::pow((field.At(row, col + 1) - here) / cell, 2) +
             std::pow((field.At(row + 1, col) - here) / cell, 2);
    }
  }
  return std::sqrt(sum / ((field.rows - 1.0) * (field.cols - 1.0)));
}

double SpreadOf(const HeightField& field) {
  double sum = 0.0, squares = 0.0;
  for (const float height : field.heights) {
    sum += height;
    squares += static_cast<double>(height) * static_cast<double>(height);
  }
  const auto count = static_cast<double>(field.heights.size());
  return std::sqrt(squares / count - sum / count * sum / count);
}

TEST(PlanetTerrain, TheSlopeIsTheGivenOne) {
  for (const double slope : {2.0, 8.0, 15.0}) {
    PlanetSpec spec = Rolling(3, 400.0);
    spec.slope_deg = slope;
    spec.wavelength = 40.0;
    const HeightField field = MakePlanetTerrain(spec).value();
    EXPECT_NEAR(SlopeOf(field) / std::tan(slope * kDegree), 1.0, 0.06) << slope;
  }
}

TEST(PlanetTerrain, TheRoughnessIsTheGivenOne) {
  PlanetSpec spec = Rolling(3, 60.0);
  spec.slope_deg = 0.0;
  spec.roughness = 0.02;
  spec.resolution = 0.1;
  EXPECT_NEAR(SpreadOf(MakePlanetTerrain(spec).value()), 0.02, 0.001);
  // Coarser samples omit the waves that they cannot represent: 16 of 21 parts remain.
  spec.resolution = 0.5;
  EXPECT_NEAR(SpreadOf(MakePlanetTerrain(spec).value()), 0.02 * std::sqrt(16.0 / 21.0), 0.0015);
}

TEST(PlanetTerrain, CratersHaveTheProfileOfTheFormula) {
  PlanetSpec spec = Rolling(11, 200.0);
  spec.slope_deg = 0.0;
  spec.craters = 3.0;
  spec.smallest_crater = 6.0;
  const std::vector<Crater> craters = CratersOf(spec);
  ASSERT_GT(craters.size(), 8u);
  const HeightField field = MakePlanetTerrain(spec).value();
  for (int row = 0; row < field.rows; row += 3) {
    for (int col = 0; col < field.cols; col += 3) {
      const double x = 0.25 * col - 100.0;
      const double y = 0.25 * row - 100.0;
      double sum = 0.0;
      for (const Crater& crater : craters) {
        const double t = std::hypot(x - crater.x, y - crater.y) / (crater.diameter / 2.0);
        if (t <= 1.0) sum += crater.rim + crater.depth * (t * t - 1.0);
        if (t > 1.0 && t < 3.0) sum += crater.rim * (27.0 / (t * t * t) - 1.0) / 26.0;
      }
      ASSERT_NEAR(field.At(row, col), sum, 1e-5) << x << " " << y;
    }
  }
}

TEST(PlanetTerrain, CraterSizesFollowThePowerLaw) {
  PlanetSpec spec = Rolling(5, 1000.0);
  spec.resolution = 0.5;
  spec.craters = 40.0;
  const std::vector<Crater> craters = CratersOf(spec);
  const auto share = [&](double diameter) {
    const auto larger = std::count_if(craters.begin(), craters.end(), [&](const Crater& crater) {
      return crater.diameter > diameter;
    });
    return static_cast<double>(larger) / static_cast<double>(craters.size());
  };
  // The field is slightly larger, for craters that only reach into it.
  EXPECT_NEAR(static_cast<double>(craters.size()), 40.0 * 100.0, 0.04 * 4000.0);
  const double min = 1.0 / (25.0 * 25.0);
  for (const double diameter : {3.0, 4.0, 6.0, 10.0}) {
    const double law = (1.0 / (diameter * diameter) - min) / (1.0 / 4.0 - min);
    EXPECT_NEAR(share(diameter), law, 0.02) << diameter;
  }
  for (const Crater& crater : craters) {
    EXPECT_GE(crater.diameter, 2.0 - 1e-9);
    EXPECT_LE(crater.diameter, 25.0 + 1e-9);
    EXPECT_LE(crater.depth, 0.12 * crater.diameter + 1e-9);
  }
}

TEST(PlanetTerrain, SameSeedSameGroundOnEveryMachine) {
  const std::string uri = "surefoot:terrain/mars?seed=7&size=60x50&resolution=0.5&pad=0,0,3";
  const HeightField a = MakeTerrainFromUri(uri).value();
  EXPECT_EQ(a.heights, MakeTerrainFromUri(uri).value().heights);
  EXPECT_NE(a.heights,
            MakeTerrainFromUri("surefoot:terrain/mars?seed=8&size=60x50&resolution=0.5&pad=0,0,3")
                .value()
                .heights);
  // A stored value: only sums, products and roots are used, which all machines round equally.
  EXPECT_EQ(HashBytes(a.heights.data(), a.heights.size() * sizeof(float)), 0xe3ab8d9259eebcb9ULL);
}

TEST(PlanetTerrain, ALargerFieldContainsTheSmallerOne) {
  const HeightField small =
      MakeTerrainFromUri("surefoot:terrain/mars?seed=4&size=40x30&craters=60").value();
  const HeightField large =
      MakeTerrainFromUri("surefoot:terrain/mars?seed=4&size=100x90&craters=60").value();
  for (double y = -15.0; y <= 15.0; y += 0.25) {
    for (double x = -20.0; x <= 20.0; x += 0.25) {
      ASSERT_NEAR(small.HeightAt(x, y), large.HeightAt(x, y), 1e-5) << x << " " << y;
    }
  }
}

TEST(PlanetTerrain, APadIsLevelAndTheFirstOneIsAtZero) {
  const HeightField field = MakeTerrainFromUri(
                                "surefoot:terrain/mars?seed=9&size=80x80&craters=100&pad=10,-20,3&"
                                "pad=-20,20,2")
                                .value();
  for (double angle = 0.0; angle < 6.2; angle += 0.1) {
    const double c = std::cos(angle), s = std::sin(angle);
    EXPECT_NEAR(field.HeightAt(10.0 + 2.6 * c, -20.0 + 2.6 * s), 0.0, 1e-6);
    EXPECT_NEAR(field.HeightAt(-20.0 + 1.6 * c, 20.0 + 1.6 * s), field.HeightAt(-20.0, 20.0), 1e-6);
  }
  EXPECT_GT(SpreadOf(field), 0.05);
}

TEST(PlanetTerrain, LargeFieldsAreMadeQuickly) {
  const HeightField field =
      MakeTerrainFromUri("surefoot:terrain/mars?seed=1&size=260x440&resolution=0.5").value();
  EXPECT_EQ(field.cols, 521);
  EXPECT_EQ(field.rows, 881);
  for (const float height : field.heights) ASSERT_TRUE(std::isfinite(height));
}

TEST(PlanetTerrain, BadNumbersSayWhatIsAccepted) {
  const auto message = [](const std::string& options) {
    const auto field = MakeTerrainFromUri("surefoot:terrain/mars?" + options);
    return field.ok() ? std::string() : field.error().message;
  };
  EXPECT_THAT(message("size=3"), HasSubstr("size='3'"));
  EXPECT_THAT(message("size=0x4"), HasSubstr("1 to 20000 m"));
  EXPECT_THAT(message("size=nanx4"), HasSubstr("1 to 20000 m"));
  EXPECT_THAT(message("slope=60"), HasSubstr("slope is 60; accepted: 0 to 35 degrees"));
  EXPECT_THAT(message("pieces=3x4"), HasSubstr("crater_min"));
  EXPECT_THAT(message("seed=-1"), HasSubstr("seed='-1'"));
  EXPECT_THAT(message("pad=1,2"), HasSubstr("pad='1,2'"));
  EXPECT_THAT(message("pad=100,2,3"), HasSubstr("outside of the terrain"));
  EXPECT_THAT(message("size=5000x5000"), HasSubstr("16 million"));
  EXPECT_THAT(message("size=20000x20000&resolution=20&craters=9000"), HasSubstr("a million"));
  EXPECT_THAT(message("crater_max=1"), HasSubstr("crater_min"));
  const auto lava = MakeTerrainFromUri("surefoot:terrain/lava");
  ASSERT_FALSE(lava.ok());
  EXPECT_THAT(lava.error().message, HasSubstr("gravel, mars, moon"));
}

}  // namespace
}  // namespace surefoot
