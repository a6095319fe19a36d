#include "surefoot/view/description.h"

#include <cstdlib>
#include <initializer_list>

#include "surefoot/msgs/json_text.h"
#include "surefoot/render/camera.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/view/motion.h"
#include "surefoot/view/shape_json.h"

// The JSON description of a model for viewers: shapes, looks, sensors and joints.

namespace surefoot::view {
namespace {

// Names of nested elements, from the outermost.
using Path = std::initializer_list<const char*>;

/// Null if any element of the path is missing.
const world::Element* Find(const world::Element& element, Path path) {
  const world::Element* at = &element;
  for (const char* name : path) {
    at = at != nullptr ? at->Child(name) : nullptr;
  }
  return at;
}

/// Text that is not a number counts as missing: the reader of the world has reported it.
double NumberAt(const world::Element& element, Path path, double otherwise) {
  const world::Element* found = Find(element, path);
  if (found == nullptr) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(found->text.c_str(), &end);
  return end == found->text.c_str() ? otherwise : value;
}

/// What a viewer needs to draw the view of a camera.
void PutCamera(const world::Element& element, msgs::JsonText* json) {
  // Defaults of the SDF specification for <camera>, so that a viewer shows what the sensor uses.
  json->Number("fov", NumberAt(element, {"camera", "horizontal_fov"}, 1.047));
  json->Number("near", NumberAt(element, {"camera", "clip", "near"}, 0.1));
  json->Number("far", NumberAt(element, {"camera", "clip", "far"}, 100.0));
  json->Number("width", NumberAt(element, {"camera", "image", "width"}, 320.0));
  json->Number("height", NumberAt(element, {"camera", "image", "height"}, 240.0));
}

/// The fan of rays of a lidar.
void PutScan(const world::Element& element, const char* block, msgs::JsonText* json) {
  for (const char* way : {"horizontal", "vertical"}) {
    if (Find(element, {block, "scan", way}) == nullptr) continue;
    json->Key(way).BeginObject();
    json->Number("min", NumberAt(element, {block, "scan", way, "min_angle"}, 0.0));
    json->Number("max", NumberAt(element, {block, "scan", way, "max_angle"}, 0.0));
    json->Number("samples", NumberAt(element, {block, "scan", way, "samples"}, 1.0));
    json->EndObject();
  }
  json->Number("near", NumberAt(element, {block, "range", "min"}, 0.0));
  json->Number("far", NumberAt(element, {block, "range", "max"}, 0.0));
}

/// The cone of a sonar.
void PutSonar(const world::Element& element, msgs::JsonText* json) {
  json->Number("near", NumberAt(element, {"sonar", "min"}, 0.0));
  json->Number("far", NumberAt(element, {"sonar", "max"}, 1.0));
  json->Number("radius", NumberAt(element, {"sonar", "radius"}, 0.5));
}

/// An object: where a sensor is mounted, what it sees and how it is displayed.
void PutSensor(const plugins::PlacedSensor& placed, const sensors::SensorRegistry& kinds,
               msgs::JsonText* json) {
  const world::Sensor& sensor = placed.sensor;
  const sensors::SensorKind* kind = sensors::FindKind(kinds, sensor.type);
  const sensors::SensorCard card = kind != nullptr ? kind->card : sensors::SensorCard();
  json->BeginObject().Text("name", sensor.name).Text("type", sensor.type);
  json->Text("icon", card.icon).Text("view", card.view);
  json->Pose("pose", sensor.X_LS);
  json->Number("rate", sensor.update_rate);
  if (placed.joint >= 0) json->Integer("joint", placed.joint);
  const world::Element& element = sensor.element;
  if (element.Child("camera") != nullptr) PutCamera(element, json);
  for (const char* block : {"ray", "lidar"}) {
    if (element.Child(block) == nullptr) continue;
    PutScan(element, block, json);
    break;
  }
  if (element.Child("sonar") != nullptr) PutSonar(element, json);
  json->EndObject();
}

/// Writes the description of one model. The keys are part of the viewers' interface
/// (docs/reference/view.md); do not change them.
class Describer {
 public:
  Describer(const world::World& world, int model, bool collisions,
            const sensors::SensorRegistry& kinds, Assets* assets)
      : world_(world),
        model_(world.model(model)),
        layout_(world.layout(model)),
        motions_(MotionsOf(model_, world.tree(model))),
        kinds_(kinds),
        collisions_(collisions),
        assets_(assets) {
    // Problems with sensors were reported when the world was loaded.
    Problems ignored;
    sensors_ = sensors::PlacedIn(model_, kinds, &ignored);
  }

