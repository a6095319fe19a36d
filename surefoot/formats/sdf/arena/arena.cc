#include "surefoot/formats/sdf/arena/arena.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/formats/sdf/arena/arena_plan.h"
#include "surefoot/formats/shape.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "surefoot/world/element_reader.h"

// Arenas are generated as ordinary models, so that every engine and sensor treats them like any
// other, and a written world contains them.

namespace surefoot::formats {
namespace {

/// Continuous and crossing ramps of ASTM E2826 and E2827 have an inclination of 15 degrees.
constexpr double kRampAngle = 0.2617993877991494;
/// Stairs rise by 0.2 m a step, as those of ASTM E2804, at 35 or 45 degrees.
constexpr double kRiser = 0.2;
constexpr int kSteps = 3;
/// Thickness of walls and of floor slabs (m).
constexpr double kWall = 0.04;
constexpr double kSlab = 0.1;
/// Posts along one side of a step field: in a cell of 1.2 m each is 0.1 m wide, like a timber of 4
/// x 4 inches.
constexpr int kPosts = 12;
/// Limit on blocks that can move: each is a body that the engine simulates.
constexpr int kMaxLooseBlocks = 12;

using Color = Vector3d;
const Color kWood(0.76, 0.6, 0.42);
const Color kPine(0.86, 0.72, 0.5);
const Color kConcrete(0.55, 0.55, 0.53);

/// Colour of the floor by ArenaClass.
const Color kFloorColors[] = {{0.8, 0.72, 0.3}, {0.82, 0.5, 0.2}, {0.7, 0.25, 0.2}};
const std::vector<std::string> kClassNames = {"yellow", "orange", "red"};

/// A pose from a position (m) and roll, pitch, yaw (rad).
RigidTransform At(double x, double y, double z, double roll = 0.0, double pitch = 0.0,
                  double yaw = 0.0) {
  return RigidTransform(QuaternionFromRpy(roll, pitch, yaw), Vector3d(x, y, z));
}

/// The attributes of <surefoot:arena> with their defaults.
struct ArenaSpec {
  std::string name = "arena";
  ArenaClass arena_class = ArenaClass::kYellow;
  std::uint64_t seed = 1;
  int columns = 6;
  int rows = 4;
  /// Side of a cell (m); NIST's apparatuses are 1.2 m wide, and twice that for large robots.
  double cell = 1.2;
  double wall_height = 1.2;
  double mu = 0.8;
  RigidTransform X_WA;
  Source source;
};

/// Builds the models of an arena. The frame A is at the centre of the first cell, on the floor,
/// with x along the first row. The order of the random draws determines the arena of a seed.
class Builder {
 public:
  Builder(const ArenaSpec& spec, const ArenaPlan& plan)
      : spec_(spec), plan_(plan), random_(spec.seed, "arena/parts") {
    fixed_.name = spec.name;
    fixed_.is_static = true;
    fixed_.source = spec.source;
    for (const char* name : {"floor", "walls", "terrain"}) fixed_.links.push_back(NewLink(name));
  }

  std::vector<world::ModelInstance> Build() {
    AddFloor();
    for (int row = 0; row < plan_.rows(); ++row) {
      for (int column = 0; column < plan_.columns(); ++column) Furnish(column, row);
    }
    for (int direction = 0; direction < 2; ++direction) RaiseWalls(direction);
    // Links without shapes are removed.
    std::erase_if(fixed_.links, [](const world::Link& link) { return link.collisions.empty(); });
    out_.insert(out_.begin(), Instance(fixed_, RigidTransform()));
    return std::move(out_);
  }

 private:
  enum Part { kFloorLink, kWallsLink, kTerrainLink };

  /// The inertia is that of a box of 100 kg/m3; static links do not use it, movable ones replace
  /// it.
  world::Link NewLink(const std::string& name) const {
    world::Link link;
    link.name = name;
    link.inertia = BoxInertia(100.0, Vector3d::Ones());
    link.source = spec_.source;
    return link;
  }

  world::ModelInstance Instance(const world::Model& model, const RigidTransform& X_AM) const {
    return {model.name, spec_.X_WA * X_AM, std::make_shared<const world::Model>(model)};
  }

  /// A shape that collides and is drawn, with a unique name in its link.
  void AddPart(world::Link* link, const RigidTransform& X_LG, const world::Geometry& geometry,
               const Color& color) const {
    AddShape("part_" + std::to_string(link->collisions.size()), X_LG, geometry, color, spec_.mu,
             spec_.source, link);
  }

