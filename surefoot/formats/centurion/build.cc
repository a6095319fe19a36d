#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/formats/centurion/document.h"
#include "surefoot/formats/shape.h"
#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot::formats::centurion {
namespace {

using world::Element;

constexpr double kDegree = M_PI / 180.0;
/// The file has two dimensions only. Heights, masses (kg) and wheels (m) are those of the model
/// `models/centurion`, so that worlds of both formats behave alike.
constexpr double kWheelRadius = 0.033;
constexpr double kWheelWidth = 0.004;
constexpr double kBodyLow = 0.02;
constexpr double kBodyHeight = 0.08;
constexpr double kBodyMass = 0.44;
constexpr double kWheelMass = 0.03;
constexpr double kSensorHeight = 0.06;

Element Make(const std::string& name, const std::string& text, const Source& source,
             std::vector<Element> children = {}) {
  return {name, text, {}, std::move(children), source};
}

/// The inertia of a solid cylinder about its centre, axis along z.
Inertia RoundInertia(double mass, double radius, double length) {
  return CylinderInertia(mass / (M_PI * radius * radius * length), radius, length);
}

/// Distance from the centre to the edge in the direction `angle` (rad, in the frame of the shape).
/// The divisors are limited below because the ray may be parallel to a side.
double EdgeAt(const Shape& shape, double angle) {
  if (shape.kind == Shape::Kind::kCircle) return shape.radius;
  const double x = shape.half_x / std::max(1e-9, std::abs(std::cos(angle)));
  const double y = shape.half_y / std::max(1e-9, std::abs(std::sin(angle)));
  return std::min(x, y);
}

/// A robot's body: its outline extruded upwards.
world::Geometry BodyShape(const Shape& shape) {
  if (shape.kind == Shape::Kind::kCircle) return world::Cylinder{shape.radius, kBodyHeight};
  return world::Box{Vector3d(2.0 * shape.half_x, 2.0 * shape.half_y, kBodyHeight)};
}

/// The sensor on the robot's edge, facing outwards, as an SDF <sensor> that names a preset.
world::Sensor MakeSensor(const AgentSensor& given, const Shape& shape, int number) {
  world::Sensor sensor;
  const bool sound = given.type == AgentSensor::Type::kUltrasonic;
  sensor.name = "range_" + std::to_string(number);
  sensor.type = sound ? "sonar" : "infrared";
  sensor.source = given.source;
  const double angle = given.direction_deg * kDegree;
  const double edge = EdgeAt(shape, angle);
  sensor.X_LS =
      RigidTransform(Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())),
                     Vector3d(edge * std::cos(angle), edge * std::sin(angle), kSensorHeight));
  sensor.update_rate = 1.0 / given.epoch;
  const char* presets[] = {"ideal_beam", "centurion_hc-sr04", "centurion_gp2y0a41sk0f"};
  sensor.element =
      Make("sensor", "", given.source,
           {Make("update_rate", std::to_string(sensor.update_rate), given.source),
            Make("surefoot:preset", presets[static_cast<int>(given.type)], given.source)});
  sensor.element.attributes = {{"name", sensor.name}, {"type", sensor.type}};
  return sensor;
}

/// A drive that executes whole commands ("forward for 2 s"). IDEAL_TWO_WHEEL keeps only the slopes
/// of the published regressions, 22.66 cm/s forward and 237.5 deg/s = 4.1452 rad/s in turns;
/// TWO_WHEEL takes the preset with intercepts, drift and spread. The regressions hold for whole
/// commands, so they are not applied again in each step as Centurion's own program does.
Element MakeDrive(const AgentGroup& group) {
  const Source& source = group.source;
  std::vector<Element> motion = {Make("preset", "centurion_published", source)};
  if (group.ideal_wheels) {
    motion = {Make("forward", "", source, {Make("rate", "0.2266", source)}),
              Make("turn", "", source, {Make("rate", "4.1452", source)})};
  }
  Element drive =
      Make("surefoot:drive", "", source,
           {Make("left_joint", "left_wheel", source), Make("right_joint", "right_wheel", source),
            Make("update_rate", "100", source), Make("motion", "", source, std::move(motion))});
  drive.attributes = {{"name", "base"}, {"type", "commanded_motion"}};
  return drive;
}

