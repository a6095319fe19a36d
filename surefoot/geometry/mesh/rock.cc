#include "surefoot/geometry/mesh/rock.h"

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/geometry/mesh/uri_options.h"

// A rock is the hull of random points on a sphere, scaled to its size. Only operations that IEEE
// 754 rounds exactly are used, so that it is equal on all machines.

namespace surefoot {
namespace {

constexpr char kName[] = "surefoot:rock";

/// A uniformly distributed direction by rejection sampling. Only sums, products and square roots
/// are used, which IEEE 754 rounds equally on all machines.
Vector3d RandomDirection(RandomStream* random) {
  for (;;) {
    const double x = random->Uniform(-1.0, 1.0);
    const double y = random->Uniform(-1.0, 1.0);
    const double z = random->Uniform(-1.0, 1.0);
    const double square = x * x + y * y + z * z;
    if (square > 1.0 || square < 0.01) continue;
    const double length = std::sqrt(square);
    return Vector3d(x / length, y / length, z / length);
  }
}

/// Scales and centres the mesh to exactly these extents.
void Fit(const Vector3d& extents, TriMesh* mesh) {
  const Eigen::AlignedBox3d box = mesh->Bounds();
  const Vector3d middle = 0.5 * (box.min() + box.max());
  for (Vector3d& vertex : mesh->vertices) {
    for (int i = 0; i < 3; ++i) {
      vertex[i] = (vertex[i] - middle[i]) * (extents[i] / (box.max()[i] - box.min()[i]));
    }
  }
}

/// The conditions are written so that NaN is rejected, too.
Status CheckRock(const RockSpec& spec) {
  const auto wrong = [](const char* what, double value, const char* accepted) {
    return Error{"a rock's " + std::string(what) + " is " + std::to_string(value) +
                 "; accepted: " + accepted};
  };
  if (!(spec.size >= 0.001 && spec.size <= 100.0))
    return wrong("size", spec.size, "0.001 to 100 m");
  for (const double share : {spec.width, spec.height}) {
    if (share != 0.0 && !(share >= 0.1 && share <= 2.0)) {
      return wrong("width or height", share, "0.1 to 2 times the size");
    }
  }
  if (spec.corners < 8 || spec.corners > 128) {
    return wrong("number of corners", spec.corners, "8 to 128");
  }
  return Status();
}

}  // namespace

Result<TriMesh> MakeRock(const RockSpec& spec) {
  SUREFOOT_TRY(CheckRock(spec));
  RandomStream random(spec.seed, "rock");
  const double width = random.Uniform(0.7, 1.0);
  const double height = random.Uniform(0.5, 0.85);
  std::vector<Vector3d> points;
  // Different distances give faces and edges of very different sizes, as broken rock has.
  for (int i = 0; i < spec.corners; ++i) {
    const Vector3d direction = RandomDirection(&random);
    points.emplace_back(random.Uniform(0.75, 1.0) * direction);
  }
  Result<TriMesh> mesh = ConvexHull(points);
  if (!mesh.ok()) return mesh;
  Fit(spec.size * Vector3d(1.0, spec.width > 0.0 ? spec.width : width,
                           spec.height > 0.0 ? spec.height : height),
      &*mesh);
  return mesh;
}

bool IsRockUri(const std::string& uri) { return WithoutOptions(uri) == kName; }

Result<RockSpec> ParseRockUri(const std::string& uri) {
  if (!IsRockUri(uri)) return Error{"'" + uri + "' does not begin with " + kName};
  RockSpec spec;
  SUREFOOT_TRY(SetOptions(uri,
                          {NumberOption("seed", &spec.seed), NumberOption("size", &spec.size),
                           NumberOption("width", &spec.width), NumberOption("height", &spec.height),
                           NumberOption("corners", &spec.corners)},
                          "rock", " of a rock",
                          "seed=7, size=0.8, width=0.9, height=0.6, corners=28"));
  return spec;
}

}  // namespace surefoot
