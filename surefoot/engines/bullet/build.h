#pragma once

/// From the neutral description to articulations, and the tables that connect their coordinates
/// with World ids.

#include <vector>

#include "surefoot/engines/bullet/articulation.h"
#include "surefoot/physics/backend_common.h"

namespace surefoot::engines::bullet {

/// Where a frame of ours is: in a link of an articulation, or (articulation -1) in the world.
struct Place {
  int articulation = -1;
  int link = -1;
  /// X_CF, or X_WF.
  RigidTransform X_CF;

  bool moves() const { return articulation >= 0; }
};

/// A movable body of ours.
struct BodyMap {
  int model = 0;
  /// World link id of its root link.
  int root_link = 0;
  /// Of the root link's frame B.
  Place place;
  /// What gravity pulls at, and from where, in C.
  double weight_mass = 0.0;
  Vector3d p_CWeight_C = Vector3d::Zero();
  /// It is the free base of its articulation.
  bool free = false;
  /// World joint id of a floating joint, -1 otherwise.
  int floating_joint = -1;
};

/// One scalar coordinate of a joint in a tree.
struct DofMap {
  int articulation = 0;
  int art_q = 0;
  int art_v = 0;
  /// World ids.
  int q = 0;
  int v = 0;
  world::JointAxis axis;
};

/// A ball joint in a tree. Bullet's coordinates are told in the axes of the link's frame C, ours in
/// those of the joint frame J.
struct BallMap {
  int articulation = 0;
  int art_q = 0;
  int art_v = 0;
  int q = 0;
  int v = 0;
  Quaterniond q_CJ = Quaterniond::Identity();
  world::JointAxis axis;
  /// The moving body is the joint's parent: Bullet then tells the inverse motion, in Jp.
  bool reversed = false;
};

/// A joint that closes a loop.
struct LoopMap {
  int model = 0;
  /// World joint id.
  int joint = 0;
  Place parent;
  Place child;
};

/// What an attachment holds together: the two frames coincide.
struct WeldMap {
  Place a;
  Place b;
};

/// A joint that follows another, as World joint ids.
struct MimicMap {
  int model = 0;
  int follower = 0;
  /// -1: a leader that cannot move, which stays at zero.
  int leader = -1;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// What belongs to a model: its articulations are contiguous, and so are its entries in the tables.
struct ModelRange {
  int model = 0;
  world::Range articulations;
  world::Range bodies;
  world::Range dofs;
  world::Range balls;
  world::Range loops;
};

struct Built {
  std::vector<Articulation> articulations;
  std::vector<BodyMap> bodies;
  std::vector<physics::LumpedLink> lumped_links;
  std::vector<DofMap> dofs;
  std::vector<BallMap> balls;
  std::vector<LoopMap> loops;
  std::vector<WeldMap> welds;
  std::vector<MimicMap> mimics;
  std::vector<ModelRange> ranges;
  /// Per World link of this instance's models.
  std::vector<Place> places;
  /// Per World joint: its first entry in `dofs`, or in `loops`; -1 when it has none.
  std::vector<int> dof_of_joint;
  std::vector<int> loop_of_joint;
};

/// The error names the model.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::bullet
