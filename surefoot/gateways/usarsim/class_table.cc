#include "surefoot/gateways/usarsim/class_table.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "surefoot/base/text.h"
#include "surefoot/gateways/usarsim/sensors/sensor_types.h"
#include "surefoot/gateways/usarsim/text.h"

// Reading of the table that maps USARSim's class names to models, with the names of their joints
// and sensors in the protocol.

namespace surefoot::gateways::usarsim {
namespace {

using tinyxml2::XMLElement;

/// Reads attributes of the table; keeps the first error, with file and line.
class Reader {
 public:
  explicit Reader(std::string where) : where_(std::move(where)) {}

  bool ok() const { return error_.empty(); }
  Error error() const { return Error{error_}; }

  void Fail(const XMLElement& element, const std::string& what) {
    if (!error_.empty()) return;
    error_ =
        where_ + ":" + std::to_string(element.GetLineNum()) + ": <" + element.Name() + ">: " + what;
  }

  std::string Text(const XMLElement& element, const char* name, const std::string& usual = "") {
    const char* text = element.Attribute(name);
    return text == nullptr ? usual : text;
  }
  std::string Needed(const XMLElement& element, const char* name) {
    const char* text = element.Attribute(name);
    if (text == nullptr || *text == '\0') Fail(element, std::string("needs '") + name + "'");
    return text == nullptr ? "" : text;
  }
  double Number(const XMLElement& element, const char* name, double usual, double min = 0.0) {
    const std::vector<double> numbers = Numbers(element, name, 1);
    if (numbers.empty()) return usual;
    if (numbers[0] >= min) return numbers[0];
    Fail(element, std::string(name) + " is " + element.Attribute(name) + ", accepted: at least " +
                      FormatNumber(min, 0));
    return usual;
  }
  std::vector<double> Numbers(const XMLElement& element, const char* name, std::size_t count) {
    const char* text = element.Attribute(name);
    if (text == nullptr) return {};
    const auto numbers = ParseNumbers(text, count);
    if (numbers && numbers->size() == count) return *numbers;
    Fail(element, std::string(name) + " is '" + text + "', accepted: " + std::to_string(count) +
                      (count == 1 ? " number" : " numbers"));
    return {};
  }
  Vector3d Vector(const XMLElement& element, const char* name, const Vector3d& usual) {
    const std::vector<double> v = Numbers(element, name, 3);
    return v.empty() ? usual : Vector3d(v[0], v[1], v[2]);
  }
  RigidTransform Pose(const XMLElement& element) {
    const std::vector<double> v = Numbers(element, "pose", 6);
    RigidTransform X;
    if (v.empty()) return X;
    X.p = Vector3d(v[0], v[1], v[2]);
    X.q = QuaternionFromRpy(v[3], v[4], v[5]);
    return X;
  }
  std::string OneOf(const XMLElement& element, const char* name, const std::string& usual,
                    std::initializer_list<const char*> accepted) {
    const std::string text = Text(element, name, usual);
    if (std::find(accepted.begin(), accepted.end(), text) != accepted.end()) return text;
    Fail(element, std::string(name) + " is '" + text + "', accepted: " + Joined(accepted));
    return usual;
  }