/// One driven wheel at the lateral position `y` of base_link, with its axle along y.
void AddWheel(const std::string& name, double y, world::Model* model) {
  world::Link link;
  link.name = name + "_link";
  link.X_ML.p = Vector3d(0.0, y, kWheelRadius);
  const RigidTransform X_LG(Quaterniond(Eigen::AngleAxisd(0.5 * M_PI, Vector3d::UnitX())),
                            Vector3d::Zero());
  AddShape("tyre", X_LG, world::Cylinder{kWheelRadius, kWheelWidth}, Vector3d(0.1, 0.1, 0.11), 1.0,
           Source{}, &link);
  link.inertia = ExpressedIn(X_LG, RoundInertia(kWheelMass, kWheelRadius, kWheelWidth));
  model->links.push_back(std::move(link));
  world::Joint joint;
  joint.name = name;
  joint.type = world::JointType::kContinuous;
  joint.parent = 0;
  joint.child = static_cast<int>(model->links.size()) - 1;
  joint.X_PJ.p = Vector3d(0.0, y, kWheelRadius);
  joint.axes[0].axis_J = Vector3d::UnitY();
  joint.axes[0].effort = 0.3;
  joint.axes[0].velocity = 15.0;
  model->joints.push_back(std::move(joint));
}

/// A robot of the group, with the file's outline and the wheels, masses and heights given above.
world::Model BuildRobot(const AgentGroup& group) {
  world::Model model;
  model.name = "robot";
  model.source = group.source;
  world::Link base;
  base.name = "base_link";
  base.source = group.source;
  const RigidTransform X_LG(Vector3d(0.0, 0.0, kBodyLow + 0.5 * kBodyHeight));
  AddShape("body", X_LG, BodyShape(group.shape), Vector3d(0.2, 0.35, 0.6), 1.0, Source{}, &base);
  // The drive moves the robot in the plane, but the body must also rest level: two small spheres
  // support it ahead and behind. Their friction is low, so they slide without steering.
  const double reach = 0.7 * EdgeAt(group.shape, 0.0);
  for (const double x : {reach, -reach}) {
    AddShape(x > 0.0 ? "ball_ahead" : "ball_behind", RigidTransform(Vector3d(x, 0.0, 0.0101)),
             world::Sphere{0.01}, Vector3d(0.7, 0.7, 0.7), 0.02, Source{}, &base);
  }
  const double r = EdgeAt(group.shape, 0.0);
  base.inertia = ExpressedIn(RigidTransform(Vector3d(0.0, 0.0, 0.045)),
                             RoundInertia(kBodyMass, r, kBodyHeight));
  int number = 0;
  for (const AgentSensor& sensor : group.sensors) {
    base.sensors.push_back(MakeSensor(sensor, group.shape, ++number));
  }
  model.links.push_back(std::move(base));
  // Well inside the outline, whatever its shape: the wheels must not touch obstacles first.
  const double half_track = 0.65 * EdgeAt(group.shape, 0.5 * M_PI);
  AddWheel("left_wheel", half_track, &model);
  AddWheel("right_wheel", -half_track, &model);
  model.extensions.push_back(MakeDrive(group));
  return model;
}

/// Heights and thicknesses (m) of walls and obstacles, which the file does not give.
constexpr double kHeight = 0.1;
constexpr double kThickness = 0.005;
/// Random draws for each robot. A robot that finds no place in this many draws would find hardly
/// any free area in the arena.
constexpr int kTries = 1000;

