#pragma once

#include <memory>
#include <string>
#include <variant>

#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/terrain/height_field.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// z >= 0 is free; infinite for collisions. `size` is the drawn extent.
struct Plane {
  Eigen::Vector2d size = Eigen::Vector2d(100.0, 100.0);
};
/// Full side lengths.
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
/// Axis along z; `length` is that of the cylindrical part.
struct Capsule {
  double radius = 1.0;
  double length = 1.0;
};
struct Ellipsoid {
  Vector3d radii = Vector3d::Ones();
};
/// A triangle mesh, scale applied. Shared: fifty robots hold one copy.
struct Mesh {
  std::shared_ptr<const TriMesh> mesh;
  /// As written in the file, and the scale that was applied.
  std::string uri;
  Vector3d scale = Vector3d::Ones();
  /// The file it was read from; empty for a mesh that no file holds as it is.
  std::string path;
  /// The part of the file that was taken, and whether it was moved to the origin.
  std::string submesh;
  bool center = false;
};
struct HeightMap {
  std::shared_ptr<const HeightField> field;
  std::string uri;
  /// The file it was read from; empty when it was made up.
  std::string path;
  /// The extent that the file was given: x, y and the height of white.
  Vector3d size = Vector3d::Ones();
};

/// A shape in its own frame G. A plane's normal is G's z axis.
using Geometry = std::variant<Plane, Box, Sphere, Cylinder, Capsule, Ellipsoid, Mesh, HeightMap>;

/// "plane", "box", ...
const char* GeometryName(const Geometry& geometry);

/// True when the shape has infinite or one-sided extent and so can belong only to a static body.
bool IsStaticOnly(const Geometry& geometry);

/// Lowest z of a shape placed at X; that of a plane's origin.
double LowestZ(const Geometry& geometry, const RigidTransform& X);

}  // namespace surefoot::world
