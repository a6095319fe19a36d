#include "surefoot/occupancy/occupancy_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "surefoot/occupancy/test/build_world.h"

namespace surefoot::occupancy {
namespace {

using test::At;
using test::MakeMapOf;
using test::Shapes;
using test::Turned;
using world::Box;
using world::Cylinder;
using world::Plane;

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// The square of a cell, enlarged or reduced on every side.
Eigen::AlignedBox2d Square(const OccupancyMap& map, int column, int row, double grow) {
  const Eigen::Vector2d corner = map.origin_W + map.resolution * Eigen::Vector2d(column, row);
  const Eigen::Vector2d more = Eigen::Vector2d::Constant(grow);
  return {corner - more, corner + Eigen::Vector2d::Constant(map.resolution) + more};
}

/// Every cell is occupied if the shape is in its square, and free otherwise; squares that it only
/// touches may be either.
void ExpectOccupiedWhere(const OccupancyMap& map,
                         const std::function<bool(const Eigen::AlignedBox2d&)>& overlaps) {
  int occupied = 0;
  for (int row = 0; row < map.height; ++row) {
    for (int column = 0; column < map.width; ++column) {
      const int cell = map.at(column, row);
      occupied += cell == kOccupied ? 1 : 0;
      const double slack = map.resolution / 40.0;
      if (overlaps(Square(map, column, row, -slack))) {
        EXPECT_EQ(cell, kOccupied) << column << " " << row;
      } else if (!overlaps(Square(map, column, row, slack))) {
        EXPECT_EQ(cell, kFree) << column << " " << row;
      }
    }
  }
  EXPECT_GT(occupied, 0);
}

/// A rotated rectangle, by the separating axes.
bool RectangleOverlaps(const Eigen::Vector2d& centre, const Eigen::Vector2d& half, double yaw,
                       const Eigen::AlignedBox2d& square) {
  const Eigen::Vector2d u(std::cos(yaw), std::sin(yaw));
  const Eigen::Vector2d v(-u.y(), u.x());
  const double side = 0.5 * square.sizes().x();
  const Eigen::Vector2d d = square.center() - centre;
  const auto apart = [&](const Eigen::Vector2d& axis) {
    const double reach = half.x() * std::abs(u.dot(axis)) + half.y() * std::abs(v.dot(axis)) +
                         side * (std::abs(axis.x()) + std::abs(axis.y()));
    return std::abs(d.dot(axis)) > reach;
  };
  return !apart(Eigen::Vector2d::UnitX()) && !apart(Eigen::Vector2d::UnitY()) && !apart(u) &&
         !apart(v);
}

MapOptions Around(double reach, double resolution = 0.05) {
  MapOptions options;
  options.resolution = resolution;
  options.bounds =
      Eigen::AlignedBox2d(Eigen::Vector2d::Constant(-reach), Eigen::Vector2d::Constant(reach));
  return options;
}

TEST(OccupancyMap, TurnedBoxes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  struct Thing {
    Eigen::Vector2d centre;
    Eigen::Vector2d half;
    double yaw;
  };
  std::vector<Thing> things;
  Shapes shapes = {{Plane{}, RigidTransform()}};
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      const Thing thing{{1.5 * i + 0.3 * any(random), 1.5 * j + 0.3 * any(random)},
                        {0.25 + 0.2 * any(random), 0.25 + 0.2 * any(random)},
                        3.0 * any(random)};
      const double height = 0.8 + 0.5 * any(random);
      things.push_back(thing);
      // Half of them are partly in the ground.
      shapes.push_back(
          {Box{{2.0 * thing.half.x(), 2.0 * thing.half.y(), height}},
           Turned({thing.centre.x(), thing.centre.y(), (i + j) % 2 == 0 ? 0.5 * height : 0.1},
                  thing.yaw, Vector3d::UnitZ())});
    }
  }
  ExpectOccupiedWhere(MakeMapOf(shapes, Around(3.0)), [&](const Eigen::AlignedBox2d& square) {
    for (const Thing& thing : things) {
      if (RectangleOverlaps(thing.centre, thing.half, thing.yaw, square)) return true;
    }
    return false;
  });
}

