#include "surefoot/geometry/terrain/terrain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

TerrainSpec Spec(const std::string& kind, int pieces_x = 4, int pieces_y = 3) {
  TerrainSpec spec;
  spec.kind = kind;
  spec.seed = 7;
  spec.pieces_x = pieces_x;
  spec.pieces_y = pieces_y;
  return spec;
}

/// Heights without the rims of the pieces, sorted.
std::vector<float> InnerHeights(const HeightField& field) {
  std::vector<float> heights;
  for (int row = 0; row < field.rows; ++row) {
    for (int col = 0; col < field.cols; ++col) {
      const int in_row = row % 50;
      const int in_col = col % 50;
      if (in_row >= 3 && in_row <= 47 && in_col >= 3 && in_col <= 47) {
        heights.push_back(field.At(row, col));
      }
    }
  }
  std::sort(heights.begin(), heights.end());
  return heights;
}

float Percentile(const std::vector<float>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

TEST(Terrain, SameSpecSameBitsOtherSeedOthers) {
  const HeightField a = MakeTerrain(Spec("gravel")).value();
  const HeightField b = MakeTerrain(Spec("gravel")).value();
  EXPECT_EQ(a.heights, b.heights);
  TerrainSpec other = Spec("gravel");
  other.seed = 8;
  EXPECT_NE(a.heights, MakeTerrain(other).value().heights);
}

TEST(Terrain, APieceDoesNotDependOnItsNeighbours) {
  const HeightField large = MakeTerrain(Spec("bumps", 4, 3)).value();
  const HeightField small = MakeTerrain(Spec("bumps", 1, 1)).value();
  for (int row = 0; row < small.rows; ++row) {
    for (int col = 0; col < small.cols; ++col) {
      ASSERT_NEAR(large.At(row, col), small.At(row, col), 1e-6);
    }
  }
}

TEST(Terrain, EdgesAreAtZeroAndNothingIsBelow) {
  for (const std::string& kind : TerrainKinds()) {
    const HeightField field = MakeTerrain(Spec(kind)).value();
    EXPECT_GE(field.MinHeight(), 0.0f);
    for (int col = 0; col < field.cols; ++col) {
      EXPECT_EQ(field.At(0, col), 0.0f);
      EXPECT_EQ(field.At(field.rows - 1, col), 0.0f);
    }
    for (int row = 0; row < field.rows; ++row) {
      EXPECT_EQ(field.At(row, 0), 0.0f);
      EXPECT_EQ(field.At(row, field.cols - 1), 0.0f);
    }
  }
}

TEST(Terrain, WithoutARimOnlyTheEdgesDiffer) {
  const HeightField with = MakeTerrain(Spec("gravel", 2, 1)).value();
  TerrainSpec spec = Spec("gravel", 2, 1);
  spec.rim = 0.0;
  const HeightField without = MakeTerrain(spec).value();
  EXPECT_EQ(InnerHeights(with), InnerHeights(without));
  float highest = 0.0f;
  for (int row = 0; row < without.rows; ++row) highest = std::max(highest, without.At(row, 0));
  EXPECT_GT(highest, 0.03f);
  for (const double bad : {-0.01, 0.6, std::nan("")}) {
    spec.rim = bad;
    EXPECT_FALSE(MakeTerrain(spec).ok()) << bad;
  }
}

TEST(Terrain, HeightsAreThoseOfTheLab) {
  const std::vector<float> bumps = InnerHeights(MakeTerrain(Spec("bumps")).value());
  EXPECT_NEAR(bumps.back(), 0.078, 0.005);
  const std::vector<float> grass = InnerHeights(MakeTerrain(Spec("grass")).value());
  EXPECT_LE(grass.back(), 0.0101f);
  EXPECT_GT(grass.back(), 0.005f);
  // Percentiles of the published gravel piece: 1.6, 4.6, 7.7 cm, and its top at 9.2 cm.
  const std::vector<float> gravel = InnerHeights(MakeTerrain(Spec("gravel")).value());
  EXPECT_NEAR(gravel.back(), 0.09, 0.006);
  EXPECT_NEAR(Percentile(gravel, 0.1), 0.016, 0.012);
  EXPECT_NEAR(Percentile(gravel, 0.5), 0.046, 0.012);
  EXPECT_NEAR(Percentile(gravel, 0.9), 0.077, 0.012);
}

TEST(Terrain, NoCellIsACliff) {
  for (const std::string& kind : TerrainKinds()) {
    const HeightField field = MakeTerrain(Spec(kind)).value();
    const double cell = field.size_x / (field.cols - 1);
    double steepest = 0.0;
    for (int row = 0; row < field.rows; ++row) {
      for (int col = 0; col + 1 < field.cols; ++col) {
        steepest = std::max<double>(steepest,
                                    std::abs(field.At(row, col + 1) - field.At(row, col)) / cell);
      }
    }
    EXPECT_LT(steepest, std::tan(70.0 / 57.2958)) << kind;
  }
}

TEST(Terrain, UrisAreUnderstood) {
  const TerrainSpec spec =
      ParseTerrainUri("surefoot:terrain/gravel?seed=12&pieces=10x4&resolution=0.05&rim=0.1")
          .value();
  EXPECT_EQ(spec.kind, "gravel");
  EXPECT_EQ(spec.seed, 12u);
  EXPECT_EQ(spec.pieces_x, 10);
  EXPECT_EQ(spec.pieces_y, 4);
  EXPECT_EQ(spec.resolution, 0.05);
  EXPECT_EQ(spec.rim, 0.1);
  EXPECT_EQ(ParseTerrainUri("surefoot:terrain/flat").value().kind, "flat");
}

TEST(Terrain, BadUrisSayWhatIsAccepted) {
  const auto message = [](const std::string& uri) {
    const Result<TerrainSpec> spec = ParseTerrainUri(uri);
    return spec.ok() ? std::string() : spec.error().message;
  };
  EXPECT_NE(message("surefoot:terrain/lava").find("gravel"), std::string::npos);
  EXPECT_NE(message("surefoot:terrain/flat?size=3").find("pieces"), std::string::npos);
  EXPECT_NE(message("surefoot:terrain/flat?seed=x").find("seed='x'"), std::string::npos);
  EXPECT_NE(message("surefoot:terrain/flat?pieces=3").find("12x3"), std::string::npos);
  EXPECT_NE(message("file.png").find("surefoot:terrain/"), std::string::npos);
}

TEST(Terrain, SizesAreBounded) {
  TerrainSpec spec = Spec("flat", 1000, 1000);
  EXPECT_FALSE(MakeTerrain(spec).ok());
  spec = Spec("flat", 0, 1);
  EXPECT_FALSE(MakeTerrain(spec).ok());
  spec = Spec("flat");
  spec.resolution = NAN;
  EXPECT_FALSE(MakeTerrain(spec).ok());
}

}  // namespace
}  // namespace surefoot
