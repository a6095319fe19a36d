#include "surefoot/gateways/usarsim/joint_bank.h"

#include <algorithm>
#include <set>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

// Joints under the protocol's names and units, with targets that are reported back before the joint
// has reached them.

namespace surefoot::gateways::usarsim {
namespace {

constexpr const char* kModes[] = {"position", "velocity", "effort"};

}  // namespace

JointBank::JointBank(const ClassSpec& spec, std::string scope, Actor actor, GraphLink* link)
    : spec_(spec), scope_(std::move(scope)), actor_(std::move(actor)), link_(*link) {
  for (const JointSpec& joint : spec.joints) {
    targets_.push_back(joint.ToProtocol(joint.initial));
    now_.push_back({targets_.back(), 0.0, false});
  }
}

Result<int> JointBank::SetTarget(int joint, double value, JointOrder order) {
  const JointSpec& spec = spec_.joints[static_cast<std::size_t>(joint)];
  const std::size_t mode = static_cast<std::size_t>(order);
  double ours = order == JointOrder::kPosition ? spec.ToModel(value) : value / spec.scale;
  if (order == JointOrder::kPosition) ours = std::clamp(ours, spec.min, spec.max);
  if (spec.group >= 0) {
    const GroupSpec& group = spec_.groups[static_cast<std::size_t>(spec.group)];
    if (group.mode != kModes[mode]) {
      return Error{"joint " + spec.name + " takes " + group.mode + " only, not " + kModes[mode]};
    }
  }
  // A target beyond the limits is stored as clamped, because STA and MISSTA report it until the
  // joint was measured.
  const double there = order == JointOrder::kPosition ? spec.ToProtocol(ours) : ours;
  targets_[static_cast<std::size_t>(joint)] = there;
  Now& now = now_[static_cast<std::size_t>(joint)];
  if (!now.measured && order == JointOrder::kPosition) now.position = there;
  if (spec.group >= 0) return spec.group;
  msgs::std_msgs::Float64 message;
  message.data = ours;
  const std::string* topics[] = {&spec.position_topic, &spec.velocity_topic, &spec.effort_topic};
  link_.Publish(actor_, graph::TopicName(scope_, *topics[mode]), message,
                /*held=*/order != JointOrder::kPosition && value != 0.0);
  return -1;
}

// A group's message has all its joints in order, each with its last target.
void JointBank::SendGroup(int number) {
  const GroupSpec& group = spec_.groups[static_cast<std::size_t>(number)];
  msgs::std_msgs::Float64MultiArray message;
  for (int joint : group.joints) {
    const double there = targets_[static_cast<std::size_t>(joint)];
    const JointSpec& spec = spec_.joints[static_cast<std::size_t>(joint)];
    message.data.push_back(group.mode == "position" ? spec.ToModel(there) : there);
  }
  link_.Publish(actor_, graph::TopicName(scope_, group.topic), message);
}

Status JointBank::Command(int joint, double value, JointOrder order) {
  const Result<int> group = SetTarget(joint, value, order);
  if (!group.ok()) return group.error();
  if (*group >= 0) SendGroup(*group);
  return Status();
}

Status JointBank::CommandAll(const std::vector<std::pair<int, double>>& targets) {
  std::set<int> groups;
  Status status;
  for (const auto& [joint, value] : targets) {
    const Result<int> group = SetTarget(joint, value, JointOrder::kPosition);
    if (!group.ok()) {
      status = group.error();
    } else if (*group >= 0) {
      groups.insert(*group);
    }
  }
  for (int group : groups) SendGroup(group);
  return status;
}

// Matching by name is quadratic, but robots have at most some dozen joints.
void JointBank::Take(const graph::Sample& sample) {
  msgs::sensor_msgs::JointState state;
  if (sample.type != &state.type() || !msgs::Decode(sample.cdr, &state)) return;
  for (std::size_t i = 0; i < state.name.size() && i < state.position.size(); ++i) {
    for (std::size_t j = 0; j < spec_.joints.size(); ++j) {
      const JointSpec& joint = spec_.joints[j];
      if (joint.joint != state.name[i]) continue;
      const double effort = i < state.effort.size() ? state.effort[i] * joint.scale : 0.0;
      now_[j] = {joint.ToProtocol(state.position[i]), effort, true};
    }
  }
}

}  // namespace surefoot::gateways::usarsim
