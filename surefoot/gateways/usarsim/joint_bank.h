#pragma once

/// The joints of a robot: their targets and measured positions, in the units of the protocol.

#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/graph_link.h"

namespace surefoot::gateways::usarsim {

/// "Order" of the protocol: position (rad), speed (rad/s), torque (N m).
enum class JointOrder { kPosition = 0, kVelocity = 1, kEffort = 2 };

/// Converts commands to topics of the model's joints, and JointState messages back. Joints of a
/// group share a message, so a command sends the targets of the whole group.
class JointBank {
 public:
  JointBank(const ClassSpec& spec, std::string scope, Actor actor, GraphLink* link);

  /// Commands a joint, in units and direction of the protocol; an error states why it cannot.
  Status Command(int joint, double value, JointOrder order = JointOrder::kPosition);
  /// Commands several joints with one message per group.
  Status CommandAll(const std::vector<std::pair<int, double>>& targets);
  /// Takes a JointState message.
  void Take(const graph::Sample& sample);

  /// Position in the protocol's units: measured, or the target before the first measurement.
  double position(int joint) const { return now_[static_cast<std::size_t>(joint)].position; }
  double effort(int joint) const { return now_[static_cast<std::size_t>(joint)].effort; }
  double target(int joint) const { return targets_[static_cast<std::size_t>(joint)]; }

 private:
  struct Now {
    double position = 0.0;
    double effort = 0.0;
    bool measured = false;
  };

  /// Sets a target; returns the group whose message must be sent, or -1 if it was sent.
  Result<int> SetTarget(int joint, double value, JointOrder order);
  void SendGroup(int group);

  const ClassSpec& spec_;
  std::string scope_;
  Actor actor_;
  GraphLink& link_;
  std::vector<Now> now_;
  /// In the protocol's units.
  std::vector<double> targets_;
};

}  // namespace surefoot::gateways::usarsim
