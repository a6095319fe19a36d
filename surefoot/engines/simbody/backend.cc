#include "surefoot/engines/simbody/backend.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include "surefoot/engines/simbody/build.h"
#include "surefoot/physics/solver/contacts.h"
#include "surefoot/physics/solver/articulation.h"
#include "surefoot/engines/simbody/flight.h"
#include "surefoot/engines/simbody/info.h"
#include "surefoot/physics/solver/joints.h"
#include "surefoot/physics/solver/loops.h"
#include "surefoot/physics/solver/solver.h"
#include "surefoot/math/quaternion_array.h"
#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::engines::simbody {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

/// The rotation q after turning with w (in the outer axes of q) for dt.
Quaterniond Turned(const Quaterniond& q, const Vector3d& w, double dt) {
  const double angle = w.norm() * dt;
  const double share = angle < 1e-8 ? 0.5 * dt : std::sin(0.5 * angle) / angle * dt;
  const Vector3d axis = share * w;
  return (Quaterniond(std::cos(0.5 * angle), axis.x(), axis.y(), axis.z()) * q).normalized();
}

class SimbodyBackend final : public physics::Backend {
 public:
  SimbodyBackend(const physics::BackendArgs& args, Built built,
                 std::unique_ptr<collide::ContactFinder> finder)
      : world_(args.world),
        models_(args.models),
        multibody_(std::move(built.multibody)),
        maps_(std::move(built.maps)),
        dynamics_(maps_),
        loops_(maps_),
        joints_(maps_),
        contacts_(args, maps_, std::move(finder)),
        solver_(maps_.trees),
        flight_(maps_),
        poses_(physics::MakeInitialState(*world_)) {
    for (auto* vector : {&force_, &momentum_, &v_, &v_moved_}) {
      vector->resize(maps_.dof_of_u.size());
    }
    const State initial = poses_;
    for (const int model : models_) WriteModel(model, initial);
  }

  const std::vector<int>& models() const override { return models_; }
  void ReadState(State* state) const override;
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  void Refresh() const;
  void FinishRefresh() const;
  void Solve(const Inputs& inputs, double dt, StepReport* report);
  void AddBodyForces(const Inputs& inputs);
  void Move(double dt);
  void CheckFinite(StepReport* report) const;
  void ReadLinks(State* state) const;
  const ModelEntry& EntryOf(int model) const;

  std::shared_ptr<const world::World> world_;
  std::vector<int> models_;
  std::unique_ptr<Multibody> multibody_;
  Maps maps_;
  Dynamics dynamics_;
  mutable Loops loops_;
  Joints joints_;
  Contacts contacts_;
  Solver solver_;
  Flight flight_;
  Rows rows_;
  /// Per dof.
  std::vector<double> force_;
  std::vector<double> momentum_;
  std::vector<double> v_;
  std::vector<double> v_moved_;
  /// Whether bodies, loops and poses_ belong to the present coordinates. Brought up to date on
  /// demand by reading functions, hence mutable.
  mutable bool fresh_ = false;
  /// Poses and velocities of all links of the World; those of other instances stay at their start.
  mutable State poses_;
  std::string message_;
};

void SimbodyBackend::Refresh() const {
  if (fresh_) return;
  multibody_->Realize();
  FinishRefresh();
}

void SimbodyBackend::FinishRefresh() const {
  loops_.FindCoordinates(*multibody_);
  ReadLinks(&poses_);
  fresh_ = true;
}

void SimbodyBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  try {
    Solve(inputs, dt, report);
    if ((report->flags & physics::kStepNotFinite) != 0) return;
    joints_.ReadEfforts(rows_, dt, &state->effort);
    ReadState(state);
  } catch (const std::exception& error) {
    message_ = error.what();
    report->flags |= physics::kStepEngineError;
    report->engine_message = message_.c_str();
  }
}

