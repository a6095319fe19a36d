#include "surefoot/ground/terrain/ground_regions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::ground {
namespace {

using Eigen::Vector2d;

constexpr double kPi = 3.14159265358979323846;

Vector3d Random(RandomStream* random, double size) {
  return Vector3d(random->Uniform(-size, size), random->Uniform(-size, size), 0.0);
}

/// A star with many corners that does not cross itself.
std::vector<Vector2d> Star(int count, RandomStream* random) {
  std::vector<Vector2d> corners;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * kPi * i / count;
    const double r = random->Uniform(0.5, 2.0);
    corners.emplace_back(r * std::cos(angle), r * std::sin(angle));
  }
  return corners;
}

/// Winding number of the polygon around the point: an independent inside test.
int Winding(const std::vector<Vector2d>& corners, const Vector2d& p) {
  double turned = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector2d a = corners[i] - p;
    const Vector2d b = corners[(i + 1) % corners.size()] - p;
    turned += std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  }
  return static_cast<int>(std::lround(turned / (2.0 * kPi)));
}

TEST(GroundRegions, PolygonsContainWhatTheyTurnRound) {
  RandomStream random(1, "polygons");
  for (const int count : {3, 4, 17, 600}) {
    const std::vector<Vector2d> corners = Star(count, &random);
    const PolygonRegion region(corners);
    for (int i = 0; i < 300; ++i) {
      const Vector2d p(random.Uniform(-2.2, 2.2), random.Uniform(-2.2, 2.2));
      EXPECT_EQ(region.Contains(p), Winding(corners, p) != 0) << count << ": " << p.transpose();
      // A fine sample of points on the edges: none is nearer.
      double nearest = 10.0;
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vector2d& a = corners[k];
        const Vector2d& b = corners[(k + 1) % corners.size()];
        for (int t = 0; t <= 20; ++t)
          nearest = std::min(nearest, (a + t / 20.0 * (b - a) - p).norm());
      }
      const double distance = region.BorderDistance(p, 10.0);
      EXPECT_LE(distance, nearest + 1e-12);
      EXPECT_GE(distance, nearest - 0.06 * 4.0 / std::min(count, 4));
      EXPECT_DOUBLE_EQ(region.BorderDistance(p, 0.01), std::min(0.01, distance));
    }
  }
}

world::GroundImage SomeImage(RandomStream* random) {
  auto cells = std::make_shared<world::GroundCells>();
  cells->columns = 40;
  cells->rows = 30;
  for (int i = 0; i < 1200; ++i) {
    const int row = i / 40;
    const int col = i % 40;
    // Blobs, with single cells here and there.
    const bool blob = std::hypot(row - 15, col - 12) < 9.0;
    const bool dot = random->Uniform(0.0, 1.0) < 0.004;
    cells->labels.push_back(static_cast<std::uint8_t>(dot ? 2 : (blob ? 1 : 0)));
  }
  world::GroundImage image;
  image.centre = Vector2d(0.3, -0.2);
  image.size = Vector2d(4.0, 3.3);
  image.yaw = 0.4;
  image.colours.resize(2);
  image.colours[0].ground = "a";
  image.colours[1].ground = "b";
  image.cells = cells;
  return image;
}

world::GroundMap SomeMap(RandomStream* random) {
  world::GroundMap map;
  map.layers.emplace_back(SomeImage(random));
  map.layers.emplace_back(world::GroundCircle{"c", Vector2d(1.0, 1.0), 0.6, Source()});
  map.layers.emplace_back(world::GroundPolygon{
      "own", {Vector2d(0.8, 0.8), Vector2d(1.4, 0.8), Vector2d(1.1, 1.3)}, Source()});
  return map;
}

const std::vector<std::string> kNames = {"own", "a", "b", "c"};

TEST(GroundRegions, LaterLayersLieOnEarlierOnes) {
  RandomStream random(2, "map");
  const world::GroundMap map = SomeMap(&random);
  const auto& image = std::get<world::GroundImage>(map.layers[0]);
  const auto regions = GroundRegions::Make(map, 0, kNames, RigidTransform()).value();
  EXPECT_EQ(regions.At(Vector3d(1.1, 1.0, 5.0)), 0) << "a hole in the circle";
  EXPECT_EQ(regions.At(Vector3d(0.6, 1.0, 5.0)), 3);
  EXPECT_EQ(regions.At(Vector3d(50.0, 1.0, 0.0)), 0);
  int found[4] = {};
  for (int row = 0; row < 30; ++row) {
    for (int col = 0; col < 40; ++col) {
      // The middle of a pixel, with the image's own axes.
      const Vector2d q((col + 0.5) / 40.0 * 4.0 - 2.0, (row + 0.5) / 30.0 * 3.3 - 1.65);
      const Vector2d p = image.centre + Eigen::Rotation2Dd(0.4) * q;
      if ((p - Vector2d(1.0, 1.0)).norm() < 0.6) continue;
      const int label = image.cells->labels[static_cast<std::size_t>(40 * row + col)];
      EXPECT_EQ(regions.At(Vector3d(p.x(), p.y(), 0.0)), label);
      ++found[label];
    }
  }
  EXPECT_GT(found[1], 100);
  EXPECT_GT(found[2], 0);
}

TEST(GroundRegions, WithinTheClearanceNothingChanges) {
  RandomStream random(3, "map");
  const auto regions = GroundRegions::Make(SomeMap(&random), 0, kNames, RigidTransform()).value();
  int wide = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vector3d p = Random(&random, 3.0);
    const double clear = regions.Clearance(p, 0.5);
    EXPECT_LE(clear, 0.5);
    wide += clear > 0.2;
    for (int k = 0; k < 20; ++k) {
      const double angle = random.Uniform(0.0, 2.0 * kPi);
      const Vector3d q = p + 0.999 * clear * random.Uniform(0.0, 1.0) *
                                 Vector3d(std::cos(angle), std::sin(angle), 0.0);
      EXPECT_EQ(regions.At(q), regions.At(p));
      // The bound that wheels rely on between two queries.
      EXPECT_GE(regions.Clearance(q, 0.5), clear - (q - p).norm() - regions.grain());
    }
  }
  EXPECT_GT(wide, 1000);
}

TEST(GroundRegions, AShapeCarriesItsMap) {
  RandomStream random(4, "map");
  world::GroundMap map = SomeMap(&random);
  const auto fixed = GroundRegions::Make(map, 0, kNames, RigidTransform()).value();
  map.in_shape = true;
  const RigidTransform X_WG(QuaternionFromRpy(0.3, -0.2, 1.0), Vector3d(4.0, -2.0, 1.0));
  const auto moved = GroundRegions::Make(map, 0, kNames, X_WG).value();
  for (int i = 0; i < 500; ++i) {
    const Vector3d p = Random(&random, 3.0);
    EXPECT_EQ(moved.At(X_WG * p), fixed.At(p));
    EXPECT_NEAR(moved.Clearance(X_WG * p, 1.0), fixed.Clearance(p, 1.0), 1e-9 + fixed.grain());
  }
}

TEST(GroundRegions, UnknownNamesAreAnError) {
  RandomStream random(5, "map");
  const auto regions = GroundRegions::Make(SomeMap(&random), 0, {"own", "a"}, RigidTransform());
  ASSERT_FALSE(regions.ok());
  EXPECT_NE(regions.error().message.find("\"b\""), std::string::npos);
}

}  // namespace
}  // namespace surefoot::ground
