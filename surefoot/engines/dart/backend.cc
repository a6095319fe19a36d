#include "surefoot/engines/dart/backend.h"

#include <cmath>
#include <exception>
#include <string>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/engines/dart/build.h"
#include "surefoot/engines/dart/dynamics.h"
#include "surefoot/math/quaternion_array.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/solver/constraints.h"

// A step of DART: its Featherstone algorithms give the dynamics, `physics/collide` the contacts,
// and `physics/solver` the forces of contacts, limits and loops.

namespace surefoot::engines::dart {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

/// DART's assertions end the process on numbers that are not finite. Above this limit its
/// intermediate results might overflow, so such steps are refused.
constexpr double kLargest = 1e50;
/// Tolerance of the solver relative to the momentum, the same as for Simbody.
constexpr double kTolerance = 1e-6;

bool IsSmall(double number) { return std::abs(number) < kLargest; }
bool IsSmall(const Vector3d& numbers) {
  return IsSmall(numbers.x()) && IsSmall(numbers.y()) && IsSmall(numbers.z());
}

/// DART's articulated dynamics with physics/solver for constraints; docs/reference/engines.md
/// explains why DART's own solver is not used.
class DartBackend final : public physics::BackendCommon {
 public:
  DartBackend(const physics::BackendArgs& args, Built built,
              std::unique_ptr<collide::ContactFinder> finder)
      : BackendCommon(args),
        built_(std::move(built)),
        tables_(built_.tables),
        dynamics_(built_),
        constraints_(args, tables_, std::move(finder), kTolerance) {
    for (auto* vector : {&force_, &v_free_, &momentum_, &v_, &v_moved_}) {
      vector->resize(tables_.dof_of_u.size());
    }
    const State initial = constraints_.poses();
    for (const int model : models_) WriteModel(model, initial);
  }

  void ReadState(State* state) const override;
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override {
    constraints_.SaveModel(model, dynamics_.motion(), out);
  }
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  void Solve(const Inputs& inputs, double dt, State* state, StepReport* report);
  bool CheckInputs(const Inputs& inputs, StepReport* report) const;
  void AddForces(const Inputs& inputs, double dt);
  void ApplyWrenches(const Inputs& inputs);
  bool CheckSmall(const std::vector<double>& numbers, StepReport* report) const;
  void Refresh() const;

  Built built_;
  const solver::Tables& tables_;
  Dynamics dynamics_;
  /// Mutable: updated on demand by reading functions.
  mutable solver::Constraints constraints_;
  /// Per dof.
  std::vector<double> force_;
  std::vector<double> v_free_;
  std::vector<double> momentum_;
  std::vector<double> v_;
  std::vector<double> v_moved_;
  /// Whether constraints_ belongs to the present motion.
  mutable bool fresh_ = false;
};

void DartBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  ReportErrors(report, [&] { Solve(inputs, dt, state, report); });
}

/// Free velocities by DART, rows of contacts and joints by `physics/solver`, then DART integrates
/// the positions. State is left unchanged if a number is not finite.
void DartBackend::Solve(const Inputs& inputs, double dt, State* state, StepReport* report) {
  if (!CheckInputs(inputs, report)) return;
  Refresh();
  const solver::Motion& motion = dynamics_.motion();
  // The order matters: Begin() sets what armature and implicit springs add to the mass matrix.
  dynamics_.Begin(dt, inputs.gravity_W);
  constraints_.Begin(motion, dynamics_.added());
  AddForces(inputs, dt);
  if (!CheckSmall(force_, report)) return;
  ApplyWrenches(inputs);
  dynamics_.Accelerate(force_, &v_free_);
  if (!CheckSmall(v_free_, report)) return;
  const solver::Skyline& mass = constraints_.mass();
  // Momentum of the unconstrained motion, p = M v_free: the solver changes velocities only where
  // constraints act.
  mass.Multiply(0, mass.size(), v_free_.data(), momentum_.data());
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = motion.u[At(tables_.u_of_dof[i])];
  constraints_.Solve(inputs, motion, dt, momentum_, &v_free_, &v_, &v_moved_, report);
  if (!CheckSmall(v_, report) || !CheckSmall(v_moved_, report)) return;
  constraints_.joints().ReadEfforts(constraints_.rows(), dt, &state->effort);
  dynamics_.Move(v_, v_moved_);
  fresh_ = false;
  ReadState(state);
}

/// Refuses inputs that DART's assertions would answer by ending the process.
bool DartBackend::CheckInputs(const Inputs& inputs, StepReport* report) const {
  const auto refuse = [report](int model) {
    physics::ReportNotFinite(model, report);
    return false;
  };
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    if (tables_.links[At(wrench.link)].body < 0) continue;
    if (!IsSmall(wrench.F_L_W.force) || !IsSmall(wrench.F_L_W.torque)) {
      return refuse(world_->model_of_link(wrench.link));
    }
  }
  if (!IsSmall(inputs.gravity_W) && !models_.empty()) return refuse(models_.front());
  return true;
}

