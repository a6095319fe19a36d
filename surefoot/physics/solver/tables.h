#pragma once

/// Tables that map the coordinates of an engine with bodies in trees to World ids.
///
/// Three numberings: bodies come after their parents; u are the engine's velocity coordinates; dofs
/// are the same coordinates, renumbered tree by tree from the leaves to the root (skyline.h).

#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/solver/solver.h"
#include "surefoot/world/world.h"

namespace surefoot::solver {

struct BodyEntry {
  int model = 0;
  /// -1: the world.
  int parent = -1;
  /// World id of the link whose frame is the body frame; -1 for the massless bodies between the
  /// axes of a joint.
  int root_link = -1;
  int q = 0;
  int q_count = 0;
  int u = 0;
  int u_count = 0;
  /// Index of its tree in the solver, its first dof, and the first dof of its subtree.
  int tree = 0;
  int dof = 0;
  int subtree_dof = 0;
  /// World joint id of a floating joint, -1 otherwise.
  int floating_joint = -1;
};

/// Location of a link: its body (-1: the world) and its pose in it.
struct Place {
  int body = -1;
  RigidTransform X_BL;
};

/// One scalar joint coordinate, with the properties of its axis that the solver handles: an engine
/// that computes springs, dampers or rotors itself sets them to zero here.
struct Coordinate {
  int q = 0;
  int v = 0;
  int model = 0;
  world::JointAxis axis;
  /// The body that it moves, and the index among the body's coordinates; -1 in a loop.
  int body = -1;
  int of_body = 0;
  /// Indices of the engine's q and u, and of the dof; -1 in a loop.
  int own_q = -1;
  int own_u = -1;
  int dof = -1;
  /// Index into Tables::loops, and of the coordinate in that loop; -1 in the tree.
  int loop = -1;
  int component = 0;
};

/// A ball joint of a tree; its position is a quaternion, so it has no scalar coordinates.
struct BallEntry {
  int q = 0;
  int v = 0;
  int model = 0;
  int body = 0;
  world::JointAxis axis;
  /// True when the moving body is the joint's parent: the engine then supplies the inverse motion.
  bool reversed = false;
};

/// A joint that closes a loop, or an attachment.
struct LoopEntry {
  int model = 0;
  /// World joint id; -1: an attachment.
  int joint = -1;
  world::Joint spec;
  /// Frames Jp and Jc in their bodies, or in W.
  Place parent;
  Place child;
  int first_coordinate = -1;
};

/// follower = multiplier * leader + offset, as indices into Tables::coordinates; -1: a leader that
/// cannot move and stays at zero.
struct MimicEntry {
  int follower = 0;
  int leader = -1;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// Ranges [first, end) of a model's bodies and of its loops (without attachments).
struct ModelEntry {
  int model = 0;
  int first_body = 0;
  int end_body = 0;
  int first_loop = 0;
  int end_loop = 0;
};

/// The tables of an engine instance, constant after Number().
struct Tables {
  std::vector<BodyEntry> bodies;
  std::vector<physics::LumpedLink> lumped_links;
  std::vector<Coordinate> coordinates;
  std::vector<BallEntry> balls;
  std::vector<LoopEntry> loops;
  std::vector<MimicEntry> mimics;
  std::vector<ModelEntry> models;
  std::vector<DofRange> trees;
  /// Indexed by u, and by dof.
  std::vector<int> dof_of_u;
  std::vector<int> u_of_dof;
  /// Per World link; links of other instances are at rest in the world.
  std::vector<Place> links;
};

}  // namespace surefoot::solver
