#include "surefoot/formats/centurion/document.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::centurion {
namespace {

using XmlElement = tinyxml2::XMLElement;

/// One element of the file with its error reports. It may be empty: Child() returns an empty Fields
/// after it has reported a missing child, and every read from an empty one is silent. A missing
/// element therefore gives one error, not one for each of its children.
class Fields {
 public:
  Fields(const XmlElement* element, const std::string& path, Problems* problems)
      : element_(element), path_(&path), problems_(problems) {}

  bool there() const { return element_ != nullptr; }
  Source source() const;
  void Error(const std::string& message, const std::string& value = "",
             const std::string& advice = "") const;
  void Warning(const std::string& message, const std::string& value = "",
               const std::string& advice = "") const;

  /// The child of that name. Reports a required child that is missing, and a second one.
  Fields Child(const char* name, bool required = true) const;
  std::vector<Fields> Children(const char* name) const;

  /// The element's own text as a number between `min` and `max`; `min` after an error.
  double Value(double min, double max) const;
  /// The number in a child element. The child is required unless there is a fallback.
  double Number(const char* name, double min, double max) const;
  double Number(const char* name, double min, double max, double fallback) const;
  long long Integer(const char* name, long long min, long long max) const;
  /// Index of the child's text in `words`; 0 after an error.
  std::size_t Choice(const char* name, const std::vector<std::string>& words) const;

  /// Reports an error unless the child `name` states the number of `entries`. Centurion's own
  /// reader relies on these counts, so a file where they differ would mean another world there.
  void CheckCount(const char* name, const char* entry, std::size_t entries) const;
  /// Warns of children that are not in `known`. Their order is free, unlike in Centurion's reader.
  void WarnUnknown(std::initializer_list<const char*> known) const;

