#include "surefoot/formats/sdf/arena/rocks.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/arena/ground_heights.h"
#include "surefoot/formats/shape.h"
#include "surefoot/geometry/mesh/mass_properties.h"
#include "surefoot/geometry/mesh/rock.h"

// Rocks are placed one after the other by rejection sampling: random positions are drawn until one
// is free. The number of draws is limited for all rocks together.

namespace surefoot::formats {
namespace {

/// Limit on random draws for all rocks together, so that a field that is too dense is rejected
/// quickly.
constexpr int kTries = 10000;
constexpr int kTriesPerRock = 20;

/// Rounds to a millimetre: results of pow() may differ in the last bit between machines, and a
/// world must be the same everywhere.
double Rounded(double length) { return std::round(length * 1000.0) / 1000.0; }

std::string LengthText(double length) {
  std::string text = std::to_string(std::llround(length * 1000.0));
  if (text.size() < 4) text.insert(0, 4 - text.size(), '0');
  return text.insert(text.size() - 3, ".");
}

/// A rock and its pose.
struct Rock {
  double size = 0.0;
  std::uint64_t shape_seed = 0;
  double x = 0.0;
  double y = 0.0;
  /// Rotation about z.
  Quaterniond q_WM = Quaterniond::Identity();
};

/// Inverse transform sampling. Power law: the number of rocks longer than D is proportional to
/// D^-exponent, truncated to the range of sizes.
double DrawSize(const RocksSpec& rocks, RandomStream* random) {
  const double share = random->Uniform();
  if (!rocks.power_law) {
    return Rounded(rocks.min_size + share * (rocks.max_size - rocks.min_size));
  }
  const double max = std::pow(rocks.min_size, -rocks.exponent);
  const double min = std::pow(rocks.max_size, -rocks.exponent);
  return Rounded(std::pow(max - share * (max - min), -1.0 / rocks.exponent));
}

/// A uniformly random rotation about z, by rejection sampling in the unit disc instead of sin and
/// cos, whose last bits may differ between machines.
Quaterniond DrawRotation(RandomStream* random) {
  for (;;) {
    const double c = random->Uniform(-1.0, 1.0);
    const double s = random->Uniform(-1.0, 1.0);
    const double square = c * c + s * s;
    if (square > 1.0 || square < 0.01) continue;
    const double length = std::sqrt(square);
    return Quaterniond(c / length, 0.0, 0.0, s / length);
  }
}

/// Distance of a point to a segment, which may have zero length.
double DistanceToSegment(const Eigen::Vector2d& p, const Eigen::Vector2d& a,
                         const Eigen::Vector2d& b) {
  const Eigen::Vector2d way = b - a;
  const double square = way.squaredNorm();
  const double t = square > 0.0 ? std::clamp((p - a).dot(way) / square, 0.0, 1.0) : 0.0;
  return (p - a - t * way).norm();
}

/// Places rocks one by one, by rejection sampling.
class Scatterer {
 public:
  Scatterer(const RocksSpec& rocks, const GroundHeights& ground)
      : rocks_(rocks),
        ground_(ground),
        random_(rocks.seed, "rocks/" + rocks.name),
        tries_(kTries + kTriesPerRock * rocks.count) {}

  /// Returns false when no free place was found.
  bool Place(Rock* rock) {
    rock->size = DrawSize(rocks_, &random_);
    rock->shape_seed = random_.NextBits() >> 44;
    rock->q_WM = DrawRotation(&random_);
    for (; tries_ > 0; --tries_) {
      const Eigen::Vector2d& low = rocks_.area.min();
      const Eigen::Vector2d& high = rocks_.area.max();
      rock->x = Rounded(random_.Uniform(low.x(), high.x()));
      rock->y = Rounded(random_.Uniform(low.y(), high.y()));
      if (!IsFree(*rock)) continue;
      placed_.push_back(*rock);
      return true;
    }
    return false;
  }

