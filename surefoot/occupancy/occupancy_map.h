#pragma once

/// Occupancy grids of worlds, as navigation stacks load them: where a robot can drive, what stands
/// in its way, and where nothing is known. docs/guides/map.md tells how cells are judged.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/time.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/world/world.h"

namespace surefoot::occupancy {

struct MapOptions {
  /// Side of a cell (m).
  double resolution = 0.05;
  /// Heights over the ground (m) between which things stand in a robot's way. Lower ones are driven
  /// over, so this is also the highest step; higher ones are driven under.
  double from = 0.1;
  double to = 0.5;
  /// The steepest ground that is driven (rad).
  double slope = 0.5235987755982988;
  /// What the map shows; absent: all that is static, and the robots, with a metre around.
  std::optional<Eigen::AlignedBox2d> bounds;
  /// Where robots start, each on the highest floor that is not above it; empty: where they are in
  /// the world; if there are none, the map's border.
  std::vector<Vector3d> starts;
};

/// As nav_msgs/OccupancyGrid has them.
constexpr std::int8_t kUnknown = -1;
constexpr std::int8_t kFree = 0;
constexpr std::int8_t kOccupied = 100;

/// No map has more cells.
constexpr std::int64_t kMostCells = 64'000'000;

struct OccupancyMap {
  double resolution = 0.05;
  /// The lower left corner of the first cell, in W.
  Eigen::Vector2d origin_W = Eigen::Vector2d::Zero();
  int width = 0;
  int height = 0;
  /// Rows of x, from the lowest y on.
  std::vector<std::int8_t> cells;

  std::int8_t at(int column, int row) const {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(column)];
  }
};

/// `X_WL`: poses of all links by world id, for where the robots are. Errors: options that make no
/// sense, a map without cells or with too many.
Result<OccupancyMap> MakeMap(const world::World& world, const std::vector<RigidTransform>& X_WL,
                             const MapOptions& options);

msgs::nav_msgs::OccupancyGrid ToMessage(const OccupancyMap& map, SimTimeNs time_ns,
                                        const std::string& frame_id);

/// Writes BASE.pgm and BASE.yaml as the map servers of ROS 1 and Nav2 load them.
Status WriteMap(const std::string& base, const OccupancyMap& map);

}  // namespace surefoot::occupancy
