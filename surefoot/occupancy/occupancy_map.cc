#include "surefoot/occupancy/occupancy_map.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/occupancy/columns.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/world.h"

// A cell is free if a robot can reach its floor from a start without a step that is too high or a
// slope that is too steep.

namespace surefoot::occupancy {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr int kSides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

/// Flood fill over floors: which of them a robot reaches from its starts. A cell can have several
/// floors, e.g. below and on a bridge.
class Reach {
 public:
  Reach(const Columns& columns, const MapOptions& options)
      : columns_(columns),
        grid_(columns.grid()),
        from_(options.from),
        to_(options.to),
        rise_(std::sqrt(0.5) * grid_.resolution * std::tan(options.slope) + 1e-6),
        step_(std::max(options.from, grid_.resolution * std::tan(options.slope)) + 1e-6),
        reached_(columns.floor_count(), 0) {}

  /// Puts a robot at p_W, on the highest floor that is not above it. Returns false if there is no
  /// drivable floor, or if the point is not on the map.
  bool StartAt(const Vector3d& p_W) {
    const Eigen::Vector2d at = (p_W.head<2>() - grid_.origin_W) / grid_.resolution;
    if (!(at.minCoeff() >= 0.0 && at.x() < grid_.width && at.y() < grid_.height)) return false;
    const int cell = grid_.Index(static_cast<int>(at.x()), static_cast<int>(at.y()));
    const auto floors = columns_.Floors(cell);
    int best = -1;
    for (std::size_t i = 0; i < floors.size(); ++i) {
      if (floors[i].z > p_W.z() + from_ || !IsFree(cell, floors[i])) continue;
      if (best < 0 || floors[i].z > floors[static_cast<std::size_t>(best)].z) {
        best = static_cast<int>(i);
      }
    }
    if (best >= 0) Take(cell, static_cast<std::size_t>(best));
    return best >= 0;
  }
  /// Starts on the highest floor of every cell at the border of the map.
  void StartAtBorder() {
    const double sky = 1e9;
    for (int row = 0; row < grid_.height; ++row) {
      const bool whole = row == 0 || row == grid_.height - 1;
      for (int column = 0; column < grid_.width;
           column += whole ? 1 : std::max(1, grid_.width - 1)) {
        StartAt({grid_.Centre(column, row).x(), grid_.Centre(column, row).y(), sky});
      }
    }
  }
  /// Expands from the starts to all floors within one step of a reached one (4-connected). Depth
  /// first, which is enough because only membership matters.
  void Spread() {
    while (!queue_.empty()) {
      const Place at = queue_.back();
      queue_.pop_back();
      const double z = columns_.Floors(at.cell)[at.floor].z;
      for (const auto& side : kSides) {
        const int column = at.cell % grid_.width + side[0];
        const int row = at.cell / grid_.width + side[1];
        if (!grid_.Has(column, row)) continue;
        const int cell = grid_.Index(column, row);
        const auto floors = columns_.Floors(cell);
        for (std::size_t i = 0; i < floors.size(); ++i) {
          if (std::abs(floors[i].z - z) > step_) continue;
          if (reached_[columns_.FirstFloor(cell) + i] == 0 && IsFree(cell, floors[i]))
            Take(cell, i);
        }
      }
    }
  }

  /// The value of each cell.
  std::vector<std::int8_t> Cells() const {
    const std::vector<double> reached = ReachedGround();
    const std::vector<double> nearest = NearestGround(reached);
    std::vector<std::int8_t> cells(reached.size(), kUnknown);
    for (int row = 0; row < grid_.height; ++row) {
      for (int column = 0; column < grid_.width; ++column) {
        const auto cell = static_cast<std::size_t>(grid_.Index(column, row));
        if (std::isnan(reached[cell])) {
          cells[cell] = Unreached(column, row, nearest[cell], reached);
        } else {
          cells[cell] = IsUpperEdge(column, row, reached) ? kOccupied : kFree;
        }
      }
    }
    return cells;
  }

