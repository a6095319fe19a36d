#include "surefoot/engines/mujoco/backend.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>

#include "surefoot/base/try.h"
#include "surefoot/engines/mujoco/build.h"
#include "surefoot/engines/mujoco/clearance.h"
#include "surefoot/engines/mujoco/contacts.h"
#include "surefoot/engines/mujoco/limits.h"
#include "surefoot/engines/mujoco/own_model.h"
#include "surefoot/engines/mujoco/room.h"
#include "surefoot/engines/mujoco/servos.h"
#include "surefoot/engines/mujoco/stack_pool.h"
#include "surefoot/math/quaternion_array.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"

// A step of MuJoCo stage by stage (docs/development/decisions/0007): between its stages Surefoot
// sets contact parameters, servo targets and limits.

namespace surefoot::engines::mujoco {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

/// Upper bound of the constraint rows of the present contacts, motors, limits and equalities.
/// Contacts of elliptic cones have `dim` rows each.
int CountRows(const mjModel& m, const mjData& d) {
  int rows = 0;
  for (int i = 0; i < m.neq; ++i) {
    rows += m.eq_type[i] == mjEQ_CONNECT ? 3 : m.eq_type[i] == mjEQ_WELD ? 6 : 1;
  }
  for (int i = 0; i < m.nv; ++i) rows += m.dof_frictionloss[i] > 0.0 ? 1 : 0;
  for (int i = 0; i < m.ntendon; ++i) rows += m.tendon_frictionloss[i] > 0.0 ? 1 : 0;
  for (int i = 0; i < m.njnt; ++i) rows += m.jnt_limited[i] != 0 ? 2 : 0;
  for (int i = 0; i < d.ncon; ++i) rows += d.contact[i].exclude == 0 ? d.contact[i].dim : 0;
  return rows;
}

/// Immutable data shared by all instances of one world.
struct Compiled {
  Compiled(const world::World& world, Built from)
      : built(std::move(from)),
        contacts(world, built.maps),
        clearance(*built.model),
        stacks(StackSize(*built.model)) {}

  /// Size in mjtNum of the solver's scratch memory: the Hessian's square and the rows. Only address
  /// space is reserved; pages that are not written cost nothing.
  static int StackSize(const mjModel& model) {
    const double nv = model.nv;
    constexpr double kMaxRows = 50000.0;
    return static_cast<int>(std::min(2e9, 1e6 + 10.0 * nv * nv + 64.0 * kMaxRows));
  }

  Built built;
  Contacts contacts;
  Clearance clearance;
  StackPool stacks;
};

/// MuJoCo behind the engine interface. The step is mj_step taken apart, because contact laws,
/// motors and limits need access between its stages; docs/reference/engines.md lists the settings
/// and their reasons.
class MujocoBackend final : public physics::BackendCommon {
 public:
  MujocoBackend(const physics::BackendArgs& args, std::shared_ptr<const Compiled> compiled)
      : BackendCommon(args),
        compiled_(std::move(compiled)),
        model_(*compiled_->built.model),
        maps_(compiled_->built.maps),
        contacts_(compiled_->contacts),
        servos_(maps_, *model_),
        raw_q_(static_cast<std::size_t>(model_->nq)) {}

  /// MuJoCo's data, and the state of the world in it.
  Status Start() {
    data_ = MakeData(*model_);
    if (!data_ || !buffers_.Provide(16, 64, model_.get(), data_.get())) {
      return Error{"MuJoCo cannot allocate its data: not enough memory"};
    }
    const State initial = physics::MakeInitialState(*world_);
    for (int model : models_) WriteModel(model, initial);
    return Status();
  }

  void ReadState(State* state) const override;
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  void Solve(const Inputs& inputs, double dt, StepReport* report);
  void UpdateKinematics() const;
  void MakeConstraints(double dt);
  void GrowBuffers(int contacts, int rows);
  void Advance(double dt);
  void ApplyWrenches(const Inputs& inputs);
  void CheckFinite(StepReport* report) const;

