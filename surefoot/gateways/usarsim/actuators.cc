#include "surefoot/gateways/usarsim/actuators.h"

namespace surefoot::gateways::usarsim {

// Commands with several parts execute the valid ones and return the last error: USARSim ignores
// unknown parts silently, and clients rely on it.

Status Actuators::DriveJoint(const Line& line) {
  const int joint = spec_.FindJoint(line.Text("Name"));
  if (joint < 0) return Error{"the robot has no joint " + line.Text("Name")};
  Status status;
  if (const std::optional<double> steer = line.Number("Steer")) {
    status = joints_.Command(joint, *steer);
  }
  if (const std::optional<double> value = line.Number("Value")) {
    const double order = line.Number("Order").value_or(0.0);
    if (order != 0.0 && order != 1.0 && order != 2.0) {
      return Error{"Order is " + line.Text("Order") + ", accepted: 0, 1, 2"};
    }
    status = joints_.Command(joint, *value, static_cast<JointOrder>(static_cast<int>(order)));
  }
  return status;
}

/// UT2004's form for omni robots: triples WheelNumber, WheelSpeed (rad/s), WheelSteer (rad), wheels
/// numbered from 0. A triple is recognized by the order of its segments.
Status Actuators::DriveWheels(const Line& line) {
  Status status;
  const WheelSpec* wheel = nullptr;
  for (const Segment& segment : line.segments) {
    const std::optional<double> number = ParseNumber(segment.value);
    if (!number) continue;
    int joint = -1;
    JointOrder order = JointOrder::kVelocity;
    if (SameWord(segment.key, "WheelNumber")) {
      const bool known = *number >= 0.0 && *number < static_cast<double>(spec_.wheels.size());
      wheel = known ? &spec_.wheels[static_cast<std::size_t>(*number)] : nullptr;
      if (!known) status = Error{"the robot has no wheel " + segment.value};
    } else if (wheel != nullptr && SameWord(segment.key, "WheelSpeed")) {
      joint = wheel->drive;
    } else if (wheel != nullptr && SameWord(segment.key, "WheelSteer")) {
      joint = wheel->steer;
      order = JointOrder::kPosition;
    }
    if (joint < 0) continue;
    const Status sent = joints_.Command(joint, *number, order);
    if (!sent.ok()) status = sent;
  }
  return status;
}

/// The key of each segment is the name of a joint, its value the target angle (rad).
Status Actuators::MultiDrive(const Line& line) {
  std::vector<std::pair<int, double>> targets;
  Status status;
  for (const Segment& segment : line.segments) {
    const int joint = spec_.FindJoint(segment.key);
    const std::optional<double> value = ParseNumber(segment.value);
    if (joint >= 0 && value) {
      targets.emplace_back(joint, *value);
    } else if (joint < 0) {
      status = Error{"the robot has no joint " + segment.key};
    }
  }
  const Status sent = joints_.CommandAll(targets);
  return status.ok() ? sent : status;
}

// MISPKG (UT2004) and ACT (UDK) have the same form. {Gripper} may accompany links or stand alone.
Status Actuators::Package(const Line& line) {
  const std::string name = line.Text("Name");
  if (const std::optional<double> grip = line.Number("Gripper")) {
    for (std::size_t i = 0; i < spec_.grippers.size(); ++i) {
      // The gripper of the package with that name; a single gripper belongs to any name.
      if (SameWord(spec_.grippers[i].name, name) || spec_.grippers.size() == 1) {
        const Status status = OpenGripper(i, *grip == 0.0);
        if (!status.ok()) return status;
      }
    }
  }
  for (const PackageSpec& package : spec_.packages) {
    if (!SameWord(package.name, name) && !(name.empty() && spec_.packages.size() == 1)) continue;
    for (const char* key : {"Sequence", "Seq"}) {
      if (line.Has(key)) return PlaySequence(line.Text(key), package);
    }
    return CommandLinks(line, package);
  }
  return Error{"the robot has no package '" + name + "'"};
}

Status Actuators::CommandLinks(const Line& line, const PackageSpec& package) {
  const auto joint_of = [&](double link) {
    const bool known = link >= 1.0 && link <= static_cast<double>(package.links.size());
    return known ? package.links[static_cast<std::size_t>(link) - 1].joint : -1;
  };
  // The oldest form of pan-tilt packages: {Rotation 0,tilt,pan} (rad).
  if (const std::string* rotation = line.Find("Rotation")) {
    const std::optional<Vector3d> angles = ParseVector(*rotation);
    if (!angles) return Error{"Rotation is '" + *rotation + "', accepted: three numbers"};
    if (joint_of(1) >= 0) (void)joints_.Command(joint_of(1), angles->z());
    if (joint_of(2) >= 0) (void)joints_.Command(joint_of(2), angles->y());
    return Status();
  }
  Status status;
  const auto& segments = line.segments;
  // Link, Value and Order must be adjacent in this order, as in USARSim.
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    if (!SameWord(segments[i].key, "Link") || !SameWord(segments[i + 1].key, "Value")) continue;
    const std::optional<double> link = ParseNumber(segments[i].value);
    const std::optional<double> value = ParseNumber(segments[i + 1].value);
    if (!link || !value) continue;
    double order = 0.0;
    if (i + 2 < segments.size() && SameWord(segments[i + 2].key, "Order")) {
      order = ParseNumber(segments[i + 2].value).value_or(0.0);
    }
    if (joint_of(*link) < 0 || order < 0.0 || order > 2.0) {
      status = Error{package.name + " has no link " + segments[i].value + " of this order"};
      continue;
    }
    const Status sent =
        joints_.Command(joint_of(*link), *value, static_cast<JointOrder>(static_cast<int>(order)));
    if (!sent.ok()) status = sent;
  }
  return status;
}

