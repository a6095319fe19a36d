/// Reads <link> and its children: <inertial>, <visual>, <collision>, <geometry>, <material>.

#include <tinyxml2.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "surefoot/formats/assets.h"
#include "surefoot/formats/extensions.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/parts.h"

namespace surefoot::formats::urdf {
namespace {

const std::vector<std::string>& ShapeNames() {
  static const std::vector<std::string> names = {"box",   "cylinder", "sphere",   "capsule",
                                                 "plane", "mesh",     "ellipsoid"};
  return names;
}

/// Drake writes the shapes that URDF lacks with a prefix: <drake:capsule>.
std::string ShapeNameOf(const XmlElement& element) {
  const std::string name = element.Name();
  return name.compare(0, 6, "drake:") == 0 ? name.substr(6) : name;
}

bool IsShape(const XmlElement& element) {
  const auto& names = ShapeNames();
  return std::find(names.begin(), names.end(), ShapeNameOf(element)) != names.end();
}

/// Shapes of other programs, which are ignored with a warning instead of an error.
bool IsForeignShape(const std::string& name) {
  return name == "cdf" || name == "sdf" || name == "convex" || name == "heightmap";
}

/// The URI of a mesh. If the file does not exist there, MuJoCo's meshdir is tried, with the URI
/// and with the bare name: MuJoCo strips the path.
std::string MeshAddress(const std::string& uri, UrdfFile* file) {
  const std::string& folder = file->mesh_folder();
  const UriResolver& resolver = *file->context().resolver;
  if (folder.empty() || resolver.Resolve(uri, file->path()).ok()) return uri;
  const std::string name = uri.substr(uri.find_last_of("/\\") + 1);
  for (const std::string& address : {folder + "/" + uri, folder + "/" + name}) {
    if (resolver.Resolve(address, file->path()).ok()) return address;
  }
  return uri;
}

/// True for a binary STL file without triangles (80 bytes of header, then the count 0), which
/// exporters write for parts without shape.
bool IsEmptyStl(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const bool header = !error && (size == 80 || size == 84);
  const std::string ending = std::filesystem::path(path).extension().string();
  if (!header || (ending != ".stl" && ending != ".STL")) return false;
  char bytes[84] = {};
  std::ifstream(path, std::ios::binary).read(bytes, sizeof bytes);
  return std::all_of(bytes + 80, bytes + 84, [](char c) { return c == 0; });
}

/// The mesh's scale. One number applies to all axes.
Vector3d ReadScale(const XmlElement& element, UrdfFile* file) {
  const auto text = file->Attribute(element, "scale");
  if (text && SplitWords(*text).size() == 1) {
    return Vector3d::Constant(file->NumberOr(element, "scale", 1.0));
  }
  if (text && SplitWords(*text).size() == 4) {
    file->WarnRepeated("scale", element, "the fourth number of a scale is ignored", *text,
                       "write three numbers");
    const auto scale = ParseVector(*text, 4, file->SourceOf(element), &file->problems());
    return scale ? Vector3d((*scale)[0], (*scale)[1], (*scale)[2]) : Vector3d::Ones();
  }
  return file->VectorOr(element, "scale", Vector3d::Ones());
}

/// Reads <mesh>. A mesh that cannot be loaded is an error if it is `needed` for a collision and a
/// warning if it is only drawn.
std::optional<world::Geometry> ReadMesh(const XmlElement& element, bool needed, UrdfFile* file) {
  file->WarnUnknown(element, {}, {"filename", "scale"});
  const std::optional<std::string> uri = file->Required(element, "filename");
  const Vector3d scale = ReadScale(element, file);
  if (!uri) return std::nullopt;
  const Source source = file->SourceOf(element);
  Problems found;
  world::Mesh mesh;
  mesh.uri = MeshAddress(*uri, file);
  mesh.scale = scale;
  file->context().assets->LoadMesh(*file->context().resolver, source, &found, &mesh);
  const bool empty = mesh.mesh == nullptr && IsEmptyStl(mesh.path);
  for (const Problem& problem : found.all()) {
    const bool soften = (!needed || empty) && problem.severity == Severity::kError;
    const std::string left_out = empty ? "an empty mesh is ignored: " : "not drawn: ";
    file->Add(soften ? Severity::kWarning : problem.severity, problem.source,
              soften ? left_out + problem.message : problem.message, problem.value, problem.advice);
  }
  if (mesh.mesh == nullptr) return std::nullopt;
  return mesh;
}

/// PyBullet's <plane normal="0 0 1"/>. Rotates `X_LG` so that z is the normal.
world::Geometry ReadPlane(const XmlElement& element, RigidTransform* X_LG, UrdfFile* file) {
  file->WarnUnknown(element, {}, {"normal"});
  const Vector3d normal = file->VectorOr(element, "normal", Vector3d::UnitZ());
  if (normal.norm() > 1e-9) {
    *X_LG = *X_LG * RigidTransform(QuaternionFromZAxis(normal.normalized()), Vector3d::Zero());
  }
  return world::Plane();
}

std::optional<world::Geometry> ReadEllipsoid(const XmlElement& element, UrdfFile* file) {
  file->WarnUnknown(element, {}, {"a", "b", "c"});
  const auto a = file->RequiredNumber(element, "a");
  const auto b = file->RequiredNumber(element, "b");
  const auto c = file->RequiredNumber(element, "c");
  if (!a || !b || !c) return std::nullopt;
  return world::Ellipsoid{Vector3d(*a, *b, *c)};
}

/// Reads an element that is named as one of ShapeNames().
std::optional<world::Geometry> ReadShape(const XmlElement& element, bool needed,
                                         RigidTransform* X_LG, UrdfFile* file) {
  const std::string name = ShapeNameOf(element);
  if (name == "mesh") return ReadMesh(element, needed, file);
  if (name == "plane") return ReadPlane(element, X_LG, file);
  if (name == "ellipsoid") return ReadEllipsoid(element, file);
  if (name == "box") {
    file->WarnUnknown(element, {}, {"size"});
    if (!file->Required(element, "size")) return std::nullopt;
    return world::Box{file->VectorOr(element, "size", Vector3d::Ones())};
  }
  if (name == "sphere") {
    file->WarnUnknown(element, {}, {"radius"});
    const auto radius = file->RequiredNumber(element, "radius");
    if (!radius) return std::nullopt;
    return world::Sphere{*radius};
  }
  file->WarnUnknown(element, {}, {"radius", "length"});
  const auto radius = file->RequiredNumber(element, "radius");
  const auto length = file->RequiredNumber(element, "length");
  if (!radius || !length) return std::nullopt;
  if (name == "capsule") return world::Capsule{*radius, *length};
  return world::Cylinder{*radius, *length};
}

/// False, after a warning, for a shape with a zero size, which exporters write for parts without
/// shape.
bool HasSize(const world::Geometry& shape, const XmlElement& element, UrdfFile* file) {
  double min = 1.0;
  if (const auto* box = std::get_if<world::Box>(&shape)) min = box->size.minCoeff();
  if (const auto* sphere = std::get_if<world::Sphere>(&shape)) min = sphere->radius;
  if (const auto* cylinder = std::get_if<world::Cylinder>(&shape)) {
    min = std::min(cylinder->radius, cylinder->length);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&shape)) min = capsule->radius;
  // Negative sizes are reported by world::Validate().
  if (min != 0.0) return true;
  file->WarnRepeated("size zero", element, "a shape of size zero is ignored", "",
                     "use positive sizes in metres");
  return false;
}

/// The one child of <geometry> that is a shape; nullptr after reporting.
const XmlElement* FindShape(const XmlElement& geometry, const XmlElement& holder, UrdfFile* file) {
  const XmlElement* found = nullptr;
  const XmlElement* other = nullptr;
  for (const XmlElement* child : ChildrenOf(geometry)) {
    const bool is_shape = IsShape(*child);
    if (!is_shape && !HasPrefix(child->Name())) other = child;
    if (is_shape && found != nullptr) {
      file->Error(*child, "<geometry> has more than one shape", child->Name(),
                  std::string("write a second <") + holder.Name() + "> for it");
    }
    if (is_shape && found == nullptr) found = child;
  }
  if (found != nullptr) {
    file->WarnUnknown(geometry, ShapeNames(), {"name"});
  } else if (other != nullptr && IsForeignShape(other->Name())) {
    file->Warning(*other, "this kind of shape is not supported; it is ignored", other->Name(),
                  NameAdvice("", ShapeNames()));
  } else if (other != nullptr) {
    file->Error(*other, "unknown shape", other->Name(), NameAdvice(other->Name(), ShapeNames()));
  } else {
    file->Error(geometry, "<geometry> has no shape", "", NameAdvice("", ShapeNames()));
  }
  return found;
}

/// The shape of a <visual> or <collision>; std::nullopt after reporting.
std::optional<world::Geometry> ReadGeometry(const XmlElement& holder, bool needed,
                                            RigidTransform* X_LG, UrdfFile* file) {
  const XmlElement* geometry = file->RequiredChild(holder, "geometry");
  if (geometry == nullptr) return std::nullopt;
  const XmlElement* element = FindShape(*geometry, holder, file);
  if (element == nullptr) return std::nullopt;
  std::optional<world::Geometry> shape = ReadShape(*element, needed, X_LG, file);
  if (shape && !HasSize(*shape, *element, file)) return std::nullopt;
  return shape;
}

/// The names of the shapes of one link so far.
using UsedNames = std::unordered_set<std::string>;

/// True when the element defines a material, not only names one.
bool IsDescribed(const XmlElement& material) {
  return material.FirstChildElement("color") != nullptr ||
         material.FirstChildElement("texture") != nullptr;
}

world::Material ReadMaterial(const XmlElement& element, UrdfFile* file) {
  file->WarnUnknown(element, {"color", "texture"}, {"name"});
  world::Material material;
  material.name = file->Attribute(element, "name").value_or("");
  material.element = file->Keep(element);
  if (const XmlElement* color = file->Child(element, "color")) {
    file->WarnUnknown(*color, {}, {"rgba"});
    const auto text = file->Required(*color, "rgba");
    const auto rgba =
        text ? ParseColor(*text, file->SourceOf(*color), &file->problems()) : std::nullopt;
    if (rgba) material.ambient = material.diffuse = *rgba;
  }
  const XmlElement* texture = file->Child(element, "texture");
  // Exporters write an empty <texture/> for a material without texture.
  const auto uri = texture ? file->Attribute(*texture, "filename") : std::nullopt;
  if (uri && !uri->empty()) {
    const auto found = file->context().resolver->Find(*uri, file->path());
    if (found.ok()) material.texture = found->path;
    if (!found.ok()) {
      file->Warning(*texture, "not drawn: the texture " + found.error().message);
    }
  }
  return material;
}

/// A name that is defined anywhere in the file takes precedence over the visual's own definition.
std::optional<world::Material> MaterialOf(const XmlElement& visual, const Materials& materials,
                                          UrdfFile* file) {
  const XmlElement* element = visual.FirstChildElement("material");
  if (element == nullptr) return std::nullopt;
  if (const XmlElement* second = element->NextSiblingElement("material")) {
    file->Warning(*second, "<visual> has more than one <material>; the first one is used");
  }
  const std::string name = file->Attribute(*element, "name").value_or("");
  const auto known = materials.find(name);
  if (!name.empty() && known != materials.end()) return known->second;
  if (IsDescribed(*element)) return ReadMaterial(*element, file);
  std::vector<std::string> names;
  for (const auto& entry : materials) names.push_back(entry.first);
  file->WarnRepeated("material " + name, *element, "no material of this name defines a colour",
                     name, NameAdvice(name, names));
  return std::nullopt;
}

/// The name of a shape: as written or made from the link's name, with a number when it is in use.
std::string ShapeName(const XmlElement& element, const world::Link& link, UsedNames* used,
                      UrdfFile* file) {
  std::string base = file->Attribute(element, "name").value_or("");
  if (base.empty()) base = link.name + "_" + element.Name();
  std::string name = base;
  for (std::size_t i = used->size(); !used->insert(name).second; ++i) {
    name = base + "_" + std::to_string(i);
  }
  return name;
}

/// The inertia matrix about the centre of mass, in the inertial frame I (kg m2); std::nullopt
/// after reporting.
std::optional<Matrix3d> ReadMatrix(const XmlElement& element, UrdfFile* file) {
  file->WarnUnknown(element, {}, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
  const auto ixx = file->RequiredNumber(element, "ixx");
  const auto iyy = file->RequiredNumber(element, "iyy");
  const auto izz = file->RequiredNumber(element, "izz");
  const double ixy = file->NumberOr(element, "ixy", 0.0);
  const double ixz = file->NumberOr(element, "ixz", 0.0);
  const double iyz = file->NumberOr(element, "iyz", 0.0);
  if (!ixx || !iyy || !izz) return std::nullopt;
  Matrix3d I;
  I << *ixx, ixy, ixz, ixy, *iyy, iyz, ixz, iyz, *izz;
  return I;
}

/// <origin> is the pose of the inertial frame I in the link; its origin is the centre of mass.
void ReadInertial(const XmlElement& element, world::Link* link, UrdfFile* file) {
  file->WarnUnknown(element, {"origin", "mass", "inertia"}, {});
  const RigidTransform X_LI = file->OriginOf(element);
  const XmlElement* mass_element = file->RequiredChild(element, "mass");
  const XmlElement* matrix_element = file->Child(element, "inertia");
  std::optional<double> mass;
  std::optional<Matrix3d> I_Icm_I;
  if (mass_element != nullptr) {
    file->WarnUnknown(*mass_element, {}, {"value"});
    mass = file->RequiredNumber(*mass_element, "value");
  }
  if (matrix_element != nullptr) {
    I_Icm_I = ReadMatrix(*matrix_element, file);
  } else {
    // RepairInertia() replaces zero by the inertia of the shapes if the link can rotate.
    I_Icm_I = Matrix3d::Zero();
  }
  if (!mass || !I_Icm_I) return;
  if (*mass == 0.0) {
    if (I_Icm_I->isZero(0.0)) return;
    file->WarnRepeated("inertia without mass", *matrix_element,
                       "an inertia without mass is ignored", "", "write a positive mass in kg");
    return;
  }
  Inertia inertia_I;
  inertia_I.mass = *mass;
  inertia_I.I_BBcm_B = *I_Icm_I;
  link->inertia = ExpressedIn(X_LI, inertia_I);
  // The rotation leaves rounding errors; engines expect an exactly symmetric matrix.
  const Matrix3d I = link->inertia.I_BBcm_B;
  link->inertia.I_BBcm_B = 0.5 * (I + I.transpose());
}

/// Adds a <visual> or <collision> to the link. A shape that cannot be used is omitted, after
/// reporting.
void ReadVisual(const XmlElement& element, const Materials& materials, world::Link* link,
                UsedNames* used, UrdfFile* file) {
  file->WarnUnknown(element, {"origin", "geometry", "material"}, {"name", "group"});
  world::Visual visual;
  visual.name = ShapeName(element, *link, used, file);
  visual.source = file->SourceOf(element);
  visual.X_LG = file->OriginOf(element);
  visual.material = MaterialOf(element, materials, file);
  visual.extensions = file->KeepPrefixed(element);
  auto geometry = ReadGeometry(element, false, &visual.X_LG, file);
  if (!geometry) return;
  visual.geometry = std::move(*geometry);
  link->visuals.push_back(std::move(visual));
}

/// A <material> in a collision has no effect; exporters write it.
void ReadCollision(const XmlElement& element, world::Link* link, UsedNames* used, UrdfFile* file) {
  file->WarnUnknown(element, {"origin", "geometry", "verbose", "material"}, {"name", "group"});
  world::Collision collision;
  collision.name = ShapeName(element, *link, used, file);
  collision.source = file->SourceOf(element);
  collision.X_LG = file->OriginOf(element);
  collision.extensions = file->KeepPrefixed(element);
  for (const world::Element& extension : collision.extensions) {
    ApplyCollisionExtension(extension, &collision, &file->problems());
  }
  auto geometry = ReadGeometry(element, true, &collision.X_LG, file);
  if (!geometry) return;
  collision.geometry = std::move(*geometry);
  link->collisions.push_back(std::move(collision));
}

}  // namespace

/// Materials at the robot first, so that they win over definitions inside of visuals.
Materials ReadMaterials(const XmlElement& robot, UrdfFile* file) {
  Materials materials;
  const auto add = [&](const XmlElement& element) {
    const std::string name = file->Attribute(element, "name").value_or("");
    if (name.empty() || !IsDescribed(element)) return;
    world::Material material = ReadMaterial(element, file);
    const auto added = materials.emplace(name, material);
    if (!added.second && (added.first->second.diffuse != material.diffuse ||
                          added.first->second.texture != material.texture)) {
      file->WarnRepeated(
          "described " + name, element,
          "this material was defined differently before; the first definition is used", name,
          "use different names");
    }
  };
  for (const XmlElement* element : ChildrenOf(robot, "material")) {
    if (file->Attribute(*element, "name").value_or("").empty()) {
      file->Warning(*element, "a material without a name is ignored", "",
                    "write <material name=\"...\">");
    }
    add(*element);
  }
  for (const XmlElement* link : ChildrenOf(robot, "link")) {
    for (const XmlElement* visual : ChildrenOf(*link, "visual")) {
      if (const XmlElement* material = visual->FirstChildElement("material")) add(*material);
    }
  }
  return materials;
}

/// Errors in the element are reported for the first collision only.
void ApplySurfaceToLink(const world::Element& element, world::Link* link, UrdfFile* file) {
  if (element.name != "surefoot:surface") return;
  for (world::Collision& collision : link->collisions) {
    Problems repeated;
    const bool first = &collision == &link->collisions.front();
    ApplyCollisionExtension(element, &collision, first ? &file->problems() : &repeated);
  }
}

world::Link ReadLink(const XmlElement& element, const Materials& materials, UrdfFile* file) {
  file->WarnUnknown(element,
                    {"inertial", "visual", "collision", "contact", "self_collision_checking"},
                    {"name", "type"});
  world::Link link;
  link.name = file->Required(element, "name").value_or("");
  link.source = file->SourceOf(element);
  if (const XmlElement* inertial = file->Child(element, "inertial")) {
    ReadInertial(*inertial, &link, file);
  }
  UsedNames visual_names, collision_names;
  for (const XmlElement* child : ChildrenOf(element)) {
    if (std::strcmp(child->Name(), "visual") == 0) {
      ReadVisual(*child, materials, &link, &visual_names, file);
    }
    if (std::strcmp(child->Name(), "collision") == 0) {
      ReadCollision(*child, &link, &collision_names, file);
    }
  }
  link.extensions = file->KeepPrefixed(element);
  if (const XmlElement* contact = file->Child(element, "contact")) {
    ReadContact(*contact, &link, file);
  }
  for (const world::Element& extension : link.extensions) {
    ApplySurfaceToLink(extension, &link, file);
  }
  return link;
}

}  // namespace surefoot::formats::urdf
