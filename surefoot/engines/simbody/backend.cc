#include "surefoot/engines/simbody/backend.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/engines/simbody/build.h"
#include "surefoot/engines/simbody/flight.h"
#include "surefoot/math/quaternion_array.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/solver/constraints.h"

// A step of Simbody: its kinematics and forces, the mass matrix of `physics/solver`, contacts of
// `physics/collide`. Simbody's integrators are not used: the step is semi-implicit Euler, as in the
// other engines.

namespace surefoot::engines::simbody {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

/// Rotates q by the angular velocity w (in the outer axes of q) for dt: the exact exponential map,
/// with a series for small angles.
Quaterniond Turned(const Quaterniond& q, const Vector3d& w, double dt) {
  const double angle = w.norm() * dt;
  const double share = angle < 1e-8 ? 0.5 * dt : std::sin(0.5 * angle) / angle * dt;
  const Vector3d axis = share * w;
  return (Quaterniond(std::cos(0.5 * angle), axis.x(), axis.y(), axis.z()) * q).normalized();
}

/// Simbody accepts any coordinate value, also infinite ones; the step reports those.
bool AcceptAny(double) { return true; }

/// Simbody's kinematics with Surefoot's mass matrix and constraint solver
/// (docs/reference/engines.md).
class SimbodyBackend final : public physics::BackendCommon {
 public:
  /// Vectors have one entry per degree of freedom and are allocated once.
  SimbodyBackend(const physics::BackendArgs& args, Built built,
                 std::unique_ptr<collide::ContactFinder> finder)
      : BackendCommon(args),
        multibody_(std::move(built.multibody)),
        tables_(std::move(built.tables)),
        weights_(std::move(built.weights)),
        constraints_(args, tables_, std::move(finder)),
        flight_(tables_) {
    for (auto* vector : {&force_, &momentum_, &v_, &v_moved_}) {
      vector->resize(tables_.dof_of_u.size());
    }
    const State initial = constraints_.poses();
    for (const int model : models_) WriteModel(model, initial);
  }

  void ReadState(State* state) const override;
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  /// Coordinates, velocities and what the solver starts from.
  void SaveModel(int model, Bytes* out) const override {
    constraints_.SaveModel(model, multibody_->motion(), out);
  }
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  void Refresh() const;
  void Solve(const Inputs& inputs, double dt, StepReport* report);
  void AddBodyForces(const Inputs& inputs);
  void AddBallForces(const Inputs& inputs);
  void Move(double dt);
  void CheckFinite(StepReport* report) const;

  std::unique_ptr<Multibody> multibody_;
  solver::Tables tables_;
  std::vector<Weight> weights_;
  /// Mutable: updated on demand by reading functions.
  mutable solver::Constraints constraints_;
  Flight flight_;
  /// Per dof.
  std::vector<double> force_;
  std::vector<double> momentum_;
  std::vector<double> v_;
  std::vector<double> v_moved_;
  /// Whether bodies and constraints_ belong to the present coordinates.
  mutable bool fresh_ = false;
};

// Positions and velocities of all bodies follow from the coordinates only when they are needed.
void SimbodyBackend::Refresh() const {
  if (fresh_) return;
  multibody_->Realize();
  constraints_.SetMotion(multibody_->motion());
  fresh_ = true;
}

// Simbody reports errors by exceptions, which ReportErrors turns into a flag of the step.
void SimbodyBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  ReportErrors(report, [&] {
    Solve(inputs, dt, report);
    if ((report->flags & physics::kStepNotFinite) != 0) return;
    constraints_.joints().ReadEfforts(constraints_.rows(), dt, &state->effort);
    ReadState(state);
  });
}