  void AddBox(Part part, const RigidTransform& X_AG, const Vector3d& size, const Color& color) {
    AddPart(&fixed_.links[part], X_AG, world::Box{size}, color);
  }

  double X(int column) const { return spec_.cell * column; }
  double Y(int row) const { return spec_.cell * row; }

  /// One slab under all cells with a margin of half a cell, so that robots can stand outside.
  void AddFloor() {
    const double margin = 0.5 * spec_.cell;
    const Vector3d size(spec_.cell * plan_.columns() + 2 * margin,
                        spec_.cell * plan_.rows() + 2 * margin, kSlab);
    AddBox(kFloorLink, At(0.5 * X(plan_.columns() - 1), 0.5 * Y(plan_.rows() - 1), -0.5 * kSlab),
           size, kFloorColors[static_cast<std::size_t>(spec_.arena_class)]);
  }

  void Furnish(int column, int row) {
    const ArenaCell& cell = plan_.At(column, row);
    switch (cell.terrain) {
      case Terrain::kFlat:
        break;
      case Terrain::kRidgeX:
        AddRidge(column, row, 0.0);
        break;
      case Terrain::kRidgeY:
        AddRidge(column, row, 0.5 * kPi);
        break;
      case Terrain::kStepField:
        AddStepField(column, row);
        break;
      case Terrain::kStairs:
        AddStairs(column, row, cell.up);
        break;
      case Terrain::kRubble:
        AddRubble(column, row);
        break;
    }
    if (cell.victim) AddVictim(column, row);
    if (cell.door_east) AddDoor(At(X(column) + 0.5 * spec_.cell, Y(row), 0.0));
    if (cell.door_north) {
      AddDoor(At(X(column), Y(row) + 0.5 * spec_.cell, 0.0, 0.0, 0.0, 0.5 * kPi));
    }
  }

  /// Two slabs that form a ridge across the cell; their lower edges are at the sides of the cell.
  void AddRidge(int column, int row, double yaw) {
    const double half = 0.5 * spec_.cell;
    const double width = spec_.cell - kWall;
    for (int side = -1; side <= 1; side += 2) {
      const Vector3d top(side * 0.5 * half, 0.0, 0.5 * half * std::tan(kRampAngle));
      const Vector3d up(side * std::sin(kRampAngle), 0.0, std::cos(kRampAngle));
      const RigidTransform X_CG(QuaternionFromRpy(0.0, side * kRampAngle, 0.0),
                                top - 0.5 * kSlab * up);
      AddBox(kTerrainLink, At(X(column), Y(row), 0.0, 0.0, 0.0, yaw) * X_CG,
             Vector3d(half / std::cos(kRampAngle), width, kSlab), kPine);
    }
  }

  /// Height of a post in units, for one of three patterns: level, a hill, or a diagonal. The rim
  /// is low so that robots can enter.
  int PostUnits(int pattern, int i, int j) {
    const bool rim = std::min(i, j) == 0 || std::max(i, j) == kPosts - 1;
    if (rim) return 1;
    const double middle = 0.5 * (kPosts - 1);
    if (pattern == 0) return 1 + static_cast<int>(random_.Uniform() * 2.0);
    const double off =
        pattern == 1 ? std::max(std::abs(i - middle), std::abs(j - middle)) : std::abs(i - j);
    return std::max(1, 4 - static_cast<int>(off / 1.5));
  }

  /// A step field with half cubic steps in the orange arena and cubic ones in the red. Posts of
  /// equal height that fill a rectangle become one box: fewer shapes to collide with.
  void AddStepField(int column, int row) {
    const double side = spec_.cell / kPosts;
    const double unit = (spec_.arena_class == ArenaClass::kRed ? 1.0 : 0.5) * 0.1;
    const int pattern = static_cast<int>(random_.Uniform() * 3.0);
    int units[kPosts][kPosts];
    for (int j = 0; j < kPosts; ++j) {
      for (int i = 0; i < kPosts; ++i) units[j][i] = PostUnits(pattern, i, j);
    }
    for (int j = 0; j < kPosts; ++j) {
      for (int i = 0; i < kPosts; ++i) {
        const int height = units[j][i];
        if (height == 0) continue;
        int wide = 1;
        while (i + wide < kPosts && units[j][i + wide] == height) ++wide;
        const auto same = [&](int y) {
          return std::all_of(units[y] + i, units[y] + i + wide,
                             [height](int other) { return other == height; });
        };
        int deep = 1;
        while (j + deep < kPosts && same(j + deep)) ++deep;
        for (int y = j; y < j + deep; ++y) std::fill_n(units[y] + i, wide, 0);
        AddBox(kTerrainLink,
               At(X(column) + side * (i + 0.5 * wide) - 0.5 * spec_.cell,
                  Y(row) + side * (j + 0.5 * deep) - 0.5 * spec_.cell, 0.5 * unit * height),
               Vector3d(side * wide, side * deep, unit * height), height % 2 == 0 ? kPine : kWood);
      }
    }
  }

