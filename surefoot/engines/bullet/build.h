#pragma once

/// Conversion of the neutral description to articulations, and the tables that connect their
/// coordinates with World ids.

#include <vector>

#include "surefoot/engines/bullet/articulation.h"
#include "surefoot/physics/backend_common.h"

namespace surefoot::engines::bullet {

/// Location of a frame F: fixed to a link of an articulation, or (articulation -1) to the world.
struct Place {
  int articulation = -1;
  int link = -1;
  /// X_CF, or X_WF for the world.
  RigidTransform X_CF;

  bool moves() const { return articulation >= 0; }
};

/// A movable body.
struct BodyMap {
  int model = 0;
  /// World link id of its root link.
  int root_link = 0;
  /// Location of the root link's frame B.
  Place place;
  /// Mass on which gravity acts (kg), and its centre in C.
  double weight_mass = 0.0;
  Vector3d p_CWeight_C = Vector3d::Zero();
  /// True for the free base of an articulation.
  bool free = false;
  /// World joint id of a floating joint, -1 otherwise.
  int floating_joint = -1;
};

/// One scalar coordinate of a joint in a tree: indices in the articulation and World ids.
struct DofMap {
  int articulation = 0;
  int art_q = 0;
  int art_v = 0;
  /// World ids.
  int q = 0;
  int v = 0;
  world::JointAxis axis;
};

/// A ball joint in a tree. Bullet's coordinates are in the axes of the link's frame C, Surefoot's
/// in those of the joint frame J.
struct BallMap {
  int articulation = 0;
  int art_q = 0;
  int art_v = 0;
  int q = 0;
  int v = 0;
  Quaterniond q_CJ = Quaterniond::Identity();
  world::JointAxis axis;
  /// True when the moving body is the joint's parent: Bullet's motion is then the inverse, in Jp.
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

/// An attachment: the two frames coincide.
struct WeldMap {
  Place a;
  Place b;
};

/// A joint that mimics another, as World joint ids: follower = multiplier * leader + offset.
struct MimicMap {
  int model = 0;
  int follower = 0;
  /// -1: a leader that cannot move, which stays at zero.
  int leader = -1;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// A model's articulations and table entries, which are contiguous.
struct ModelRange {
  int model = 0;
  world::Range articulations;
  world::Range bodies;
  world::Range dofs;
  world::Range balls;
  world::Range loops;
};

/// Articulations and tables of an instance. The tables are constant; articulations are its state.
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
  /// Indexed by World link; valid for the models of this instance.
  std::vector<Place> places;
  /// Indexed by World joint: its first entry in `dofs`, or in `loops`; -1 when it has none.
  std::vector<int> dof_of_joint;
  std::vector<int> loop_of_joint;
};

/// An error names the model or the attachment.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::bullet