  /// JSON of the model, with references to assets.
  std::string Write() {
    json_.BeginObject().Key("links").BeginArray();
    for (std::size_t i = 0; i < model_.links.size(); ++i) PutLink(static_cast<int>(i));
    json_.EndArray().Key("joints").BeginArray();
    for (const world::Joint& joint : model_.joints) PutJoint(joint);
    json_.EndArray().EndObject();
    return json_.text();
  }

 private:
  /// Visuals, collisions, mass and sensors of a link.
  void PutLink(int index) {
    const world::Link& link = model_.links[static_cast<std::size_t>(index)];
    json_.BeginObject().Text("name", link.name);
    PutMotion(motions_[static_cast<std::size_t>(index)]);
    json_.Number("mass", link.inertia.mass).Vector("com", link.inertia.p_BBcm);
    PutWheel(layout_.links.first + index);
    json_.Key("visuals").BeginArray();
    for (const world::Visual& visual : link.visuals) PutVisual(link, visual);
    if (collisions_) PutCollisionsAsVisuals(index);
    json_.EndArray().Key("collisions").BeginArray();
    for (std::size_t i = 0; i < link.collisions.size(); ++i) PutCollision(index, i);
    json_.EndArray().Key("sensors").BeginArray();
    for (const plugins::PlacedSensor& placed : sensors_) {
      if (placed.link == index) PutSensor(placed, kinds_, &json_);
    }
    json_.EndArray().EndObject();
  }

  /// How viewers compute the link's pose from those they receive; see motion.h.
  void PutMotion(const LinkMotion& motion) {
    json_.Integer("parent", motion.parent).Text("motion", MotionName(motion.kind));
    if (motion.kind == MotionKind::kFixed || motion.kind == MotionKind::kPose) {
      json_.Pose("pose", motion.X_PL);
      return;
    }
    json_.Integer("joint", motion.joint).Pose("X_PJ", motion.X_PJ);
    json_.Vector("axis", motion.axis_J).Pose("X_JC", motion.X_JL);
  }

  /// For links that the world treats as wheels.
  void PutWheel(int link_id) {
    for (const world::Wheel& wheel : world_.wheels()) {
      if (wheel.link != link_id) continue;
      json_.Key("wheel").BeginObject();
      json_.Number("radius", wheel.radius).Number("width", wheel.width);
      json_.Vector("centre", wheel.p_LC).Vector("axle", wheel.axle_L);
      json_.EndObject();
      return;
    }
  }

  /// The material of a visual replaces those of its mesh.
  void PutVisual(const world::Link& link, const world::Visual& visual) {
    const bool is_plane = std::holds_alternative<world::Plane>(visual.geometry);
    const auto* mesh = std::get_if<world::Mesh>(&visual.geometry);
    // A mesh with its own materials keeps them unless the visual replaces them.
    const bool own = mesh != nullptr && mesh->mesh != nullptr && !mesh->mesh->materials.empty();
    json_.BeginObject().Text("name", visual.name).Pose("pose", visual.X_LG).Key("shape");
    PutShape(visual.geometry, is_plane && IsInfinitePlane(link, visual.X_LG), assets_, &json_);
    if (visual.material || !own) {
      Look look = LookOf(visual.material.value_or(world::Material()), visual.transparency);
      // Ground has no specular reflection.
      if (world::IsStaticOnly(visual.geometry)) look.specular.setZero();
      PutLook(look);
    } else if (visual.transparency > 0.0) {
      json_.Number("transparency", visual.transparency);
    }
    json_.Flag("shadows", visual.cast_shadows).EndObject();
  }

