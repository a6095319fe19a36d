#include "surefoot/formats/sdf/test/random_world.h"

#include <cmath>
#include <memory>
#include <random>
#include <set>

#include "surefoot/formats/markup.h"

namespace surefoot::formats {
namespace {

using world::Element;
using world::JointType;

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  world::WorldSpec World();

 private:
  int Below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
  bool Coin() { return Below(2) == 0; }
  double Uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  /// Any finite number, including extreme ones.
  double Number() {
    switch (Below(8)) {
      case 0:
        return 0.0;
      case 1:
        return -0.0;
      case 2:
        return Uniform(-1.0, 1.0) * std::pow(10.0, Below(30) - 15);
      case 3:
        return 5e-324 * (1 + Below(1000));
      case 4:
        return Below(10);
      default:
        return Uniform(-3.0, 3.0);
    }
  }
  double NotNegative() { return std::abs(Number()); }
  double Positive() { return 1e-3 + std::abs(Uniform(0.0, 2.0)); }
  double NotNegativeOrInfinite() { return Below(4) == 0 ? world::kInfinity : NotNegative(); }
  Vector3d Vector() { return Vector3d(Number(), Number(), Number()); }
  Vector3d Direction() {
    if (Below(3) == 0) return Vector3d::Unit(Below(3));
    return Vector3d(Uniform(-1, 1), Uniform(-1, 1), Uniform(0.1, 1)).normalized();
  }
  Vector3d Size() { return Vector3d(Positive(), Positive(), Positive()); }
  RigidTransform Pose() {
    if (Below(4) == 0) return RigidTransform();
    const Vector3d p = Vector();
    if (Below(3) == 0) return RigidTransform(p);
    if (Below(8) == 0) return RigidTransform(Quaterniond(1.0, -0.0, 0.0, -0.0), p);
    const Quaterniond q(Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1), Uniform(0.1, 1));
    return RigidTransform(q.normalized(), p);
  }
  Eigen::Vector4d Colour() {
    return Eigen::Vector4d(Uniform(0, 1), Uniform(0, 1), Below(2), Uniform(0, 1));
  }

  /// A random name that is not yet in `used`.
  std::string Name(std::set<std::string>* used) {
    static const std::vector<std::string> names = {"wheel",     "arm::hand",  "arm::finger::tip",
                                                   "a b",       "<&>\"'",     "größe",
                                                   "世界",      "world",      "__model__",
                                                   " edge",     "a:",         "link",
                                                   "arm::hand", "x\ty",       "x\ny",
                                                   "%20",       "arm::world", "::",
                                                   "base_link", "a::",        "line\r\n",
                                                   ":b",        "arm",        "model"};
    std::string name = names[static_cast<std::size_t>(Below(static_cast<int>(names.size())))];
    while (!used->insert(name).second) name += std::to_string(Below(10));
    return name;
  }
  /// A random text, which may be empty or repeated.
  std::string FreeName() {
    std::set<std::string> unused;
    return Below(6) == 0 ? "" : Name(&unused);
  }
  std::string Text() {
    static const std::vector<std::string> texts = {"",       "1.5",  "model://a/b.dae", "a < b & c",
                                                   "\"q\"'", "x  y", "größer ]]>",      "0 0 1"};
    return texts[static_cast<std::size_t>(Below(static_cast<int>(texts.size())))];
  }

  Element Markup(const std::vector<std::string>& names, int depth = 2);
  std::vector<Element> Extensions();
  world::Plugin Plugin();
  world::Sensor Sensor(std::set<std::string>* used);
  world::Light Light();
  world::Material Material();
  world::Surface Surface();
  std::shared_ptr<const TriMesh> Mesh();
  world::Geometry Geometry(bool is_static);
  world::Link Link(const std::string& name, bool is_static);
  world::JointAxis Axis(bool endless);
  world::Joint Joint(const world::Model& model, const std::string& name, int child);
  void AddValues(const world::Model& model, std::vector<world::InitialPosition>* positions,
                 std::vector<world::InitialCommand>* commands);
  std::shared_ptr<const world::Model> Model();
  void AddRelations(world::WorldSpec* spec);

  std::mt19937_64 random_;
};