// Semi-implicit step: forces to momentum, constraints to impulses, then positions by the new
// velocities.
void SimbodyBackend::Solve(const Inputs& inputs, double dt, StepReport* report) {
  Refresh();
  solver::Motion& motion = multibody_->motion();
  // The rotors, dampers and springs of the joints are part of the mass matrix.
  constraints_.Begin(motion, constraints_.joints().Added(dt));
  AddBodyForces(inputs);
  constraints_.articulation().CollectForces(&force_);
  constraints_.joints().AddForces(inputs, motion, constraints_.loops(), dt, &force_);
  AddBallForces(inputs);
  const solver::Skyline& mass = constraints_.mass();
  // Momentum p = M v + dt * forces: what the bodies would have without constraints.
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = motion.u[At(tables_.u_of_dof[i])];
  mass.Multiply(0, mass.size(), v_.data(), momentum_.data());
  for (std::size_t i = 0; i < v_.size(); ++i) momentum_[i] += dt * force_[i];
  constraints_.Solve(inputs, motion, dt, momentum_, nullptr, &v_, &v_moved_, report);
  flight_.Expect(motion, constraints_.articulation(), constraints_.rows(), constraints_.solver(),
                 dt);
  Move(dt);
  CheckFinite(report);
  if ((report->flags & physics::kStepNotFinite) != 0) return;
  multibody_->Realize();
  // Momentum at the new positions is that at the old ones plus impulses; velocities are corrected
  // accordingly.
  if (flight_.Correct(&motion)) multibody_->Realize();
  constraints_.SetMotion(motion);
  fresh_ = true;
}

/// Gravity and external wrenches, as forces on bodies.
void SimbodyBackend::AddBodyForces(const Inputs& inputs) {
  solver::Articulation& articulation = constraints_.articulation();
  const std::vector<solver::BodyMotion>& bodies = multibody_->motion().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Weight& weight = weights_[i];
    // Gravity acts at the centre of the mass that has it.
    if (weight.mass == 0.0) continue;
    articulation.AddForce(static_cast<int>(i), bodies[i].p_WB + bodies[i].R_WB * weight.p_B,
                          weight.mass * inputs.gravity_W, Vector3d::Zero());
  }
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const solver::Place& place = tables_.links[At(wrench.link)];
    if (place.body < 0) continue;
    const solver::BodyMotion& body = bodies[At(place.body)];
    articulation.AddForce(place.body, body.p_WB + body.R_WB * place.X_BL.p, wrench.F_L_W.force,
                          wrench.F_L_W.torque);
  }
}

// Efforts and damping of ball joints, whose three axes belong together.
void SimbodyBackend::AddBallForces(const Inputs& inputs) {
  const solver::Motion& motion = multibody_->motion();
  for (const solver::BallEntry& ball : tables_.balls) {
    const solver::BodyEntry& body = tables_.bodies[At(ball.body)];
    const Vector3d torque_J = constraints_.joints().TakeEffort(ball, inputs);
    // Surefoot's torques are in the axes of Jc, Simbody's in those of the inner frame F.
    const double* q = motion.q.data() + body.q;
    const Vector3d torque_F = ball.reversed
                                  ? Vector3d(-torque_J)
                                  : Quaterniond(q[0], q[1], q[2], q[3]).normalized() * torque_J;
    for (int k = 0; k < 3; ++k) {
      // Explicit damping: the bodies' inertia includes its implicit part (Joints::Added).
      force_[At(body.dof + k)] += torque_F[k] - ball.axis.damping * motion.u[At(body.u + k)];
    }
  }
}

/// Sets the solved velocities, and advances the coordinates with those that include the recovery of
/// errors.
void SimbodyBackend::Move(double dt) {
  std::vector<double>& q = multibody_->motion().q;
  std::vector<double>& u = multibody_->motion().u;
  for (const solver::BodyEntry& body : tables_.bodies) {
    const double* moved = v_moved_.data() + body.dof;
    for (int k = 0; k < body.u_count; ++k) u[At(body.u + k)] = v_[At(body.dof + k)];
    double* own = q.data() + body.q;
    if (body.q_count == 1) {
      own[0] += dt * moved[0];
      continue;
    }
    // Quaternion coordinates rotate exactly instead of by a normalized first-order step.
    PutQuaternion(Turned(QuaternionAt(own), Vector3d(moved[0], moved[1], moved[2]), dt), own);
    if (body.q_count == 7) {
      for (int k = 0; k < 3; ++k) own[4 + k] += dt * moved[3 + k];
    }
  }
  fresh_ = false;
}

