#include "surefoot/view/material_json.h"

#include <algorithm>
#include <cmath>

namespace surefoot::view {
namespace {

constexpr double kPi = 3.14159265358979323846;

bool IsDefault(const Eigen::Vector4d& diffuse) {
  return diffuse == Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
}

}  // namespace

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