 private:
  std::string where_;
  std::string error_;
};

constexpr double kNoMin = -1e9;

Dialect ReadDialect(Reader* read, const XMLElement& element, Dialect usual) {
  if (element.Attribute("dialect") == nullptr) return usual;
  return read->OneOf(element, "dialect", "udk", {"ut2004", "udk"}) == "udk" ? Dialect::kUdk
                                                                            : Dialect::kUt2004;
}

// Splits at blanks.
std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

JointSpec ReadJoint(Reader* read, const XMLElement& element) {
  JointSpec joint;
  joint.joint = read->Needed(element, "joint");
  joint.name = read->Text(element, "name", joint.joint);
  joint.scale = read->Number(element, "scale", 1.0, kNoMin);
  if (joint.scale == 0.0) read->Fail(element, "scale is 0, accepted: other numbers");
  joint.offset = read->Number(element, "offset", 0.0, kNoMin);
  joint.initial = read->Number(element, "initial", 0.0, kNoMin);
  joint.min = read->Number(element, "min", joint.min, kNoMin);
  joint.max = read->Number(element, "max", joint.max, kNoMin);
  if (joint.min > joint.max) read->Fail(element, "min is greater than max");
  joint.max_speed = read->Number(element, "max_speed", 0.0);
  joint.max_effort = read->Number(element, "max_effort", 0.0);
  joint.position_topic = read->Text(element, "position_topic", joint.joint + "/cmd_pos");
  joint.velocity_topic = read->Text(element, "velocity_topic", joint.joint + "/cmd_vel");
  joint.effort_topic = read->Text(element, "effort_topic", joint.joint + "/cmd_effort");
  return joint;
}

// Joints of a group are also entries of spec->joints, so that they are found by name like all
// others.
void ReadGroup(Reader* read, const XMLElement& element, ClassSpec* spec) {
  GroupSpec group;
  group.topic = read->Needed(element, "topic");
  group.mode = read->OneOf(element, "mode", "position", {"position", "velocity", "effort"});
  for (const XMLElement* child = element.FirstChildElement("joint"); child != nullptr;
       child = child->NextSiblingElement("joint")) {
    JointSpec joint = ReadJoint(read, *child);
    joint.group = static_cast<int>(spec->groups.size());
    joint.place = static_cast<int>(group.joints.size());
    group.joints.push_back(static_cast<int>(spec->joints.size()));
    spec->joints.push_back(std::move(joint));
  }
  spec->groups.push_back(std::move(group));
}

// Without a type, the sensor gets that of its topic's message when the topic is found.
SensorSpec ReadSensor(Reader* read, const XMLElement& element) {
  SensorSpec sensor;
  sensor.topic = read->Needed(element, "topic");
  sensor.type = read->Text(element, "type");
  if (!sensor.type.empty() && sensor.type != "none" && !IsSensorType(sensor.type)) {
    read->Fail(element, "type is '" + sensor.type + "', accepted: none, " + SensorTypeList());
  }
  sensor.name = read->Text(element, "name");
  sensor.X_BS = read->Pose(element);
  sensor.period = read->Number(element, "period", sensor.period);
  sensor.max_range = read->Number(element, "max_range", 0.0);
  sensor.min_range = read->Number(element, "min_range", 0.0);
  sensor.beam = read->Number(element, "beam", 0.0);
  sensor.resolution = read->Number(element, "resolution", sensor.resolution, 1e-6);
  sensor.joints = Words(read->Text(element, "joints"));
  return sensor;
}

/// Index of the joint with that name in Surefoot's model; its <joint> must precede the element.
int JointNamed(Reader* read, const XMLElement& element, const ClassSpec& spec, const char* name) {
  const std::string requested = read->Text(element, name);
  if (requested.empty()) return -1;
  for (std::size_t i = 0; i < spec.joints.size(); ++i) {
    if (spec.joints[i].joint == requested) return static_cast<int>(i);
  }
  read->Fail(element,
             std::string(name) + " is '" + requested + "', which is not a <joint> above it");
  return -1;
}

// Links are numbered from 1 in the protocol; the parent of a link is by default the previous one.
void ReadPackage(Reader* read, const XMLElement& element, ClassSpec* spec) {
  PackageSpec package;
  package.name = read->Needed(element, "name");
  for (const XMLElement* child = element.FirstChildElement("link"); child != nullptr;
       child = child->NextSiblingElement("link")) {
    LinkSpec link;
    read->Needed(*child, "joint");
    link.joint = JointNamed(read, *child, *spec, "joint");
    link.parent = static_cast<int>(
        read->Number(*child, "parent", static_cast<double>(package.links.size()), -1.0));
    link.X_PL = read->Pose(*child);
    package.links.push_back(link);
  }
  package.topic = read->Text(element, "topic", package.topic);
  for (const XMLElement* child = element.FirstChildElement("sequence"); child != nullptr;
       child = child->NextSiblingElement("sequence")) {
    package.sequences.push_back(read->Needed(*child, "name"));
  }
  spec->packages.push_back(std::move(package));
}

void ReadGripper(Reader* read, const XMLElement& element, ClassSpec* spec) {
  GripperSpec gripper;
  gripper.name = read->Needed(element, "name");
  read->Needed(element, "joint");
  gripper.joint = JointNamed(read, element, *spec, "joint");
  gripper.open = read->Number(element, "open", 0.0, kNoMin);
  gripper.closed = read->Number(element, "closed", 0.0, kNoMin);
  spec->grippers.push_back(std::move(gripper));
}

void ReadPart(Reader* read, const XMLElement& element, ClassSpec* spec) {
  const std::string name = element.Name();
  if (name == "sensor") return spec->sensors.push_back(ReadSensor(read, element));
  if (name == "joint") return spec->joints.push_back(ReadJoint(read, element));
  if (name == "joint_group") return ReadGroup(read, element, spec);
  if (name == "package") return ReadPackage(read, element, spec);
  if (name == "gripper") return ReadGripper(read, element, spec);
  if (name == "wheel") {
    spec->wheels.push_back(
        {JointNamed(read, element, *spec, "drive"), JointNamed(read, element, *spec, "steer")});
    return;
  }
  if (name == "skin") {
    spec->skins.push_back({read->Needed(element, "name"), read->Needed(element, "model")});
    return;
  }
  if (name == "alias") return;
  read->Fail(element,
             "is unknown, accepted: sensor, joint, joint_group, package, gripper, wheel, skin, "
             "alias");
}

// Numbers such as mass and wheel_radius are for CONF and GEO, which clients use to convert speeds.
// They should be those of the model.
ClassSpec ReadClass(Reader* read, const XMLElement& element) {
  ClassSpec spec;
  spec.name = read->Needed(element, "name");
  spec.model = read->Text(element, "model");
  spec.dialect = ReadDialect(read, element, Dialect::kUdk);
  spec.type = read->OneOf(element, "type", spec.type,
                          {"GroundVehicle", "LeggedVehicle", "AerialVehicle", "StaticPlatform"});
  spec.steering = read->OneOf(element, "steering", spec.steering,
                              {"SkidSteered", "AckermanSteered", "OmniDrive"});
  spec.mass = read->Number(element, "mass", 0.0);
  spec.size = read->Vector(element, "size", spec.size);
  spec.wheel_radius = read->Number(element, "wheel_radius", 0.0);
  spec.wheel_separation = read->Number(element, "wheel_separation", 0.0);
  spec.wheel_base = read->Number(element, "wheel_base", 0.0);
  spec.max_wheel_speed = read->Number(element, "max_wheel_speed", 0.0);
  spec.max_torque = read->Number(element, "max_torque", 0.0);
  spec.max_steer = read->Number(element, "max_steer", 0.0);
  spec.max_speed = read->Number(element, "max_speed", spec.max_wheel_speed * spec.wheel_radius);
  spec.max_turn = read->Number(element, "max_turn", 1.0);
  spec.rest_height = read->Number(element, "rest_height", 0.0, kNoMin);
  spec.battery_life = read->Number(element, "battery_life", 0.0);
  spec.drive_topic = read->Text(element, "drive_topic", spec.drive_topic);
  spec.steer_topic = read->Text(element, "steer_topic", spec.steer_topic);
  spec.light = read->Text(element, "light");
  spec.all_sensors = read->OneOf(element, "all_sensors", "true", {"true", "false"}) == "true";
  spec.status_period = read->Number(element, "status_period", spec.status_period, 0.001);
  for (const XMLElement* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    ReadPart(read, *child, &spec);
  }
  return spec;
}

ObjectSpec ReadObject(Reader* read, const XMLElement& element) {
  ObjectSpec object;
  object.name = read->Needed(element, "name");
  object.model = read->Text(element, "model");
  object.shape = read->OneOf(element, "shape", object.shape, {"box", "sphere", "cylinder"});
  object.size = read->Vector(element, "size", object.size);
  if (object.size.minCoeff() <= 0.0) read->Fail(element, "sizes must be greater than 0");
  object.mass = read->Number(element, "mass", object.mass, 1e-6);
  return object;
}

/// Adds the class, and a copy of it for each <alias>, which may have another dialect.
void AddClass(Reader* read, const XMLElement& element, ClassTable* table) {
  const ClassSpec spec = ReadClass(read, element);
  const auto add = [&](const XMLElement& at, ClassSpec added) {
    if (table->Find(added.name) != nullptr) read->Fail(at, "'" + added.name + "' is listed twice");
    table->classes.push_back(std::move(added));
  };
  add(element, spec);
  for (const XMLElement* child = element.FirstChildElement("alias"); child != nullptr;
       child = child->NextSiblingElement("alias")) {
    ClassSpec alias = spec;
    alias.name = read->Needed(*child, "name");
    alias.dialect = ReadDialect(read, *child, spec.dialect);
    add(*child, std::move(alias));
  }
}

/// By the name without its package, in any case: "USARBot.P3AT" and "p3at" are the same.
template <typename Spec>
const Spec* FindNamed(const std::vector<Spec>& specs, const std::string& name) {
  const std::string bare = BareName(name);
  for (const Spec& spec : specs) {
    if (SameWord(spec.name, bare)) return &spec;
  }
  return nullptr;
}

}  // namespace

Result<std::string> ClassSpec::ModelInSkin(const std::string& skin) const {
  std::string list;
  for (const SkinSpec& known : skins) {
    if (SameWord(known.name, skin)) return known.model;
    list += (list.empty() ? "" : ", ") + known.name;
  }
  return Error{"Skin is '" + skin + "', accepted for " + name + ": " +
               (list.empty() ? "none, it has only one skin" : list)};
}

int ClassSpec::FindJoint(const std::string& there) const {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (SameWord(joints[i].name, there)) return static_cast<int>(i);
  }
  return -1;
}

