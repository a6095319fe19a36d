#pragma once

/// From the neutral description to MuJoCo: MJCF text, compiled, and the tables that connect
/// MuJoCo's ids with World ids.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/engines/mujoco/handles.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/contact_laws.h"

namespace surefoot::engines::mujoco {

/// A movable body of ours in MuJoCo.
struct BodyMap {
  int model = 0;
  /// World link id of its root link: the same frame as MuJoCo's body frame.
  int root_link = 0;
  int mj_body = 0;
  /// Addresses of its free joint; -1 when it hangs on a joint.
  int free_q = -1;
  int free_v = -1;
  /// World joint id of a floating joint, -1 otherwise.
  int floating_joint = -1;
  /// What gravity does not pull.
  physics::Weightless weightless;
};

/// One scalar coordinate: World indices and MuJoCo addresses.
struct DofMap {
  int q = 0;
  int v = 0;
  int mj_q = 0;
  int mj_v = 0;
  /// Fixed tendon that carries the motor when the joint has dry friction of its own; else -1.
  int tendon = -1;
  world::JointAxis axis;
};

/// A ball joint: four and three consecutive coordinates. MuJoCo's are told in the axes of the
/// child's body B, ours in those of the joint frame J.
struct BallMap {
  Quaterniond q_BJ = Quaterniond::Identity();
  int q = 0;
  int v = 0;
  int mj_q = 0;
  int mj_v = 0;
  double effort = 0.0;
  /// The moving body is the joint's parent: MuJoCo then tells the inverse motion, in Jp.
  bool reversed = false;
};

/// A screw joint's two MuJoCo joints; `advance` is m per rad.
struct ScrewMap {
  int model = 0;
  int hinge_q = 0;
  int hinge_v = 0;
  int slide_q = 0;
  int slide_v = 0;
  double advance = 0.0;
};

/// A collision shape of ours; several geoms for a decomposed mesh.
struct GeomMap {
  int link = 0;
  int collision = 0;
  /// Index into Maps::laws.
  int surface = 0;
};

/// Contiguous MuJoCo coordinates of a model.
struct ModelRange {
  int model = 0;
  int q = 0;
  int nq = 0;
  int v = 0;
  int nv = 0;
};

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
  /// Sorted pairs of wheels, plates and grounds whose contact is not MuJoCo's.
  std::vector<std::uint64_t> excluded_geom_pairs;
};

inline std::uint64_t GeomPair(int a, int b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

struct Built {
  ModelHandle model;
  Maps maps;
};

/// Compiles the models of `args`. The error names the model and what MuJoCo objects to.
Result<Built> Build(const physics::BackendArgs& args);

/// The MJCF that Build compiles (without included parts), for bug reports and benchmarks.
Result<std::string> WriteMjcf(const physics::BackendArgs& args);

}  // namespace surefoot::engines::mujoco
