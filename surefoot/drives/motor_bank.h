#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/joints.h"
#include "surefoot/drives/motor.h"
#include "surefoot/drives/rate_clock.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::drives {

/// The motors of a drive's joints, all of one kind.
class MotorBank {
 public:
  /// `child` is the name of the element that describes the motor.
  MotorBank(const DriveArgs& args, std::vector<DriveJoint> joints, const std::string& child);

  const std::vector<DriveJoint>& joints() const { return joints_; }
  std::size_t size() const { return joints_.size(); }
  JointReading Reading(std::size_t i, const DriveView& view) const {
    return Read(view.state, joints_[i]);
  }

  void Speed(std::size_t i, double target, const DriveView& view, physics::Inputs* inputs);
  void Position(std::size_t i, double target, const DriveView& view, physics::Inputs* inputs);
  void Effort(std::size_t i, double target, const DriveView& view, physics::Inputs* inputs);
  void Free(std::size_t i, physics::Inputs* inputs);

  /// The currents, when a torque constant is known and publish_rate is due.
  void PublishCurrents(const DriveView& view, graph::Graph* graph);

  void Archive(StateArchive* archive);

 private:
  physics::MotorCommand& Slot(std::size_t i, physics::Inputs* inputs) const {
    return inputs->motors[static_cast<std::size_t>(joints_[i].v)];
  }

  std::vector<DriveJoint> joints_;
  std::vector<Motor> motors_;
  RateClock clock_;
  int current_topic_ = -1;
  msgs::std_msgs::Float64MultiArray currents_;
};

}  // namespace surefoot::drives