void SimbodyBackend::Solve(const Inputs& inputs, double dt, StepReport* report) {
  Refresh();
  dynamics_.Update(*multibody_, joints_.Added(dt));
  loops_.FindMotions(dynamics_);
  AddBodyForces(inputs);
  dynamics_.CollectForces(&force_);
  joints_.AddForces(inputs, *multibody_, loops_, dt, &force_);
  const Skyline& mass = dynamics_.mass();
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = multibody_->u()[Index(maps_.u_of_dof[i])];
  mass.Multiply(0, mass.size(), v_.data(), momentum_.data());
  for (std::size_t i = 0; i < v_.size(); ++i) momentum_[i] += dt * force_[i];
  rows_.Clear();
  loops_.AddRows(mass, dt, &rows_);
  joints_.AddRows(inputs, *multibody_, loops_, mass, dt, &rows_);
  contacts_.AddRows(poses_, dynamics_, v_.data(), dt, &rows_);
  solver_.Prepare(mass, &rows_);
  solver_.Solve(momentum_.data(), v_.data());
  v_moved_ = v_;
  solver_.Relax(momentum_.data(), v_.data());
  contacts_.Finish(rows_, dt, report);
  report->solver_rows += rows_.row_count();
  report->solver_iterations = std::max(report->solver_iterations, solver_.iterations());
  flight_.Expect(*multibody_, dynamics_, rows_, solver_, dt);
  Move(dt);
  CheckFinite(report);
  if ((report->flags & physics::kStepNotFinite) != 0) return;
  multibody_->Realize();
  if (flight_.Correct(multibody_.get())) multibody_->Realize();
  FinishRefresh();
}

void SimbodyBackend::AddBodyForces(const Inputs& inputs) {
  for (std::size_t i = 0; i < maps_.bodies.size(); ++i) {
    const BodyEntry& body = maps_.bodies[i];
    if (body.gravity_mass == 0.0) continue;
    const BodyMotion& motion = multibody_->bodies()[i];
    dynamics_.AddForce(static_cast<int>(i), motion.p_WB + motion.R_WB * body.p_BGravity,
                       body.gravity_mass * inputs.gravity_W, Vector3d::Zero());
  }
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const Place& place = maps_.links[Index(wrench.link)];
    if (place.body < 0) continue;
    const BodyMotion& motion = multibody_->bodies()[Index(place.body)];
    dynamics_.AddForce(place.body, motion.p_WB + motion.R_WB * place.X_BL.p, wrench.F_L_W.force,
                       wrench.F_L_W.torque);
  }
}

/// Takes over the velocities and moves the coordinates by those that include the recovery.
void SimbodyBackend::Move(double dt) {
  std::vector<double>& q = multibody_->q();
  std::vector<double>& u = multibody_->u();
  for (const BodyEntry& body : maps_.bodies) {
    const double* moved = v_moved_.data() + body.dof;
    for (int k = 0; k < body.u_count; ++k) u[Index(body.u + k)] = v_[Index(body.dof + k)];
    double* own = q.data() + body.q;
    if (body.q_count == 1) {
      own[0] += dt * moved[0];
      continue;
    }
    PutQuaternion(Turned(QuaternionAt(own), Vector3d(moved[0], moved[1], moved[2]), dt), own);
    if (body.q_count == 7) {
      for (int k = 0; k < 3; ++k) own[4 + k] += dt * moved[3 + k];
    }
  }
  fresh_ = false;
}

void SimbodyBackend::CheckFinite(StepReport* report) const {
  for (const ModelEntry& model : maps_.models) {
    bool finite = true;
    for (int i = model.first_body; i < model.end_body; ++i) {
      const BodyEntry& body = maps_.bodies[Index(i)];
      for (int k = 0; k < body.q_count; ++k) {
        finite = finite && std::isfinite(multibody_->q()[Index(body.q + k)]);
      }
      for (int k = 0; k < body.u_count; ++k) {
        finite = finite && std::isfinite(multibody_->u()[Index(body.u + k)]);
      }
    }
    if (finite) continue;
    report->flags |= physics::kStepNotFinite;
    report->bad_model = model.model;
    return;
  }
}

