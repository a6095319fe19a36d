#include "surefoot/view/shape_json.h"

#include <algorithm>
#include <cmath>

namespace surefoot::view {
namespace {

/// Writes the sizes of a shape; one overload for each alternative of world::Geometry, so that a new
/// kind of shape does not compile before it can be drawn.
class ShapeWriter {
 public:
  ShapeWriter(bool endless, Assets* assets, msgs::JsonText* json)
      : endless_(endless), assets_(assets), json_(json) {}

  void operator()(const world::Plane& plane) const {
    json_->Numbers("size", plane.size.data(), 2);
    if (endless_) json_->Flag("endless", true);
  }
  void operator()(const world::Box& box) const { json_->Vector("size", box.size); }
  void operator()(const world::Sphere& sphere) const { json_->Number("radius", sphere.radius); }
  void operator()(const world::Cylinder& shape) const { PutRound(shape.radius, shape.length); }
  void operator()(const world::Capsule& shape) const { PutRound(shape.radius, shape.length); }
  void operator()(const world::Ellipsoid& shape) const { json_->Vector("radii", shape.radii); }
  void operator()(const world::Mesh& mesh) const {
    if (mesh.mesh != nullptr) json_->Text("file", assets_->Mesh(mesh.mesh));
  }
  void operator()(const world::HeightMap& map) const {
    if (map.field != nullptr) json_->Text("file", assets_->Heights(map.field));
  }

 private:
  void PutRound(double radius, double length) const {
    json_->Number("radius", radius).Number("length", length);
  }

  bool endless_;
  Assets* assets_;
  msgs::JsonText* json_;
};

constexpr double kPi = 3.14159265358979323846;

bool IsDefault(const Eigen::Vector4d& diffuse) {
  return diffuse == Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
}

}  // namespace

// Meshes and height maps are assets, all other shapes numbers.
void PutShape(const world::Geometry& geometry, bool endless, Assets* assets, msgs::JsonText* json) {
  constexpr const char* kTypes[] = {"plane",   "box",       "sphere", "cylinder",
                                    "capsule", "ellipsoid", "mesh",   "height_map"};
  // The order of kTypes must be that of the variant.
  static_assert(std::variant_size_v<world::Geometry> == std::size(kTypes));
  json->BeginObject().Text("type", kTypes[geometry.index()]);
  std::visit(ShapeWriter(endless, assets, json), geometry);
  json->EndObject();
}

bool IsInfinitePlane(const world::Link& link, const RigidTransform& X_LG) {
  return std::any_of(link.collisions.begin(), link.collisions.end(), [&](const auto& collision) {
    return std::holds_alternative<world::Plane>(collision.geometry) &&
           (collision.X_LG.p - X_LG.p).norm() < 0.01 &&
           collision.X_LG.q.angularDistance(X_LG.q) < 0.01;
  });
}

// Colours of files may exceed their range.
Look LookOf(const world::Material& material, double transparency) {
  Look look;
  look.color = material.diffuse.cwiseMax(0.0).cwiseMin(1.0);
  look.color.w() = std::clamp(material.diffuse.w() * (1.0 - transparency), 0.0, 1.0);
  look.specular = material.specular.head<3>();
  look.emissive = material.emissive.head<3>();
  look.texture = material.texture;
  return look;
}

Look LookOf(const MeshMaterial& material) {
  world::Material same;
  same.diffuse = material.diffuse;
  same.specular = material.specular;
  same.emissive = material.emissive;
  same.texture = material.texture;
  return LookOf(same, 0.0);
}

/// As LinkColor in render/looks.cc: hues by the golden ratio.
Look CollisionLook(int link) {
  Look look;
  const double hue = std::fmod(0.05 + 0.61803398875 * link, 1.0);
  for (int i = 0; i < 3; ++i) {
    look.color[i] = 0.62 + 0.30 * std::cos(2.0 * kPi * (hue - i / 3.0));
  }
  return look;
}

void PutMaterial(const Look& look, const TextureName& texture, msgs::JsonText* json) {
  const std::string name = look.texture.empty() ? "" : texture(look.texture);
  Eigen::Vector4d color = look.color;
  if (!name.empty() && IsDefault(Eigen::Vector4d(color.x(), color.y(), color.z(), 1.0))) {
    color.head<3>().setOnes();
  }
  json->BeginObject();
  json->Numbers("color", color.data(), 4);
  if (!look.specular.isZero(0.0)) json->Vector("specular", look.specular);
  if (!look.emissive.isZero(0.0)) json->Vector("emissive", look.emissive);
  if (!name.empty()) json->Text("texture", name);
  json->EndObject();
}

}  // namespace surefoot::view