 private:
  bool IsFree(const Rock& rock) const {
    const Eigen::Vector2d place(rock.x, rock.y);
    // An upper bound on the radius: width and length of a rock are at most its size.
    const double radius = std::sqrt(0.5) * rock.size;
    for (const KeepOut& keep_out : rocks_.keep_out) {
      const auto& points = keep_out.points;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Eigen::Vector2d& end = points[std::min(i + 1, points.size() - 1)];
        if (DistanceToSegment(place, points[i], end) < keep_out.distance + radius) return false;
      }
    }
    for (const Rock& other : placed_) {
      const double apart = radius + std::sqrt(0.5) * other.size + rocks_.spacing;
      if ((place - Eigen::Vector2d(other.x, other.y)).norm() < apart) return false;
    }
    return ground_.At(rock.x, rock.y).has_value();
  }

  const RocksSpec& rocks_;
  const GroundHeights& ground_;
  RandomStream random_;
  int tries_;
  std::vector<Rock> placed_;
};

/// The same shape collides and is drawn; density and shape give the inertia.
world::Model ModelOf(const RocksSpec& rocks, const std::string& name, const Source& source,
                     const world::Mesh& mesh) {
  world::Link link;
  link.name = "link";
  link.inertia = MeshInertia(rocks.density, *mesh.mesh).value();
  AddShape("collision", RigidTransform(), mesh, rocks.color, rocks.mu, source, &link);
  link.collisions[0].surface.name = rocks.surface;
  link.visuals[0].name = "visual";
  link.source = source;
  world::Model model;
  model.name = name;
  model.is_static = rocks.is_static;
  model.links.push_back(link);
  model.source = source;
  return model;
}

/// A static rock is sunk into the ground by its height at the centre. A movable one rests just
/// above the ground, so that it does not start in contact.
double HeightOf(const RocksSpec& rocks, const GroundHeights& ground, const Rock& rock,
                const TriMesh& mesh) {
  const double middle = ground.At(rock.x, rock.y).value();
  if (rocks.is_static) return middle + (0.5 - rocks.sunk) * mesh.Bounds().sizes().z();
  constexpr double kAir = 0.001;
  double height = middle - mesh.Bounds().min().z();
  for (const Vector3d& vertex : mesh.vertices) {
    const Vector3d corner = rock.q_WM * vertex;
    const double below = ground.At(rock.x + corner.x(), rock.y + corner.y()).value_or(middle);
    height = std::max(height, below - corner.z());
  }
  return height + kAir;
}

}  // namespace

void ScatterRocks(const world::Element& element, world::WorldSpec* spec, Problems* problems) {
  const std::optional<RocksSpec> rocks = ReadRocks(element, *spec, problems);
  if (!rocks) return;
  const GroundHeights ground(*spec, rocks->ground);
  Scatterer scatterer(*rocks, ground);
  for (int i = 0; i < rocks->count; ++i) {
    Rock rock;
    if (!scatterer.Place(&rock)) {
      problems->Error(element.source,
                      "not enough free ground for all rocks: " + std::to_string(i) + " of " +
                          std::to_string(rocks->count) + " were placed",
                      rocks->name, "use a larger area, or fewer or smaller rocks");
      return;
    }
    world::Mesh mesh;
    mesh.uri = "surefoot:rock?seed=" + std::to_string(rock.shape_seed) +
               "&size=" + LengthText(rock.size) + "&corners=" + std::to_string(rocks->corners);
    const Result<TriMesh> made = MakeRock(ParseRockUri(mesh.uri).value());
    if (!made.ok()) {
      problems->Error(element.source, made.error().message, mesh.uri);
      return;
    }
    mesh.mesh = std::make_shared<const TriMesh>(*made);
    const std::string name = rocks->name + "_" + std::to_string(i);
    const double z = HeightOf(*rocks, ground, rock, *mesh.mesh);
    spec->models.push_back(
        {name, RigidTransform(rock.q_WM, Vector3d(rock.x, rock.y, z)),
         std::make_shared<const world::Model>(ModelOf(*rocks, name, element.source, mesh))});
  }
}

}  // namespace surefoot::formats
