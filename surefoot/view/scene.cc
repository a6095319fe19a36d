#include "surefoot/view/scene.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "surefoot/base/hash.h"
#include "surefoot/ground/terrain/ground_regions.h"
#include "surefoot/msgs/json_text.h"
#include "surefoot/physics/state.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/render/color.h"
#include "surefoot/render/lights.h"
#include "surefoot/render/png_file.h"
#include "surefoot/render/shading.h"
#include "surefoot/view/assets.h"
#include "surefoot/view/description.h"
#include "surefoot/world/light/find_light.h"

// The scene for viewers: models with references to their descriptions, lights, sky and grounds.
// Descriptions are sent once, however many models share them.

namespace surefoot::view {
namespace {

// Pixels along the longer side of a map of grounds, and the largest extent of such a map (m).
constexpr int kLongerSide = 256;
constexpr double kLargest = 500.0;

/// Horizontal extent of a shape (m); none for shapes that cannot have a map of grounds.
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

/// The colour depends on the name only, so it stays the same when other grounds are added.
Vector3d ColorOf(const std::string& name, bool has_soil) {
  const std::uint64_t hash = HashString(name);
  const double hue = static_cast<double>(hash % 1000) / 1000.0;
  const double light = 0.35 + 0.4 * static_cast<double>(hash / 1000 % 1000) / 1000.0;
  // Soils are brown to red, hard grounds are grey to blue.
  const Vector3d warm(1.0, 0.55 + 0.3 * hue, 0.25 + 0.3 * hue);
  const Vector3d cool(0.75 + 0.1 * hue, 0.85, 0.95);
  return light * (has_soil ? warm : cool);
}

/// The pixel value red + 256 green is the index of the ground. The upper left pixel is at the
/// lowest x and the highest y of the shape.
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

  /// Shapes of static links and the appearance of all grounds.
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
  /// Only shapes with a map of grounds: a viewer knows the others by their one ground.
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