void SimbodyBackend::ReadLinks(State* state) const {
  for (std::size_t i = 0; i < maps_.bodies.size(); ++i) {
    if (maps_.bodies[i].root_link < 0) continue;
    const auto link = Index(maps_.bodies[i].root_link);
    const BodyMotion& body = multibody_->bodies()[i];
    state->X_WL[link] = RigidTransform(Quaterniond(body.R_WB), body.p_WB);
    state->V_WL_W[link].w = body.w_WB;
    state->V_WL_W[link].v = body.v_WB;
  }
  for (const LinkEntry& entry : maps_.lumped_links) {
    const auto link = Index(entry.link);
    const auto root = Index(entry.root_link);
    state->X_WL[link] = state->X_WL[root] * entry.X_BL;
    state->V_WL_W[link] = Shifted(state->V_WL_W[root], state->X_WL[link].p - state->X_WL[root].p);
  }
}

void SimbodyBackend::ReadState(State* state) const {
  Refresh();
  ReadLinks(state);
  for (const Coordinate& c : maps_.coordinates) {
    const bool in_tree = c.loop < 0;
    state->q[Index(c.q)] =
        in_tree ? multibody_->q()[Index(c.own_q)] : loops_.q(c.loop, c.component);
    state->v[Index(c.v)] =
        in_tree ? multibody_->u()[Index(c.own_u)] : loops_.v(c.loop, c.component);
  }
  for (const BallEntry& ball : maps_.balls) {
    const BodyEntry& body = maps_.bodies[Index(ball.body)];
    const Quaterniond q_F = QuaternionAt(multibody_->q().data() + body.q);
    const Vector3d w_F = Eigen::Map<const Vector3d>(multibody_->u().data() + body.u);
    PutQuaternion(ball.reversed ? q_F.conjugate() : q_F, state->q.data() + ball.q);
    Eigen::Map<Vector3d>(state->v.data() + ball.v) =
        ball.reversed ? Vector3d(-w_F) : q_F.conjugate() * w_F;
  }
  for (std::size_t i = 0; i < maps_.loops.size(); ++i) {
    const LoopEntry& loop = maps_.loops[i];
    if (loop.joint < 0 || loop.first_coordinate >= 0) continue;
    const world::JointLayout& layout = world_->joint(loop.joint);
    const int at = static_cast<int>(i);
    std::copy(loops_.q(at), loops_.q(at) + layout.q_count, state->q.begin() + layout.q);
    std::copy(loops_.v(at), loops_.v(at) + layout.v_count, state->v.begin() + layout.v);
  }
  for (const BodyEntry& body : maps_.bodies) {
    if (body.floating_joint >= 0) physics::ReadJoint(*world_, body.floating_joint, state);
  }
}

const ModelEntry& SimbodyBackend::EntryOf(int model) const {
  for (const ModelEntry& entry : maps_.models) {
    if (entry.model == model) return entry;
  }
  SUREFOOT_CHECK(false, "model " + std::to_string(model) + " is not in this instance");
  return maps_.models.front();
}