Element Maker::Markup(const std::vector<std::string>& names, int depth) {
  Element element;
  element.name = names[static_cast<std::size_t>(Below(static_cast<int>(names.size())))];
  if (depth == 0 || Coin()) element.text = Text();
  if (Coin()) element.attributes.emplace_back("key", Text() + (Coin() ? "\n tab\t" : ""));
  if (Coin()) element.attributes.emplace_back("name", "n" + std::to_string(Below(9)));
  const int count = depth > 0 ? Below(3) : 0;
  for (int i = 0; i < count; ++i) {
    element.children.push_back(Markup({"one", "two", "gz:three", "pose", "name"}, depth - 1));
  }
  return element;
}

std::vector<Element> Maker::Extensions() {
  std::vector<Element> extensions;
  const int count = Below(4);
  for (int i = 0; i < count; ++i) {
    extensions.push_back(Markup({"surefoot:mine", "transmission", "drake:x", "surface", "pose"}));
  }
  return extensions;
}

world::Plugin Maker::Plugin() {
  world::Plugin plugin;
  plugin.name = FreeName();
  plugin.filename = Text();
  if (Coin()) plugin.element = Markup({"plugin", "extension"});
  return plugin;
}

world::Sensor Maker::Sensor(std::set<std::string>* used) {
  world::Sensor sensor;
  sensor.name = Name(used);
  sensor.type = Coin() ? "imu" : "sonar";
  sensor.X_LS = Pose();
  sensor.update_rate = NotNegative();
  sensor.topic = Coin() ? "" : "a/topic";
  sensor.always_on = Coin();
  sensor.visualize = Coin();
  if (Below(3) == 0) return sensor;
  sensor.element = Markup({"sensor", "camera", "rangefinder"});
  if (sensor.element.name == "sensor") AddChild(&sensor.element, "update_rate", "5");
  return sensor;
}

world::Light Maker::Light() {
  world::Light light;
  light.name = FreeName();
  light.type = Coin() ? "point" : "directional";
  light.X_PL = Pose();
  if (Coin()) light.element = Markup({"light", "sun"});
  return light;
}

world::Material Maker::Material() {
  world::Material material;
  if (Coin()) material.name = FreeName();
  if (Coin()) material.ambient = Colour();
  if (Coin()) material.diffuse = Colour();
  if (Coin()) material.specular = Colour();
  if (Coin()) material.emissive = Colour();
  if (Coin()) material.element = Markup({"material", "paint"});
  if (Coin() && material.element.name == "material") {
    AddChild(&material.element, "diffuse", NumberText(material.diffuse));
  }
  return material;
}

world::Surface Maker::Surface() {
  world::Surface surface;
  if (Below(3) == 0) return surface;
  if (Coin()) surface.name = Coin() ? "rubber" : "<ice & snow>";
  surface.mu = NotNegativeOrInfinite();
  surface.mu2 = NotNegativeOrInfinite();
  if (Coin()) surface.friction_direction = Direction();
  if (Coin()) surface.torsional_friction = NotNegative();
  if (Coin()) surface.rolling_friction = NotNegative();
  if (Coin()) surface.restitution = Uniform(0, 1);
  if (Coin()) surface.restitution_threshold = NotNegativeOrInfinite();
  if (Coin()) surface.stiffness = Coin() ? 1e12 : NotNegative();
  if (Coin()) surface.damping = Coin() ? 1.0 : NotNegative();
  if (Coin()) surface.collide_mask = static_cast<std::uint32_t>(random_());
  return surface;
}

/// A mesh that other readers would change: duplicate and unused vertices, thin triangles.
std::shared_ptr<const TriMesh> Maker::Mesh() {
  auto mesh = std::make_shared<TriMesh>();
  const int count = 4 + Below(4);
  for (int i = 0; i < count; ++i) mesh->vertices.push_back(i == 1 ? mesh->vertices[0] : Vector());
  const auto index = [&] { return static_cast<std::uint32_t>(Below(count)); };
  for (int i = 0; i < 5; ++i) mesh->triangles.push_back({index(), index(), index()});
  if (Coin()) {
    for (int i = 0; i < count; ++i) mesh->normals.push_back(Direction());
  }
  if (Coin()) {
    for (int i = 0; i < count; ++i) mesh->texture_coordinates.emplace_back(Number(), Number());
  }
  if (Coin()) return mesh;
  for (int i = 0; i < 2; ++i) {
    MeshMaterial material;
    material.diffuse = Colour();
    material.specular = Colour();
    material.emissive = Colour();
    if (Coin()) material.texture = "/nowhere/wood grain.png";
    mesh->materials.push_back(material);
  }
  for (int i = 0; i < 5; ++i) mesh->triangle_materials.push_back(static_cast<unsigned>(Below(2)));
  return mesh;
}

