#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/serve/feeds/client_transforms.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::serve {

/// Number of the last multiple of 1/`rate` (Hz) at or before a simulated time; something is due
/// when it changes.
std::int64_t TickOf(SimTimeNs time_ns, double rate);

/// Publishes the tf tree of all robots. The parent of a robot's base is its odometry frame if a
/// drive publishes that, otherwise the world; below the base are its links, its named frames, its
/// sensors, and the links that its URDF has in addition (formats/robot_tree.h). Frames are prefixed
/// by the model's name as in the messages of sensors: "husky/base_link". Transforms that cannot
/// change are published once on /tf_static. Server thread.
class Frames {
 public:
  /// Advertises the topics and publishes the static transforms.
  explicit Frames(const sim::Simulation& simulation);

  /// Call after each step. Publishes at `rate` (Hz of simulated time) if somebody subscribes. After
  /// an edit of the world the tree is built again.
  void Publish(const sim::Simulation& simulation, double rate);

  /// What becomes of transforms that a client has published.
  struct Taken {
    /// To be published; nullptr for nothing.
    std::shared_ptr<const msgs::tf2_msgs::TFMessage> publish;
    /// Why transforms were left out; without error if all were taken.
    Status refused;
  };
  using MayMove = ClientTransforms::MayMove;
  /// Transforms for /tf, for example those of a localization filter. A frame has one parent (REP
  /// 105), so while a client places the base of a robot, its pose in the world is not published.
  Taken Take(const msgs::tf2_msgs::TFMessage& message, const sim::Simulation& simulation,
             const MayMove& may_move);
  /// Transforms for /tf_static. They are kept and published with those of this tree and of other
  /// clients, because later subscribers receive the last message only. A frame of this tree keeps
  /// its transform.
  Taken TakeStatic(const msgs::tf2_msgs::TFMessage& message, const sim::Simulation& simulation,
                   const MayMove& may_move);

 private:
  /// A frame with a fixed pose in a link; link -1 is the world. With a joint (world id) it follows
  /// the first steps of that joint's motion (formats::PoseAfterSteps).
  struct Node {
    std::string name;
    int link = -1;
    RigidTransform X_LF;
    int joint = -1;
    int steps = 0;
    bool reversed = false;
  };
  struct Edge {
    Node parent;
    Node child;
  };
  class Tree;

  /// Notes frames that a client places.
  void Note(const msgs::tf2_msgs::TFMessage& message, SimTimeNs time_ns);
  /// Whether a client places the child of this edge.
  bool IsPlaced(const Edge& edge, SimTimeNs time_ns) const;
  /// The static transforms of the tree and of clients.
  msgs::tf2_msgs::TFMessage AllStatic(const sim::Simulation& simulation) const;
  /// Builds the tree and publishes its static part.
  void Make(const sim::Simulation& simulation);
  static void Fill(const Edge& edge, const sim::Simulation& simulation,
                   msgs::geometry_msgs::TransformStamped* out);

  std::shared_ptr<const world::World> world_;
  std::vector<Edge> fixed_;
  std::vector<Edge> moving_;
  ClientTransforms of_clients_;
  /// Reused in every message, for its memory.
  msgs::tf2_msgs::TFMessage message_;
  /// When a client last placed each frame that would hang from the world; by name.
  std::map<std::string, SimTimeNs> placed_;
  int tf_ = -1;
  int tf_static_ = -1;
  std::int64_t tick_ = -1;
};

}  // namespace surefoot::serve
