#include <algorithm>

#include "surefoot/formats/markup.h"
#include "surefoot/formats/sdf/write/write_parts.h"
#include "surefoot/geometry/mesh/generated_mesh.h"
#include "surefoot/geometry/terrain/height_map_file.h"

namespace surefoot::formats {
namespace {

using world::Element;

/// x, y and the largest height, for programs that scale the file to <size>.
Vector3d ExtentOf(const HeightField& field) {
  const double height = static_cast<double>(field.MaxHeight());
  return Vector3d(field.size_x, field.size_y, std::max(height, 0.0));
}

/// True when reading the original file gives the same heights. It may not: MJCF scales them.
bool IsInFile(const world::HeightMap& map) {
  if (map.path.empty()) return false;
  const Result<HeightField> read = LoadHeightMap(map.path, map.size);
  return read.ok() && read->size_x == map.field->size_x && read->size_y == map.field->size_y &&
         read->rows == map.field->rows && read->heights == map.field->heights;
}

template <typename Shape>
void AddRound(const char* name, const Shape& shape, Element* geometry) {
  Element& element = AddChild(geometry, name);
  AddChild(&element, "radius", NumberText(shape.radius));
  AddChild(&element, "length", NumberText(shape.length));
}

/// Adds the shape's element to <geometry>; one overload for each kind.
struct ShapeWriter {
  const SdfWriter& writer;
  Element* geometry;

  void operator()(const world::Plane& plane) const {
    Element& element = AddChild(geometry, "plane");
    AddChild(&element, "normal", "0 0 1");
    AddChild(&element, "size", NumberText(plane.size.x()) + " " + NumberText(plane.size.y()));
  }
  void operator()(const world::Box& box) const {
    AddChild(&AddChild(geometry, "box"), "size", NumberText(box.size));
  }
  void operator()(const world::Sphere& sphere) const {
    AddChild(&AddChild(geometry, "sphere"), "radius", NumberText(sphere.radius));
  }
  void operator()(const world::Cylinder& cylinder) const {
    AddRound("cylinder", cylinder, geometry);
  }
  void operator()(const world::Capsule& capsule) const { AddRound("capsule", capsule, geometry); }
  void operator()(const world::Ellipsoid& ellipsoid) const {
    AddChild(&AddChild(geometry, "ellipsoid"), "radii", NumberText(ellipsoid.radii));
  }
  void operator()(const world::Mesh& mesh) const {
    Element& element = AddChild(geometry, "mesh");
    const bool made_up = IsGeneratedMesh(mesh.uri);
    if (mesh.path.empty() && !made_up) {
      AddChild(&element, "uri", writer.assets->UriOf(*mesh.mesh));
      return;
    }
    AddChild(&element, "uri", made_up ? mesh.uri : writer.assets->UriOf(mesh.path));
    if (!SameBits(mesh.scale, Vector3d::Ones())) {
      AddChild(&element, "scale", NumberText(mesh.scale));
    }
    if (mesh.submesh.empty()) return;
    Element& submesh = AddChild(&element, "submesh");
    AddChild(&submesh, "name", mesh.submesh);
    if (mesh.center) AddChild(&submesh, "center", "true");
  }
  void operator()(const world::HeightMap& map) const {
    Element& element = AddChild(geometry, "heightmap");
    const HeightField& field = *map.field;
    if (map.uri.rfind("surefoot:terrain/", 0) == 0) {
      AddChild(&element, "uri", map.uri);
      AddChild(&element, "size", NumberText(ExtentOf(field)));
    } else if (!IsInFile(map)) {
      AddChild(&element, "uri", writer.assets->UriOf(field));
      AddChild(&element, "size", NumberText(ExtentOf(field)));
    } else {
      AddChild(&element, "uri", writer.assets->UriOf(map.path));
      // Elevation files define their own extent.
      if (!map.size.isZero(0.0)) AddChild(&element, "size", NumberText(map.size));
    }
  }
};

/// Only values that differ from SDF's defaults are written. Rolling friction exists for Bullet
/// only.
void AddFriction(const world::Surface& surface, Element* element) {
  const bool plain = surface.mu == 1.0 && surface.mu2 == 1.0 &&
                     SameBits(surface.friction_direction, Vector3d::Zero());
  const bool spins = !SameBits(surface.torsional_friction, 0.0);
  const bool rolls = !SameBits(surface.rolling_friction, 0.0);
  if (plain && !spins && !rolls) return;
  Element& friction = AddChild(element, "friction");
  Element& ode = AddChild(&friction, "ode");
  AddChild(&ode, "mu", NumberText(surface.mu));
  AddChild(&ode, "mu2", NumberText(surface.mu2));
  if (!SameBits(surface.friction_direction, Vector3d::Zero())) {
    AddChild(&ode, "fdir1", NumberText(surface.friction_direction));
  }
  if (rolls) {
    Element& bullet = AddChild(&friction, "bullet");
    AddChild(&bullet, "friction", NumberText(surface.mu));
    AddChild(&bullet, "friction2", NumberText(surface.mu2));
    AddChild(&bullet, "rolling_friction", NumberText(surface.rolling_friction));
  }
  if (!spins) return;
  // The reader multiplies coefficient and patch radius.
  Element& torsional = AddChild(&friction, "torsional");
  AddChild(&torsional, "coefficient", "1");
  AddChild(&torsional, "use_patch_radius", "true");
  AddChild(&torsional, "patch_radius", NumberText(surface.torsional_friction));
}

/// Zero stiffness and damping mean that the engine chooses, which SDF expresses by their absence.
void AddContactForces(const world::Surface& surface, Element* element) {
  const bool springs = surface.stiffness != 0.0 || surface.damping != 0.0;
  const bool masked = surface.collide_mask != world::Surface().collide_mask;
  if (!springs && !masked) return;
  Element& contact = AddChild(element, "contact");
  if (masked) AddChild(&contact, "collide_bitmask", std::to_string(surface.collide_mask));
  if (!springs) return;
  Element& ode = AddChild(&contact, "ode");
  if (surface.stiffness != 0.0) AddChild(&ode, "kp", NumberText(surface.stiffness));
  if (surface.damping != 0.0) AddChild(&ode, "kd", NumberText(surface.damping));
}

}  // namespace

Element WriteSdfGeometry(const SdfWriter& writer, const world::Geometry& geometry) {
  Element element = MakeElement("geometry");
  std::visit(ShapeWriter{writer, &element}, geometry);
  return element;
}

/// The caller omits an element without children.
Element WriteSdfSurface(const world::Surface& surface) {
  Element element = MakeElement("surface");
  const bool bounces =
      !SameBits(surface.restitution, 0.0) || !SameBits(surface.restitution_threshold, 0.0);
  if (bounces) {
    Element& bounce = AddChild(&element, "bounce");
    AddChild(&bounce, "restitution_coefficient", NumberText(surface.restitution));
    AddChild(&bounce, "threshold", NumberText(surface.restitution_threshold));
  }
  AddFriction(surface, &element);
  AddContactForces(surface, &element);
  return element;
}

}  // namespace surefoot::formats