RigidTransform PlaceAt(double x, double y, double z, double angle) {
  return RigidTransform(Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())),
                        Vector3d(x, y, z));
}

/// A static model of one link with one shape.
void AddStaticModel(const std::string& name, const RigidTransform& X_WM,
                    const world::Geometry& shape, const Vector3d& color, const Source& source,
                    world::WorldSpec* spec) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = true;
  model->source = source;
  world::Link link;
  link.name = "link";
  link.source = source;
  AddShape("shape", RigidTransform(), shape, color, 1.0, source, &link);
  model->links.push_back(std::move(link));
  spec->models.push_back({name, X_WM, std::move(model)});
}

/// A line as a thin wall. Centurion's lines have no thickness; a box of zero width cannot collide.
void AddLine(const std::string& name, double x, double y, double end_x, double end_y,
             const Source& source, world::WorldSpec* spec) {
  const double length = std::hypot(end_x - x, end_y - y);
  AddStaticModel(name,
                 PlaceAt(0.5 * (x + end_x), 0.5 * (y + end_y), 0.5 * kHeight,
                         std::atan2(end_y - y, end_x - x)),
                 world::Box{Vector3d(length, kThickness, kHeight)}, Vector3d(0.6, 0.6, 0.58),
                 source, spec);
}

/// Shapes of the format are flat; they are extruded to kHeight so that sensors and wheels meet
/// them.
void AddObject(const std::string& name, const Shape& shape, world::WorldSpec* spec) {
  const Vector3d color(0.7, 0.3, 0.2);
  const double z = 0.5 * kHeight;
  if (shape.kind == Shape::Kind::kRectangle) {
    AddStaticModel(name, PlaceAt(shape.x, shape.y, z, shape.rotation_deg * kDegree),
                   world::Box{Vector3d(2.0 * shape.half_x, 2.0 * shape.half_y, kHeight)}, color,
                   shape.source, spec);
  } else if (shape.kind == Shape::Kind::kCircle) {
    AddStaticModel(name, PlaceAt(shape.x, shape.y, z, 0.0), world::Cylinder{shape.radius, kHeight},
                   color, shape.source, spec);
  } else {
    AddLine(name, shape.x, shape.y, shape.end_x, shape.end_y, shape.source, spec);
  }
}

/// Radius of the circumscribed circle about the centre of the shape.
double ReachOf(const Shape& shape) {
  return shape.kind == Shape::Kind::kCircle ? shape.radius : std::hypot(shape.half_x, shape.half_y);
}

/// The circumscribed circles (x, y, radius) of everything placed so far. Circles instead of
/// outlines: two robots that do not overlap as circles do not overlap at any heading.
struct OccupiedArea {
  std::vector<Eigen::Vector3d> circles;

  /// Whether a circle of radius `reach` (m) around the point overlaps none of the circles placed so
  /// far.
  bool IsFree(double x, double y, double reach) const {
    for (const Eigen::Vector3d& c : circles) {
      if (std::hypot(c.x() - x, c.y() - y) < c.z() + reach) return false;
    }
    return true;
  }
  void Take(double x, double y, double reach) { circles.emplace_back(x, y, reach); }
};

/// What is occupied before random places are drawn: obstacles and robots with listed places.
OccupiedArea OccupiedAreaOf(const Document& document) {
  OccupiedArea room;
  for (const Shape& shape : document.objects) {
    if (shape.kind == Shape::Kind::kLine) {
      room.Take(0.5 * (shape.x + shape.end_x), 0.5 * (shape.y + shape.end_y),
                0.5 * std::hypot(shape.end_x - shape.x, shape.end_y - shape.y));
    } else {
      room.Take(shape.x, shape.y, ReachOf(shape));
    }
  }
  for (const AgentGroup& group : document.groups) {
    for (const AgentPlace& place : group.places) room.Take(place.x, place.y, ReachOf(group.shape));
  }
  return room;
}

