#include "surefoot/physics/state.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"

// The initial state: positions of the file within limits, mimic joints at their leaders' positions,
// everything at rest.

namespace surefoot::physics {
namespace {

bool AllFinite(const std::vector<double>& values, const world::Range& range) {
  for (int i = range.first; i < range.end(); ++i) {
    if (!std::isfinite(values[At(i)])) return false;
  }
  return true;
}

using world::Joint;
using world::JointType;

/// Zero velocity and effort; zero position, or the identity quaternion.
void SetToRest(JointType type, const world::JointLayout& joint, State* state) {
  std::fill_n(state->q.begin() + joint.q, joint.q_count, 0.0);
  std::fill_n(state->v.begin() + joint.v, joint.v_count, 0.0);
  std::fill_n(state->effort.begin() + joint.v, joint.v_count, 0.0);
  if (type == JointType::kBall) state->q[At(joint.q)] = 1.0;
  if (type == JointType::kFloating) state->q[At(joint.q + 3)] = 1.0;
}

void KeepInsideLimits(const Joint& joint, double* q) {
  for (int axis = 0; axis < world::LimitedAxisCount(joint.type); ++axis) {
    q[axis] = std::clamp(q[axis], joint.axes[axis].lower, joint.axes[axis].upper);
  }
}

/// Sets mimic joints from their leaders. A leader may itself be a follower, so each chain is
/// resolved from its end. Validation has rejected cycles.
void SetMimics(const world::World& world, int model, State* state) {
  const std::vector<Joint>& joints = world.model(model).joints;
  const int first = world.layout(model).joints.first;
  const auto q = [&](int joint) -> double& { return state->q[At(world.joint(first + joint).q)]; };
  std::vector<bool> done(joints.size(), false);
  std::vector<int> chain;
  for (int start = 0; start < static_cast<int>(joints.size()); ++start) {
    chain.clear();
    for (int at = start; joints[At(at)].mimic && !done[At(at)]; at = joints[At(at)].mimic->leader) {
      chain.push_back(at);
    }
    for (; !chain.empty(); chain.pop_back()) {
      const world::Mimic& mimic = *joints[At(chain.back())].mimic;
      q(chain.back()) = mimic.multiplier * q(mimic.leader) + mimic.offset;
      done[At(chain.back())] = true;
    }
  }
}

}  // namespace

void SetInitialState(const world::World& world, int model, State* state) {
  const world::Model& description = world.model(model);
  const world::ModelLayout& layout = world.layout(model);
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    SetToRest(description.joints[i].type, world.joint(layout.joints.first + static_cast<int>(i)),
              state);
  }
  for (const world::InitialPosition& initial : description.initial_positions) {
    const world::JointLayout& joint = world.joint(layout.joints.first + initial.joint);
    state->q[At(joint.q + initial.axis)] = initial.position;
  }
  if (!description.is_static) {
    for (std::size_t i = 0; i < description.joints.size(); ++i) {
      const int joint = layout.joints.first + static_cast<int>(i);
      KeepInsideLimits(description.joints[i], state->q.data() + world.joint(joint).q);
    }
    SetMimics(world, model, state);
  }
  const RigidTransform& X_WM = world.instance(model).X_WM;
  for (const world::Body& body : world.tree(model).bodies) {
    const auto root = At(layout.links.first + body.root_link);
    state->X_WL[root] = X_WM * description.links[At(body.root_link)].X_ML;
    state->V_WL_W[root] = Twist();
  }
  ForwardKinematics(world, model, state);
  ReadLoopJoints(world, model, state);
}

State MakeInitialState(const world::World& world) {
  State state;
  state.X_WL.resize(At(world.link_count()));
  state.V_WL_W.resize(At(world.link_count()));
  state.q.resize(At(world.q_count()));
  state.v.resize(At(world.v_count()));
  state.effort.resize(At(world.v_count()));
  for (int model = 0; model < world.model_count(); ++model) SetInitialState(world, model, &state);
  return state;
}

bool IsFinite(const world::World& world, int model, const State& state) {
  const world::ModelLayout& layout = world.layout(model);
  for (int link = layout.links.first; link < layout.links.end(); ++link) {
    const Twist& V = state.V_WL_W[At(link)];
    if (!state.X_WL[At(link)].IsFinite()) return false;
    if (!V.w.allFinite() || !V.v.allFinite()) return false;
  }
  return AllFinite(state.q, layout.q) && AllFinite(state.v, layout.v);
}

}  // namespace surefoot::physics
