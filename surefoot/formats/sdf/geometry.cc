#include <sdf/Element.hh>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

Vector3d VectorOf(const sdf::ElementPtr& element, const std::string& child,
                  const Vector3d& fallback) {
  const sdf::ElementPtr found = SdfFind(element, {child});
  if (found == nullptr) return fallback;
  Problems ignored;
  return ParseVector3(SdfTextOf(*found), Source{}, &ignored).value_or(fallback);
}

std::string TextOf(const sdf::ElementPtr& element, const std::string& child) {
  const sdf::ElementPtr found = SdfFind(element, {child});
  return found != nullptr ? SdfTextOf(*found) : std::string();
}

SdfShape ReadPlane(const SdfContext& context, const sdf::ElementPtr& element) {
  world::Plane plane;
  SdfShape shape;
  const sdf::ElementPtr size = SdfFind(element, {"size"});
  Problems ignored;
  if (size != nullptr) {
    const auto values = ParseVector(SdfTextOf(*size), 2, Source{}, &ignored);
    if (values) plane.size = Eigen::Vector2d((*values)[0], (*values)[1]);
  } else {
    plane.size = Eigen::Vector2d(1.0, 1.0);
  }
  const Vector3d normal = VectorOf(element, "normal", Vector3d::UnitZ());
  if (normal.norm() > 1e-9) {
    shape.X_GS.q = QuaternionFromZAxis(normal);
  } else {
    context.problems()->Error(context.sources->Of(*element), "the plane's normal is zero", "",
                              "write for example <normal>0 0 1</normal>");
  }
  shape.geometry = plane;
  return shape;
}

std::optional<SdfShape> ReadMesh(const SdfContext& context, const sdf::ElementPtr& element,
                                 bool is_visual) {
  world::Mesh mesh;
  mesh.uri = TextOf(element, "uri");
  mesh.scale = VectorOf(element, "scale", Vector3d::Ones());
  const sdf::ElementPtr submesh = SdfFind(element, {"submesh"});
  if (submesh != nullptr) {
    mesh.submesh = TextOf(submesh, "name");
    mesh.center = SdfFlag(submesh, "center", false);
  }
  Problems found;
  context.read->assets->LoadMesh(*context.read->resolver, context.sources->Of(*element), &found,
                                 &mesh);
  // Without a picture a robot still drives as it should; without a collision shape it does not.
  for (const Problem& problem : found.all()) {
    context.problems()->Add(is_visual ? Severity::kWarning : problem.severity, problem.source,
                            problem.message, problem.value, problem.advice);
  }
  if (mesh.mesh == nullptr) return std::nullopt;
  return SdfShape{mesh, RigidTransform()};
}

std::optional<SdfShape> ReadHeightMap(const SdfContext& context, const sdf::ElementPtr& element) {
  world::HeightMap map;
  map.uri = TextOf(element, "uri");
  const Vector3d size = VectorOf(element, "size", Vector3d::Ones());
  const bool loaded = context.read->assets->LoadHeightMap(
      *context.read->resolver, size, context.sources->Of(*element), context.problems(), &map);
  if (!loaded) return std::nullopt;
  return SdfShape{map, RigidTransform(VectorOf(element, "pos", Vector3d::Zero()))};
}

/// The shapes that are numbers only. Defaults are SDF's.
std::optional<world::Geometry> ReadPrimitive(const sdf::ElementPtr& element) {
  const std::string& name = element->GetName();
  if (name == "box") return world::Box{VectorOf(element, "size", Vector3d::Ones())};
  if (name == "sphere") return world::Sphere{SdfNumber(element, "radius", 1.0)};
  if (name == "cylinder") {
    return world::Cylinder{SdfNumber(element, "radius", 1.0), SdfNumber(element, "length", 1.0)};
  }
  if (name == "capsule") {
    return world::Capsule{SdfNumber(element, "radius", 0.5), SdfNumber(element, "length", 1.0)};
  }
  if (name == "ellipsoid") return world::Ellipsoid{VectorOf(element, "radii", Vector3d::Ones())};
  return std::nullopt;
}

}  // namespace

std::optional<SdfShape> ReadSdfShape(const SdfContext& context, const sdf::ElementPtr& owner) {
  const Source source = context.sources->Of(*owner);
  const sdf::ElementPtr geometry = SdfFind(owner, {"geometry"});
  const std::vector<sdf::ElementPtr> shapes =
      geometry != nullptr ? SdfChildren(*geometry) : std::vector<sdf::ElementPtr>();
  if (shapes.empty()) {
    context.problems()->Warning(source, "the " + owner->GetName() + " has no shape and is ignored",
                                "", "write <geometry><box><size>1 1 1</size></box></geometry>");
    return std::nullopt;
  }
  if (shapes.size() > 1) {
    context.problems()->Warning(source, "the geometry has several shapes; the first is taken",
                                shapes[0]->GetName(),
                                "write one <" + owner->GetName() + "> for each shape");
  }
  const sdf::ElementPtr& shape = shapes.front();
  if (const auto primitive = ReadPrimitive(shape)) return SdfShape{*primitive, RigidTransform()};
  if (shape->GetName() == "plane") return ReadPlane(context, shape);
  if (shape->GetName() == "mesh") return ReadMesh(context, shape, owner->GetName() == "visual");
  if (shape->GetName() == "heightmap") return ReadHeightMap(context, shape);
  if (shape->GetName() != "empty") {
    context.problems()->Warning(
        context.sources->Of(*shape),
        "this shape is not supported; the " + owner->GetName() + " is ignored", shape->GetName(),
        "accepted: plane, box, sphere, cylinder, capsule, ellipsoid, mesh, "
        "heightmap");
  }
  return std::nullopt;
}

}  // namespace surefoot::formats
