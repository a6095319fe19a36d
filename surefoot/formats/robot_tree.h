#pragma once

/// A model as URDF and the ROS programs that read it need it: one tree of links, where each joint
/// has one axis and its frame is the frame of its child.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/world/tree.h"

namespace surefoot::formats {

/// A joint that has several axes, or whose frame is not on the axis of the child's frame, becomes
/// a chain with added links between its steps. Added links have neither mass nor shape.
///
///   const Result<RobotTree> tree = MakeRobotTree(model);
///   for (const RobotTree::Edge& edge : tree->edges) Use(tree->nodes[At(edge.child)].name);
struct RobotTree {
  struct Node {
    std::string name;
    /// Index into Model::links; -1 for an added link.
    int link = -1;
    /// An added link is the frame of this joint after its first `steps` elementary motions, seen
    /// from the near link; -1 for the root that stands for the world, whose frame is the model's.
    int joint = -1;
    int steps = 0;
    /// The near link is the joint's child.
    bool reversed = false;
  };
  struct Edge {
    std::string name;
    /// Fixed, revolute, continuous, prismatic, planar or floating.
    world::JointType type = world::JointType::kFixed;
    /// Indices into `nodes`.
    int parent = 0;
    int child = 0;
    /// Pose of the child in the parent while all joints are at zero.
    RigidTransform X_PC;
    /// The axis is in the child's frame; for a planar joint it is the normal.
    world::JointAxis axis;
    /// The joint of the model to which it belongs; -1 for an added one.
    int joint = -1;
    /// `leader` is an index into `edges`.
    std::optional<world::Mimic> mimic;
  };

  /// The root for the world first, if there is one, then the model's links, then added ones.
  std::vector<Node> nodes;
  /// Those of the model's joints in their order, then the added ones.
  std::vector<Edge> edges;
  /// The node that is not the child of an edge.
  int root = 0;
  /// Joints of the model that are not in the tree, because they close loops.
  std::vector<int> loops;
  /// Joints of the model that follow another one in a way that a tree of single axes cannot have.
  std::vector<int> lost_mimics;
};

/// The tree of a model. If parts of it are connected to the world, or not connected to each other,
/// they hang from an added root "world". Joints are reversed where the tree needs it. In a static
/// model nothing moves, so all joints are fixed. Fails like world::MakeTree.
Result<RobotTree> MakeRobotTree(const world::Model& model);

/// One elementary motion of a joint.
struct JointStep {
  /// True for a displacement along the axis, false for a rotation about it.
  bool slides = false;
  Vector3d axis_J = Vector3d::UnitZ();
  /// Position among the joint's steps from parent to child.
  int index = 0;
  /// Not 0: it follows step 0 by this ratio, as the advance of a screw (m/rad).
  double ratio = 0.0;
};

/// The elementary motions of a joint, from the near link to the far one. `reversed`: the near link
/// is the joint's child. None for fixed and floating joints.
std::vector<JointStep> StepsOf(const world::Joint& joint, bool reversed);

/// Pose after the first `steps` of these motions at the joint's coordinates `q`
/// (world::PositionCount), relative to the pose before.
RigidTransform PoseAfterSteps(const world::Joint& joint, bool reversed, int steps, const double* q);

/// False if MakeRobotTree would only use the links and joints of the model. A quick check, which
/// may be true without need.
bool MayNeedAddedLinks(const world::Model& model);

/// Angles about x, then the new y, then the new z, that give this rotation (rad).
Vector3d AnglesOfBall(const Quaterniond& q);

}  // namespace surefoot::formats
