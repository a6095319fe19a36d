#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::serve {

/// Number of the last moment at which something that happens `rate` times per simulated second was
/// due.
std::int64_t TickOf(SimTimeNs time_ns, double rate);

/// The tf tree of all robots: a robot's base is held by its drive's odometry where that publishes
/// tf, else by the world; below it hang its links, its named frames and its sensors. Frames have
/// the model's name before them, as in the messages of sensors: "husky/base_link". What cannot move
/// against each other is told once, on /tf_static.
class Frames {
 public:
  /// Advertises the topics and sends what is static.
  explicit Frames(const sim::Simulation& simulation);

  /// After a step. Sends when `rate` (Hz of simulated time) says so and somebody listens; after an
  /// edit of the world the tree is made anew.
  void Publish(const sim::Simulation& simulation, double rate);

 private:
  /// A frame, fixed to a link; link -1 is the world.
  struct Node {
    std::string name;
    int link = -1;
    RigidTransform X_LF;
  };
  struct Edge {
    Node parent;
    Node child;
  };
  class Tree;

  void Make(const sim::Simulation& simulation);
  static void Fill(const Edge& edge, const sim::Simulation& simulation,
                   msgs::geometry_msgs::TransformStamped* out);

  std::shared_ptr<const world::World> world_;
  std::vector<Edge> moving_;
  msgs::tf2_msgs::TFMessage message_;
  int tf_ = -1;
  int tf_static_ = -1;
  std::int64_t tick_ = -1;
};

}  // namespace surefoot::serve