  /// Cached for each place, because drawing takes some milliseconds.
  std::string ImageOf(const world::GroundMaterial& ground, int link, std::size_t number,
                      const RigidTransform& X_WG, const Eigen::Vector2d& extent) {
    std::uint64_t hash = HashBytes(X_WG.q.coeffs().data(), 4 * sizeof(double), number + 1);
    hash = HashBytes(X_WG.p.data(), 3 * sizeof(double), hash);
    for (const std::string& name : names_) hash = HashString(name, hash);
    hash = HashString(world_.link(link).name, hash);
    // Variants 0 and 1 of a model's key are its descriptions.
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

/// The key `grounds` of a scene: which parts of static shapes are made of which ground.
void PutGrounds(const world::World& world, const physics::State& state, Assets* assets,
                msgs::JsonText* json) {
  GroundWriter(world, state, assets, json).Write();
}

/// A colour of an element, or `otherwise`.
Vector3d ColorOf(const world::Element* parent, const char* name, const Vector3d& otherwise) {
  const world::Element* child = parent != nullptr ? parent->Child(name) : nullptr;
  if (child == nullptr) return otherwise;
  std::istringstream in(child->text);
  Vector3d color;
  return in >> color.x() >> color.y() >> color.z() ? color : otherwise;
}

bool IsTrue(const world::Element* parent, const char* name, bool otherwise) {
  const world::Element* child = parent != nullptr ? parent->Child(name) : nullptr;
  if (child == nullptr) return otherwise;
  return child->text.find('1') != std::string::npos ||
         child->text.find("true") != std::string::npos;
}

/// Viewers take colours as sRGB, as files do; render/ computes with linear ones.
Vector3d Srgb(const Vector3d& linear) {
  return linear.unaryExpr([](double value) { return render::SrgbFromLinear(value); });
}

/// SDF's names of the kinds of light.
const char* KindName(render::LightSource::Kind kind) {
  using Kind = render::LightSource::Kind;
  return kind == Kind::kPoint ? "point" : kind == Kind::kSpot ? "spot" : "directional";
}

/// A light of a file (nullptr for the default sun), its link (-1 for the world's lights), and the
/// name by which services change it.
struct Fixture {
  const world::Light* light = nullptr;
  int link = -1;
  std::string name;
};

/// All lights of the world and its links.
std::vector<Fixture> FixturesOf(const world::World& world) {
  std::vector<Fixture> fixtures;
  for (const world::Light& light : world.spec().lights) fixtures.push_back({&light, -1, ""});
  for (int link = 0; link < world.link_count(); ++link) {
    for (const world::Light& light : world.link(link).lights) {
      fixtures.push_back({&light, link, ""});
    }
  }
  // LightNames lists them in the same order.
  const std::vector<std::string> names = world::LightNames(world.spec());
  for (std::size_t i = 0; i < fixtures.size(); ++i) fixtures[i].name = names[i];
  return fixtures;
}

/// Writes a light with the values that render/ draws with; `drawn` is nullptr if it is not drawn.
void PutLight(const Fixture& fixture, const render::LightSource* drawn, const RigidTransform& X_WP,
              msgs::JsonText* json) {
  const world::Light* light = fixture.light;
  const world::Element* element = light != nullptr ? &light->element : nullptr;
  const RigidTransform X_PL = light != nullptr ? light->X_PL : RigidTransform();
  const render::LightSource source = drawn != nullptr ? *drawn : render::LightSource();
  const Vector3d color = ColorOf(element, "diffuse", Vector3d::Constant(0.9)).cwiseMax(0.0);
  const double brightest = std::max(color.cwiseMin(1.0).maxCoeff(), 1e-6);
  json->BeginObject().Text("name", fixture.name);
  if (fixture.link >= 0) json->Integer("body", fixture.link);
  const bool other = light != nullptr && drawn == nullptr;
  json->Text("type", other ? light->type : KindName(source.kind)).Pose("pose", X_PL);
  // Viewers attach the light to its link, so the direction is in the parent's frame.
  json->Vector("direction", X_WP.q.conjugate() * source.direction_W);
  json->Vector("color", light != nullptr ? Vector3d(color.cwiseMin(1.0)) : source.color);
  json->Number("intensity", light == nullptr   ? 1.0
                            : drawn == nullptr ? 0.0
                                               : source.color.maxCoeff() / brightest);
  json->Flag("on", IsTrue(element, "light_on", true)).Flag("shadows", source.casts_shadows);
  if (drawn != nullptr && source.kind != render::LightSource::Kind::kDirectional) {
    const double attenuation[] = {source.constant, source.linear, source.quadratic};
    json->Number("range", source.range).Numbers("attenuation", attenuation, 3);
    if (source.kind == render::LightSource::Kind::kSpot) {
      json->Number("inner", std::acos(source.cos_inner));
      json->Number("outer", std::acos(source.cos_outer));
    }
  }
  json->EndObject();
}

/// The keys `sky` and `lights` of a scene: the light that render/ draws with.
void PutSky(const world::World& world, msgs::JsonText* json) {
  const world::Element* scene = nullptr;
  for (const world::Element& element : world.spec().kept) {
    if (element.name == "scene") scene = &element;
  }
  // A white sun, so that `sun` is the sky's filter alone; viewers multiply it with each light.
  render::LightSource white;
  white.color.setOnes();
  Problems unreported;
  const render::Sky sky = render::SkyOf(world::ReadDaylight(world.spec(), &unreported).sky);
  const render::Daylight<double> day(white, sky);
  json->Key("sky").BeginObject();
  json->Vector("ambient", ColorOf(scene, "ambient", Vector3d::Constant(0.4)));
  json->Vector("background", ColorOf(scene, "background", Vector3d::Constant(0.7)));
  json->Flag("shadows", IsTrue(scene, "shadows", true));
  json->Vector("horizon", Srgb(sky.horizon));
  json->Vector("zenith", Srgb(sky.zenith));
  json->Vector("nadir", Srgb(sky.nadir));
  json->Vector("above", render::ToVector(day.above)).Vector("below", render::ToVector(day.below));
  json->Vector("sun", render::ToVector(day.sun)).Number("eye", day.from_eye);
  json->EndObject();
}

/// As the cameras of the simulation see them, so lights beyond their limit are marked.
void PutLights(const world::World& world, const physics::State& state, msgs::JsonText* json) {
  const std::vector<Fixture> fixtures = FixturesOf(world);
  std::vector<const render::LightSource*> drawn(fixtures.size(), nullptr);
  const std::vector<render::LightSource> lights = render::LightsOf(world, state.X_WL);
  json->Key("lights").BeginArray();
  for (const render::LightSource& light : lights) {
    if (light.number < 0) {
      PutLight(Fixture(), &light, RigidTransform(), json);
    } else {
      drawn[static_cast<std::size_t>(light.number)] = &light;
    }
  }
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    const int link = fixtures[i].link;
    PutLight(fixtures[i], drawn[i],
             link < 0 ? RigidTransform() : state.X_WL[static_cast<std::size_t>(link)], json);
  }
  json->EndArray();
}

using Topics = std::map<std::string, std::vector<std::string>>;

/// Topics of sensors, by model and then by "LINK::SENSOR".
std::map<std::string, Topics> SensorTopics(const sim::Simulation& simulation) {
  std::map<std::string, Topics> topics;
  for (const sensors::SensorStatus& status : simulation.machine().sensors().Statuses()) {
    // Names of models may contain "::", so the longest matching prefix is the model.
    for (std::size_t end = status.name.rfind("::"); end != std::string::npos && end > 0;
         end = status.name.rfind("::", end - 1)) {
      const std::string owner = status.name.substr(0, end);
      if (simulation.world().FindModel(owner) < 0) continue;
      topics[owner][status.name.substr(end + 2)] = status.topics;
      break;
    }
  }
  return topics;
}

/// The frame of a model's description in the world. Links fixed to the world are drawn in the frame
/// that the file gives; a model that can move as a whole takes it along.
RigidTransform FrameOf(const sim::Simulation& simulation, int model) {
  const world::World& world = simulation.world();
  for (const world::Body& body : world.tree(model).bodies) {
    if (body.is_static) return world.instance(model).X_WM;
  }
  return world.layout(model).links.count > 0 ? simulation.ModelPose(model)
                                             : world.instance(model).X_WM;
}

/// The model's state for the list of the page, with a reference to its description.
void PutModel(const sim::Simulation& simulation, int model, const SceneContext& context,
              const Topics& topics, Assets* assets, msgs::JsonText* json) {
  const world::World& world = simulation.world();
  const world::ModelInstance& instance = world.instance(model);
  Problems ignored;
  // A robot is a model with drives, or one that moves and has sensors that publish.
  const bool is_robot = !plugins::DrivesOf(world.model(model), &ignored).empty() ||
                        (!world.model(model).is_static && !topics.empty());
  const auto commands = context.commands.find(instance.name);
  json->BeginObject().Text("name", instance.name);
  json->Text("description", DescriptionOf(world, model, IsDrawnByCollisions(world, model),
                                          simulation.machine().sensor_kinds(), assets));
  json->Pose("pose", FrameOf(simulation, model));
  json->Integer("first", world.layout(model).links.first);
  json->Flag("robot", is_robot).Flag("static", world.model(model).is_static);
  json->Texts("commands",
              commands == context.commands.end() ? std::vector<std::string>() : commands->second);
  json->Key("topics").BeginObject();
  for (const auto& [sensor, names] : topics) json->Texts(sensor, names);
  json->EndObject().EndObject();
}

}  // namespace

// Sent when the world changes; poses follow separately.
std::string SceneJson(const sim::Simulation& simulation, const SceneContext& context,
                      Assets* assets) {
  const world::World& world = simulation.world();
  const std::map<std::string, Topics> topics = SensorTopics(simulation);
  msgs::JsonText json{kDrawnDigits};
  json.BeginObject().Text("world", world.spec().name).Text("file", context.world_file);
  json.Number("step", simulation.step_size())
      .Vector("gravity", simulation.machine().inputs().gravity_W);
  PutSky(world, &json);
  PutLights(world, simulation.state(), &json);
  PutGrounds(world, simulation.state(), assets, &json);
  json.Key("models").BeginArray();
  for (int model = 0; model < world.model_count(); ++model) {
    const auto found = topics.find(world.instance(model).name);
    PutModel(simulation, model, context, found == topics.end() ? Topics() : found->second, assets,
             &json);
  }
  json.EndArray().EndObject();
  return json.text();
}

}  // namespace surefoot::view