world::Geometry Maker::Geometry(bool is_static) {
  switch (Below(is_static ? 8 : 6)) {
    case 0:
      return world::Box{Size()};
    case 1:
      return world::Sphere{Positive()};
    case 2:
      return world::Cylinder{Positive(), Positive()};
    case 3:
      return world::Capsule{Positive(), Positive()};
    case 4:
      return world::Ellipsoid{Size()};
    case 5: {
      world::Mesh mesh;
      mesh.mesh = Mesh();
      return mesh;
    }
    case 6:
      return world::Plane{Eigen::Vector2d(Positive(), Positive())};
    default: {
      auto field = std::make_shared<HeightField>();
      field->rows = 2 + Below(3);
      field->cols = 2 + Below(3);
      field->size_x = Positive();
      field->size_y = Positive();
      for (int i = 0; i < field->rows * field->cols; ++i) {
        field->heights.push_back(static_cast<float>(Uniform(-1, 1)));
      }
      world::HeightMap map;
      map.field = field;
      return map;
    }
  }
}

world::Link Maker::Link(const std::string& name, bool is_static) {
  world::Link link;
  link.name = name;
  link.X_ML = Pose();
  link.inertia.p_BBcm = is_static ? Vector3d(Vector3d::Zero()) : Vector();
  if (!is_static && Below(3) > 0) {
    link.inertia.mass = Positive();
    Matrix3d I = Matrix3d::Identity() * Uniform(1.0, 1.2);
    I(0, 1) = I(1, 0) = Uniform(-0.1, 0.1);
    I(0, 2) = I(2, 0) = -0.0;
    link.inertia.I_BBcm_B = I;
    link.inertia_computed = Coin();
  }
  link.gravity = Coin();
  link.kinematic = Coin();
  std::set<std::string> collisions, sensors;
  for (int i = Below(3); i > 0; --i) {
    world::Collision collision;
    collision.name = Name(&collisions);
    collision.X_LG = Pose();
    collision.geometry = Geometry(is_static);
    collision.surface = Surface();
    collision.extensions = Extensions();
    link.collisions.push_back(std::move(collision));
  }
  for (int i = Below(3); i > 0; --i) {
    world::Visual visual;
    visual.name = FreeName();
    visual.X_LG = Pose();
    visual.geometry = Geometry(is_static);
    if (Coin()) visual.material = Material();
    visual.transparency = Coin() ? 0.0 : Uniform(0, 1);
    visual.cast_shadows = Coin();
    visual.extensions = Extensions();
    link.visuals.push_back(std::move(visual));
  }
  for (int i = Below(3); i > 0; --i) link.sensors.push_back(Sensor(&sensors));
  for (int i = Below(2); i > 0; --i) link.lights.push_back(Light());
  for (int i = Below(2); i > 0; --i) link.plugins.push_back(Plugin());
  link.extensions = Extensions();
  return link;
}

world::JointAxis Maker::Axis(bool endless) {
  world::JointAxis axis;
  axis.axis_J = Direction();
  if (!endless && Coin()) axis.lower = -NotNegative();
  if (!endless && Coin()) axis.upper = NotNegative();
  axis.effort = NotNegativeOrInfinite();
  axis.velocity = NotNegativeOrInfinite();
  axis.damping = NotNegative();
  axis.friction = NotNegative();
  axis.spring_stiffness = NotNegative();
  axis.spring_reference = Number();
  axis.armature = NotNegative();
  return axis;
}