/// Plays a sequence by its name, or by its number from 1.
Status Actuators::PlaySequence(const std::string& sequence, const PackageSpec& package) {
  std::string list;
  for (std::size_t i = 0; i < package.sequences.size(); ++i) {
    const std::string& known = package.sequences[i];
    if (SameWord(known, sequence) || sequence == std::to_string(i + 1)) {
      play_(package.topic, known);
      return Status();
    }
    list += (list.empty() ? "" : ", ") + known;
  }
  return Error{"Sequence is '" + sequence + "', accepted for " + package.name + ": " +
               (list.empty() ? "none" : list)};
}

// The state for EFF is the commanded one, because a gripper that holds an object does not close
// fully.
Status Actuators::OpenGripper(std::size_t number, bool open) {
  const GripperSpec& gripper = spec_.grippers[number];
  grippers_open_[number] = open;
  return joints_.Command(gripper.joint, open ? gripper.open : gripper.closed);
}

// {Opcode GRIP} {Params 0} opens, any other number closes; Open and Close need no parameter.
Status Actuators::SetGripper(const std::string& name, const std::string& opcode,
                             const std::string& params) {
  for (std::size_t i = 0; i < spec_.grippers.size(); ++i) {
    if (!name.empty() && !SameWord(spec_.grippers[i].name, name)) continue;
    if (SameWord(opcode, "Open")) return OpenGripper(i, true);
    if (SameWord(opcode, "Close")) return OpenGripper(i, false);
    if (SameWord(opcode, "Grip")) return OpenGripper(i, ParseNumber(params).value_or(0.0) == 0.0);
    return Error{"Opcode is '" + opcode + "', accepted: Open, Close, Grip"};
  }
  return Error{"the robot has no gripper '" + name + "'"};
}

/// UDK's way of moving legged robots. "AllJoints" sets all joints in the order of the table.
Status Actuators::SetJoint(const std::string& name, const std::string& opcode,
                           const std::string& params) {
  if (!SameWord(opcode, "Angle") && !SameWord(opcode, "Target")) {
    return Error{"Opcode is '" + opcode + "', accepted: Angle, Target"};
  }
  if (!SameWord(name, "AllJoints") && !SameWord(name, "AllAngles")) {
    const int joint = spec_.FindJoint(name);
    const std::optional<double> angle = ParseNumber(params);
    if (joint < 0) return Error{"the robot has no joint " + name};
    if (!angle) return Error{"Params is '" + params + "', accepted: a number"};
    return joints_.Command(joint, *angle);
  }
  const auto angles = ParseNumbers(params, spec_.joints.size());
  const bool one_for_all = angles && angles->size() == 1;
  if (!angles || (!one_for_all && angles->size() != spec_.joints.size())) {
    return Error{"Params must have a number for each of the " +
                 std::to_string(spec_.joints.size()) + " joints, or one for all"};
  }
  std::vector<std::pair<int, double>> targets;
  for (std::size_t i = 0; i < spec_.joints.size(); ++i) {
    targets.emplace_back(static_cast<int>(i), (*angles)[one_for_all ? 0 : i]);
  }
  return joints_.CommandAll(targets);
}

}  // namespace surefoot::gateways::usarsim
