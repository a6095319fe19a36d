#pragma once

/// Occupancy grids of worlds, in the format that navigation stacks load: where a robot can drive,
/// what blocks it, and what is unknown. docs/guides/map.md describes how cells are judged.
///
///   Result<OccupancyMap> map = MakeMap(world, state.X_WL, MapOptions());
///   if (map.ok()) WriteMap("warehouse", map.value());

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
  /// Heights over the ground (m) between which a shape is an obstacle. The robot drives over lower
  /// ones, so `from` is also the highest step; it drives under higher ones.
  double from = 0.1;
  double to = 0.5;
  /// The steepest ground that can be driven (rad).
  double slope = 0.5235987755982988;
  /// The area of the map; absent: everything static and all robots, with a margin of one metre.
  std::optional<Eigen::AlignedBox2d> bounds;
  /// Where robots start, each on the highest floor that is not above the point. Empty: the robots
  /// of the world; if there are none, the border of the map.
  std::vector<Vector3d> starts;
};

/// Cell values of nav_msgs/OccupancyGrid.
constexpr std::int8_t kUnknown = -1;
constexpr std::int8_t kFree = 0;
constexpr std::int8_t kOccupied = 100;

/// Upper limit of cells, 64 MB in a message.
constexpr std::int64_t kMaxCells = 64'000'000;

struct OccupancyMap {
  double resolution = 0.05;
  /// Lower left corner of the first cell, in W.
  Eigen::Vector2d origin_W = Eigen::Vector2d::Zero();
  int width = 0;
  int height = 0;
  /// Row by row along x, starting at the lowest y.
  std::vector<std::int8_t> cells;

  std::int8_t at(int column, int row) const {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(column)];
  }
};

/// `X_WL`: poses of all links by world id; they place the robots. Errors: invalid options, no start
/// on drivable ground, or too many cells. Time is linear in the cells that shapes cover.
Result<OccupancyMap> MakeMap(const world::World& world, const std::vector<RigidTransform>& X_WL,
                             const MapOptions& options);

/// The map as a message; `time_ns` is the stamp.
msgs::nav_msgs::OccupancyGrid ToMessage(const OccupancyMap& map, SimTimeNs time_ns,
                                        const std::string& frame_id);

/// Writes BASE.pgm and BASE.yaml, which the map servers of ROS 1 and Nav2 load.
Status WriteMap(const std::string& base, const OccupancyMap& map);

}  // namespace surefoot::occupancy
