#pragma once

/// A graph with a thread that pumps its bridge, as in a server: for tests of gateways, and for
/// programs with which real clients are tested.
///
/// topics    /robot_N/imu/data, /robot_N/odom, /robot_N/cmd_vel (Twist), /map (latched), /chatter,
///           /ping (Int32), which is answered on /pong at once, /image (bytes)
/// services  /set (SetBool), /fail (Trigger), /later (Trigger; some steps later), /never (Trigger)
/// action    /count (SimulateSteps), one step of it per step; can be canceled
/// Messages on /forbidden are refused.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "surefoot/graph/bridge.h"

namespace surefoot::gateways::web {

class TestWorld {
 public:
  explicit TestWorld(int robots = 1);
  ~TestWorld();

  graph::Bridge& bridge() { return *bridge_; }
  /// Only if no thread was started.
  graph::Graph& graph() { return *graph_; }

  /// Starts the thread. With a period it steps by itself, otherwise on Step.
  void Start(std::chrono::microseconds period = std::chrono::microseconds(0));
  void Stop();
  /// Takes one step on this thread; only if no thread was started.
  void Step();
  /// Runs it on the graph's thread and waits.
  void Do(std::function<void(graph::Graph*)> work);
  /// Replaces the graph.
  void Replace();

  /// Client and topic of each message received, in order; clients that left as "web:1 left".
  std::vector<std::string> taken();
  /// The last forward speed on the first robot's cmd_vel.
  double speed() const { return speed_; }
  std::int64_t steps() const { return step_; }

 private:
  void MakeGraph();
  void AddServices();
  void AddAction();
  void Loop(std::chrono::microseconds period);
  void Publish();
  void WorkOnGoals();
  Status TakeIn(const graph::Publication& publication);

  int robots_;
  std::unique_ptr<graph::Graph> graph_;
  std::unique_ptr<graph::Bridge> bridge_;
  std::vector<graph::Subscription> subscriptions_;
  std::vector<std::pair<int, std::shared_ptr<graph::Call>>> later_;
  std::vector<std::shared_ptr<graph::Call>> never_;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<graph::Goal>>> goals_;
  std::atomic<std::int64_t> step_{0};
  std::atomic<double> speed_{0.0};

  std::mutex mutex_;
  std::condition_variable wake_;
  bool woken_ = false;
  bool stop_ = false;
  std::vector<std::function<void(graph::Graph*)>> work_;
  std::vector<std::string> taken_;
  std::thread thread_;
};

}  // namespace surefoot::gateways::web
