#include "surefoot/gateways/usarsim/messages.h"

#include <algorithm>
#include <set>

#include "surefoot/gateways/usarsim/robot.h"
#include "surefoot/gateways/usarsim/sensors/sensor_types.h"

namespace surefoot::gateways::usarsim {
namespace {

/// Joints of packages, grippers and wheels have lines of their own.
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