 private:
  bool IsFree(int cell, const Floor& floor) const {
    return floor.gentle && !IsInTheWay(cell, floor.z);
  }
  bool IsInTheWay(int cell, double ground) const {
    return columns_.IsBlocked(cell, ground + from_, ground + to_, ground + rise_);
  }
  /// Adds a floor to the flood fill, once.
  void Take(int cell, std::size_t floor) {
    const std::size_t number = columns_.FirstFloor(cell) + floor;
    if (reached_[number] != 0) return;
    reached_[number] = 1;
    queue_.push_back({cell, floor});
  }
  /// Ground of each cell: its lowest reached floor; NaN if none is reached.
  std::vector<double> ReachedGround() const {
    std::vector<double> ground(static_cast<std::size_t>(grid_.count()), kNone);
    for (int cell = 0; cell < grid_.count(); ++cell) {
      const auto floors = columns_.Floors(cell);
      double& lowest = ground[static_cast<std::size_t>(cell)];
      for (std::size_t i = 0; i < floors.size(); ++i) {
        if (reached_[columns_.FirstFloor(cell) + i] == 0) continue;
        lowest = std::isnan(lowest) ? floors[i].z : std::min(lowest, floors[i].z);
      }
    }
    return ground;
  }
  /// Ground of each cell: that of the nearest reached cell, by a breadth-first search from all of
  /// them. Obstacles are judged by their height above this ground.
  std::vector<double> NearestGround(const std::vector<double>& reached) const {
    std::vector<double> ground = reached;
    std::vector<int> ring;
    for (int cell = 0; cell < grid_.count(); ++cell) {
      if (!std::isnan(reached[static_cast<std::size_t>(cell)])) ring.push_back(cell);
    }
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const int at = ring[i];
      for (const auto& side : kSides) {
        const int column = at % grid_.width + side[0];
        const int row = at / grid_.width + side[1];
        if (!grid_.Has(column, row)) continue;
        const int cell = grid_.Index(column, row);
        if (!std::isnan(ground[static_cast<std::size_t>(cell)])) continue;
        ground[static_cast<std::size_t>(cell)] = ground[static_cast<std::size_t>(at)];
        ring.push_back(cell);
      }
    }
    return ground;
  }
  /// Whether the highest floor below a height is too steep to drive.
  static bool IsTooSteep(std::span<const Floor> floors, double below) {
    const Floor* top = nullptr;
    for (const Floor& floor : floors) {
      if (floor.z < below && (top == nullptr || floor.z > top->z)) top = &floor;
    }
    return top != nullptr && !top->gentle;
  }
  /// Whether the cell is the upper edge of a step, from which a robot would fall.
  bool IsUpperEdge(int column, int row, const std::vector<double>& reached) const {
    const double z = reached[static_cast<std::size_t>(grid_.Index(column, row))];
    for (const auto& side : kSides) {
      if (!grid_.Has(column + side[0], row + side[1])) continue;
      const int other = grid_.Index(column + side[0], row + side[1]);
      if (z - reached[static_cast<std::size_t>(other)] > step_) return true;
    }
    return false;
  }
  /// Value of a cell that the flood fill did not reach. `ground`: height of the ground there (m),
  /// NaN for none.
  std::int8_t Unreached(int column, int row, double ground,
                        const std::vector<double>& reached) const {
    const int cell = grid_.Index(column, row);
    if (std::isnan(ground)) return kUnknown;
    if (IsInTheWay(cell, ground)) return kOccupied;
    const auto floors = columns_.Floors(cell);
    if (floors.empty()) return kUnknown;
    if (IsTooSteep(floors, ground + to_)) return kOccupied;
    // A floor too high or too low to reach, next to a reached cell: the edge of a step.
    for (const auto& side : kSides) {
      if (!grid_.Has(column + side[0], row + side[1])) continue;
      const int other = grid_.Index(column + side[0], row + side[1]);
      if (!std::isnan(reached[static_cast<std::size_t>(other)])) return kOccupied;
    }
    return kUnknown;
  }

  const Columns& columns_;
  const Grid& grid_;
  double from_;
  double to_;
  /// How far ground of the steepest slope rises from a cell's centre to its corners, and the
  /// largest step between neighbouring cells (m).
  double rise_;
  double step_;
  struct Place {
    int cell;
    std::size_t floor;
  };
  std::vector<Place> queue_;
  std::vector<char> reached_;
};

constexpr double kPi = 3.14159265358979323846;

/// Calls `visit` for each collision shape of static links, with its pose in the world. Visuals do
/// not matter, because robots only collide with collision shapes.
void ForEachStatic(
    const world::World& world,
    const std::function<void(const world::Geometry&, const RigidTransform&)>& visit) {
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) continue;
    const RigidTransform X_WL =
        world.instance(world.model_of_link(link)).X_WM * world.link(link).X_ML;
    for (const world::Collision& collision : world.link(link).collisions) {
      visit(collision.geometry, X_WL * collision.X_LG);
    }
  }
}

/// Number of segments for which the chords are within `error` of the circle: the sagitta is radius
/// (1 - cos(pi / n)). A multiple of four, so that the extreme points lie on the axes.
int Segments(double radius, double error) {
  const double part = std::acos(std::max(0.0, 1.0 - error / std::max(radius, error)));
  const int count = static_cast<int>(std::ceil(kPi / std::max(part, 1e-3)));
  return 4 * ((std::clamp(count, 16, 512) + 3) / 4);
}