world::Joint Maker::Joint(const world::Model& model, const std::string& name, int child) {
  world::Joint joint;
  joint.name = name;
  joint.type = static_cast<JointType>(Below(9));
  joint.child = child;
  joint.parent = Below(child + 1) - 1;
  joint.X_CJ = Pose();
  joint.X_PJ = Pose();
  const bool endless = joint.type == JointType::kContinuous;
  joint.axes[0] = Axis(endless);
  if (joint.type == JointType::kUniversal || joint.type == JointType::kPlanar || Coin()) {
    joint.axes[1] = Axis(endless);
  }
  if (joint.type == JointType::kScrew) joint.screw_pitch = Uniform(0.01, 1.0);
  if (!model.joints.empty() && Coin()) {
    const int leader = Below(static_cast<int>(model.joints.size()));
    joint.mimic = world::Mimic{leader, Number(), Number()};
  }
  std::set<std::string> sensors;
  for (int i = Below(2); i > 0; --i) joint.sensors.push_back(Sensor(&sensors));
  joint.extensions = Extensions();
  return joint;
}

/// At most one value for each axis, since the last of several would be used.
void Maker::AddValues(const world::Model& model, std::vector<world::InitialPosition>* positions,
                      std::vector<world::InitialCommand>* commands) {
  for (int joint = static_cast<int>(model.joints.size()) - 1; joint >= 0; --joint) {
    const JointType type = model.joints[static_cast<std::size_t>(joint)].type;
    const int count = world::VelocityCount(type);
    if (count == 0) continue;
    const bool has_positions = world::PositionCount(type) == count;
    if (has_positions && Coin()) positions->push_back({joint, Below(count), Number()});
    if (Below(3) == 0) continue;
    const auto mode = static_cast<world::ControlMode>(1 + Below(has_positions ? 3 : 2));
    commands->push_back({joint, Below(count), mode, Number()});
  }
}

std::shared_ptr<const world::Model> Maker::Model() {
  auto model = std::make_shared<world::Model>();
  model->is_static = Below(3) == 0;
  model->self_collide = Coin();
  std::set<std::string> links, joints, frames;
  // Sometimes in the order that nested models produce.
  const bool in_order = Coin();
  std::vector<std::string> names;
  for (int i = 1 + Below(5); i > 0; --i) {
    names.push_back(in_order ? "part" + std::to_string(i) : Name(&links));
  }
  if (in_order) {
    for (const char* nested : {"arm::a", "arm::b", "arm::deep::c", "leg::d"}) {
      names.emplace_back(nested);
    }
  }
  for (const std::string& name : names) model->links.push_back(Link(name, model->is_static));
  for (int i = 1; i < static_cast<int>(model->links.size()); ++i) {
    const std::string name = in_order ? "j" + std::to_string(i) : Name(&joints);
    model->joints.push_back(Joint(*model, name, i));
  }
  for (int i = Below(3); i > 0; --i) {
    world::Frame frame;
    frame.name = Name(&frames);
    frame.link = Below(static_cast<int>(model->links.size()));
    frame.X_LF = Pose();
    model->frames.push_back(frame);
  }
  AddValues(*model, &model->initial_positions, &model->initial_commands);
  for (int i = Below(3); i > 0; --i) {
    world::Keyframe keyframe;
    keyframe.name = "home" + std::to_string(i);
    if (Coin()) keyframe.X_MB = Pose();
    AddValues(*model, &keyframe.positions, &keyframe.commands);
    model->keyframes.push_back(std::move(keyframe));
  }
  for (int i = Below(2); i > 0; --i) model->plugins.push_back(Plugin());
  model->extensions = Extensions();
  return model;
}