  /// Textures become assets of their own.
  void PutLook(const Look& look) {
    json_.Key("material");
    PutMaterial(
        look, [this](const std::string& path) { return assets_->Texture(path); }, &json_);
  }

  /// Planes are infinite here: a plane with collisions only is ground, whose drawn size is unknown.
  void PutCollisionsAsVisuals(int index) {
    for (const world::Collision& collision :
         model_.links[static_cast<std::size_t>(index)].collisions) {
      const bool is_plane = std::holds_alternative<world::Plane>(collision.geometry);
      json_.BeginObject().Text("name", collision.name).Pose("pose", collision.X_LG).Key("shape");
      PutShape(collision.geometry, is_plane, assets_, &json_);
      PutLook(is_plane ? Look() : CollisionLook(index));
      json_.Flag("shadows", true).EndObject();
    }
  }

  /// With the name of the ground, which the page shows.
  void PutCollision(int index, std::size_t number) {
    const world::Collision& collision =
        model_.links[static_cast<std::size_t>(index)].collisions[number];
    json_.BeginObject().Text("name", collision.name).Pose("pose", collision.X_LG).Key("shape");
    PutShape(collision.geometry, true, assets_, &json_);
    const world::GroundMaterial* ground =
        world_.GroundOf(layout_.links.first + index, static_cast<int>(number));
    if (ground != nullptr) json_.Text("ground", ground->name);
    json_.EndObject();
  }

  /// What the page needs to show and to move a joint.
  void PutJoint(const world::Joint& joint) {
    const world::JointAxis& axis = joint.axes[0];
    // Limits are those of the first axis; of a second axis, only the direction is written.
    json_.BeginObject().Text("name", joint.name).Text("type", world::JointTypeName(joint.type));
    json_.Integer("parent", joint.parent).Integer("child", joint.child);
    json_.Number("lower", axis.lower).Number("upper", axis.upper);
    json_.Number("effort", axis.effort).Number("velocity", axis.velocity);
    json_.Pose("X_PJ", joint.X_PJ).Vector("axis", axis.axis_J);
    if (world::LimitedAxisCount(joint.type) > 1) json_.Vector("axis2", joint.axes[1].axis_J);
    if (joint.mimic) json_.Integer("mimics", joint.mimic->leader);
    json_.EndObject();
  }

  const world::World& world_;
  const world::Model& model_;
  const world::ModelLayout& layout_;
  std::vector<LinkMotion> motions_;
  std::vector<plugins::PlacedSensor> sensors_;
  const sensors::SensorRegistry& kinds_;
  bool collisions_;
  Assets* assets_;
  msgs::JsonText json_{kDrawnDigits};
};

struct ShapeCount {
  std::size_t visuals = 0;
  std::size_t collisions = 0;
};

/// Visuals and collisions of all links.
ShapeCount CountShapes(const world::Model& model) {
  ShapeCount count;
  for (const world::Link& link : model.links) {
    count.visuals += link.visuals.size();
    count.collisions += link.collisions.size();
  }
  return count;
}

}  // namespace

/// Models without visuals would be invisible, such as robots from collision-only files.
bool IsDrawnByCollisions(const world::World& world, int model) {
  const ShapeCount own = CountShapes(world.model(model));
  if (own.visuals > 0 || own.collisions == 0) return false;
  if (render::CanMove(world, model)) return true;
  // A static model is drawn by its collisions only if no file of the world has a visual.
  for (int i = 0; i < world.model_count(); ++i) {
    const world::Model& other = world.model(i);
    if (!other.source.file.empty() && CountShapes(other).visuals > 0) return false;
  }
  return true;
}

// One description for all instances of a model.
std::string DescriptionOf(const world::World& world, int model, bool collisions,
                          const sensors::SensorRegistry& kinds, Assets* assets) {
  const std::shared_ptr<const world::Model>& key = world.instance(model).model;
  if (const std::string* known = assets->Find(key, collisions ? 1 : 0)) return *known;
  const std::size_t mark = assets->mark();
  const std::string name =
      assets->Json(Describer(world, model, collisions, kinds, assets).Write(), mark);
  assets->Remember(key, collisions ? 1 : 0, name);
  return name;
}

}  // namespace surefoot::view