/// Generalized forces of motors and springs, per dof.
void DartBackend::AddForces(const Inputs& inputs, double dt) {
  std::fill(force_.begin(), force_.end(), 0.0);
  solver::Joints& joints = constraints_.joints();
  joints.AddForces(inputs, dynamics_.motion(), constraints_.loops(), dt, &force_);
  for (const solver::BallEntry& ball : tables_.balls) {
    Vector3d torque_J = joints.TakeEffort(ball, inputs);
    // The torque of a reversed joint acts on the other body, in the axes of the other frame.
    if (ball.reversed) torque_J = -(dynamics_.BallRotation(ball.body).conjugate() * torque_J);
    const int dof = tables_.bodies[At(ball.body)].dof;
    for (int k = 0; k < 3; ++k) force_[At(dof + k)] += torque_J[k];
  }
}

/// External forces of the step; DART keeps them until the next Begin().
void DartBackend::ApplyWrenches(const Inputs& inputs) {
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const int body = tables_.links[At(wrench.link)].body;
    if (body < 0) continue;
    dynamics_.AddWrench(body, wrench.F_L_W, constraints_.poses().X_WL[At(wrench.link)].p);
  }
  for (const WeightlessMap& map : built_.weightless) {
    const solver::BodyMotion& body = dynamics_.motion().bodies[At(map.body)];
    // Cancels gravity on the part without gravity, at its centre of mass.
    Wrench lift;
    lift.force = -map.part.mass * inputs.gravity_W;
    dynamics_.AddWrench(map.body, lift, body.p_WB + body.R_WB * map.part.p_BCm);
  }
}

/// Reports the model of the first number beyond kLargest, and stops the step there.
bool DartBackend::CheckSmall(const std::vector<double>& numbers, StepReport* report) const {
  for (const solver::BodyEntry& body : tables_.bodies) {
    for (int i = body.dof; i < body.dof + body.u_count; ++i) {
      if (IsSmall(numbers[At(i)])) continue;
      physics::ReportNotFinite(body.model, report);
      return false;
    }
  }
  return true;
}

/// Reading is lazy, because several models may be written before anything is read.
void DartBackend::Refresh() const {
  if (!fresh_) constraints_.SetMotion(dynamics_.motion());
  fresh_ = true;
}

/// Ball joints have other coordinates in DART (rotation vectors), so their quaternions are
/// converted.
void DartBackend::ReadState(State* state) const {
  Refresh();
  const solver::Motion& motion = dynamics_.motion();
  constraints_.ReadState(motion, state);
  for (const solver::BallEntry& ball : tables_.balls) {
    const Quaterniond q_J = dynamics_.BallRotation(ball.body);
    const Eigen::Map<const Vector3d> w_J(motion.u.data() + tables_.bodies[At(ball.body)].u);
    // DART's ball joint has the rotation of the moving body; a reversed joint needs its inverse.
    PutQuaternion(ball.reversed ? q_J.conjugate() : q_J, state->q.data() + ball.q);
    Eigen::Map<Vector3d>(state->v.data() + ball.v) =
        ball.reversed ? Vector3d(-(q_J * w_J)) : Vector3d(w_J);
  }
}

/// Scalar coordinates, then free bodies, then ball joints; DART's caches are updated once at the
/// end.
void DartBackend::WriteModel(int model, const State& state) {
  const solver::ModelEntry& entry = physics::EntryOf(tables_.models, model);
  constraints_.WriteModel(model, state, &dynamics_.motion());
  for (int i = entry.first_body; i < entry.end_body; ++i) {
    const int link = tables_.bodies[At(i)].root_link;
    if (built_.bodies[At(i)].kind == world::JointType::kFloating) {
      dynamics_.SetFree(i, state.X_WL[At(link)], state.V_WL_W[At(link)]);
    } else {
      dynamics_.Push(i);
    }
  }
  for (const solver::BallEntry& ball : tables_.balls) {
    if (ball.model != model) continue;
    Quaterniond q_J = QuaternionAt(state.q.data() + ball.q);
    Vector3d w_J = Eigen::Map<const Vector3d>(state.v.data() + ball.v);
    if (ball.reversed) {
      w_J = -(q_J * w_J);
      q_J = q_J.conjugate();
    }
    dynamics_.SetBall(ball.body, q_J, w_J);
  }
  dynamics_.Refresh(entry.first_body, entry.end_body);
  fresh_ = false;
}

/// Sets the saved coordinates and updates DART's transforms for the model's bodies.
Status DartBackend::RestoreModel(int model, const Bytes& saved) {
  const Status status = constraints_.RestoreModel(model, saved, IsSmall, &dynamics_.motion());
  if (!status.ok()) return status;
  const solver::ModelEntry& entry = physics::EntryOf(tables_.models, model);
  for (int i = entry.first_body; i < entry.end_body; ++i) dynamics_.Push(i);
  dynamics_.Refresh(entry.first_body, entry.end_body);
  fresh_ = false;
  return status;
}

/// The engine's factory; errors state why DART cannot represent the world. Exceptions of DART end
/// here.
Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  Built built = SUREFOOT_TRY(Build(args));
  std::unique_ptr<collide::ContactFinder> finder = SUREFOOT_TRY(collide::MakeContactFinder(args));
  return std::unique_ptr<physics::Backend>(
      std::make_unique<DartBackend>(args, std::move(built), std::move(finder)));
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::dart