  std::shared_ptr<const Compiled> compiled_;
  InstanceModel model_;
  const Maps& maps_;
  const Contacts& contacts_;
  Servos servos_;
  DataHandle data_;
  ConstraintBuffers buffers_;
  /// Whether poses and velocities in mjData belong to the present coordinates. Updated on demand by
  /// reading functions, hence mutable.
  mutable bool fresh_ = false;
  /// Positions before mj_kinematics normalized their quaternions. Normalizing twice may change the
  /// last bit, so these are saved: a restored run then normalizes the same numbers once.
  mutable std::vector<double> raw_q_;
};

/// Computes poses and velocities of bodies from the coordinates: the first third of mj_step, done
/// at the end of the step so that State is of the new time. The next step need not repeat it.
void MujocoBackend::UpdateKinematics() const {
  if (fresh_) return;
  const StackLoan stack(compiled_->stacks, data_.get());
  std::copy(data_->qpos, data_->qpos + model_->nq, raw_q_.begin());
  mj_kinematics(model_.get(), data_.get());
  mj_comPos(model_.get(), data_.get());
  mj_comVel(model_.get(), data_.get());
  fresh_ = true;
}

// Errors of MuJoCo are exceptions here (handles.h).
void MujocoBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  if (!ReportErrors(report, [&] { Solve(inputs, dt, report); })) return;
  servos_.ReadEfforts(*data_, &state->effort);
  ReadState(state);
}

/// mj_step, stage by stage, with Surefoot's changes between the stages. The order is essential:
/// CorrectSliding(), BoundRecovery(), SetLimitTargets() and SetTargets() change the reference
/// accelerations that mj_referenceConstraint() has just computed.
void MujocoBackend::Solve(const Inputs& inputs, double dt, StepReport* report) {
  const StackLoan stack(compiled_->stacks, data_.get());
  mjModel* m = model_.get();
  m->opt.timestep = dt;
  std::copy(inputs.gravity_W.data(), inputs.gravity_W.data() + 3, m->opt.gravity);
  UpdateKinematics();
  servos_.SetLimits(inputs, m, data_.get());
  SetLimitMargins(maps_, dt, m, *data_);
  MakeConstraints(dt);
  mjData* d = data_.get();
  ApplyWrenches(inputs);
  mj_passive(m, d);
  mj_referenceConstraint(m, d);
  contacts_.CorrectSliding(d);
  BoundRecovery(d);
  SetLimitTargets(dt, d);
  servos_.SetTargets(d);
  mj_rne(m, d, 0, d->qfrc_bias);
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
  contacts_.Report(*m, *d, report);
  report->solver_rows += d->nefc;
  report->solver_iterations = std::max(report->solver_iterations, d->solver_iter);
  Advance(dt);
  fresh_ = false;
  CheckFinite(report);
  if ((report->flags & physics::kStepNotFinite) == 0) UpdateKinematics();
}

/// Semi-implicit Euler: new velocities, then positions with them.
void MujocoBackend::Advance(double dt) {
  const mjModel* m = model_.get();
  mjData* d = data_.get();
  mju_addToScl(d->qvel, d->qacc, dt, m->nv);
  mj_integratePos(m, d->qpos, d->qvel, dt);
  mju_copy(d->qacc_warmstart, d->qacc, m->nv);
  d->time += dt;
}