/// A sphere whose halves are moved apart by the capsule's length. `error`: permitted deviation (m).
TriMesh CapsuleMesh(const world::Capsule& capsule, double error) {
  TriMesh mesh = MakeSphereMesh(capsule.radius, Segments(capsule.radius, error));
  for (Vector3d& vertex : mesh.vertices) {
    vertex.z() += std::copysign(0.5 * capsule.length, vertex.z());
  }
  return mesh;
}

/// Mesh of any geometry except planes.
TriMesh MeshOf(const world::Geometry& geometry, double error) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) return MakeBoxMesh(box->size);
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return MakeSphereMesh(sphere->radius, Segments(sphere->radius, error));
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return MakeCylinderMesh(cylinder->radius, cylinder->length, Segments(cylinder->radius, error));
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    return CapsuleMesh(*capsule, error);
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    const int segments = Segments(ellipsoid->radii.maxCoeff(), error);
    return Scaled(MakeSphereMesh(1.0, segments), ellipsoid->radii);
  }
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) return ToMesh(*map->field);
  const auto* mesh = std::get_if<world::Mesh>(&geometry);
  return mesh != nullptr ? *mesh->mesh : TriMesh();
}

/// Bounds of all static collision shapes except planes; empty if there are none.
Eigen::AlignedBox2d StaticBounds(const world::World& world) {
  Eigen::AlignedBox2d bounds;
  ForEachStatic(world, [&](const world::Geometry& geometry, const RigidTransform& X_WG) {
    if (std::holds_alternative<world::Plane>(geometry)) return;
    for (const Vector3d& vertex : MeshOf(geometry, 0.01).vertices) {
      bounds.extend((X_WG * vertex).head<2>());
    }
  });
  return bounds;
}

/// Adds all static collision shapes. Round shapes become meshes within a fiftieth of a cell.
void AddStaticShapes(const world::World& world, Columns* columns) {
  const double error = columns->grid().resolution / 50.0;
  ForEachStatic(world, [&](const world::Geometry& geometry, const RigidTransform& X_WG) {
    if (std::holds_alternative<world::Plane>(geometry)) {
      columns->AddHalfSpace(X_WG.R().col(2), X_WG.p);
    } else {
      const bool is_field = std::holds_alternative<world::HeightMap>(geometry);
      columns->AddMesh(Transformed(X_WG, MeshOf(geometry, error)), is_field);
    }
  });
}

constexpr double kMargin = 1.0;
constexpr double kRightAngle = 1.5707963267948966;

/// The limits bound memory and exclude settings without meaning; see MapOptions for their units.
Status Check(const MapOptions& options) {
  if (!(options.resolution >= 0.001 && options.resolution <= 100.0)) {
    return Error{"the resolution must be 0.001 to 100 m per cell, not " +
                 NumberText(options.resolution, 6)};
  }
  if (!(options.from >= 0.0 && options.to > options.from && options.to <= 1000.0)) {
    return Error{"the heights must satisfy 0 <= from < to <= 1000 m, not from " +
                 NumberText(options.from, 6) + " to " + NumberText(options.to, 6)};
  }
  if (!(options.slope >= 0.0 && options.slope < kRightAngle)) {
    return Error{"the slope must be at least 0 and less than 90 degrees, not " +
                 NumberText(options.slope * 90.0 / kRightAngle, 6)};
  }
  return Status();
}

/// Position of each robot.
std::vector<Vector3d> Robots(const world::World& world, const std::vector<RigidTransform>& X_WL) {
  std::vector<Vector3d> robots;
  for (int model = 0; model < world.model_count(); ++model) {
    const int link = world::BaseLink(world, model);
    if (link >= 0) robots.push_back(X_WL[static_cast<std::size_t>(link)].p);
  }
  return robots;
}

Eigen::AlignedBox2d UsualBounds(const world::World& world, const std::vector<Vector3d>& robots) {
  Eigen::AlignedBox2d bounds = StaticBounds(world);
  for (const Vector3d& robot : robots) bounds.extend(robot.head<2>());
  if (bounds.isEmpty()) bounds.extend(Eigen::Vector2d::Zero());
  const Eigen::Vector2d margin = Eigen::Vector2d::Constant(kMargin);
  return {bounds.min() - margin, bounds.max() + margin};
}