  /// Stairs that lead up to a platform at the end of the cell.
  void AddStairs(int column, int row, int up) {
    const bool steep = spec_.arena_class == ArenaClass::kRed;
    const double tread = steep ? kRiser : kRiser / std::tan(35.0 * kPi / 180.0);
    const RigidTransform X_AC = At(X(column), Y(row), 0.0, 0.0, 0.0, 0.5 * kPi * up);
    const double width = spec_.cell - kWall;
    const double end = 0.5 * spec_.cell;
    const double platform = std::max(0.0, spec_.cell - (kSteps + 0.5) * tread);
    for (int step = 0; step < kSteps; ++step) {
      const double start = end - platform - (kSteps - 1 - step) * tread;
      const double from = step == kSteps - 1 ? end - platform : start;
      AddBox(kTerrainLink, X_AC * At(0.5 * (from + end), 0.0, 0.5 * kRiser * (step + 1)),
             Vector3d(end - from, width, kRiser * (step + 1)), step % 2 == 0 ? kPine : kWood);
    }
  }

  /// Tilted slabs and blocks, some of which can be pushed.
  void AddRubble(int column, int row) {
    const double third = spec_.cell / 3.0;
    for (int i = 0; i < 9; ++i) {
      const double x = X(column) + third * (i % 3 - 1);
      const double y = Y(row) + third * (i / 3 - 1);
      const double yaw = random_.Uniform(-1.5, 1.5);
      const Vector3d size(random_.Uniform(0.1, 0.6 * third), random_.Uniform(0.08, 0.4 * third),
                          random_.Uniform(0.04, 0.12));
      const double tilt = random_.Uniform(-0.3, 0.3);
      const bool loose = random_.Uniform() < 0.3 && loose_ < kMaxLooseBlocks;
      if (loose) {
        AddLooseBlock(At(x, y, 0.5 * size.z() + 0.001, 0.0, 0.0, yaw), size);
      } else {
        AddBox(kTerrainLink, At(x, y, 0.3 * size.z(), tilt, 0.5 * tilt, yaw), size, kConcrete);
      }
    }
  }

  /// A block of 600 kg/m3, light enough for a robot to push.
  void AddLooseBlock(const RigidTransform& X_AM, const Vector3d& size) {
    world::Model model;
    model.name = spec_.name + "_block_" + std::to_string(loose_++);
    model.source = spec_.source;
    model.links.push_back(NewLink("link"));
    model.links[0].inertia = BoxInertia(600.0, size);
    AddPart(&model.links[0], RigidTransform(), world::Box{size}, kConcrete);
    out_.push_back(Instance(model, X_AM));
  }

  /// A leaf on a hinge between two jambs. It swings both ways, with enough friction to stay where
  /// it is.
  void AddDoor(const RigidTransform& X_AD) {
    const double opening = std::min(1.2, spec_.cell * 2.0 / 3.0);
    const double jamb = 0.5 * (spec_.cell - opening);
    for (int side = -1; side <= 1; side += 2) {
      AddBox(kWallsLink, X_AD * At(0.0, side * 0.5 * (spec_.cell - jamb), 0.5 * spec_.wall_height),
             Vector3d(kWall, jamb, spec_.wall_height), kWood);
    }
    constexpr double kGap = 0.03;
    const Vector3d size(0.03, opening - 2 * kGap, spec_.wall_height - 2 * kGap);
    world::Model model;
    model.name = spec_.name + "_door_" + std::to_string(doors_++);
    model.source = spec_.source;
    model.links.push_back(NewLink("leaf"));
    model.links[0].inertia = BoxInertia(200.0, size);
    AddPart(&model.links[0], RigidTransform(), world::Box{size}, Color(0.35, 0.45, 0.6));
    world::Joint hinge;
    hinge.name = "hinge";
    hinge.type = world::JointType::kRevolute;
    hinge.parent = world::kWorldLink;
    hinge.child = 0;
    hinge.X_PJ = At(0.0, -0.5 * size.y(), 0.0);
    hinge.X_CJ = hinge.X_PJ;
    hinge.axes[0].lower = -1.6;
    hinge.axes[0].upper = 1.6;
    hinge.axes[0].damping = 1.0;
    hinge.axes[0].friction = 0.3;
    hinge.source = spec_.source;
    model.joints.push_back(hinge);
    out_.push_back(Instance(model, X_AD * At(0.0, 0.0, kGap + 0.5 * size.z())));
  }

