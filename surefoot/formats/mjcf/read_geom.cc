/// Reads <geom>.

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/formats/mjcf/assets.h"
#include "surefoot/formats/mjcf/scene.h"
#include "surefoot/formats/mjcf/schema.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::formats::mjcf {
namespace {

/// MuJoCo's default density (kg/m3): water.
constexpr double kDensity = 1000.0;
/// Side length (m) at which an infinite plane is drawn.
constexpr double kDrawnPlane = 100.0;

/// A geom while it is read.
struct Reading {
  const Attributes& attributes;
  const Place& place;
  Assets* assets;
  std::string type;
  /// Pose of the shape in the body; for a mesh, of the mesh's frame.
  RigidTransform X_BG;
  /// Mass properties for a density of 1 kg/m3, in G.
  Inertia unit;
};

/// The sizes of a primitive shape; reports unless there are `count` positive ones.
std::optional<std::vector<double>> ReadSizes(const Reading& reading, std::size_t count) {
  Reader* reader = reading.attributes.reader();
  const std::vector<double> size = reading.attributes.Numbers("size", 1, 3);
  if (size.empty() && reading.attributes.Has("size")) return std::nullopt;
  bool ok = size.size() >= count;
  for (std::size_t i = 0; i < std::min(count, size.size()); ++i) ok = ok && size[i] > 0.0;
  if (ok) return size;
  return reader->Error(reading.attributes.source(),
                       "a " + reading.type + " needs " + std::to_string(count) +
                           (count == 1 ? " size" : " sizes") + " greater than zero",
                       reading.attributes.Text("size"), "write size=\"...\" in metres");
}

/// The attribute fromto: a shape along z from one point to another. MuJoCo's z axis points from the
/// second point to the first. Returns false after reporting.
bool ReadFromTo(Reading* reading, double* half_length) {
  const std::vector<double> v = reading->attributes.Numbers("fromto", 6, 6);
  if (v.empty()) return false;
  const Vector3d from(v[0], v[1], v[2]);
  const Vector3d to(v[3], v[4], v[5]);
  *half_length = 0.5 * (from - to).norm();
  if (!(*half_length > 1e-14)) {
    return reading->attributes.reader()->Error(
        reading->attributes.source(), "the two points of fromto are the same",
        reading->attributes.Text("fromto"), "move one of them");
  }
  reading->X_BG =
      reading->place.InBody(RigidTransform(QuaternionFromZAxis(from - to), 0.5 * (from + to)));
  return true;
}

/// MuJoCo's sizes are radii and half lengths; the description has full lengths. A capsule's length
/// is that of its cylinder in both.
std::optional<world::Geometry> ReadPrimitive(Reading* reading) {
  const std::string& type = reading->type;
  double half = 0.0;
  const bool has_points = reading->attributes.Has("fromto");
  if (has_points && (type == "sphere" || type == "plane")) {
    return reading->attributes.reader()->Error(reading->attributes.source(),
                                               "a " + type + " cannot be defined by fromto", "",
                                               "use a capsule, cylinder, box or ellipsoid");
  }
  if (has_points && !ReadFromTo(reading, &half)) return std::nullopt;
  if (type == "sphere") {
    const auto size = ReadSizes(*reading, 1);
    if (!size) return std::nullopt;
    return world::Sphere{(*size)[0]};
  }
  if (type == "capsule" || type == "cylinder") {
    const auto size = ReadSizes(*reading, has_points ? 1 : 2);
    if (!size) return std::nullopt;
    const double radius = (*size)[0];
    const double length = 2.0 * (has_points ? half : (*size)[1]);
    if (type == "capsule") return world::Capsule{radius, length};
    return world::Cylinder{radius, length};
  }
  const auto size = ReadSizes(*reading, has_points ? 1 : 3);
  if (!size) return std::nullopt;
  const Vector3d halves = has_points ? Vector3d((*size)[0], (*size)[0], half)
                                     : Vector3d((*size)[0], (*size)[1], (*size)[2]);
  if (type == "ellipsoid") return world::Ellipsoid{halves};
  return world::Box{2.0 * halves};
}

/// A size of zero means infinite, which only concerns drawing: planes collide as infinite ones.
std::optional<world::Geometry> ReadPlane(const Reading& reading) {
  const std::vector<double> size = reading.attributes.Numbers("size", 1, 3);
  world::Plane plane;
  for (std::size_t i = 0; i < 2; ++i) {
    const double half = i < size.size() ? size[i] : 0.0;
    plane.size[static_cast<Eigen::Index>(i)] = half > 0.0 ? 2.0 * half : kDrawnPlane;
  }
  return plane;
}

/// Mass properties of the mesh for a density of 1 kg/m3.
std::optional<Inertia> UnitMass(MeshAsset* asset, Assets* assets, const Source& source) {
  if (asset->inertia_kind == "convex") return MeshMass(*assets->Hull(asset, source), "exact");
  const auto inertia = MeshMass(*asset->shape.mesh, asset->inertia_kind);
  // An open mesh or one with inward normals has no positive signed volume.
  return inertia || asset->inertia_kind == "shell" ? inertia
                                                   : MeshMass(*asset->shape.mesh, "legacy");
}

/// A mesh, or for another type with a mesh the primitive fitted to it.
bool ReadMeshGeom(Reading* reading, MjGeom* geom) {
  const Source source = reading->attributes.source();
  const std::string name = reading->attributes.Text("mesh");
  Reader* reader = reading->attributes.reader();
  if (name.empty()) {
    return reader->Error(source, "a geom of type mesh needs the attribute mesh", "",
                         "write mesh=\"NAME\"");
  }
  MeshAsset* asset = reading->assets->Mesh(*reading->place.document, name, source, geom->collides);
  if (asset == nullptr) return false;
  if (const auto unit = UnitMass(asset, reading->assets, source)) reading->unit = *unit;
  if (reading->type == "mesh" || reading->type == "sdf") {
    geom->shape = asset->shape;
    if (!geom->collides) return true;
    world::Mesh hull;
    hull.mesh = reading->assets->Hull(asset, source);
    hull.uri = asset->shape.uri;
    geom->solid = hull;
    return true;
  }
  const double scale = reading->attributes.Number("fitscale", 1.0);
  const auto fitted = FitShape(*asset->shape.mesh, reading->unit, reading->type,
                               reading->place.document->compiler.fitaabb, scale);
  if (!fitted) {
    return reader->Error(source, "no " + reading->type + " can be fitted to the mesh", name,
                         "use a mesh with a volume");
  }
  reading->X_BG = reading->X_BG * fitted->X_MS;
  geom->shape = geom->solid = fitted->geometry;
  reading->unit = world::ShapeInertia(1.0, geom->shape);
  return true;
}

/// Returns false after reporting, or when the geom is ignored.
bool ReadShape(Reading* reading, MjGeom* geom) {
  Reader* reader = reading->attributes.reader();
  if (reading->type == "sdf") {
    reader->WarnUnused(reading->attributes.node(),
                       "of type sdf: its shape comes from a plugin, which is not supported; it "
                       "collides as its mesh");
    if (!reading->attributes.Has("mesh")) return false;
  }
  std::optional<world::Geometry> shape;
  if (reading->type == "hfield") {
    const auto map = reading->assets->HeightMap(
        *reading->place.document, reading->attributes.Text("hfield"), reading->attributes.source());
    if (map) shape = *map;
  } else if (reading->type == "plane") {
    shape = ReadPlane(*reading);
  } else if (reading->attributes.Has("mesh") || reading->type == "mesh") {
    return ReadMeshGeom(reading, geom);
  } else {
    shape = ReadPrimitive(reading);
  }
  if (!shape) return false;
  geom->shape = geom->solid = *shape;
  reading->unit = world::ShapeInertia(1.0, *shape);
  return true;
}

/// The mass of a geom is its own, or density times volume. Geoms outside of inertiagrouprange do
/// not count.
void ReadMass(const Reading& reading, MjGeom* geom) {
  const Attributes& attributes = reading.attributes;
  const Compiler& compiler = reading.place.document->compiler;
  if (attributes.Bool("shellinertia", false)) {
    attributes.reader()->WarnOnce(
        "shellinertia", attributes.source(),
        "shellinertia is ignored for primitive shapes: they count as solids");
  }
  const double density = attributes.Number("density", kDensity);
  double mass =
      attributes.Has("mass") ? attributes.Number("mass", 0.0) : density * reading.unit.mass;
  if (!(mass >= 0.0)) {
    attributes.reader()->Error(attributes.source(), "a mass must not be negative",
                               attributes.Text(attributes.Has("mass") ? "mass" : "density"));
    return;
  }
  const bool counts = geom->group >= compiler.group_first && geom->group <= compiler.group_last;
  if (!counts || !(reading.unit.mass > 0.0) || mass == 0.0) return;
  Inertia inertia = reading.unit;
  inertia.I_BBcm_B *= mass / reading.unit.mass;
  inertia.mass = mass;
  geom->inertia = ExpressedIn(reading.X_BG, inertia);
}

/// The colour of a geom overrides its material's, unless it is MuJoCo's default grey.
void ReadLook(const Reading& reading, MjGeom* geom) {
  const Attributes& attributes = reading.attributes;
  const Eigen::Vector4d grey(0.5, 0.5, 0.5, 1.0);
  const std::vector<double> v = attributes.Numbers("rgba", 4, 4);
  std::optional<Eigen::Vector4d> rgba;
  if (!v.empty()) {
    const Eigen::Vector4d given(v[0], v[1], v[2], v[3]);
    rgba = Eigen::Vector4d(given.cwiseMax(0.0).cwiseMin(1.0));
  }
  geom->material.diffuse = rgba.value_or(grey);
  geom->material.ambient = geom->material.diffuse;
  const std::string name = attributes.Text("material");
  if (!name.empty()) {
    // MuJoCo cannot distinguish its default grey from "no colour": the material's colour applies.
    if (rgba && *rgba == grey) rgba.reset();
    const auto material =
        reading.assets->Material(*reading.place.document, name, rgba, attributes.source());
    if (material) geom->material = *material;
  }
  geom->visible = geom->material.diffuse[3] > 0.0;
}

/// A geom with contype and conaffinity zero collides with nothing and is only drawn.
void ReadContact(const Attributes& attributes, MjGeom* geom) {
  constexpr int kMinInteger = std::numeric_limits<int>::min();
  constexpr int kMaxInteger = std::numeric_limits<int>::max();
  geom->contype = attributes.Integer("contype", 1, kMinInteger, kMaxInteger);
  geom->conaffinity = attributes.Integer("conaffinity", 1, kMinInteger, kMaxInteger);
  geom->condim = attributes.Integer("condim", 3, 1, 6);
  geom->group = attributes.Integer("group", 0, kMinInteger, kMaxInteger);
  geom->priority = attributes.Integer("priority", 0, kMinInteger, kMaxInteger);
  geom->collides = geom->contype != 0 || geom->conaffinity != 0;
  const std::vector<double> friction = attributes.Numbers("friction", 1, 3);
  for (std::size_t i = 0; i < friction.size(); ++i) {
    geom->friction[static_cast<Eigen::Index>(i)] = std::max(friction[i], 0.0);
  }
}

}  // namespace

std::optional<MjGeom> ReadGeom(const Node& node, const Place& place, Assets* assets,
                               Reader* reader) {
  CheckAttributes(node, "geom", reader);
  const Attributes attributes(node, place.document->ClassOf(node, "class", place.defaults, reader),
                              reader);
  MjGeom geom;
  geom.source = attributes.source();
  ReadContact(attributes, &geom);
  const std::string own_name = Attributes(node, reader).Text("name");
  geom.name = place.Named(own_name);
  if (place.document->paired_geoms.count(own_name) > 0 && !own_name.empty()) geom.collides = true;
  Reading reading{attributes, place, assets, "", {}, {}};
  reading.type = attributes.Choice(
      "type",
      {"plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"},
      "sphere");
  reading.X_BG = place.InBody(ReadPose(attributes, place.document->compiler));
  if (!ReadShape(&reading, &geom)) return std::nullopt;
  geom.X_BG = reading.X_BG;
  ReadMass(reading, &geom);
  ReadLook(reading, &geom);
  geom.kept = KeptAttributes(attributes, "geom");
  return geom;
}

}  // namespace surefoot::formats::mjcf