 private:
  const XmlElement* element_;
  const std::string* path_;
  Problems* problems_;
};

std::string Between(double min, double max) {
  return "accepted: " + NumberText(min, 6) + " to " + NumberText(max, 6);
}

std::string TextOf(const XmlElement& element) {
  const char* text = element.GetText();
  return text == nullptr ? "" : std::string(Trimmed(text));
}

Source Fields::source() const {
  if (element_ == nullptr) return Source{*path_, 0, ""};
  return Source{*path_, element_->GetLineNum(), element_->Name()};
}

void Fields::Error(const std::string& message, const std::string& value,
                   const std::string& advice) const {
  problems_->Error(source(), message, value, advice);
}

void Fields::Warning(const std::string& message, const std::string& value,
                     const std::string& advice) const {
  problems_->Warning(source(), message, value, advice);
}

/// A child that occurs twice is an error, because the simulator would use only one of them.
Fields Fields::Child(const char* name, bool required) const {
  const XmlElement* child = element_ == nullptr ? nullptr : element_->FirstChildElement(name);
  if (child == nullptr && required && there()) {
    Error("<" + std::string(element_->Name()) + "> has no <" + name + ">");
  }
  const Fields found(child, *path_, problems_);
  if (child != nullptr && child->NextSiblingElement(name) != nullptr) {
    Fields(child->NextSiblingElement(name), *path_, problems_)
        .Error("there is more than one <" + std::string(name) + "> in <" + element_->Name() + ">",
               "", "remove all but one");
  }
  return found;
}

std::vector<Fields> Fields::Children(const char* name) const {
  std::vector<Fields> children;
  if (element_ == nullptr) return children;
  for (const XmlElement* child = element_->FirstChildElement(name); child != nullptr;
       child = child->NextSiblingElement(name)) {
    children.emplace_back(child, *path_, problems_);
  }
  return children;
}

/// The number in the element's text. Out of range it gives `least` after reporting, so that reading
/// continues.
double Fields::Value(double min, double max) const {
  const std::string text = TextOf(*element_);
  const auto value = ParseDouble(text, source(), problems_);
  if (value && *value >= min && *value <= max) return *value;
  if (value) Error("the number is out of range", text, Between(min, max));
  return min;
}

double Fields::Number(const char* name, double min, double max) const {
  const Fields child = Child(name);
  return child.there() ? child.Value(min, max) : min;
}

double Fields::Number(const char* name, double min, double max, double fallback) const {
  const bool given = there() && element_->FirstChildElement(name) != nullptr;
  return given ? Number(name, min, max) : fallback;
}

/// A whole number. The format writes counts as text that may have decimals.
long long Fields::Integer(const char* name, long long min, long long max) const {
  const double value = Number(name, static_cast<double>(min), static_cast<double>(max));
  if (value == std::floor(value)) return static_cast<long long>(value);
  Child(name).Error("not a whole number", NumberText(value, 6));
  return min;
}

/// Index of the child's text in `words`; 0 after reporting.
std::size_t Fields::Choice(const char* name, const std::vector<std::string>& words) const {
  const Fields child = Child(name);
  if (!child.there()) return 0;
  const std::string text = TextOf(*child.element_);
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  child.Error("unknown value", text, "accepted: " + Joined(words));
  return 0;
}

/// The format states the numbers of its entries; a wrong one is often a sign of a truncated or
/// badly edited file.
void Fields::CheckCount(const char* name, const char* entry, std::size_t entries) const {
  if (!there()) return;
  const long long given = Integer(name, 0, 1'000'000);
  if (static_cast<std::size_t>(given) == entries) return;
  Child(name).Error("the count differs from the number of <" + std::string(entry) + "> elements",
                    std::to_string(given), "there are " + std::to_string(entries));
}

/// Unknown children are warnings, not errors: files of later versions remain usable.
void Fields::WarnUnknown(std::initializer_list<const char*> known) const {
  if (!there()) return;
  for (const XmlElement* child = element_->FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    const auto same = [child](const char* name) { return std::strcmp(name, child->Name()) == 0; };
    if (std::any_of(known.begin(), known.end(), same)) continue;
    std::vector<std::string> names(known.begin(), known.end());
    Fields(child, *path_, problems_)
        .Warning("unknown element, ignored", child->Name(), NameAdvice(child->Name(), names));
  }
}

/// Limits of what the reader accepts: coordinates (m), the smallest size that engines still collide
/// reliably (m), and angles (degrees, ten turns).
constexpr double kFar = 1e4;
constexpr double kMinSize = 1e-4;
constexpr double kTurns = 3600.0;
/// Bounds the memory and the loading time of damaged files.
constexpr long long kMaxAgents = 10'000;

/// The format gives half extents, and the rotation in degrees.
Shape ReadRectangle(const Fields& fields) {
  fields.WarnUnknown({"center_x", "center_y", "halfExtend_x", "halfExtend_y", "rotation"});
  Shape shape;
  shape.kind = Shape::Kind::kRectangle;
  shape.source = fields.source();
  shape.x = fields.Number("center_x", -kFar, kFar);
  shape.y = fields.Number("center_y", -kFar, kFar);
  shape.half_x = fields.Number("halfExtend_x", kMinSize, kFar);
  shape.half_y = fields.Number("halfExtend_y", kMinSize, kFar);
  shape.rotation_deg = fields.Number("rotation", -kTurns, kTurns, 0.0);
  return shape;
}

Shape ReadCircle(const Fields& fields) {
  fields.WarnUnknown({"x", "y", "radius"});
  Shape shape;
  shape.kind = Shape::Kind::kCircle;
  shape.source = fields.source();
  shape.x = fields.Number("x", -kFar, kFar);
  shape.y = fields.Number("y", -kFar, kFar);
  shape.radius = fields.Number("radius", kMinSize, kFar);
  return shape;
}

/// A line segment becomes a thin box later (build.cc).
Shape ReadLine(const Fields& fields) {
  fields.WarnUnknown({"x1", "y1", "x2", "y2"});
  Shape shape;
  shape.kind = Shape::Kind::kLine;
  shape.source = fields.source();
  shape.x = fields.Number("x1", -kFar, kFar);
  shape.y = fields.Number("y1", -kFar, kFar);
  shape.end_x = fields.Number("x2", -kFar, kFar);
  shape.end_y = fields.Number("y2", -kFar, kFar);
  if (shape.x == shape.end_x && shape.y == shape.end_y) {
    fields.Error("the line has zero length: both end points are equal");
  }
  return shape;
}

/// The shapes of an <object>: one rectangle or circle, or any number of line segments.
std::vector<Shape> ReadObject(const Fields& object) {
  object.WarnUnknown({"rectangle", "circle", "line", "line_segment"});
  std::vector<Shape> shapes;
  for (const Fields& one : object.Children("rectangle")) shapes.push_back(ReadRectangle(one));
  for (const Fields& one : object.Children("circle")) shapes.push_back(ReadCircle(one));
  for (const char* name : {"line", "line_segment"}) {
    for (const Fields& one : object.Children(name)) shapes.push_back(ReadLine(one));
  }
  if (shapes.empty() && object.there()) {
    object.Error("the object has no shape", "", "accepted: <rectangle>, <circle>, <line_segment>");
  }
  return shapes;
}

/// Reads the arena and its obstacles. The grid size and the total time have no effect here:
/// geometry is exact, and the user decides how long to run.
void ReadEnvironment(const Fields& fields, Document* document) {
  fields.WarnUnknown({"real_size_x_in_m", "real_size_y_in_m", "sim_grid_size_in_m", "sim_time_s",
                      "sim_time_computation_epoch_s", "boundary_walls", "objects"});
  document->size_x = fields.Number("real_size_x_in_m", 0.01, kFar);
  document->size_y = fields.Number("real_size_y_in_m", 0.01, kFar);
  fields.Number("sim_time_s", 0.0, 1e9, 0.0);
  document->epoch = fields.Number("sim_time_computation_epoch_s", 1e-4, 1.0);
  document->walls = fields.Choice("boundary_walls", {"FALSE", "TRUE"}) == 1;
  const Fields objects = fields.Child("objects", false);
  objects.WarnUnknown({"num_objects", "object"});
  const std::vector<Fields> entries = objects.Children("object");
  objects.CheckCount("num_objects", "object", entries.size());
  for (const Fields& entry : entries) {
    for (Shape& shape : ReadObject(entry)) document->objects.push_back(shape);
  }
}

/// Reads a <list>, in which <x>, <y> and <angle> are repeated for each agent without an element
/// around them. Only the order within each name matters.
void ReadList(const Fields& list, AgentGroup* group) {
  list.WarnUnknown({"x", "y", "angle"});
  const std::vector<Fields> x = list.Children("x");
  const std::vector<Fields> y = list.Children("y");
  const std::vector<Fields> angle = list.Children("angle");
  if (x.size() != y.size() || x.size() != angle.size()) {
    list.Error("the list has " + std::to_string(x.size()) + " <x>, " + std::to_string(y.size()) +
                   " <y> and " + std::to_string(angle.size()) + " <angle>",
               "", "each agent needs one <x>, one <y> and one <angle>");
    return;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    group->places.push_back(
        {x[i].Value(-kFar, kFar), y[i].Value(-kFar, kFar), angle[i].Value(-kTurns, kTurns)});
  }
}

/// Reads one <sensor>. The words are in the order of AgentSensor::Type.
AgentSensor ReadSensor(const Fields& fields) {
  fields.WarnUnknown({"type", "direction_on_agent", "sim_time_computation_epoch_s"});
  AgentSensor sensor;
  sensor.source = fields.source();
  sensor.type =
      static_cast<AgentSensor::Type>(fields.Choice("type", {"IDEAL_BEAM", "ULTRASONIC", "IR"}));
  sensor.direction_deg = fields.Number("direction_on_agent", -kTurns, kTurns, 0.0);
  sensor.epoch = fields.Number("sim_time_computation_epoch_s", 1e-3, 1e3, 0.1);
  return sensor;
}

/// Robots are either all placed at random, or each at its listed pose.
void ReadPlaces(const Fields& fields, AgentGroup* group) {
  fields.WarnUnknown({"all_agents", "list"});
  const Fields all = fields.Child("all_agents", false);
  const Fields list = fields.Child("list", false);
  if (all.there() == list.there() && fields.there()) {
    fields.Error("<initialization_of_agents> must contain either <all_agents> or <list>");
    return;
  }
  group->random = all.there();
  if (!list.there()) return;
  ReadList(list, group);
  if (static_cast<std::size_t>(group->count) != group->places.size()) {
    list.Error("the list has places for " + std::to_string(group->places.size()) + " agents",
               std::to_string(group->count), "<num_agents> and the list must agree");
  }
}

/// A robot has exactly one actuator in this format, and any number of sensors.
void ReadDevices(const Fields& fields, AgentGroup* group) {
  const Fields sensors = fields.Child("sensors", false);
  const std::vector<Fields> entries = sensors.Children("sensor");
  sensors.CheckCount("num_sensors", "sensor", entries.size());
  for (const Fields& entry : entries) group->sensors.push_back(ReadSensor(entry));
  const Fields actuators = fields.Child("actuators");
  const std::vector<Fields> motors = actuators.Children("actuator");
  actuators.CheckCount("num_actuators", "actuator", motors.size());
  if (actuators.there() && motors.size() != 1) {
    actuators.Error("an agent must have exactly one <actuator>", std::to_string(motors.size()));
  }
  for (const Fields& motor : motors) {
    group->ideal_wheels = motor.Choice("type", {"IDEAL_TWO_WHEEL", "TWO_WHEEL"}) == 0;
  }
}

/// Reads one <agent_group>. The controller is checked for its name only: controllers are programs
/// here, and a world starts without one.
AgentGroup ReadGroup(const Fields& fields) {
  fields.WarnUnknown(
      {"num_agents", "initialization_of_agents", "object", "sensors", "actuators", "control"});
  AgentGroup group;
  group.source = fields.source();
  group.count = static_cast<int>(fields.Integer("num_agents", 0, kMaxAgents));
  ReadPlaces(fields.Child("initialization_of_agents"), &group);
  const Fields object = fields.Child("object");
  const std::vector<Shape> shapes = ReadObject(object);
  if (!shapes.empty()) group.shape = shapes.front();
  if (shapes.size() > 1 || group.shape.kind == Shape::Kind::kLine) {
    object.Error("the shape of an agent must be one <circle> or one <rectangle>");
  }
  ReadDevices(fields, &group);
  const Fields control = fields.Child("control");
  const std::vector<std::string> known = {"OVERLORD", "BASIC_AVOID_ICRA",
                                          "BASIC_AVOID_ICRA_W_BAYESIAN",
                                          "SIMPLE_MOVE_IN_SQUARE_AND_STOP_W_OBSTACLE", "BOIDS"};
  const std::string& algorithm = known[control.Choice("control_algorithm", known)];
  if (control.there()) {
    control.Warning("controllers are not read from the file: the robots wait for commands",
                    algorithm, "experiments/avoidance.yaml runs the avoidance controllers");
  }
  return group;
}

/// Beacons are read only to be kept: Surefoot has no sensor for them.
void ReadBeacons(const Fields& beacons, Document* document) {
  const std::vector<Fields> entries = beacons.Children("beacon");
  beacons.CheckCount("num_beacons", "beacon", entries.size());
  for (const Fields& entry : entries) {
    entry.WarnUnknown({"x", "y", "vector"});
    const Fields vector = entry.Child("vector");
    document->beacons.push_back({entry.Number("x", -kFar, kFar), entry.Number("y", -kFar, kFar),
                                 vector.Number("x", -kFar, kFar), vector.Number("y", -kFar, kFar),
                                 entry.source()});
  }
}

}  // namespace

/// Reads all parts even after an error, so that one run reports all mistakes.
Document ReadDocument(const tinyxml2::XMLElement& root, const std::string& path,
                      Problems* problems) {
  const Fields fields(&root, path, problems);
  fields.WarnUnknown({"system", "environment", "agents", "atons"});
  Document document;
  const Fields system = fields.Child("system");
  system.WarnUnknown({"simulation_type", "rand_seed", "debug_file_out", "sim_log_file_out"});
  system.Choice("simulation_type", {"discrete"});
  document.seed =
      static_cast<unsigned long long>(system.Number("rand_seed", -1e15, 1e15, 0.0) + 1e15);
  ReadEnvironment(fields.Child("environment"), &document);
  const Fields agents = fields.Child("agents");
  agents.WarnUnknown({"num_agent_groups", "agent_group"});
  const std::vector<Fields> groups = agents.Children("agent_group");
  agents.CheckCount("num_agent_groups", "agent_group", groups.size());
  for (const Fields& group : groups) document.groups.push_back(ReadGroup(group));
  ReadBeacons(fields.Child("atons", false).Child("beacons", false), &document);
  return document;
}

}  // namespace surefoot::formats::centurion
