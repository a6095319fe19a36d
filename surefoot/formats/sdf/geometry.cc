#include <algorithm>
#include <cmath>
#include <numbers>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

// Shapes that the description lacks (cones, polylines) become meshes here.

namespace surefoot::formats {
namespace {

using Index = std::uint32_t;

/// The shoelace formula: positive for a counter-clockwise outline (m2).
double SignedArea(const std::vector<Eigen::Vector2d>& outline) {
  double twice = 0.0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Eigen::Vector2d& a = outline[i];
    const Eigen::Vector2d& b = outline[(i + 1) % outline.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * twice;
}

/// A cone with its tip up (+z) and its frame at half of its length, as in SDF.
TriMesh MakeConeMesh(double radius, double length, int segments) {
  TriMesh mesh;
  mesh.vertices = {Vector3d(0.0, 0.0, 0.5 * length), Vector3d(0.0, 0.0, -0.5 * length)};
  for (int i = 0; i < segments; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / segments;
    mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), -0.5 * length);
  }
  const Index count = static_cast<Index>(segments);
  for (Index i = 0; i < count; ++i) {
    const Index a = 2 + i;
    const Index b = 2 + (i + 1) % count;
    mesh.triangles.push_back({0, a, b});
    mesh.triangles.push_back({1, b, a});
  }
  return mesh;
}

/// A prism from z = 0 to z = height over a closed outline of either orientation, whose last corner
/// may repeat the first. Empty for fewer than three corners or no area.
TriMesh MakePrismMesh(std::vector<Eigen::Vector2d> outline, double height) {
  TriMesh mesh;
  if (outline.size() > 1 && outline.front() == outline.back()) outline.pop_back();
  const double area = SignedArea(outline);
  if (outline.size() < 3 || !(std::abs(area) > 0.0) || !(height > 0.0)) return mesh;
  if (area < 0.0) std::reverse(outline.begin(), outline.end());
  const Index count = static_cast<Index>(outline.size());
  std::vector<MeshCorner> corners;
  for (const double z : {0.0, height}) {
    for (const Eigen::Vector2d& p : outline) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  for (const Eigen::Vector2d& p : outline) {
    MeshCorner corner;
    corner.position = Vector3d(p.x(), p.y(), 0.0);
    corners.push_back(corner);
  }
  for (const auto& triangle : TriangulatePolygon(corners)) {
    const Index a = static_cast<Index>(triangle[0]);
    const Index b = static_cast<Index>(triangle[1]);
    const Index c = static_cast<Index>(triangle[2]);
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({count + a, count + b, count + c});
  }
  for (Index i = 0; i < count; ++i) {
    const Index next = (i + 1) % count;
    mesh.triangles.push_back({i, next, count + next});
    mesh.triangles.push_back({i, count + next, count + i});
  }
  return mesh;
}

/// Adds the triangles of `mesh` to `all`.
void AppendMesh(const TriMesh& mesh, TriMesh* all) {
  const Index offset = static_cast<Index>(all->vertices.size());
  all->vertices.insert(all->vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
  for (const auto& triangle : mesh.triangles) {
    all->triangles.push_back({triangle[0] + offset, triangle[1] + offset, triangle[2] + offset});
  }
}

/// The normal becomes the rotation of the shape: the description's planes have their normal along
/// z.
SdfShape ReadPlane(const SdfContext& context, const SdfNode& node) {
  world::Plane plane;
  plane.size = Eigen::Vector2d(1.0, 1.0);
  SdfShape shape;
  if (const SdfNode* size = node.Child("size")) {
    const auto values = ParseQuietly(ParseVector, size->text, 2);
    if (values) plane.size = Eigen::Vector2d((*values)[0], (*values)[1]);
  }
  const Vector3d normal = SdfVector(&node, "normal", Vector3d::UnitZ());
  if (normal.norm() > 1e-9) {
    shape.X_GS.q = QuaternionFromZAxis(normal);
  } else {
    context.Error(node, "the plane's normal is zero", "",
                  "write for example <normal>0 0 1</normal>");
  }
  shape.geometry = plane;
  return shape;
}

/// A mesh from a file, or a part of it (<submesh>), which may be centred.
std::optional<SdfShape> ReadMesh(const SdfContext& context, const SdfNode& node, bool is_visual) {
  world::Mesh mesh;
  mesh.uri = SdfText(&node, "uri");
  // A missing URI was reported before. Old tools write "__default__" for a missing one.
  if (mesh.uri.empty()) return std::nullopt;
  if (mesh.uri == "__default__") {
    return context.Warning(node, "the mesh has no URI; it is ignored", mesh.uri,
                           "write <uri>model://NAME/FILE</uri>");
  }
  mesh.scale = SdfVector(&node, "scale", Vector3d::Ones());
  if (const SdfNode* submesh = node.Child("submesh")) {
    mesh.submesh = SdfText(submesh, "name");
    mesh.center = SdfFlag(submesh, "center", false);
  }
  Problems found;
  context.read->assets->LoadMesh(*context.read->resolver, context.sources->Of(node), &found, &mesh);
  // A missing visual does not change the simulation, so it is a warning; a missing collision shape
  // is an error.
  for (const Problem& problem : found.all()) {
    context.Add(is_visual ? Severity::kWarning : problem.severity, problem.source, problem.message,
                problem.value, problem.advice);
  }
  if (mesh.mesh == nullptr) return std::nullopt;
  return SdfShape{mesh, RigidTransform()};
}

/// The height map's position (<pos>) is relative to the geometry's frame.
std::optional<SdfShape> ReadHeightMap(const SdfContext& context, const SdfNode& node) {
  world::HeightMap map;
  map.uri = SdfText(&node, "uri");
  if (map.uri.empty()) return std::nullopt;
  // Without <size>, elevation files such as GeoTIFF define their own extent.
  const Vector3d size = SdfVector(&node, "size", Vector3d::Zero());
  const bool loaded = context.read->assets->LoadHeightMap(
      *context.read->resolver, size, context.sources->Of(node), context.problems(), &map);
  if (!loaded) return std::nullopt;
  return SdfShape{map, RigidTransform(SdfVector(&node, "pos", Vector3d::Zero()))};
}

/// A mesh that was computed here; it has no file.
std::optional<SdfShape> FromMesh(TriMesh mesh) {
  world::Mesh shape;
  shape.mesh = std::make_shared<const TriMesh>(std::move(mesh));
  return SdfShape{shape, RigidTransform()};
}

/// Drawn and collided as a mesh of 32 segments, since engines have no cones.
std::optional<SdfShape> ReadCone(const SdfContext& context, const SdfNode& node) {
  const double radius = SdfNumber(&node, "radius", 0.5);
  const double length = SdfNumber(&node, "length", 1.0);
  if (radius > 0.0 && length > 0.0) return FromMesh(MakeConeMesh(radius, length, 32));
  return context.Error(node, "the cone's radius and length must be positive", "",
                       "write both in m");
}

/// All polylines of the geometry, each extruded to its height, as one mesh.
std::optional<SdfShape> ReadPolylines(const SdfContext& context, const SdfNode& geometry) {
  TriMesh all;
  for (const SdfNode& node : geometry.children) {
    if (node.name != "polyline") continue;
    std::vector<Eigen::Vector2d> outline;
    for (const SdfNode& point : node.children) {
      if (point.name != "point") continue;
      const auto xy = ParseQuietly(ParseVector, point.text, 2);
      if (xy) outline.emplace_back((*xy)[0], (*xy)[1]);
    }
    const TriMesh mesh = MakePrismMesh(std::move(outline), SdfNumber(&node, "height", 1.0));
    if (mesh.triangles.empty()) {
      context.Warning(node, "the polyline encloses no area and is ignored", "",
                      "write at least three points and a positive height");
    }
    AppendMesh(mesh, &all);
  }
  if (all.triangles.empty()) return std::nullopt;
  return FromMesh(std::move(all));
}

/// The shapes that consist of numbers only, with SDF's defaults.
std::optional<world::Geometry> ReadPrimitive(const SdfNode& node) {
  const std::string& name = node.name;
  if (name == "box") return world::Box{SdfVector(&node, "size", Vector3d::Ones())};
  if (name == "sphere") return world::Sphere{SdfNumber(&node, "radius", 1.0)};
  if (name == "cylinder") {
    return world::Cylinder{SdfNumber(&node, "radius", 1.0), SdfNumber(&node, "length", 1.0)};
  }
  if (name == "capsule") {
    return world::Capsule{SdfNumber(&node, "radius", 0.5), SdfNumber(&node, "length", 1.0)};
  }
  if (name == "ellipsoid") return world::Ellipsoid{SdfVector(&node, "radii", Vector3d::Ones())};
  return std::nullopt;
}

/// The first child of <geometry> that may be a shape; nullptr when there is none.
const SdfNode* FindShape(const SdfContext& context, const SdfNode& owner) {
  const SdfNode* geometry = owner.Child("geometry");
  const SdfNode* shape = nullptr;
  int count = 0;
  for (const SdfNode& child : geometry != nullptr ? geometry->children : owner.children) {
    if (geometry == nullptr || child.foreign || child.name == "frame") continue;
    if (count++ == 0) shape = &child;
  }
  if (count == 0) {
    context.Warning(owner, "the " + owner.name + " has no shape and is ignored", "",
                    "write <geometry><box><size>1 1 1</size></box></geometry>");
  }
  if (count > 1 && shape->name != "polyline") {
    context.Warning(owner, "the geometry has several shapes; the first one is used", shape->name,
                    "write one <" + owner.name + "> for each shape");
  }
  return shape;
}

}  // namespace

/// <empty/> is valid in SDF and means no shape.
std::optional<SdfShape> ReadSdfShape(const SdfContext& context, const SdfNode& owner) {
  const SdfNode* shape = FindShape(context, owner);
  if (shape == nullptr) return std::nullopt;
  if (const auto primitive = ReadPrimitive(*shape)) return SdfShape{*primitive, RigidTransform()};
  if (shape->name == "plane") return ReadPlane(context, *shape);
  if (shape->name == "mesh") return ReadMesh(context, *shape, owner.name == "visual");
  if (shape->name == "heightmap") return ReadHeightMap(context, *shape);
  if (shape->name == "cone") return ReadCone(context, *shape);
  if (shape->name == "polyline") return ReadPolylines(context, *owner.Child("geometry"));
  if (shape->name != "empty") {
    context.Warning(*shape, "this shape is not supported; the " + owner.name + " is ignored",
                    shape->name,
                    "accepted: plane, box, sphere, cylinder, capsule, ellipsoid, cone, "
                    "mesh, heightmap, polyline");
  }
  return std::nullopt;
}

}  // namespace surefoot::formats
