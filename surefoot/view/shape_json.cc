#include "surefoot/view/shape_json.h"

#include <algorithm>

namespace surefoot::view {
namespace {

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

}  // namespace

void PutShape(const world::Geometry& geometry, bool endless, Assets* assets, msgs::JsonText* json) {
  constexpr const char* kTypes[] = {"plane",   "box",       "sphere", "cylinder",
                                    "capsule", "ellipsoid", "mesh",   "height_map"};
  static_assert(std::variant_size_v<world::Geometry> == std::size(kTypes));
  json->BeginObject().Text("type", kTypes[geometry.index()]);
  std::visit(ShapeWriter(endless, assets, json), geometry);
  json->EndObject();
}

bool IsEndless(const world::Link& link, const RigidTransform& X_LG) {
  return std::any_of(link.collisions.begin(), link.collisions.end(), [&](const auto& collision) {
    return std::holds_alternative<world::Plane>(collision.geometry) &&
           (collision.X_LG.p - X_LG.p).norm() < 0.01 &&
           collision.X_LG.q.angularDistance(X_LG.q) < 0.01;
  });
}

}  // namespace surefoot::view