/// Draws places until each robot of the group is clear of everything placed before (rejection
/// sampling). Returns false when the arena is too full. The order of the draws is part of the
/// file's meaning: changing it changes the world that a seed gives.
bool PlaceAtRandom(const Document& document, RandomStream* random, OccupiedArea* room,
                   AgentGroup* group) {
  const double reach = ReachOf(group->shape);
  for (int i = 0; i < group->count; ++i) {
    bool found = false;
    for (int k = 0; k < kTries && !found; ++k) {
      const double x = random->Uniform(reach, std::max(reach, document.size_x - reach));
      const double y = random->Uniform(reach, std::max(reach, document.size_y - reach));
      if (!room->IsFree(x, y, reach)) continue;
      room->Take(x, y, reach);
      group->places.push_back({x, y, random->Uniform(0.0, 360.0)});
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

/// The ground plane and, with <boundary_walls>, four walls on its border.
void AddFloor(const Document& document, const Source& source, world::WorldSpec* spec) {
  AddStaticModel("floor", PlaceAt(0.5 * document.size_x, 0.5 * document.size_y, 0.0, 0.0),
                 world::Plane{Eigen::Vector2d(document.size_x, document.size_y)},
                 Vector3d(0.78, 0.78, 0.75), source, spec);
  if (!document.walls) return;
  const double w = document.size_x;
  const double h = document.size_y;
  AddLine("wall_south", 0.0, 0.0, w, 0.0, source, spec);
  AddLine("wall_east", w, 0.0, w, h, source, spec);
  AddLine("wall_north", w, h, 0.0, h, source, spec);
  AddLine("wall_west", 0.0, h, 0.0, 0.0, source, spec);
}

/// Beacons have no counterpart. They are kept as elements so that converting the world does not
/// lose them.
void AddBeacons(const Document& document, world::WorldSpec* spec) {
  const auto text = [](double a, double b) { return std::to_string(a) + " " + std::to_string(b); };
  for (const Beacon& beacon : document.beacons) {
    world::Element element;
    element.name = "surefoot:beacon";
    element.source = beacon.source;
    element.attributes = {{"place", text(beacon.x, beacon.y)},
                          {"vector", text(beacon.vector_x, beacon.vector_y)}};
    spec->extensions.push_back(std::move(element));
  }
}

}  // namespace

/// The order of models is that of the file, because the seed assigns random poses in this order.
void BuildWorld(const Document& document, const std::string& path, Problems* problems,
                world::WorldSpec* spec) {
  const Source source{path, 1, "centurion_config"};
  spec->name = "centurion";
  spec->gravity_W = Vector3d(0.0, 0.0, -9.81);
  spec->physics.step = document.epoch;
  AddFloor(document, source, spec);
  int number = 0;
  for (const Shape& shape : document.objects) {
    AddObject("object_" + std::to_string(++number), shape, spec);
  }
  // Robots with listed places count as occupied before any random place is drawn.
  OccupiedArea room = OccupiedAreaOf(document);
  RandomStream random(document.seed, "centurion agents");
  int agent = 0;
  for (AgentGroup group : document.groups) {
    if (group.random && !PlaceAtRandom(document, &random, &room, &group)) {
      problems->Error(group.source, "there is not enough free space for all agents of this group",
                      std::to_string(group.count),
                      "use fewer or smaller agents, or a larger arena");
      continue;
    }
    const auto model = std::make_shared<const world::Model>(BuildRobot(group));
    for (const AgentPlace& place : group.places) {
      spec->models.push_back({"robot_" + std::to_string(++agent),
                              PlaceAt(place.x, place.y, 0.0, place.angle_deg * kDegree), model});
    }
  }
  AddBeacons(document, spec);
  if (!document.beacons.empty()) {
    problems->Warning(document.beacons.front().source,
                      "beacons are kept in the world's description, but no sensor detects them");
  }
}

}  // namespace surefoot::formats::centurion