const ClassSpec* ClassTable::Find(const std::string& class_name) const {
  return FindNamed(classes, class_name);
}

const ObjectSpec* ClassTable::FindObject(const std::string& class_name) const {
  return FindNamed(objects, class_name);
}

// Only the first error is reported; the table is small, and the file is rarely edited.
Result<ClassTable> ParseClassTable(const std::string& xml, const std::string& where) {
  tinyxml2::XMLDocument document;
  if (document.Parse(xml.data(), xml.size()) != tinyxml2::XML_SUCCESS) {
    return Error{where + ":" + std::to_string(document.ErrorLineNum()) + ": " +
                 document.ErrorName()};
  }
  const XMLElement* root = document.FirstChildElement("usarsim");
  if (root == nullptr) return Error{where + ": the first element must be <usarsim>"};
  Reader read(where);
  ClassTable table;
  for (const XMLElement* child = root->FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    const std::string name = child->Name();
    if (name == "class") {
      AddClass(&read, *child, &table);
    } else if (name == "object") {
      table.objects.push_back(ReadObject(&read, *child));
    } else {
      read.Fail(*child, "is unknown, accepted: class, object");
    }
  }
  if (!read.ok()) return read.error();
  return table;
}

Result<ClassTable> ReadClassTable(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": cannot be read; it is the table of classes of USARSim"};
  std::ostringstream text;
  text << file.rdbuf();
  return ParseClassTable(text.str(), path);
}

}  // namespace surefoot::gateways::usarsim
