#pragma once

/// A server of the simulator for tests: a graph with a bridge on the thread of the test.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/graph/bridge.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"

namespace surefoot::gateways::ros {

/// The world has a robot "husky": commands "/husky/cmd_vel", measurements "/husky/speed"
/// (std_msgs/Float64), a latched "/husky/robot_description", a service "/husky/beep"
/// (std_srvs/SetBool; false fails) and an action "/simulate_steps", which counts.
class FakeServer {
 public:
  FakeServer();
  ~FakeServer();

  graph::Bridge& bridge() { return *bridge_; }
  graph::Graph& graph() { return *graph_; }
  /// Another world, in which there is only "/other".
  void ChangeWorld();
  /// A turn of the server: requests of the gateway, then time and a measurement.
  void Turn();

  /// Commands that came.
  std::vector<msgs::geometry_msgs::Twist> twists;
  std::vector<std::string> ended;
  std::vector<bool> beeps;
  /// Calls of beep wait while true.
  bool busy = false;
  /// Why messages of clients are refused; empty: they are not.
  std::string refusal;
  double speed = 0.0;
  SimTimeNs time_ns = 0;

 private:
  Status Apply(const graph::Publication& publication);
  void MakeGraph();

  std::unique_ptr<graph::Graph> graph_;
  std::unique_ptr<graph::Bridge> bridge_;
  graph::Subscription commands_;
  std::vector<std::shared_ptr<graph::Call>> calls_;
  std::shared_ptr<graph::Goal> goal_;
  std::uint64_t steps_left_ = 0;
  int speed_topic_ = -1;
};

}  // namespace surefoot::gateways::ros