/// The grid that covers the bounds (m). The number of cells is limited because a map is kept in
/// memory and sent in one message.
Result<Grid> GridFor(const Eigen::AlignedBox2d& bounds, double resolution) {
  if (!bounds.min().allFinite() || !bounds.max().allFinite() ||
      !(bounds.sizes().minCoeff() > 0.0)) {
    return Error{"the bounds must be X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1, not " +
                 NumberText(bounds.min().x(), 6) + "," + NumberText(bounds.min().y(), 6) + "," +
                 NumberText(bounds.max().x(), 6) + "," + NumberText(bounds.max().y(), 6)};
  }
  const Eigen::Vector2d sides = bounds.sizes() / resolution;
  // The tolerance keeps a side that is a whole number of cells from getting one more.
  const Eigen::Vector2d counts = (sides.array() - 1e-6).ceil().max(1.0);
  if (counts.x() * counts.y() > static_cast<double>(kMaxCells)) {
    return Error{"too many cells: " + NumberText(counts.x(), 6) + " x " +
                 NumberText(counts.y(), 6) + ", at most " + std::to_string(kMaxCells) +
                 "; choose a coarser resolution or smaller bounds"};
  }
  Grid grid;
  grid.origin_W = bounds.min();
  grid.resolution = resolution;
  grid.width = static_cast<int>(counts.x());
  grid.height = static_cast<int>(counts.y());
  return grid;
}

/// Grey values of map_server's trinary mode: with occupancy (255 - value) / 255, 254 is below
/// free_thresh, 0 is above occupied_thresh, and 205 is between them.
char Shade(std::int8_t cell) {
  if (cell == kFree) return static_cast<char>(254);
  return cell == kOccupied ? '\0' : static_cast<char>(205);
}

/// PGM files start with the top row, maps with the bottom row.
std::string Pgm(const OccupancyMap& map) {
  std::string bytes =
      "P5\n" + std::to_string(map.width) + " " + std::to_string(map.height) + "\n255\n";
  bytes.reserve(bytes.size() + map.cells.size());
  for (int row = map.height - 1; row >= 0; --row) {
    for (int column = 0; column < map.width; ++column) bytes += Shade(map.at(column, row));
  }
  return bytes;
}

/// The YAML file of ROS's map_server: it defines resolution and origin of the image. The thresholds
/// are those of the images that this file writes.
std::string Yaml(const std::string& image, const OccupancyMap& map) {
  std::string quoted;
  for (const char letter : image) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return "image: \"" + quoted + "\"\nmode: trinary\nresolution: " + NumberText(map.resolution) +
         "\norigin: [" + NumberText(map.origin_W.x()) + ", " + NumberText(map.origin_W.y()) +
         ", 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";
}

Status Write(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return Error{"cannot write '" + path + "'"};
  return Status();
}

}  // namespace

Result<OccupancyMap> MakeMap(const world::World& world, const std::vector<RigidTransform>& X_WL,
                             const MapOptions& options) {
  SUREFOOT_TRY(Check(options));
  std::vector<Vector3d> robots = Robots(world, X_WL);
  const Eigen::AlignedBox2d bounds = options.bounds ? *options.bounds : UsualBounds(world, robots);
  const Grid grid = SUREFOOT_TRY(GridFor(bounds, options.resolution));

  Columns columns(grid, std::cos(options.slope) - 1e-9);
  AddStaticShapes(world, &columns);
  columns.Finish();

  if (!options.starts.empty()) robots = options.starts;
  Reach reach(columns, options);
  bool started = false;
  for (const Vector3d& robot : robots) started = reach.StartAt(robot) || started;
  if (!started && !options.starts.empty()) {
    return Error{"no start position is on the map and on drivable ground"};
  }
  if (!started) reach.StartAtBorder();
  reach.Spread();

  OccupancyMap map;
  map.resolution = grid.resolution;
  map.origin_W = grid.origin_W;
  map.width = grid.width;
  map.height = grid.height;
  map.cells = reach.Cells();
  return map;
}

msgs::nav_msgs::OccupancyGrid ToMessage(const OccupancyMap& map, SimTimeNs time_ns,
                                        const std::string& frame_id) {
  msgs::nav_msgs::OccupancyGrid message;
  message.header.stamp = msgs::ToTime(time_ns);
  message.header.frame_id = frame_id;
  message.info.map_load_time = message.header.stamp;
  message.info.resolution = static_cast<float>(map.resolution);
  message.info.width = static_cast<std::uint32_t>(map.width);
  message.info.height = static_cast<std::uint32_t>(map.height);
  message.info.origin.position.x = map.origin_W.x();
  message.info.origin.position.y = map.origin_W.y();
  message.info.origin.orientation.w = 1.0;
  message.data = map.cells;
  return message;
}

Status WriteMap(const std::string& base, const OccupancyMap& map) {
  const std::string image = base + ".pgm";
  SUREFOOT_TRY(Write(image, Pgm(map)));
  return Write(base + ".yaml", Yaml(std::filesystem::path(image).filename().string(), map));
}

}  // namespace surefoot::occupancy
