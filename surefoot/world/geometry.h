#pragma once

#include <memory>
#include <string>
#include <variant>

#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/terrain/height_field.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// The half-space z <= 0, infinite for collisions. `size` is the drawn extent (m).
struct Plane {
  Eigen::Vector2d size = Eigen::Vector2d(100.0, 100.0);
};
/// Full side lengths (m).
struct Box {
  Vector3d size = Vector3d::Ones();
};
struct Sphere {
  double radius = 1.0;
};
/// Axis along z.
struct Cylinder {
  double radius = 1.0;
  double length = 1.0;
};
/// Axis along z; `length` is that of the cylindrical part, without the caps.
struct Capsule {
  double radius = 1.0;
  double length = 1.0;
};
/// Semi-axes along x, y and z (m).
struct Ellipsoid {
  Vector3d radii = Vector3d::Ones();
};
/// A triangle mesh with its scale applied. Shared: fifty robots use one copy in memory.
struct Mesh {
  std::shared_ptr<const TriMesh> mesh;
  /// As written in the file, and the scale that was applied.
  std::string uri;
  Vector3d scale = Vector3d::Ones();
  /// The file it was read from; empty for a mesh that was computed.
  std::string path;
  /// The part of the file that is used, and whether it was moved to the origin.
  std::string submesh;
  bool center = false;
};
/// A terrain of heights over a grid, centred at its frame.
struct HeightMap {
  std::shared_ptr<const HeightField> field;
  std::string uri;
  /// The file it was read from; empty for a procedural terrain.
  std::string path;
  /// The extent assigned to the file (m): x, y and the height of white.
  Vector3d size = Vector3d::Ones();
};

/// A shape in its own frame G. A plane's normal is G's z axis.
using Geometry = std::variant<Plane, Box, Sphere, Cylinder, Capsule, Ellipsoid, Mesh, HeightMap>;

/// "plane", "box", ...
const char* GeometryName(const Geometry& geometry);

/// True for shapes of infinite or one-sided extent, which only static bodies can have.
bool IsStaticOnly(const Geometry& geometry);

/// Lowest z of a shape placed at X; for a plane that of its origin.
double LowestZ(const Geometry& geometry, const RigidTransform& X);

}  // namespace surefoot::world
