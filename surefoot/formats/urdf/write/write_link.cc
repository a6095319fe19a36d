/// Writes <link> with <inertial>, <visual> and <collision>, and the materials.

#include "surefoot/formats/markup.h"
#include "surefoot/formats/urdf/write/write_parts.h"
#include "surefoot/geometry/mesh/generated_mesh.h"

namespace surefoot::formats::urdf {
namespace {

using world::Element;

/// Points around an ellipsoid that is written as a mesh: its surface deviates by 0.1 % of the
/// radius.
constexpr int kRoundSegments = 64;
/// Thickness (m) of the box that is written for a plane.
constexpr double kPlaneThickness = 0.1;

/// A shape as URDF has it: its pose in the link and its element.
struct Shape {
  RigidTransform X_LG;
  Element element;
};

Element ShapeElement(const char* name,
                     const std::vector<std::pair<std::string, std::string>>& attributes) {
  Element element = MakeElement(name);
  element.attributes = attributes;
  return element;
}

Element SphereElement(double radius) {
  return ShapeElement("sphere", {{"radius", NumberText(radius)}});
}

Element CylinderElement(double radius, double length) {
  return ShapeElement("cylinder", {{"radius", NumberText(radius)}, {"length", NumberText(length)}});
}

Element MeshElement(const std::string& uri, const Vector3d& scale) {
  Element element = ShapeElement("mesh", {{"filename", uri}});
  if (!SameBits(scale, Vector3d::Ones())) SetAttribute(&element, "scale", NumberText(scale));
  return element;
}

/// Converts one shape to URDF's shapes; one overload for each kind.
struct ShapeWriter {
  UrdfWriter& writer;
  RigidTransform X_LG;
  const std::string& name;
  const Source& source;

