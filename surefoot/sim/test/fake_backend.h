#pragma once

/// An engine with minimal physics, so that the step loop is tested by itself.
///
/// Free bodies are points: they gain (gravity + force / mass) dt, then move. Scalar joints obey:
/// velocity commands set the speed, effort commands add to it, position commands set the position.
/// Bodies on floating joints rest. Hidden state, as real engines have it: the age of a model in
/// steps and the instance's seed each add a little to the velocity of free bodies.
///
/// Gravity also serves as a switch: kBreak makes a step fail, kExplode makes numbers infinite.

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/physics/backend.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::sim::test {

inline const Vector3d kBreak(1e6, 0.0, 0.0);
inline const Vector3d kExplode(0.0, 1e6, 0.0);
/// A link with this name cannot be built.
constexpr const char* kUnbuildable = "unbuildable";
/// What kExplode breaks: models that have a link with this name.
constexpr const char* kFragile = "rod";
constexpr double kAgeEffect = 1e-3;
constexpr double kSeedEffect = 1e-3;

/// Of any model; -1 if there is none.
inline int FindLinkNamed(const world::World& world, const std::string& name) {
  for (int link = 0; link < world.link_count(); ++link) {
    if (world.link(link).name == name) return link;
  }
  return -1;
}

class FakeBackend final : public physics::Backend {
 public:
  explicit FakeBackend(const physics::BackendArgs& args)
      : args_(args),
        state_(physics::MakeInitialState(*args.world)),
        age_(static_cast<std::size_t>(args.world->model_count()), 0) {}

  const std::vector<int>& models() const override { return args_.models; }

  void ReadState(physics::State* state) const override {
    const std::vector<double> effort = state->effort;
    *state = state_;
    state->effort = effort;
  }

  void WriteModel(int model, const physics::State& state) override {
    SUREFOOT_CHECK(!world().model(model).is_static, "only what moves can be written");
    const world::ModelLayout& layout = world().layout(model);
    for (int i = layout.q.first; i < layout.q.end(); ++i) state_.q[At(i)] = state.q[At(i)];
    for (int i = layout.v.first; i < layout.v.end(); ++i) state_.v[At(i)] = state.v[At(i)];
    for (const world::Body& body : world().tree(model).bodies) {
      const std::size_t root = At(layout.links.first + body.root_link);
      if (IsFree(model, body)) {
        state_.X_WL[root] = state.X_WL[root];
        state_.V_WL_W[root] = state.V_WL_W[root];
      }
      if (IsFloating(model, body)) SetFloating(model, body.joint, state.X_WL[root]);
    }
    age_[At(model)] = 0;
    physics::ForwardKinematics(world(), model, &state_);
  }

  void Step(const physics::Inputs& inputs, double dt, physics::State* state,
            physics::StepReport* report) override {
    if (inputs.gravity_W == kBreak) {
      report->flags |= physics::kStepEngineError;
      report->engine_message = "the spring broke";
      return;
    }
    for (int model : args_.models) {
      if (!world().model(model).is_static) StepModel(model, inputs, dt, state);
    }
    ReadState(state);
    const int fragile = FindLinkNamed(world(), kFragile);
    if (inputs.gravity_W != kExplode || fragile < 0) return;
    state->X_WL[At(fragile)].p.setConstant(std::numeric_limits<double>::infinity());
    report->flags |= physics::kStepNotFinite;
    report->bad_model = world().model_of_link(fragile);
  }

  void SaveModel(int model, Bytes* out) const override {
    ByteWriter writer(out);
    writer.Put(age_[At(model)]);
    const world::ModelLayout& layout = world().layout(model);
    writer.PutDoubles(state_.q.data() + layout.q.first, At(layout.q.count));
    writer.PutDoubles(state_.v.data() + layout.v.first, At(layout.v.count));
    for (const world::Body& body : world().tree(model).bodies) {
      if (!IsFree(model, body) && !IsFloating(model, body)) continue;
      const std::size_t root = At(layout.links.first + body.root_link);
      writer.PutRaw(state_.X_WL[root].q.coeffs().data(), 32);
      writer.PutRaw(state_.X_WL[root].p.data(), 24);
      writer.PutRaw(state_.V_WL_W[root].w.data(), 24);
      writer.PutRaw(state_.V_WL_W[root].v.data(), 24);
    }
  }

  Status RestoreModel(int model, const Bytes& saved) override {
    ByteReader reader(saved);
    physics::State next = state_;
    const auto age = reader.Get<std::int64_t>();
    const world::ModelLayout& layout = world().layout(model);
    reader.GetDoubles(next.q.data() + layout.q.first, At(layout.q.count));
    reader.GetDoubles(next.v.data() + layout.v.first, At(layout.v.count));
    for (const world::Body& body : world().tree(model).bodies) {
      if (!IsFree(model, body) && !IsFloating(model, body)) continue;
      const std::size_t root = At(layout.links.first + body.root_link);
      reader.GetRaw(next.X_WL[root].q.coeffs().data(), 32);
      reader.GetRaw(next.X_WL[root].p.data(), 24);
      reader.GetRaw(next.V_WL_W[root].w.data(), 24);
      reader.GetRaw(next.V_WL_W[root].v.data(), 24);
    }
    if (!reader.ok() || reader.left() != 0 || age < 0) {
      return Error{"model '" + world().instance(model).name + "' does not fit"};
    }
    state_ = std::move(next);
    age_[At(model)] = age;
    // Like engines that keep free bodies in world coordinates: at its position, not relative to its
    // joint.
    for (const world::Body& body : world().tree(model).bodies) {
      const std::size_t root = At(layout.links.first + body.root_link);
      if (IsFloating(model, body)) SetFloating(model, body.joint, state_.X_WL[root]);
    }
    physics::ForwardKinematics(world(), model, &state_);
    return Status();
  }

 private:
  static std::size_t At(int index) { return static_cast<std::size_t>(index); }
  const world::World& world() const { return *args_.world; }

  static bool IsFree(int, const world::Body& body) { return !body.is_static && body.joint < 0; }
  bool IsFloating(int model, const world::Body& body) const {
    return body.joint >= 0 &&
           world().model(model).joints[At(body.joint)].type == world::JointType::kFloating;
  }

  /// Coordinates of a floating joint on the world whose child, the root of its body, is at X_WC.
  void SetFloating(int model, int joint, const RigidTransform& X_WC) {
    const world::Joint& spec = world().model(model).joints[At(joint)];
    const RigidTransform X_WJp = world().instance(model).X_WM * spec.X_PJ;
    const RigidTransform X = X_WJp.Inverse() * X_WC * spec.X_CJ;
    const int first = world().joint(world().layout(model).joints.first + joint).q;
    const double values[] = {X.p.x(), X.p.y(), X.p.z(), X.q.w(), X.q.x(), X.q.y(), X.q.z()};
    for (int i = 0; i < 7; ++i) state_.q[At(first + i)] = values[i];
  }

  void StepModel(int model, const physics::Inputs& inputs, double dt, physics::State* state) {
    const world::ModelLayout& layout = world().layout(model);
    for (const world::Body& body : world().tree(model).bodies) {
      if (!IsFree(model, body)) continue;
      const std::size_t root = At(layout.links.first + body.root_link);
      Vector3d a = inputs.gravity_W;
      for (const physics::AppliedWrench& wrench : inputs.wrenches) {
        if (At(wrench.link) == root) a += wrench.F_L_W.force / body.inertia.mass;
      }
      a.x() += kAgeEffect * static_cast<double>(age_[At(model)]);
      a.y() += kSeedEffect * static_cast<double>(args_.seed);
      state_.V_WL_W[root].v += dt * a;
      state_.X_WL[root].p += dt * state_.V_WL_W[root].v;
    }
    for (int j = layout.joints.first; j < layout.joints.end(); ++j) {
      const world::JointLayout& joint = world().joint(j);
      if (joint.q_count == joint.v_count) StepJoint(joint, inputs, dt, state);
    }
    ++age_[At(model)];
    physics::ForwardKinematics(world(), model, &state_);
  }

  void StepJoint(const world::JointLayout& joint, const physics::Inputs& inputs, double dt,
                 physics::State* state) {
    for (int i = 0; i < joint.v_count; ++i) {
      const physics::MotorCommand& motor = inputs.motors[At(joint.v + i)];
      double& q = state_.q[At(joint.q + i)];
      double& v = state_.v[At(joint.v + i)];
      if (motor.mode == world::ControlMode::kVelocity) v = motor.target;
      if (motor.mode == world::ControlMode::kEffort) v += dt * motor.target;
      q = motor.mode == world::ControlMode::kPosition ? motor.target : q + dt * v;
      state->effort[At(joint.v + i)] =
          motor.mode == world::ControlMode::kEffort ? motor.target : 0.0;
    }
  }

  physics::BackendArgs args_;
  physics::State state_;
  std::vector<std::int64_t> age_;
};

/// Supports everything.
inline physics::BackendInfo FakeInfo() {
  physics::BackendInfo info;
  info.name = "fake";
  info.version = "1";
  for (int i = 0; i < static_cast<int>(physics::Capability::kCount); ++i) {
    info.support.push_back(physics::Support{static_cast<physics::Capability>(i), true, ""});
  }
  return info;
}

/// Supports everything except screw joints.
inline physics::BackendInfo FeebleInfo() {
  physics::BackendInfo info = FakeInfo();
  info.name = "feeble";
  physics::Support& screw = info.support[static_cast<std::size_t>(physics::Capability::kScrew)];
  screw.supported = false;
  screw.remark = "has no thread";
  return info;
}

inline Result<std::unique_ptr<physics::Backend>> MakeFake(const physics::BackendArgs& args) {
  if (FindLinkNamed(*args.world, kUnbuildable) >= 0) {
    return Error{"the fake engine cannot build this"};
  }
  return std::unique_ptr<physics::Backend>(std::make_unique<FakeBackend>(args));
}

inline physics::BackendFactory FakeFactory() { return physics::BackendFactory{FakeInfo, MakeFake}; }
inline physics::BackendFactory FeebleFactory() {
  return physics::BackendFactory{FeebleInfo, MakeFake};
}

}  // namespace surefoot::sim::test
