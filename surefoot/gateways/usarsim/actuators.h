#pragma once

/// Commands to joints, wheels, packages and grippers of a robot: single-joint DRIVE, MULTIDRIVE,
/// MISPKG, ACT and SET. Errors state what could not be executed.

#include <functional>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/joint_bank.h"
#include "surefoot/gateways/usarsim/text.h"

namespace surefoot::gateways::usarsim {

/// Translates commands of the protocol to joint commands of a JointBank.
class Actuators {
 public:
  /// Publishes the name of a package's sequence on its topic.
  using Play = std::function<void(const std::string& topic, const std::string& sequence)>;

  Actuators(const ClassSpec& spec, JointBank* joints, Play play)
      : spec_(spec),
        joints_(*joints),
        play_(std::move(play)),
        grippers_open_(spec.grippers.size(), true) {}

  const std::vector<bool>& grippers_open() const { return grippers_open_; }

  /// DRIVE {Name ..} {Steer ..}, {Order ..} {Value ..}.
  Status DriveJoint(const Line& line);
  /// DRIVE {WheelNumber ..} {WheelSpeed ..} {WheelSteer ..} ...
  Status DriveWheels(const Line& line);
  Status MultiDrive(const Line& line);
  /// MISPKG and ACT.
  Status Package(const Line& line);
  Status SetJoint(const std::string& name, const std::string& opcode, const std::string& params);
  Status SetGripper(const std::string& name, const std::string& opcode, const std::string& params);

 private:
  Status CommandLinks(const Line& line, const PackageSpec& package);
  Status PlaySequence(const std::string& sequence, const PackageSpec& package);
  Status OpenGripper(std::size_t number, bool open);

  const ClassSpec& spec_;
  JointBank& joints_;
  Play play_;
  std::vector<bool> grippers_open_;
};

}  // namespace surefoot::gateways::usarsim