  std::vector<Shape> operator()(const world::Box& box) const {
    return {{X_LG, ShapeElement("box", {{"size", NumberText(box.size)}})}};
  }
  std::vector<Shape> operator()(const world::Sphere& sphere) const {
    return {{X_LG, SphereElement(sphere.radius)}};
  }
  std::vector<Shape> operator()(const world::Cylinder& cylinder) const {
    return {{X_LG, CylinderElement(cylinder.radius, cylinder.length)}};
  }
  /// The union of a cylinder and two spheres is the same solid; few programs read <capsule>.
  std::vector<Shape> operator()(const world::Capsule& capsule) const {
    const RigidTransform X_GT(Vector3d(0.0, 0.0, 0.5 * capsule.length));
    std::vector<Shape> shapes;
    if (capsule.length > 0.0) {
      shapes.push_back({X_LG, CylinderElement(capsule.radius, capsule.length)});
      shapes.push_back({X_LG * X_GT.Inverse(), SphereElement(capsule.radius)});
    }
    shapes.push_back({X_LG * X_GT, SphereElement(capsule.radius)});
    return shapes;
  }
  std::vector<Shape> operator()(const world::Ellipsoid& ellipsoid) const {
    writer.losses().Changed("URDF has no ellipsoids; they are written as meshes", name, source);
    const std::string uri =
        writer.UriOfMade("sphere", [] { return MakeSphereMesh(1.0, kRoundSegments); });
    return {{X_LG, MeshElement(uri, ellipsoid.radii)}};
  }
  std::vector<Shape> operator()(const world::Plane& plane) const {
    writer.losses().Changed("URDF has no planes; they are written as boxes of the drawn size", name,
                            source);
    const RigidTransform X_GB(Vector3d(0.0, 0.0, -0.5 * kPlaneThickness));
    const Vector3d size(plane.size.x(), plane.size.y(), kPlaneThickness);
    return {{X_LG * X_GB, ShapeElement("box", {{"size", NumberText(size)}})}};
  }
  /// URDF cannot select a part of a file, nor can other programs generate meshes.
  std::vector<Shape> operator()(const world::Mesh& mesh) const {
    if (mesh.mesh == nullptr) return {};
    const bool in_file = !mesh.path.empty() && mesh.submesh.empty() && !mesh.center;
    if (in_file) return {{X_LG, MeshElement(writer.assets().UriOf(mesh.path), mesh.scale)}};
    return {{X_LG, MeshElement(writer.assets().UriOf(*mesh.mesh), Vector3d::Ones())}};
  }
  std::vector<Shape> operator()(const world::HeightMap& map) const {
    writer.losses().Changed("URDF has no height maps; they are written as meshes", name, source);
    const HeightField* field = map.field.get();
    if (field == nullptr) return {};
    const std::string key = "heights " + std::to_string(reinterpret_cast<std::uintptr_t>(field));
    const std::string uri = writer.UriOfMade(key, [field] { return ToMesh(*field); });
    return {{X_LG, MeshElement(uri, Vector3d::Ones())}};
  }
};

/// Adds one <visual> or <collision> for each of the shapes; all but the first one have a number in
/// the name.
template <typename Part>
void AddShapes(const char* kind, const Part& part, const std::string& material, UrdfWriter* writer,
               Element* link) {
  int number = 0;
  for (Shape& shape :
       std::visit(ShapeWriter{*writer, part.X_LG, part.name, part.source}, part.geometry)) {
    Element& element = AddChild(link, kind);
    const std::string suffix = number++ == 0 ? "" : "_" + std::to_string(number);
    SetAttribute(&element, "name", part.name + suffix);
    AddOrigin(shape.X_LG, &element);
    AddChild(&element, "geometry").children.push_back(std::move(shape.element));
    if (!material.empty()) SetAttribute(&AddChild(&element, "material"), "name", material);
  }
}

/// The matrix is about the centre of mass in the link's axes, so <origin> has no rotation. A link
/// without mass has no <inertial>: programs refuse a mass of zero.
void AddInertial(const Inertia& inertia, Element* link) {
  if (inertia.mass == 0.0) return;
  const Matrix3d& I = inertia.I_BBcm_B;
  Element& inertial = AddChild(link, "inertial");
  AddOrigin(RigidTransform(inertia.p_BBcm), &inertial);
  SetAttribute(&AddChild(&inertial, "mass"), "value", NumberText(inertia.mass));
  AddChild(&inertial, "inertia").attributes = {
      {"ixx", NumberText(I(0, 0))}, {"ixy", NumberText(I(0, 1))}, {"ixz", NumberText(I(0, 2))},
      {"iyy", NumberText(I(1, 1))}, {"iyz", NumberText(I(1, 2))}, {"izz", NumberText(I(2, 2))}};
}

}  // namespace

std::string UrdfWriter::MaterialName(const world::Material& material, double transparency) {
  Eigen::Vector4d rgba = material.diffuse;
  rgba[3] *= 1.0 - transparency;
  Element element = MakeElement("material");
  SetAttribute(&element, "name", "");
  SetAttribute(&AddChild(&element, "color"), "rgba", NumberText(rgba));
  if (!material.texture.empty()) {
    SetAttribute(&AddChild(&element, "texture"), "filename", assets_.UriOf(material.texture));
  }
  std::string base = material.name.empty() ? "material" : material.name;
  const auto is_used = [this](const std::string& name) {
    for (const Element& known : materials_) {
      if (*known.Attribute("name") == name) return true;
    }
    return false;
  };
  for (const Element& known : materials_) {
    if (SameMarkup(known.children, element.children)) return *known.Attribute("name");
  }
  std::string name = material.name.empty() ? base + "_1" : base;
  for (int i = 2; is_used(name); ++i) name = base + "_" + std::to_string(i);
  SetAttribute(&element, "name", name);
  materials_.push_back(std::move(element));
  return name;
}

Element WriteLink(const world::Link& link, const std::string& name, UrdfWriter* writer) {
  Element element = MakeElement("link");
  SetAttribute(&element, "name", name);
  AddInertial(link.inertia, &element);
  for (const world::Visual& visual : link.visuals) {
    const std::string material =
        visual.material ? writer->MaterialName(*visual.material, visual.transparency) : "";
    AddShapes("visual", visual, material, writer, &element);
  }
  for (const world::Collision& collision : link.collisions) {
    AddShapes("collision", collision, "", writer, &element);
  }
  return element;
}

}  // namespace surefoot::formats::urdf
