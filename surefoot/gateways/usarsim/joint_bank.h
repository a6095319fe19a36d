#pragma once

/// The joints of a robot: what they were told, where they are.

#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/graph_link.h"

namespace surefoot::gateways::usarsim {

/// As in "Order" of the protocol.
enum class JointOrder { kPosition = 0, kVelocity = 1, kEffort = 2 };

class JointBank {
 public:
  JointBank(const ClassSpec& spec, std::string scope, Actor actor, GraphLink* link);

  /// Tells a joint where to go, in units and direction of the protocol; an error says why not.
  Status Command(int joint, double value, JointOrder order = JointOrder::kPosition);
  /// The same for many: one message for each group of joints.
  Status CommandAll(const std::vector<std::pair<int, double>>& targets);
  /// A JointState message.
  void Take(const graph::Sample& sample);

  /// As the protocol has it: measured, or else what it was told.
  double position(int joint) const { return now_[static_cast<std::size_t>(joint)].position; }
  double effort(int joint) const { return now_[static_cast<std::size_t>(joint)].effort; }
  double target(int joint) const { return targets_[static_cast<std::size_t>(joint)]; }

 private:
  struct Now {
    double position = 0.0;
    double effort = 0.0;
    bool measured = false;
  };

  /// Sets the target; the group that must be told, or -1.
  Result<int> SetTarget(int joint, double value, JointOrder order);
  void SendGroup(int group);

  const ClassSpec& spec_;
  std::string scope_;
  Actor actor_;
  GraphLink& link_;
  std::vector<Now> now_;
  /// There.
  std::vector<double> targets_;
};

}  // namespace surefoot::gateways::usarsim