TEST(OccupancyMap, UprightCylindersHoweverThin) {
  for (const double radius : {0.7, 0.11, 0.003}) {
    const Eigen::Vector2d centre(0.12, -0.31);
    const Shapes shapes = {{Plane{}, RigidTransform()},
                           {Cylinder{radius, 2.0}, At(centre.x(), centre.y(), 1.0)}};
    ExpectOccupiedWhere(MakeMapOf(shapes, Around(1.5)), [&](const Eigen::AlignedBox2d& square) {
      return square.exteriorDistance(centre) < radius;
    });
  }
}

TEST(OccupancyMap, BoxesOnTheGridsLinesAreNotGrown) {
  const Shapes shapes = {{Plane{}, RigidTransform()},
                         {Box{{0.5, 0.25, 1.0}}, At(0.25, 0.125, 0.5)}};
  const OccupancyMap map = MakeMapOf(shapes, Around(1.0));
  int occupied = 0;
  for (int row = 0; row < map.height; ++row) {
    for (int column = 0; column < map.width; ++column) {
      const bool inside = column >= 20 && column < 30 && row >= 20 && row < 25;
      EXPECT_EQ(map.at(column, row), inside ? kOccupied : kFree) << column << " " << row;
      occupied += inside ? 1 : 0;
    }
  }
  EXPECT_EQ(occupied, 50);
  EXPECT_EQ(map.width, 40);
}

