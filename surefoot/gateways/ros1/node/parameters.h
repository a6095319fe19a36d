#pragma once

#include <map>
#include <string>

#include "surefoot/gateways/ros1/node/core.h"

namespace surefoot::gateways::ros1 {

/// The parameters that this node sets at the master: /use_sim_time, and the description of each
/// robot, which is a topic in the graph ("/husky/robot_description") and a parameter in ROS 1.
class Parameters {
 public:
  /// `core` outlives this. `use_sim_time`: whether nodes shall use the simulated time.
  Parameters(Core* core, bool use_sim_time);
  ~Parameters();

  /// Whether a topic of the graph is read for a parameter, from its announcement to its end.
  static bool Reads(const std::string& name, const msgs::TypeInfo& type);

  // Events of the bridge.
  void OnTopicAdded(const graph::event::TopicAdded& event);
  void OnGraphChanged();
  /// All topics of the present graph were announced.
  void OnComplete();
  void OnSample(const graph::Sample& sample);

  /// Names in ROS have changed.
  void Rename();

 private:
  struct Description {
    bool stale = false;
    std::string text;
    /// Name of the parameter; empty if it is not set.
    std::string parameter;
  };

  void Set(const std::string& topic, Description* description);
  void Delete(Description* description);

  Core& core_;
  /// By the names of the topics in the graph.
  std::map<std::string, Description> descriptions_;
};

}  // namespace surefoot::gateways::ros1
