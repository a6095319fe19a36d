#include "surefoot/gateways/usarsim/queries.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "surefoot/gateways/usarsim/sensors/sensor_types.h"

namespace surefoot::gateways::usarsim {
namespace {

/// Whether the query concerns this item. With {Name ..} only that item must be in the reply: the
/// ROS client repeats its query for ever if it gets all.
bool IsAsked(const Line& query, const std::string& name) {
  const std::string requested = query.Text("Name");
  return requested.empty() || SameWord(requested, name);
}

bool IsPackages(const std::string& type) {
  return SameWord(type, "MisPkg") || SameWord(type, "Actuator");
}

/// Empty without an item: USARSim sends no reply then.
std::string Finish(Out* out, bool any) { return any ? out->Take() : std::string(); }

/// For {Type Robot} the name is ignored, as in USARSim. Lengths in m.
std::string RobotGeo(const Robot& robot) {
  const ClassSpec& spec = robot.spec();
  Out out("GEO");
  out.Add("Type", spec.type).Add("Name", spec.name).Add("Dimensions", spec.size, 4);
  out.Add("COG", Vector3d::Zero(), 4);
  if (spec.type == "GroundVehicle") {
    out.Add("WheelRadius", spec.wheel_radius, 4)
        .Add("WheelSeparation", spec.wheel_separation, 4)
        .Add("WheelBase", spec.wheel_base, 4);
  }
  return out.Take();
}

/// The dialects differ in the order of Name and Type. MaxSpeed is that of the wheels (rad/s).
std::string RobotConf(const Robot& robot) {
  const ClassSpec& spec = robot.spec();
  Out out("CONF");
  const bool udk = robot.style().dialect == Dialect::kUdk;
  if (udk) out.Add("Name", spec.name);
  out.Add("Type", spec.type);
  if (!udk) out.Add("Name", spec.name);
  if (spec.type == "GroundVehicle") out.Add("SteeringType", spec.steering);
  out.Add("Mass", spec.mass, 4)
      .Add("MaxSpeed", spec.max_wheel_speed, 4)
      .Add("MaxTorque", spec.max_torque, 4)
      .Add("MaxFrontSteer", spec.max_steer, 4)
      .Add("MaxRearSteer", 0.0, 4);
  return out.Take();
}

/// One item: UT2004 packs it into one segment, which Player reads word by word; UDK has a segment
/// per value.
void AddGeoItem(const Robot& robot, const std::string& name, const RigidTransform& X_BS, Out* out) {
  const Frames& frames = robot.style().frames;
  const Vector3d place = frames.Swap(X_BS.p);
  const Vector3d angles = frames.Angles(X_BS.q);
  if (robot.style().dialect == Dialect::kUt2004) {
    out->Add("Name", name + " Location " + FormatVector(place, 4) + " Orientation " +
                         FormatVector(angles, 4) + " Mount HARD");
    return;
  }
  out->Add("Name", name)
      .Add("Location", place, 4)
      .Add("Orientation", angles, 4)
      .Add("Mount", robot.spec().name);
}

/// A line of packages; `add` appends the segments of a package after its name. {Type MisPkg} gets a
/// line even if the robot has no packages.
template <typename Add>
std::string PackagesLine(const char* keyword, const Robot& robot, const Line& query,
                         const std::string& type, Add add) {
  Out out(keyword);
  out.Add("Type", type);
  bool any = SameWord(type, "MisPkg");
  for (const PackageSpec& package : robot.spec().packages) {
    if (!IsAsked(query, package.name)) continue;
    any = true;
    out.Add("Name", package.name);
    add(package, &out);
  }
  return Finish(&out, any);
}

void AddPackageGeo(const Robot& robot, const PackageSpec& package, bool actuator, Out* out) {
  const Frames& frames = robot.style().frames;
  if (actuator) {
    out->Add("Location", Vector3d::Zero(), 4)
        .Add("Orientation", Vector3d::Zero(), 4)
        .Add("Mount", robot.spec().name);
  }
  for (std::size_t i = 0; i < package.links.size(); ++i) {
    const LinkSpec& link = package.links[i];
    const int parent = !actuator && link.parent == 0 ? -1 : link.parent;
    out->AddInteger("Link", static_cast<long long>(i) + 1)
        .AddInteger(actuator ? "Parent" : "ParentLink", parent)
        .Add("Location", frames.Swap(link.X_PL.p), 4)
        .Add("Orientation", frames.Angles(link.X_PL.q), 4);
  }
  if (actuator) out->Add("Tip", Vector3d::Zero(), 4);
}

void AddPackageConf(const Robot& robot, const PackageSpec& package, bool actuator, Out* out) {
  for (std::size_t i = 0; i < package.links.size(); ++i) {
    const JointSpec& joint = robot.spec().joints[static_cast<std::size_t>(package.links[i].joint)];
    double min = joint.ToProtocol(joint.min);
    double max = joint.ToProtocol(joint.max);
    if (min > max) std::swap(min, max);
    out->AddInteger("Link", static_cast<long long>(i) + 1);
    if (actuator) {
      out->Add("JointType", "Revolute");
    } else {
      out->Add("MaxRotationSpeed", joint.max_speed, 4);
    }
    out->Add("MaxTorque", joint.max_effort, 4)
        .Add(actuator ? "MinValue" : "MinRange", min, 4)
        .Add(actuator ? "MaxValue" : "MaxRange", max, 4);
  }
  for (std::size_t i = 0; i < package.sequences.size(); ++i) {
    out->AddInteger("Sequence", static_cast<long long>(i) + 1)
        .Add("SequenceName", package.sequences[i]);
  }
}

std::string GrippersLine(const Robot& robot, const Line& query, bool conf) {
  Out out(conf ? "CONF" : "GEO");
  out.Add("Type", "Gripper");
  bool any = false;
  for (const GripperSpec& gripper : robot.spec().grippers) {
    if (!IsAsked(query, gripper.name)) continue;
    any = true;
    if (conf) {
      out.Add("Name", gripper.name)
          .Add("Opcode", "GRIP")
          .AddInteger("MaxVal", 1)
          .AddInteger("MinVal", 0);
    } else {
      AddGeoItem(robot, gripper.name, RigidTransform(), &out);
    }
  }
  return Finish(&out, any);
}

void AddCameraConf(const Camera& camera, const CameraPlace& place, Out* out) {
  const CameraSpot spot = place(camera);
  const double fov = camera.field_of_view() * 180.0 / std::numbers::pi;
  out->Add("Name", camera.spec().name)
      .AddInteger("TextureOffsetX", spot.x)
      .AddInteger("TextureOffsetY", spot.y)
      .AddInteger("TextureResolutionX", camera.width())
      .AddInteger("TextureResolutionY", camera.height())
      .Add("CameraDefFov", fov, 4)
      // Surefoot's cameras do not zoom. Angles are in degrees here.
      .Add("CameraMinFov", fov, 4)
      .Add("CameraMaxFov", fov, 4)
      .Add("CameraFov", fov, 4);
  if (spot.port == 0) return;
  out->AddInteger("ImagePort", spot.port)
      .AddInteger("ImagePortOffsetX", spot.port_x)
      .AddInteger("ImagePortOffsetY", spot.port_y);
}

/// Joints of packages, grippers and wheels, which are not in STA because they have separate lines.
std::set<int> JointsElsewhere(const ClassSpec& spec) {
  std::set<int> joints;
  for (const PackageSpec& package : spec.packages) {
    for (const LinkSpec& link : package.links) joints.insert(link.joint);
  }
  for (const GripperSpec& gripper : spec.grippers) joints.insert(gripper.joint);
  for (const WheelSpec& wheel : spec.wheels) joints.insert({wheel.drive, wheel.steer});
  return joints;
}

void AddJoints(const Robot& robot, Out* out) {
  const std::set<int> elsewhere = JointsElsewhere(robot.spec());
  for (std::size_t i = 0; i < robot.spec().joints.size(); ++i) {
    const int joint = static_cast<int>(i);
    if (elsewhere.count(joint) > 0) continue;
    out->Add(robot.spec().joints[i].name, robot.joints().position(joint), 4);
  }
}

void AddSteer(const Robot& robot, Out* out, int decimals) {
  out->Add("FrontSteer", robot.drive().front_steer(), decimals)
      .Add("RearSteer", robot.drive().rear_steer(), decimals);
}

/// STA of UT2004. Some clients throw if FrontSteer, RearSteer, the light, Battery or View is
/// missing.
std::string StateUt2004(const Robot& robot, double time) {
  Out out("STA");
  out.Add("Type", robot.spec().type).Add("Time", time, 2);
  if (robot.spec().type == "GroundVehicle") AddSteer(robot, &out, 4);
  AddJoints(robot, &out);
  out.AddFlag("LightToggle", robot.light())
      .AddInteger("LightIntensity", robot.light() ? 100 : 0)
      .AddInteger("Battery", robot.battery())
      .AddInteger("View", -1);
  return out.Take();
}

/// STA of UDK: Time, Battery and Type come first. Joints of legged robots are segments with their
/// names.
std::string StateUdk(const Robot& robot, double time) {
  const bool steered = robot.spec().steering == "AckermanSteered";
  Out out("STA");
  out.Add("Time", time, 4).AddInteger("Battery", robot.battery()).Add("Type", robot.spec().type);
  if (robot.spec().type != "LeggedVehicle") {
    out.AddFlag("LightToggle", robot.light()).AddInteger("LightIntensity", 100);
  }
  if (robot.spec().type == "GroundVehicle") AddSteer(robot, &out, steered ? 4 : 0);
  AddJoints(robot, &out);
  return out.Take();
}

/// State of a package: MISSTA with torques (UT2004), ASTA without (UDK).
std::string PackageLine(const Robot& robot, const PackageSpec& package, double time) {
  const bool udk = robot.style().dialect == Dialect::kUdk;
  Out out(udk ? "ASTA" : "MISSTA");
  out.Add("Time", time, udk ? 4 : 2).Add("Name", package.name);
  for (std::size_t i = 0; i < package.links.size(); ++i) {
    const int joint = package.links[i].joint;
    out.AddInteger("Link", static_cast<long long>(i) + 1)
        .Add("Value", robot.joints().position(joint), 4);
    if (!udk) out.Add("Torque", robot.joints().effort(joint), 2);
  }
  return out.Take();
}

}  // namespace

// All items of a type are in one line, in both dialects.
std::string GeoLine(const Robot& robot, const Line& query) {
  const std::string type = query.Text("Type");
  if (SameWord(type, "Robot")) return RobotGeo(robot);
  if (IsPackages(type)) {
    return PackagesLine("GEO", robot, query, type, [&](const PackageSpec& package, Out* out) {
      AddPackageGeo(robot, package, SameWord(type, "Actuator"), out);
    });
  }
  if (SameWord(type, "Gripper")) return GrippersLine(robot, query, false);
  Out out("GEO");
  bool any = false;
  const auto add = [&](const std::string& own_type, const std::string& name,
                       const RigidTransform& X_BS) {
    if (!SameWord(type, own_type) || !IsAsked(query, name)) return;
    if (!any) out.Add("Type", own_type);
    any = true;
    AddGeoItem(robot, name, X_BS, &out);
  };
  for (const auto& sensor : robot.sensors()) add(sensor->type(), sensor->name(), sensor->mount());
  for (const auto& camera : robot.cameras()) {
    add("Camera", camera->spec().name, camera->spec().X_BS);
  }
  return Finish(&out, any);
}

std::string ConfLine(const Robot& robot, const Line& query, const CameraPlace& place) {
  const std::string type = query.Text("Type");
  if (SameWord(type, "Robot")) return RobotConf(robot);
  if (IsPackages(type)) {
    return PackagesLine("CONF", robot, query, type, [&](const PackageSpec& package, Out* out) {
      AddPackageConf(robot, package, SameWord(type, "Actuator"), out);
    });
  }
  if (SameWord(type, "Gripper")) return GrippersLine(robot, query, true);
  Out out("CONF");
  bool any = false;
  const auto begin = [&](const std::string& own_type, const std::string& name) {
    if (!SameWord(type, own_type) || !IsAsked(query, name)) return false;
    if (!any) out.Add("Type", own_type);
    any = true;
    return true;
  };
  for (const auto& sensor : robot.sensors()) {
    if (!begin(sensor->type(), sensor->name())) continue;
    out.Add("Name", sensor->name());
    sensor->WriteConf(robot.style(), &out);
  }
  for (const auto& camera : robot.cameras()) {
    if (begin("Camera", camera->spec().name)) AddCameraConf(*camera, place, &out);
  }
  return Finish(&out, any);
}

// A package without links has only sequences and no state.
std::vector<std::string> StatusLines(const Robot& robot, SimTimeNs now_ns) {
  const double time = ToSeconds(now_ns);
  const bool udk = robot.style().dialect == Dialect::kUdk;
  std::vector<std::string> lines;
  lines.push_back(udk ? StateUdk(robot, time) : StateUt2004(robot, time));
  for (const PackageSpec& package : robot.spec().packages) {
    if (!package.links.empty()) lines.push_back(PackageLine(robot, package, time));
  }
  if (!udk) return lines;
  for (std::size_t i = 0; i < robot.spec().grippers.size(); ++i) {
    lines.push_back(Out("EFF")
                        .Add("Time", time, 4)
                        .Add("Type", "Gripper")
                        .Add("Name", robot.spec().grippers[i].name)
                        .Add("Status", robot.grippers_open()[i] ? "OPEN" : "CLOSED")
                        .Take());
  }
  return lines;
}

std::string SensorLine(const Sensor& sensor, int part, const Style& style) {
  Out out("SEN");
  if (IsStamped(sensor.type(), style.dialect)) out.Add("Time", ToSeconds(sensor.time_ns()), 4);
  out.Add("Type", sensor.type()).Add("Name", sensor.name());
  sensor.WritePart(style, part, &out);
  return out.Take();
}

std::string PackedLine(const std::string& type, const std::vector<Sensor*>& sensors,
                       const Style& style) {
  SimTimeNs time_ns = 0;
  for (const Sensor* sensor : sensors) time_ns = std::max(time_ns, sensor->time_ns());
  Out out("SEN");
  if (IsStamped(type, style.dialect)) out.Add("Time", ToSeconds(time_ns), 4);
  out.Add("Type", type);
  for (const Sensor* sensor : sensors) {
    out.Add("Name", sensor->name() + " " + sensor->Packed(style));
  }
  return out.Take();
}

}  // namespace surefoot::gateways::usarsim
