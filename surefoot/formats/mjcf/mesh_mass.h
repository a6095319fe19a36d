#pragma once

/// Mass of meshes as MuJoCo counts it, and primitive shapes in place of meshes. Private to this
/// folder.

#include <optional>
#include <string>

#include "surefoot/math/spatial.h"
#include "surefoot/world/geometry.h"

namespace surefoot::formats::mjcf {

/// Mass properties for a density of 1 kg/m3 (shell: 1 kg/m2) in the mesh's frame. `kind`: "exact"
/// counts volumes with their sign, "legacy" without it (concave parts count twice, as in MuJoCo),
/// "shell" the surface. Nothing when there is no volume or surface.
std::optional<Inertia> MeshMass(const TriMesh& mesh, const std::string& kind);

/// A shape in place of a mesh, and its pose in the mesh's frame.
struct FittedShape {
  world::Geometry geometry;
  RigidTransform X_MS;
};

/// `type` is "box", "sphere", "capsule", "cylinder" or "ellipsoid"; sized like the box of equal
/// inertia, or (`bounds`) to enclose the mesh along its principal axes.
std::optional<FittedShape> FitShape(const TriMesh& mesh, const Inertia& inertia,
                                    const std::string& type, bool bounds, double scale);

}  // namespace surefoot::formats::mjcf