TEST(OccupancyMap, ASheetWithoutThicknessIsAWall) {
  TriMesh sheet;
  sheet.vertices = {{0.0, -3.0, 0.0}, {0.0, 3.0, 0.0}, {0.0, 3.0, 1.0}, {0.0, -3.0, 1.0}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  // On a boundary between cells, and within cells.
  for (const double x : {0.0, 0.0137}) {
    MapOptions options = Around(1.0);
    options.starts = {{-0.5, 0.0, 2.0}};
    const OccupancyMap map =
        MakeMapOf({{Plane{}, RigidTransform()}, {test::Shared(sheet), At(x, 0.0, 0.0)}}, options);
    for (int row = 0; row < map.height; ++row) {
      int walls = 0;
      for (int column = 0; column < map.width; ++column) {
        walls += map.at(column, row) == kOccupied ? 1 : 0;
      }
      EXPECT_EQ(walls, 1);
      EXPECT_EQ(map.at(0, row), kFree);
      EXPECT_EQ(map.at(map.width - 1, row), kUnknown);
    }
  }
}

TEST(OccupancyMap, HeightsDecide) {
  // A sill of 5 cm, a table top at 0.7 m, a lamp at 1.5 m.
  const Shapes shapes = {{Plane{}, RigidTransform()},
                         {Box{{0.4, 0.4, 0.05}}, At(-0.5, 0.0, 0.025)},
                         {Box{{0.4, 0.4, 0.04}}, At(0.0, 0.0, 0.7)},
                         {world::Sphere{0.2}, At(0.5, 0.0, 1.5)}};
  const auto cell = [&](double from, double to, double x) {
    MapOptions options = Around(1.0);
    options.from = from;
    options.to = to;
    const OccupancyMap map = MakeMapOf(shapes, options);
    return static_cast<int>(map.at(static_cast<int>((x + 1.0) / 0.05), 20));
  };
  EXPECT_EQ(cell(0.1, 0.5, -0.5), kFree);
  EXPECT_EQ(cell(0.02, 0.5, -0.5), kOccupied);
  EXPECT_EQ(cell(0.1, 0.67, 0.0), kFree);
  EXPECT_EQ(cell(0.1, 0.69, 0.0), kOccupied);
  EXPECT_EQ(cell(0.1, 1.29, 0.5), kFree);
  EXPECT_EQ(cell(0.1, 1.31, 0.5), kOccupied);
}

TEST(OccupancyMap, PlanesAreFreeUpToTheSteepestSlope) {
  for (const double resolution : {0.05, 0.5}) {
    for (const double slope : {20.0, 29.9, 30.1, 60.0}) {
      const Shapes shapes = {
          {Plane{}, Turned(Vector3d::Zero(), slope * kDegree, Vector3d(1.0, 2.0, 0.0))}};
      const OccupancyMap map = MakeMapOf(shapes, Around(2.0, resolution));
      for (const int cell : map.cells) EXPECT_EQ(cell, slope < 30.0 ? kFree : kUnknown);
    }
  }
}

TEST(OccupancyMap, ClosedRoomsAreUnknownFromOutsideAndKnownFromInside) {
  Shapes shapes = {{Plane{}, RigidTransform()}};
  for (const double side : {-1.0, 1.0}) {
    shapes.push_back({Box{{0.1, 2.1, 2.0}}, At(side, 0.0, 1.0)});
    shapes.push_back({Box{{2.1, 0.1, 2.0}}, At(0.0, side, 1.0)});
  }
  // With a roof that robots drive under.
  shapes.push_back({Box{{2.1, 2.1, 0.1}}, At(0.0, 0.0, 2.05)});
  const auto cells = [&](const MapOptions& options) {
    const OccupancyMap map = MakeMapOf(shapes, options);
    return std::vector<int>{map.at(30, 30), map.at(2, 30), map.at(10, 30)};
  };
  EXPECT_EQ(cells(Around(1.5)), (std::vector<int>{kUnknown, kFree, kOccupied}));
  MapOptions inside = Around(1.5);
  inside.starts = {{0.0, 0.0, 0.5}};
  EXPECT_EQ(cells(inside), (std::vector<int>{kFree, kUnknown, kOccupied}));
  const OccupancyMap robot = MakeMapOf(shapes, Around(1.5), Vector3d(0.2, 0.3, 0.1));
  EXPECT_EQ(robot.at(30, 30), kFree);
  EXPECT_EQ(robot.at(2, 30), kUnknown);
  EXPECT_EQ(robot.at(10, 30), kOccupied);
}

TEST(OccupancyMap, PlatformsBehindRampsAreFreeAndTheirEdgesOccupied) {
  // 0.4 m high, from x = 0; the ramp of 20 degrees leads up to it at |y| < 0.5.
  const double length = 0.4 / std::sin(20.0 * kDegree);
  const double run = 0.4 / std::tan(20.0 * kDegree);
  const RigidTransform X_WR = Turned(
      {-0.5 * run + 0.05 * std::sin(20.0 * kDegree), 0.0, 0.2 - 0.05 * std::cos(20.0 * kDegree)},
      -20.0 * kDegree, Vector3d::UnitY());
  const Shapes shapes = {{Plane{}, RigidTransform()},
                         {Box{{2.0, 2.0, 0.4}}, At(1.0, 0.0, 0.2)},
                         {Box{{length, 1.0, 0.1}}, X_WR}};
  const OccupancyMap map = MakeMapOf(shapes, Around(3.0));
  const auto at = [&](double x, double y) {
    return static_cast<int>(
        map.at(static_cast<int>((x + 3.0) / 0.05), static_cast<int>((y + 3.0) / 0.05)));
  };
  EXPECT_EQ(at(-2.0, 0.0), kFree);
  EXPECT_EQ(at(-0.6, 0.0), kFree);
  EXPECT_EQ(at(1.0, 0.0), kFree);
  EXPECT_EQ(at(0.02, 0.8), kOccupied);
  EXPECT_EQ(at(1.98, 0.3), kOccupied);
  EXPECT_EQ(at(0.2, 0.8), kFree);
  EXPECT_EQ(at(2.2, 0.3), kFree);
}

TEST(OccupancyMap, PlacesWithoutGroundAreUnknown) {
  const Shapes shapes = {{Box{{2.0, 2.0, 0.1}}, RigidTransform()},
                         {Box{{0.5, 0.5, 0.1}}, At(1.25, 0.0, -1.0)}};
  const OccupancyMap map = MakeMapOf(shapes, Around(2.0), Vector3d(0.0, 0.0, 0.2));
  EXPECT_EQ(map.at(40, 40), kFree);
  EXPECT_EQ(map.at(40, 19), kUnknown);
  // Ground far below: its edge is marked, the rest is unknown.
  EXPECT_EQ(map.at(60, 40), kOccupied);
  EXPECT_EQ(map.at(63, 40), kUnknown);
}

TEST(OccupancyMap, HillsAreFreeWhereTheyAreNotSteep) {
  // z = 1.2 exp(-r^2 / 2): the steepest place is at r = 1, 36 degrees.
  const int samples = 201;
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = samples;
  field->size_x = field->size_y = 10.0;
  for (int row = 0; row < samples; ++row) {
    for (int col = 0; col < samples; ++col) {
      const double x = 10.0 * (col / 200.0 - 0.5);
      const double y = 10.0 * (row / 200.0 - 0.5);
      field->heights.push_back(static_cast<float>(1.2 * std::exp(-0.5 * (x * x + y * y))));
    }
  }
  world::HeightMap hill;
  hill.field = field;
  const OccupancyMap map = MakeMapOf({{hill, RigidTransform()}}, Around(4.0));
  const double limit = std::tan(30.0 * kDegree);
  int steep = 0;
  for (int row = 0; row < map.height; ++row) {
    for (int column = 0; column < map.width; ++column) {
      const double r = Square(map, column, row, 0.0).center().norm();
      const double slope = 1.2 * r * std::exp(-0.5 * r * r);
      if (r > 1.2 && slope < 0.95 * limit) {
        EXPECT_EQ(map.at(column, row), kFree) << r;
      }
      // Its top cannot be reached: from below it is an obstacle.
      if (slope > 1.05 * limit || r < 0.5) {
        EXPECT_EQ(map.at(column, row), kOccupied) << r;
        ++steep;
      }
    }
  }
  EXPECT_GT(steep, 300);
}

TEST(OccupancyMap, RefusesWhatMakesNoSense) {
  const Shapes shapes = {{Plane{}, RigidTransform()}};
  const auto error = [&](const std::function<void(MapOptions*)>& change) {
    MapOptions options = Around(1.0);
    change(&options);
    const Result<OccupancyMap> map = test::TryMapOf(shapes, options);
    return map.ok() ? "" : map.error().message;
  };
  EXPECT_NE(error([](MapOptions* o) { o->resolution = 0.0; }), "");
  EXPECT_NE(error([](MapOptions* o) { o->resolution = std::nan(""); }), "");
  EXPECT_NE(error([](MapOptions* o) { o->to = 0.05; }), "");
  EXPECT_NE(error([](MapOptions* o) { o->slope = 1.6; }), "");
  EXPECT_NE(error([](MapOptions* o) { o->starts = {{50.0, 0.0, 1.0}}; }), "");
  EXPECT_NE(error([](MapOptions* o) { o->bounds->max().x() = -2.0; }), "");
  EXPECT_NE(error([](MapOptions* o) { o->bounds->max().x() = 1e9; }).find("coarser"),
            std::string::npos);
  EXPECT_EQ(error([](MapOptions* o) { o->bounds.reset(); }), "");
}

TEST(OccupancyMap, MessageHasTheSameCells) {
  const OccupancyMap map =
      MakeMapOf({{Plane{}, RigidTransform()}, {Box{}, At(0.5, 0.0, 0.5)}}, Around(2.0));
  const msgs::nav_msgs::OccupancyGrid message = ToMessage(map, 1'500'000'000, "map");
  EXPECT_EQ(message.header.frame_id, "map");
  EXPECT_EQ(message.header.stamp.sec, 1);
  EXPECT_EQ(message.info.width * message.info.height, message.data.size());
  EXPECT_EQ(message.info.origin.position.x, -2.0);
  EXPECT_EQ(message.info.origin.orientation.w, 1.0);
  EXPECT_EQ(message.data, map.cells);
}

}  // namespace
}  // namespace surefoot::occupancy
