#include "surefoot/view/ground_json.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "surefoot/base/hash.h"
#include "surefoot/ground/terrain/ground_regions.h"
#include "surefoot/render/png_file.h"

namespace surefoot::view {
namespace {

constexpr int kLongerSide = 256;
constexpr double kLargest = 500.0;

/// The extent of a shape that is seen from above; nothing for those that no map lies on.
std::optional<Eigen::Vector2d> ExtentOf(const world::Geometry& geometry) {
  if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
    return plane->size.cwiseMin(kLargest);
  }
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    return Eigen::Vector2d(box->size.x(), box->size.y());
  }
  const auto* map = std::get_if<world::HeightMap>(&geometry);
  if (map == nullptr || map->field == nullptr) return std::nullopt;
  return Eigen::Vector2d(map->field->size_x, map->field->size_y);
}

/// By its name, so that it stays when other grounds come.
Vector3d ColorOf(const std::string& name, bool has_soil) {
  const std::uint64_t hash = HashString(name);
  const double hue = static_cast<double>(hash % 1000) / 1000.0;
  const double light = 0.35 + 0.4 * static_cast<double>(hash / 1000 % 1000) / 1000.0;
  // Soils are brown to red, hard grounds grey to blue.
  const Vector3d warm(1.0, 0.55 + 0.3 * hue, 0.25 + 0.3 * hue);
  const Vector3d cool(0.75 + 0.1 * hue, 0.85, 0.95);
  return light * (has_soil ? warm : cool);
}

/// Red + 256 green is the ground's number. The top left is at the lowest x and the highest y.
Image MapImage(const ground::GroundRegions& regions, const RigidTransform& X_WG,
               const Eigen::Vector2d& size) {
  Image image;
  const double pixel = size.maxCoeff() / kLongerSide;
  image.width = std::max(1, static_cast<int>(std::lround(size.x() / pixel)));
  image.height = std::max(1, static_cast<int>(std::lround(size.y() / pixel)));
  image.rgba.reserve(std::size_t{4} * static_cast<std::size_t>(image.width) *
                     static_cast<std::size_t>(image.height));
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const double x = ((column + 0.5) / image.width - 0.5) * size.x();
      const double y = (0.5 - (row + 0.5) / image.height) * size.y();
      const int number = std::clamp(regions.At(X_WG * Vector3d(x, y, 0.0)), 0, 65535);
      image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(number & 255),
                                           static_cast<std::uint8_t>(number >> 8), 0, 255});
    }
  }
  return image;
}

class GroundWriter {
 public:
  GroundWriter(const world::World& world, const physics::State& state, Assets* assets,
               msgs::JsonText* json)
      : world_(world), state_(state), assets_(assets), json_(json) {
    for (const world::GroundMaterial& ground : world.spec().grounds) names_.push_back(ground.name);
  }

  void Write() {
    json_->Key("grounds").BeginArray();
    for (int link = 0; link < world_.link_count(); ++link) {
      if (!world_.IsStatic(link)) continue;
      for (std::size_t i = 0; i < world_.link(link).collisions.size(); ++i) PutShape(link, i);
    }
    json_->EndArray().Key("ground_looks").BeginArray();
    for (const world::GroundMaterial& ground : world_.spec().grounds) PutLook(ground);
    json_->EndArray();
  }

 private:
  void PutShape(int link, std::size_t number) {
    const world::Collision& collision = world_.link(link).collisions[number];
    const world::GroundMaterial* ground = world_.GroundOf(link, static_cast<int>(number));
    const auto extent = ExtentOf(collision.geometry);
    if (ground == nullptr || ground->map.empty() || !extent || !(extent->minCoeff() > 0.0)) return;
    const RigidTransform X_WG = state_.X_WL[static_cast<std::size_t>(link)] * collision.X_LG;
    const std::string image = ImageOf(*ground, link, number, X_WG, *extent);
    if (image.empty()) return;
    json_->BeginObject().Integer("body", link).Text("collision", collision.name);
    json_->Pose("pose", collision.X_LG).Numbers("size", extent->data(), 2).Text("image", image);
    json_->EndObject();
  }

  /// Drawn once for a place: it costs some milliseconds.
  std::string ImageOf(const world::GroundMaterial& ground, int link, std::size_t number,
                      const RigidTransform& X_WG, const Eigen::Vector2d& extent) {
    std::uint64_t hash = HashBytes(X_WG.q.coeffs().data(), 4 * sizeof(double), number + 1);
    hash = HashBytes(X_WG.p.data(), 3 * sizeof(double), hash);
    for (const std::string& name : names_) hash = HashString(name, hash);
    hash = HashString(world_.link(link).name, hash);
    const int variant = 2 + static_cast<int>(hash & 0x3fffffffU);
    const auto& key = world_.instance(world_.model_of_link(link)).model;
    if (const std::string* known = assets_->Find(key, variant)) return *known;
    const Result<ground::GroundRegions> regions =
        ground::GroundRegions::Make(ground.map, world_.FindGround(ground.name), names_, X_WG);
    if (!regions.ok()) return "";
    const Result<std::string> png =
        render::EncodePng(MapImage(regions.value(), X_WG, extent), false);
    if (!png.ok()) return "";
    const std::string name = assets_->Png(png.value());
    assets_->Remember(key, variant, name);
    return name;
  }

  void PutLook(const world::GroundMaterial& ground) {
    json_->BeginObject().Text("name", ground.name).Flag("soil", ground.has_soil);
    json_->Flag("ruts", ground.has_soil && ground.soil.ruts);
    json_->Vector("color", ColorOf(ground.name, ground.has_soil)).EndObject();
  }

  const world::World& world_;
  const physics::State& state_;
  Assets* assets_;
  msgs::JsonText* json_;
  std::vector<std::string> names_;
};

}  // namespace

void PutGrounds(const world::World& world, const physics::State& state, Assets* assets,
                msgs::JsonText* json) {
  GroundWriter(world, state, assets, json).Write();
}

}  // namespace surefoot::view