void SimbodyBackend::WriteModel(int model, const State& state) {
  const ModelEntry& entry = EntryOf(model);
  std::vector<double>& q = multibody_->q();
  std::vector<double>& u = multibody_->u();
  for (int i = entry.first_body; i < entry.end_body; ++i) {
    const BodyEntry& body = maps_.bodies[Index(i)];
    if (body.type != MobilizerSpec::kFree) continue;
    const RigidTransform& X_WB = state.X_WL[Index(body.root_link)];
    const Twist& V_WB = state.V_WL_W[Index(body.root_link)];
    PutQuaternion(X_WB.q, q.data() + body.q);
    std::copy(X_WB.p.data(), X_WB.p.data() + 3, q.data() + body.q + 4);
    std::copy(V_WB.w.data(), V_WB.w.data() + 3, u.data() + body.u);
    std::copy(V_WB.v.data(), V_WB.v.data() + 3, u.data() + body.u + 3);
  }
  for (const Coordinate& c : maps_.coordinates) {
    if (c.model != model) continue;
    if (c.loop >= 0) {
      loops_.q(c.loop)[c.component] = state.q[Index(c.q)];
    } else {
      q[Index(c.own_q)] = state.q[Index(c.q)];
      u[Index(c.own_u)] = state.v[Index(c.v)];
    }
  }
  for (const BallEntry& ball : maps_.balls) {
    if (ball.model != model) continue;
    const BodyEntry& body = maps_.bodies[Index(ball.body)];
    const Quaterniond q_J = QuaternionAt(state.q.data() + ball.q);
    const Vector3d w_J = Eigen::Map<const Vector3d>(state.v.data() + ball.v);
    PutQuaternion(ball.reversed ? q_J.conjugate() : q_J, q.data() + body.q);
    Eigen::Map<Vector3d>(u.data() + body.u) = ball.reversed ? Vector3d(-w_J) : q_J * w_J;
  }
  contacts_.Forget(model);
  fresh_ = false;
}

void SimbodyBackend::SaveModel(int model, Bytes* out) const {
  const ModelEntry& entry = EntryOf(model);
  ByteWriter writer(out);
  for (int i = entry.first_body; i < entry.end_body; ++i) {
    const BodyEntry& body = maps_.bodies[Index(i)];
    writer.PutDoubles(multibody_->q().data() + body.q, Index(body.q_count));
    writer.PutDoubles(multibody_->u().data() + body.u, Index(body.u_count));
  }
  // The turns that loop joints have counted.
  for (int i = entry.first_loop; i < entry.end_loop; ++i) writer.PutDoubles(loops_.q(i), 7);
  contacts_.Save(model, &writer);
}

Status SimbodyBackend::RestoreModel(int model, const Bytes& saved) {
  const ModelEntry& entry = EntryOf(model);
  // Read twice: nothing changes when it does not fit.
  for (const bool check : {true, false}) {
    ByteReader reader(saved);
    double values[7] = {};
    const auto get = [&](double* place, int count) {
      reader.GetDoubles(values, Index(count));
      if (!check) std::copy(values, values + count, place);
    };
    for (int i = entry.first_body; i < entry.end_body; ++i) {
      const BodyEntry& body = maps_.bodies[Index(i)];
      get(multibody_->q().data() + body.q, body.q_count);
      get(multibody_->u().data() + body.u, body.u_count);
    }
    for (int i = entry.first_loop; i < entry.end_loop; ++i) get(loops_.q(i), 7);
    contacts_.Restore(model, check, &reader);
    if (!reader.ok() || reader.left() != 0) {
      return Error{"the saved state of model '" + world_->instance(model).name +
                   "' does not fit: it was saved from another description or engine"};
    }
  }
  fresh_ = false;
  return Status();
}

Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  try {
    Result<Built> built = Build(args);
    if (!built.ok()) return built.error();
    Result<std::unique_ptr<collide::ContactFinder>> finder = collide::MakeContactFinder(args);
    if (!finder.ok()) return finder.error();
    return std::unique_ptr<physics::Backend>(std::make_unique<SimbodyBackend>(
        args, std::move(built).value(), std::move(finder).value()));
  } catch (const std::exception& error) {
    return Error{std::string("Simbody cannot build the world: ") + error.what()};
  }
}

}  // namespace

physics::BackendFactory MakeFactory() {
  physics::BackendFactory factory;
  factory.info = MakeInfo;
  factory.make = Make;
  return factory;
}

}  // namespace surefoot::engines::simbody
