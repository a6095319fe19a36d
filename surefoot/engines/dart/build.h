#pragma once

/// From the neutral description to DART: one skeleton for each tree of bodies that hangs together,
/// and the tables that connect DART's objects with World ids.

#include <memory>
#include <vector>

#include "surefoot/physics/backend.h"
#include "surefoot/physics/weightless.h"

namespace dart::dynamics {
class BodyNode;
class Joint;
class Skeleton;
}  // namespace dart::dynamics

namespace surefoot::engines::dart {

/// Stands for a body that cannot move.
constexpr int kGround = -1;

/// Which of DART's joints moves a body.
enum class Motion { kHinge, kSlide, kScrew, kUniversal, kBall, kPlanar, kFree };

/// A skeleton: its bodies and velocities (dofs) stand one after another in the tables below.
struct TreeMap {
  std::shared_ptr<::dart::dynamics::Skeleton> skeleton;
  int model = 0;
  int first_body = 0;
  int body_count = 0;
  int first_dof = 0;
  int dof_count = 0;
};

/// A movable body, parents before children. Its frame is that of its root link.
struct BodyMap {
  ::dart::dynamics::BodyNode* node = nullptr;
  ::dart::dynamics::Joint* joint = nullptr;
  Motion motion = Motion::kFree;
  int tree = 0;
  /// Index of the body it hangs on, or kGround.
  int parent = kGround;
  /// World link id.
  int root_link = 0;
  Inertia inertia;
  int first_dof = 0;
  int dof_count = 0;
  /// Where the dofs that move it stand in Maps::chains, the root's first.
  int chain = 0;
  int chain_count = 0;
  /// World joint id of a floating joint, -1 otherwise.
  int floating_joint = -1;
};

/// A link that is lumped into a body and is not its root.
struct LinkMap {
  int link = 0;
  int root_link = 0;
  RigidTransform X_BL;
};

/// One scalar coordinate of a joint of the tree: World indices and dof.
struct DofMap {
  int q = 0;
  int v = 0;
  int dof = 0;
  world::JointAxis axis;
};

/// A ball joint: three dofs from `dof` on.
struct BallMap {
  int body = 0;
  int q = 0;
  int v = 0;
  int dof = 0;
  world::JointAxis axis;
  /// The moving body is the joint's parent: DART then tells the inverse motion, in Jp.
  bool reversed = false;
};

/// What DART lets act along a dof.
struct DofForces {
  double armature = 0.0;
  double damping = 0.0;
  double stiffness = 0.0;
  double rest = 0.0;
  double friction = 0.0;
  /// The least inertia that the dof may feel, from the two bodies that it joins.
  double least_inertia = 0.0;
};

/// A joint that closes a loop, or an attachment: holds frame Jc of body b in frame Jp of body a.
struct TieMap {
  int model = 0;
  int body_a = kGround;
  int body_b = kGround;
  RigidTransform X_AJ;
  RigidTransform X_BJ;
  /// World joint id, -1 for an attachment.
  int joint_id = -1;
  world::Joint joint;
  /// Where the joint's coordinates stand in the World.
  int q = 0;
  int q_count = 0;
  int v = 0;
};

/// One coordinate as a mimic sees it: a dof, an axis of a tie, or neither (it stays at zero).
struct Coordinate {
  int q = -1;
  int dof = -1;
  int tie = -1;
};

struct MimicMap {
  Coordinate follower;
  Coordinate leader;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// A body that gravity pulls only in part.
struct WeightlessMap {
  int body = 0;
  physics::Weightless part;
};

/// What a model owns: contiguous in each table.
struct ModelMap {
  int model = 0;
  int first_body = 0;
  int body_count = 0;
  int first_dof = 0;
  int dof_count = 0;
  /// In lumped_links, dofs, balls and ties.
  int first_lumped = 0;
  int lumped_count = 0;
  int first_scalar = 0;
  int scalar_count = 0;
  int first_ball = 0;
  int ball_count = 0;
  int first_tie = 0;
  int tie_count = 0;
};

struct Maps {
  std::vector<TreeMap> trees;
  std::vector<BodyMap> bodies;
  std::vector<int> chains;
  std::vector<LinkMap> lumped_links;
  std::vector<DofMap> dofs;
  std::vector<BallMap> balls;
  /// Per dof.
  std::vector<DofForces> forces;
  std::vector<int> tree_of_dof;
  std::vector<TieMap> ties;
  std::vector<MimicMap> mimics;
  std::vector<WeightlessMap> weightless;
  std::vector<ModelMap> models;
  /// Per World link: index into bodies, or kGround.
  std::vector<int> body_of_link;
  /// Per World link: pose in its body, or in the world when that cannot move.
  std::vector<RigidTransform> X_BL;

  int dof_count() const { return static_cast<int>(forces.size()); }
};

/// An error names the model and what DART cannot do.
Result<Maps> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::dart