  /// A lying person, made of a head and a trunk.
  void AddVictim(int column, int row) {
    world::Model model;
    model.name = spec_.name + "_victim_" + std::to_string(victims_++);
    model.is_static = true;
    model.source = spec_.source;
    model.links.push_back(NewLink("body"));
    AddPart(&model.links[0], At(0.0, 0.0, 0.12, 0.0, 0.5 * kPi, 0.0), world::Capsule{0.12, 0.3},
            Color(0.2, 0.3, 0.55));
    AddPart(&model.links[0], At(0.36, 0.0, 0.1), world::Sphere{0.1}, Color(0.9, 0.72, 0.6));
    const double yaw = random_.Uniform(-kPi, kPi);
    out_.push_back(Instance(model, At(X(column), Y(row), 0.0, 0.0, 0.0, yaw)));
  }

  /// True if there is a wall without a door on the far side of a cell; direction 0 is +x, 1 is +y.
  /// A cell at -1 is outside of the arena.
  bool WallAt(int along, int across, int direction) const {
    const int column = direction == 0 ? across : along;
    const int row = direction == 0 ? along : across;
    if (across < 0) return true;
    const ArenaCell& cell = plan_.At(column, row);
    const bool door = direction == 0 ? cell.door_east : cell.door_north;
    return plan_.HasWall(column, row, direction) && !door;
  }

  /// Consecutive walls in a line become one box.
  void RaiseWalls(int direction) {
    const int lines = direction == 0 ? plan_.columns() : plan_.rows();
    const int length = direction == 0 ? plan_.rows() : plan_.columns();
    for (int across = -1; across < lines; ++across) {
      for (int along = 0; along < length; ++along) {
        if (!WallAt(along, across, direction)) continue;
        const int first = along;
        while (along + 1 < length && WallAt(along + 1, across, direction)) ++along;
        const double line = spec_.cell * (across + 0.5);
        const double middle = 0.5 * spec_.cell * (first + along);
        const double span = spec_.cell * (along - first + 1) + kWall;
        const double z = 0.5 * spec_.wall_height;
        AddBox(kWallsLink, direction == 0 ? At(line, middle, z) : At(middle, line, z),
               direction == 0 ? Vector3d(kWall, span, spec_.wall_height)
                              : Vector3d(span, kWall, spec_.wall_height),
               kWood);
      }
    }
  }

  static constexpr double kPi = 3.14159265358979323846;

  const ArenaSpec& spec_;
  const ArenaPlan& plan_;
  RandomStream random_;
  world::Model fixed_;
  std::vector<world::ModelInstance> out_;
  int loose_ = 0;
  int doors_ = 0;
  int victims_ = 0;
};

}  // namespace

/// The limits on the attributes bound the number of shapes to some ten thousand.
void BuildArena(const world::Element& element, world::WorldSpec* spec, Problems* problems) {
  const world::ElementReader reader(element, problems);
  reader.WarnMisspelt(
      {"name", "class", "seed", "columns", "rows", "cell", "wall_height", "mu", "pose"});
  const int before = problems->error_count();
  ArenaSpec arena;
  arena.source = element.source;
  arena.name = reader.Text("name", arena.name);
  const std::string kind = reader.Choice("class", kClassNames, "yellow");
  arena.arena_class = static_cast<ArenaClass>(
      std::find(kClassNames.begin(), kClassNames.end(), kind) - kClassNames.begin());
  arena.seed = static_cast<std::uint64_t>(reader.Integer("seed", 1, 0, 1LL << 53));
  arena.columns = static_cast<int>(reader.Integer("columns", arena.columns, 3, 20));
  arena.rows = static_cast<int>(reader.Integer("rows", arena.rows, 2, 20));
  arena.cell = reader.Number("cell", arena.cell, 0.6, 10.0);
  arena.wall_height = reader.Number("wall_height", arena.wall_height, 0.1, 10.0);
  arena.mu = reader.Number("mu", arena.mu, 0.0, 10.0);
  arena.X_WA = reader.Pose("pose");
  if (problems->error_count() > before) return;
  const ArenaPlan plan(arena.arena_class, arena.seed, arena.columns, arena.rows);
  for (world::ModelInstance& instance : Builder(arena, plan).Build()) {
    spec->models.push_back(std::move(instance));
  }
}

}  // namespace surefoot::formats