/// Before Realize(), which throws on NaN.
void SimbodyBackend::CheckFinite(StepReport* report) const {
  const solver::Motion& motion = multibody_->motion();
  for (const solver::BodyEntry& body : tables_.bodies) {
    bool finite = true;
    for (int k = 0; k < body.q_count; ++k) finite &= std::isfinite(motion.q[At(body.q + k)]);
    for (int k = 0; k < body.u_count; ++k) finite &= std::isfinite(motion.u[At(body.u + k)]);
    if (finite) continue;
    physics::ReportNotFinite(body.model, report);
    return;
  }
}

/// The solver's tables contain everything except ball joints, whose convention is Simbody's.
void SimbodyBackend::ReadState(State* state) const {
  Refresh();
  const solver::Motion& motion = multibody_->motion();
  constraints_.ReadState(motion, state);
  for (const solver::BallEntry& ball : tables_.balls) {
    const solver::BodyEntry& body = tables_.bodies[At(ball.body)];
    // Simbody's velocity of a ball joint is in F, Surefoot's in Jc.
    const Quaterniond q_F = QuaternionAt(motion.q.data() + body.q);
    const Vector3d w_F = Eigen::Map<const Vector3d>(motion.u.data() + body.u);
    PutQuaternion(ball.reversed ? q_F.conjugate() : q_F, state->q.data() + ball.q);
    Eigen::Map<Vector3d>(state->v.data() + ball.v) =
        ball.reversed ? Vector3d(-w_F) : q_F.conjugate() * w_F;
  }
}

/// Free roots have their pose as coordinates, so they are set from the link; Simbody's frames F and
/// M are W and B.
void SimbodyBackend::WriteModel(int model, const State& state) {
  const solver::ModelEntry& entry = physics::EntryOf(tables_.models, model);
  solver::Motion& motion = multibody_->motion();
  for (int i = entry.first_body; i < entry.end_body; ++i) {
    const solver::BodyEntry& body = tables_.bodies[At(i)];
    if (body.q_count != 7) continue;
    const RigidTransform& X_WB = state.X_WL[At(body.root_link)];
    const Twist& V_WB = state.V_WL_W[At(body.root_link)];
    PutQuaternion(X_WB.q, motion.q.data() + body.q);
    std::copy(X_WB.p.data(), X_WB.p.data() + 3, motion.q.data() + body.q + 4);
    std::copy(V_WB.w.data(), V_WB.w.data() + 3, motion.u.data() + body.u);
    std::copy(V_WB.v.data(), V_WB.v.data() + 3, motion.u.data() + body.u + 3);
  }
  for (const solver::BallEntry& ball : tables_.balls) {
    if (ball.model != model) continue;
    const solver::BodyEntry& body = tables_.bodies[At(ball.body)];
    const Quaterniond q_J = QuaternionAt(state.q.data() + ball.q);
    const Vector3d w_J = Eigen::Map<const Vector3d>(state.v.data() + ball.v);
    PutQuaternion(ball.reversed ? q_J.conjugate() : q_J, motion.q.data() + body.q);
    Eigen::Map<Vector3d>(motion.u.data() + body.u) = ball.reversed ? Vector3d(-w_J) : q_J * w_J;
  }
  constraints_.WriteModel(model, state, &motion);
  fresh_ = false;
}

/// Any number is accepted: a state that is not finite is reported by the next step.
Status SimbodyBackend::RestoreModel(int model, const Bytes& saved) {
  const Status status = constraints_.RestoreModel(model, saved, AcceptAny, &multibody_->motion());
  if (status.ok()) fresh_ = false;
  return status;
}

/// Simbody validates the tree while it is built and throws.
Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  try {
    Built built = SUREFOOT_TRY(Build(args));
    std::unique_ptr<collide::ContactFinder> finder = SUREFOOT_TRY(collide::MakeContactFinder(args));
    return std::unique_ptr<physics::Backend>(
        std::make_unique<SimbodyBackend>(args, std::move(built), std::move(finder)));
  } catch (const std::exception& error) {
    return Error{std::string("Simbody cannot build the world: ") + error.what()};
  }
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::simbody