void Maker::AddRelations(world::WorldSpec* spec) {
  const auto link_of = [&](std::string* model, std::string* link) {
    const auto index = static_cast<std::size_t>(Below(static_cast<int>(spec->models.size())));
    const world::ModelInstance& instance = spec->models[index];
    const int count = static_cast<int>(instance.model->links.size());
    *model = instance.name;
    *link = instance.model->links[static_cast<std::size_t>(Below(count))].name;
  };
  for (int i = Below(3); i > 0; --i) {
    spec->surface_pairs.push_back(
        {"rubber", "<ice & snow>", NotNegative(), NotNegative(), Uniform(0, 1)});
  }
  for (int i = Below(3); i > 0; --i) {
    world::CollisionFilter filter;
    link_of(&filter.model_a, &filter.link_a);
    link_of(&filter.model_b, &filter.link_b);
    if (Coin()) filter.link_a.clear();
    spec->collision_filters.push_back(filter);
  }
  for (int i = Below(3); i > 0; --i) {
    world::Attachment attachment;
    attachment.name = "held" + std::to_string(i);
    link_of(&attachment.model_a, &attachment.link_a);
    link_of(&attachment.model_b, &attachment.link_b);
    attachment.X_AB = Pose();
    const bool same = attachment.model_a == attachment.model_b;
    if (!same) spec->attachments.push_back(attachment);
  }
  for (int i = Below(3); i > 0; --i) {
    world::GroundMaterial ground;
    ground.name = "<ground & " + std::to_string(i) + ">";
    ground.hard = {Uniform(0, 2), Uniform(0, 20), Uniform(0, 0.5), Uniform(0, 1e-4), Uniform(1, 3)};
    if (Coin()) ground.source_text = "a book, +- 10 %";
    if (Coin()) ground.contact = world::WheelContact::kSoil;
    ground.has_soil = Coin();
    if (ground.has_soil) {
      ground.soil = {Uniform(0, 1e4), Uniform(0, 0.8),    Uniform(0.5, 1.5),  Uniform(0, 1e5),
                     Uniform(0, 1e6), Uniform(1e-3, 0.1), Uniform(1e-3, 0.1), Uniform(500, 2500),
                     Uniform(0, 1e8), Uniform(0, 1e9),    Uniform(0, 3),      Uniform(0, 0.01),
                     Coin()};
      world::SoilModel& model = ground.soil.model;
      if (Coin()) model.shear = world::SoilShear::kVector;
      if (Coin()) model.flat_measure = world::FlatMeasure::kChord;
      if (Coin()) model.flat_shear = world::FlatShear::kFlat;
      if (Coin()) model.bulldozing = world::Bulldozing::kNone;
      if (Coin()) model.slip_sinkage = world::SlipSinkage::kLyasko;
      model.bulldozing_angle = Uniform(0.01, 1);
      model.rebound = Uniform(0, 0.9);
    }
    if (Coin()) {
      ground.map.in_shape = Coin();
      ground.map.layers.push_back(world::GroundCircle{
          ground.name, Eigen::Vector2d(Uniform(-9, 9), Uniform(-9, 9)), Uniform(0.1, 5), Source()});
      world::GroundPolygon polygon;
      polygon.ground = "<ground & 1>";
      for (int k = 3 + Below(4); k > 0; --k) {
        polygon.corners.emplace_back(Uniform(-9, 9), Uniform(-9, 9));
      }
      ground.map.layers.push_back(polygon);
    }
    spec->grounds.push_back(ground);
  }
  if (Coin()) spec->wheel_contact = world::WheelContact::kTyre;
}

world::WorldSpec Maker::World() {
  world::WorldSpec spec;
  spec.name = FreeName();
  spec.gravity_W = Vector();
  spec.magnetic_field_W = Vector();
  if (Coin()) {
    spec.physics.name = FreeName();
    spec.physics.type = Coin() ? "ode" : "";
    spec.physics.step = Uniform(0.0001, 0.01);
    spec.physics.real_time_factor = NotNegative();
    if (Coin()) spec.physics.element = Markup({"physics", "option"});
  }
  if (Coin()) {
    spec.spherical_coordinates = world::SphericalCoordinates{
        "EARTH_WGS84", Uniform(-90, 90), Uniform(-180, 180), Number(), Number()};
  }
  std::set<std::string> names;
  std::shared_ptr<const world::Model> shared = Model();
  for (int i = 1 + Below(4); i > 0; --i) {
    spec.models.push_back({Name(&names), Pose(), Coin() ? shared : Model()});
  }
  for (int i = Below(3); i > 0; --i) spec.lights.push_back(Light());
  for (int i = Below(3); i > 0; --i) spec.plugins.push_back(Plugin());
  AddRelations(&spec);
  for (int i = Below(4); i > 0; --i) {
    Element kept = MakeElement("wind");
    AddChild(&kept, "linear_velocity", "1 0 0");
    spec.kept.push_back(Coin() ? kept : Markup({"option", "custom"}));
  }
  spec.extensions = Extensions();
  return spec;
}

}  // namespace

world::WorldSpec RandomWorld(std::uint64_t seed) { return Maker(seed).World(); }

}  // namespace surefoot::formats