/// Contacts and constraint rows for the present positions. Arrays grow until everything fits;
/// contacts are then detected again, because growing discards them.
void MujocoBackend::MakeConstraints(double dt) {
  mjModel* m = model_.get();
  mjData* d = data_.get();
  if (m->ntendon > 0) mj_tendon(m, d);
  // Composite rigid body algorithm: the mass matrix.
  mj_crb(m, d);
  // Implicit joint damping: adds dt * damping to the mass matrix. mj_Euler would apply it only
  // after the constraints are solved; light joints with strong damping then miss the velocities
  // that the solver found.
  for (int i = 0; i < m->nv; ++i) d->qM[m->dof_Madr[i]] += dt * m->dof_damping[i];
  mj_factorM(m, d);
  d->ncon = 0;
  while (!compiled_->clearance.IsClear(*m, *d)) {
    d->warning[mjWARN_CONTACTFULL].number = 0;
    mj_collision(m, d);
    if (d->warning[mjWARN_CONTACTFULL].number == 0) break;
    GrowBuffers(2 * m->nconmax, m->njmax);
  }
  contacts_.ApplyLaws(*m, dt, d);
  const int rows = CountRows(*m, *d);
  if (rows > m->njmax) {
    GrowBuffers(m->nconmax, rows + rows / 2);
    mj_collision(m, d);
    contacts_.ApplyLaws(*m, dt, d);
  }
  mj_makeConstraint(m, d);
}

// MuJoCo drops contacts without room, so there must be enough.
void MujocoBackend::GrowBuffers(int contacts, int rows) {
  if (buffers_.Provide(contacts, rows, model_.get(), data_.get())) return;
  throw std::runtime_error("not enough memory for " + std::to_string(rows) + " constraint rows");
}

/// External forces of the step, including the compensation of links without gravity.
void MujocoBackend::ApplyWrenches(const Inputs& inputs) {
  const mjModel* m = model_.get();
  mjData* d = data_.get();
  std::fill(d->xfrc_applied, d->xfrc_applied + 6 * m->nbody, 0.0);
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const int body = maps_.body_of_link[static_cast<std::size_t>(wrench.link)];
    if (body < 0) continue;
    // MuJoCo takes force, then torque, at the body's centre of mass, in W.
    const Eigen::Map<const Vector3d> p_WBcm(d->xipos + 3 * body);
    const Eigen::Map<const Vector3d> p_WB(d->xpos + 3 * body);
    const Quaterniond q_WB = QuaternionAt(d->xquat + 4 * body);
    const world::Tree& tree = world_->tree(world_->model_of_link(wrench.link));
    const int local = wrench.link - world_->layout(world_->model_of_link(wrench.link)).links.first;
    const Vector3d p_WL = p_WB + q_WB * tree.X_BL[static_cast<std::size_t>(local)].p;
    Eigen::Map<Vector3d> force(d->xfrc_applied + 6 * body);
    Eigen::Map<Vector3d> torque(d->xfrc_applied + 6 * body + 3);
    force += wrench.F_L_W.force;
    torque += wrench.F_L_W.torque + (p_WL - p_WBcm).cross(wrench.F_L_W.force);
  }
  for (const BodyMap& body : maps_.bodies) {
    if (body.weightless.mass == 0.0) continue;
    const std::size_t at = static_cast<std::size_t>(body.mj_body);
    const Eigen::Map<const Vector3d> p_WBcm(d->xipos + 3 * at);
    const Eigen::Map<const Vector3d> p_WB(d->xpos + 3 * at);
    // Cancels gravity on links without gravity, at their common centre of mass Cm.
    const Vector3d lift = -body.weightless.mass * inputs.gravity_W;
    const Vector3d p_BcmCm_W =
        p_WB + QuaternionAt(d->xquat + 4 * at) * body.weightless.p_BCm - p_WBcm;
    Eigen::Map<Vector3d>(d->xfrc_applied + 6 * at) += lift;
    Eigen::Map<Vector3d>(d->xfrc_applied + 6 * at + 3) += p_BcmCm_W.cross(lift);
  }
}

// Per model, so that the error names it.
void MujocoBackend::CheckFinite(StepReport* report) const {
  const mjData* d = data_.get();
  for (const ModelRange& range : maps_.ranges) {
    bool finite = true;
    for (int i = range.q; i < range.q + range.nq; ++i) finite = finite && std::isfinite(d->qpos[i]);
    for (int i = range.v; i < range.v + range.nv; ++i) finite = finite && std::isfinite(d->qvel[i]);
    if (finite) continue;
    physics::ReportNotFinite(range.model, report);
    return;
  }
}

