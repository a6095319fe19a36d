#pragma once

/// Conversion of the neutral description to MuJoCo: MJCF text, compiled, and the tables that
/// connect MuJoCo's ids and addresses with World ids.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/engines/mujoco/handles.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/contact_laws.h"

namespace surefoot::engines::mujoco {

/// A movable body.
struct BodyMap {
  int model = 0;
  /// World link id of its root link: the same frame as MuJoCo's body frame.
  int root_link = 0;
  int mj_body = 0;
  /// Addresses in qpos and qvel of its free joint; -1 when it has another joint.
  int free_q = -1;
  int free_v = -1;
  /// World joint id of a floating joint, -1 otherwise.
  int floating_joint = -1;
  /// The part without gravity.
  physics::Weightless weightless;
};

/// One scalar coordinate: World indices and MuJoCo addresses.
struct DofMap {
  int q = 0;
  int v = 0;
  int mj_q = 0;
  int mj_v = 0;
  /// Fixed tendon of the motor when the joint also has dry friction; else -1.
  int tendon = -1;
  world::JointAxis axis;
};

/// A ball joint: four position and three velocity coordinates. MuJoCo expresses them in the axes of
/// the child's body B, Surefoot in those of the joint frame J.
struct BallMap {
  Quaterniond q_BJ = Quaterniond::Identity();
  int q = 0;
  int v = 0;
  int mj_q = 0;
  int mj_v = 0;
  double effort = 0.0;
  /// True when the moving body is the joint's parent: MuJoCo's motion is then the inverse, in Jp.
  bool reversed = false;
};

/// The two MuJoCo joints of a screw joint; `advance` in m per rad.
struct ScrewMap {
  int model = 0;
  int hinge_q = 0;
  int hinge_v = 0;
  int slide_q = 0;
  int slide_v = 0;
  double advance = 0.0;
};

/// A collision of the description; a decomposed mesh has several geoms.
struct GeomMap {
  int link = 0;
  int collision = 0;
  /// Index into Maps::laws.
  int surface = 0;
};

/// Contiguous range of a model's MuJoCo coordinates, as needed by snapshots.
struct ModelRange {
  int model = 0;
  int q = 0;
  int nq = 0;
  int v = 0;
  int nv = 0;
};

/// All tables of a compiled model; immutable, shared by instances.
struct Maps {
  std::vector<BodyMap> bodies;
  std::vector<physics::LumpedLink> lumped_links;
  std::vector<DofMap> dofs;
  std::vector<BallMap> balls;
  std::vector<ScrewMap> screws;
  /// Per MuJoCo geom.
  std::vector<GeomMap> geoms;
  physics::ContactLaws laws;
  std::vector<ModelRange> ranges;
  /// Per World link: MuJoCo body, or -1 when static or not in this instance.
  std::vector<int> body_of_link;
  /// Sorted pairs of geoms (wheels or plates with ground) whose contact is not MuJoCo's.
  std::vector<std::uint64_t> excluded_geom_pairs;
};

/// A key for a pair of geoms, in either order.
inline std::uint64_t GeomPair(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

/// A compiled model with its tables.
struct Built {
  ModelHandle model;
  Maps maps;
};

/// Compiles the models of `args`. An error names the model and MuJoCo's reason.
Result<Built> Build(const physics::BackendArgs& args);

/// The MJCF that Build() compiles (without included documents), for bug reports and benchmarks.
Result<std::string> WriteMjcf(const physics::BackendArgs& args);

}  // namespace surefoot::engines::mujoco
