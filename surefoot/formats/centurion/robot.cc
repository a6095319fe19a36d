#include <cmath>

#include "surefoot/formats/centurion/build.h"
#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot::formats::centurion {
namespace {

using world::Element;

constexpr double kDegree = M_PI / 180.0;
/// Ours, as the file knows two dimensions only: those of the model `centurion`.
constexpr double kWheelRadius = 0.033;
constexpr double kWheelWidth = 0.004;
constexpr double kBodyLow = 0.02;
constexpr double kBodyHeight = 0.08;
constexpr double kBodyMass = 0.44;
constexpr double kWheelMass = 0.03;
constexpr double kSensorHeight = 0.06;

Element Text(const std::string& name, const std::string& text, const Source& source) {
  Element element;
  element.name = name;
  element.text = text;
  element.source = source;
  return element;
}

Element Parent(const std::string& name, std::vector<Element> children, const Source& source) {
  Element element;
  element.name = name;
  element.children = std::move(children);
  element.source = source;
  return element;
}

Inertia RoundInertia(double mass, double radius, double length) {
  return CylinderInertia(mass / (M_PI * radius * radius * length), radius, length);
}

/// From the middle to the edge in a direction.
double EdgeAt(const Shape& shape, double angle) {
  if (shape.kind == Shape::Kind::kCircle) return shape.radius;
  const double x = shape.half_x / std::max(1e-9, std::abs(std::cos(angle)));
  const double y = shape.half_y / std::max(1e-9, std::abs(std::sin(angle)));
  return std::min(x, y);
}

world::Geometry BodyShape(const Shape& shape) {
  if (shape.kind == Shape::Kind::kCircle) return world::Cylinder{shape.radius, kBodyHeight};
  return world::Box{Vector3d(2.0 * shape.half_x, 2.0 * shape.half_y, kBodyHeight)};
}

void AddShape(const std::string& name, const RigidTransform& X_LG, const world::Geometry& shape,
              const Vector3d& color, double friction, world::Link* link) {
  world::Collision collision;
  collision.name = name;
  collision.X_LG = X_LG;
  collision.geometry = shape;
  collision.surface.mu = collision.surface.mu2 = friction;
  link->collisions.push_back(std::move(collision));
  world::Visual visual;
  visual.name = name;
  visual.X_LG = X_LG;
  visual.geometry = shape;
  visual.material.emplace();
  visual.material->ambient.head<3>() = visual.material->diffuse.head<3>() = color;
  link->visuals.push_back(std::move(visual));
}

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
  std::vector<Element> children = {
      Text("update_rate", std::to_string(sensor.update_rate), given.source)};
  const char* presets[] = {"ideal_beam", "centurion_hc-sr04", "centurion_gp2y0a41sk0f"};
  children.push_back(Text("surefoot:preset", presets[static_cast<int>(given.type)], given.source));
  sensor.element = Parent("sensor", std::move(children), given.source);
  sensor.element.attributes = {{"name", sensor.name}, {"type", sensor.type}};
  return sensor;
}

/// Ideal robots go as theirs are told; the others with the published spread.
Element MakeDrive(const AgentGroup& group) {
  const Source& source = group.source;
  std::vector<Element> motion;
  if (group.ideal_wheels) {
    motion = {Parent("forward", {Text("rate", "0.2266", source)}, source),
              Parent("turn", {Text("rate", "4.1452", source)}, source)};
  } else {
    motion = {Text("preset", "centurion_published", source)};
  }
  Element drive =
      Parent("surefoot:drive",
             {Text("left_joint", "left_wheel", source), Text("right_joint", "right_wheel", source),
              Text("update_rate", "100", source), Parent("motion", std::move(motion), source)},
             source);
  drive.attributes = {{"name", "base"}, {"type", "commanded_motion"}};
  return drive;
}

void AddWheel(const std::string& name, double y, world::Model* model) {
  world::Link link;
  link.name = name + "_link";
  link.X_ML.p = Vector3d(0.0, y, kWheelRadius);
  const RigidTransform X_LG(Quaterniond(Eigen::AngleAxisd(0.5 * M_PI, Vector3d::UnitX())),
                            Vector3d::Zero());
  AddShape("tyre", X_LG, world::Cylinder{kWheelRadius, kWheelWidth}, Vector3d(0.1, 0.1, 0.11), 1.0,
           &link);
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

}  // namespace

world::Model BuildRobot(const AgentGroup& group) {
  world::Model model;
  model.name = "robot";
  model.source = group.source;
  world::Link base;
  base.name = "base_link";
  base.source = group.source;
  const RigidTransform X_LG(Vector3d(0.0, 0.0, kBodyLow + 0.5 * kBodyHeight));
  AddShape("body", X_LG, BodyShape(group.shape), Vector3d(0.2, 0.35, 0.6), 1.0, &base);
  // Two small balls keep it level, ahead and behind; they slide.
  const double reach = 0.7 * EdgeAt(group.shape, 0.0);
  for (const double x : {reach, -reach}) {
    AddShape(x > 0.0 ? "ball_ahead" : "ball_behind", RigidTransform(Vector3d(x, 0.0, 0.0101)),
             world::Sphere{0.01}, Vector3d(0.7, 0.7, 0.7), 0.02, &base);
  }
  const double r = EdgeAt(group.shape, 0.0);
  base.inertia = ExpressedIn(RigidTransform(Vector3d(0.0, 0.0, 0.045)),
                             RoundInertia(kBodyMass, r, kBodyHeight));
  int number = 0;
  for (const AgentSensor& sensor : group.sensors) {
    base.sensors.push_back(MakeSensor(sensor, group.shape, ++number));
  }
  model.links.push_back(std::move(base));
  const double half_track = 0.65 * EdgeAt(group.shape, 0.5 * M_PI);
  AddWheel("left_wheel", half_track, &model);
  AddWheel("right_wheel", -half_track, &model);
  model.extensions.push_back(MakeDrive(group));
  return model;
}

}  // namespace surefoot::formats::centurion