void MujocoBackend::ReadState(State* state) const {
  UpdateKinematics();
  const mjModel* m = model_.get();
  const mjData* d = data_.get();
  for (const BodyMap& body : maps_.bodies) {
    const auto link = static_cast<std::size_t>(body.root_link);
    RigidTransform& X_WB = state->X_WL[link];
    X_WB.p = Eigen::Map<const Vector3d>(d->xpos + 3 * body.mj_body);
    X_WB.q = QuaternionAt(d->xquat + 4 * body.mj_body);
    // cvel is the velocity of the body's point at the centre of mass of its tree (com-based).
    const mjtNum* V = d->cvel + 6 * body.mj_body;
    const Eigen::Map<const Vector3d> origin(d->subtree_com + 3 * m->body_rootid[body.mj_body]);
    Twist& V_WB = state->V_WL_W[link];
    V_WB.w = Eigen::Map<const Vector3d>(V);
    V_WB.v = Eigen::Map<const Vector3d>(V + 3) + V_WB.w.cross(X_WB.p - origin);
  }
  physics::ReadLumpedLinks(maps_.lumped_links, state);
  for (const DofMap& dof : maps_.dofs) {
    state->q[static_cast<std::size_t>(dof.q)] = d->qpos[dof.mj_q];
    state->v[static_cast<std::size_t>(dof.v)] = d->qvel[dof.mj_v];
  }
  for (const BallMap& ball : maps_.balls) {
    // MuJoCo's quaternion rotates the body B; Surefoot's the joint frame J.
    const Quaterniond q_B = QuaternionAt(d->qpos + ball.mj_q);
    const Quaterniond q_J = ball.q_BJ.conjugate() * q_B * ball.q_BJ;
    const Vector3d w_J = ball.q_BJ.conjugate() * Eigen::Map<const Vector3d>(d->qvel + ball.mj_v);
    PutQuaternion(ball.reversed ? q_J.conjugate() : q_J, state->q.data() + ball.q);
    Eigen::Map<Vector3d> v(state->v.data() + ball.v);
    v = w_J;
    if (ball.reversed) v = -(q_J * w_J);
  }
  for (const BodyMap& body : maps_.bodies) {
    if (body.floating_joint >= 0) physics::ReadJoint(*world_, body.floating_joint, state);
  }
}

// Joint coordinates only; MuJoCo computes poses from them.
void MujocoBackend::WriteModel(int model, const State& given) {
  const ModelRange& range = physics::EntryOf(maps_.ranges, model);
  State state = given;
  if (!world_->tree(model).loop_joints.empty()) {
    // Joints that close loops follow from the others.
    physics::ForwardKinematics(*world_, model, &state);
    physics::ReadLoopJoints(*world_, model, &state);
  }
  mjData* d = data_.get();
  for (const BodyMap& body : maps_.bodies) {
    if (body.model != model || body.free_q < 0) continue;
    const RigidTransform& X_WB = state.X_WL[static_cast<std::size_t>(body.root_link)];
    const Twist& V_WB = state.V_WL_W[static_cast<std::size_t>(body.root_link)];
    std::copy(X_WB.p.data(), X_WB.p.data() + 3, d->qpos + body.free_q);
    PutQuaternion(X_WB.q, d->qpos + body.free_q + 3);
    // Velocity of a free joint: linear in W, angular in B.
    const Vector3d w_B = X_WB.q.conjugate() * V_WB.w;
    std::copy(V_WB.v.data(), V_WB.v.data() + 3, d->qvel + body.free_v);
    std::copy(w_B.data(), w_B.data() + 3, d->qvel + body.free_v + 3);
  }
  const world::ModelLayout& layout = world_->layout(model);
  for (const DofMap& dof : maps_.dofs) {
    if (dof.v < layout.v.first || dof.v >= layout.v.end()) continue;
    d->qpos[dof.mj_q] = state.q[static_cast<std::size_t>(dof.q)];
    d->qvel[dof.mj_v] = state.v[static_cast<std::size_t>(dof.v)];
  }
  for (const BallMap& ball : maps_.balls) {
    if (ball.v < layout.v.first || ball.v >= layout.v.end()) continue;
    Quaterniond q_J = QuaternionAt(state.q.data() + ball.q);
    Vector3d w_J = Eigen::Map<const Vector3d>(state.v.data() + ball.v);
    if (ball.reversed) {
      w_J = -(q_J * w_J);
      q_J = q_J.conjugate();
    }
    PutQuaternion(ball.q_BJ * q_J * ball.q_BJ.conjugate(), d->qpos + ball.mj_q);
    Eigen::Map<Vector3d>(d->qvel + ball.mj_v) = ball.q_BJ * w_J;
  }
  for (const ScrewMap& screw : maps_.screws) {
    if (screw.model != model) continue;
    // The slide of a screw is a dependent coordinate; a mismatch would be a constraint error.
    d->qpos[screw.slide_q] = screw.advance * d->qpos[screw.hinge_q];
    d->qvel[screw.slide_v] = screw.advance * d->qvel[screw.hinge_v];
  }
  // The warm start belongs to the previous motion.
  std::fill(d->qacc_warmstart + range.v, d->qacc_warmstart + range.v + range.nv, 0.0);
  fresh_ = false;
}

/// The warm start is part of the state: the iterative solver's result depends on it.
void MujocoBackend::SaveModel(int model, Bytes* out) const {
  const ModelRange& range = physics::EntryOf(maps_.ranges, model);
  const mjData* d = data_.get();
  const double* q = fresh_ ? raw_q_.data() : d->qpos;
  ByteWriter writer(out);
  writer.PutDoubles(q + range.q, static_cast<std::size_t>(range.nq));
  writer.PutDoubles(d->qvel + range.v, static_cast<std::size_t>(range.nv));
  writer.PutDoubles(d->qacc_warmstart + range.v, static_cast<std::size_t>(range.nv));
}

// Including the solver's starting point, so that the next step is exactly the same.
Status MujocoBackend::RestoreModel(int model, const Bytes& saved) {
  const ModelRange& range = physics::EntryOf(maps_.ranges, model);
  const auto nq = static_cast<std::size_t>(range.nq);
  const auto nv = static_cast<std::size_t>(range.nv);
  std::vector<double> q(nq);
  std::vector<double> v(nv);
  std::vector<double> warm(nv);
  ByteReader reader(saved);
  reader.GetDoubles(q.data(), nq);
  reader.GetDoubles(v.data(), nv);
  reader.GetDoubles(warm.data(), nv);
  if (!reader.ok() || reader.left() != 0) {
    return physics::SavedStateDoesNotFit(*world_, model);
  }
  mjData* d = data_.get();
  std::copy(q.begin(), q.end(), d->qpos + range.q);
  std::copy(v.begin(), v.end(), d->qvel + range.v);
  std::copy(warm.begin(), warm.end(), d->qacc_warmstart + range.v);
  fresh_ = false;
  return Status();
}

/// Compiles the world, once for all instances with all models of the same world that share parts.
Result<std::shared_ptr<const Compiled>> Compile(const physics::BackendArgs& args) {
  constexpr const char* kKind = "mujoco model";
  const bool shared =
      args.parts != nullptr && static_cast<int>(args.models.size()) == args.world->model_count();
  if (shared) {
    auto known = args.parts->Find<Compiled>(kKind, args.world.get());
    if (known != nullptr) return known;
  }
  Built built = SUREFOOT_TRY(Build(args));
  std::shared_ptr<const Compiled> compiled =
      std::make_shared<Compiled>(*args.world, std::move(built));
  if (shared) args.parts->Put(kKind, args.world, compiled);
  return compiled;
}

Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  auto backend = std::make_unique<MujocoBackend>(args, SUREFOOT_TRY(Compile(args)));
  SUREFOOT_TRY(backend->Start());
  return std::unique_ptr<physics::Backend>(std::move(backend));
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::mujoco
