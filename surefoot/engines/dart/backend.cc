#include "surefoot/engines/dart/backend.h"

#include <cmath>
#include <exception>
#include <string>

#include "surefoot/engines/dart/build.h"
#include "surefoot/engines/dart/contacts.h"
#include "surefoot/engines/dart/dynamics.h"
#include "surefoot/engines/dart/info.h"
#include "surefoot/engines/dart/servos.h"
#include "surefoot/engines/dart/solver.h"
#include "surefoot/engines/dart/ties.h"
#include "surefoot/math/quaternion_array.h"
#include "surefoot/physics/joint_coordinates.h"

namespace surefoot::engines::dart {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

std::size_t At(int index) { return static_cast<std::size_t>(index); }

/// DART aborts on numbers that are not finite; beyond this its intermediate results might not be.
constexpr double kLargest = 1e50;

bool IsSmall(double number) { return std::abs(number) < kLargest; }
bool IsSmall(const Vector3d& numbers) {
  return IsSmall(numbers.x()) && IsSmall(numbers.y()) && IsSmall(numbers.z());
}

class DartBackend final : public physics::Backend {
 public:
  DartBackend(const physics::BackendArgs& args, Maps maps,
              std::unique_ptr<collide::ContactFinder> finder)
      : world_(args.world),
        models_(args.models),
        maps_(std::move(maps)),
        dynamics_(maps_),
        ties_(maps_, &dynamics_),
        solver_(maps_, &dynamics_),
        servos_(maps_, &dynamics_, &ties_, &solver_),
        contacts_(*world_, maps_, std::move(finder)),
        state_(physics::MakeInitialState(*world_)),
        v_free_(maps_.forces.size()),
        v_new_(maps_.forces.size()) {
    const State initial = state_;
    for (const int model : models_) WriteModel(model, initial);
  }

  const std::vector<int>& models() const override { return models_; }
  void ReadState(State* state) const override;
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  void Solve(const Inputs& inputs, double dt, State* state, StepReport* report);
  bool CheckInputs(const Inputs& inputs, StepReport* report) const;
  void ApplyWrenches(const Inputs& inputs);
  bool CheckSmall(const std::vector<double>& numbers, StepReport* report) const;
  /// Fills state_ from the bodies of a model.
  void ReadModel(const ModelMap& model);
  const ModelMap& MapOf(int model) const;

  std::shared_ptr<const world::World> world_;
  std::vector<int> models_;
  Maps maps_;
  Dynamics dynamics_;
  Ties ties_;
  Solver solver_;
  Servos servos_;
  Contacts contacts_;
  /// The present state; angles of joints that close loops are counted on from here.
  State state_;
  std::vector<double> v_free_;
  std::vector<double> v_new_;
  std::string message_;
};

void DartBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  try {
    Solve(inputs, dt, state, report);
  } catch (const std::exception& error) {
    message_ = error.what();
    report->flags |= physics::kStepEngineError;
    report->engine_message = message_.c_str();
  }
}

void DartBackend::Solve(const Inputs& inputs, double dt, State* state, StepReport* report) {
  if (!CheckInputs(inputs, report)) return;
  dynamics_.Begin(dt, inputs.gravity_W);
  solver_.Clear();
  ties_.Update(state_.q);
  servos_.ApplyEfforts(inputs);
  if (!CheckSmall(dynamics_.efforts(), report)) return;
  ApplyWrenches(inputs);
  dynamics_.Accelerate(&v_free_);
  if (!CheckSmall(v_free_, report)) return;
  servos_.AddConstraints(inputs, dt, v_free_);
  ties_.AddConstraints(dt, &solver_);
  contacts_.AddConstraints(state_, dt, inputs.gravity_W.norm(), &solver_);
  solver_.Solve(v_free_, &v_new_);
  contacts_.Report(solver_, dt, report);
  report->solver_rows += solver_.rows();
  report->solver_iterations = std::max(report->solver_iterations, solver_.iterations());
  if (!CheckSmall(v_new_, report)) return;
  servos_.ReadEfforts(inputs, dt, &state->effort);
  dynamics_.Move(v_new_);
  for (const ModelMap& model : maps_.models) ReadModel(model);
  ReadState(state);
}

bool DartBackend::CheckInputs(const Inputs& inputs, StepReport* report) const {
  const auto refuse = [report](int model) {
    report->flags |= physics::kStepNotFinite;
    report->bad_model = model;
    return false;
  };
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    if (maps_.body_of_link[At(wrench.link)] == kGround) continue;
    if (!IsSmall(wrench.F_L_W.force) || !IsSmall(wrench.F_L_W.torque)) {
      return refuse(world_->model_of_link(wrench.link));
    }
  }
  if (!IsSmall(inputs.gravity_W) && !models_.empty()) return refuse(models_.front());
  return true;
}

void DartBackend::ApplyWrenches(const Inputs& inputs) {
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const int body = maps_.body_of_link[At(wrench.link)];
    if (body == kGround) continue;
    dynamics_.AddWrench(body, wrench.F_L_W, state_.X_WL[At(wrench.link)].p);
  }
  for (const WeightlessMap& map : maps_.weightless) {
    const BodyMotion& motion = dynamics_.body(map.body);
    Wrench lift;
    lift.force = -map.part.mass * inputs.gravity_W;
    dynamics_.AddWrench(map.body, lift, motion.p_WB + motion.R_WB * map.part.p_BCm);
  }
}

bool DartBackend::CheckSmall(const std::vector<double>& numbers, StepReport* report) const {
  for (const ModelMap& model : maps_.models) {
    for (int i = model.first_dof; i < model.first_dof + model.dof_count; ++i) {
      if (IsSmall(numbers[At(i)])) continue;
      report->flags |= physics::kStepNotFinite;
      report->bad_model = model.model;
      return false;
    }
  }
  return true;
}

void DartBackend::ReadModel(const ModelMap& model) {
  for (int i = model.first_body; i < model.first_body + model.body_count; ++i) {
    const BodyMotion& motion = dynamics_.body(i);
    const auto link = At(maps_.bodies[At(i)].root_link);
    state_.X_WL[link].p = motion.p_WB;
    state_.X_WL[link].q = Quaterniond(motion.R_WB).normalized();
    state_.V_WL_W[link] = motion.V_WB_W;
  }
  for (int i = model.first_lumped; i < model.first_lumped + model.lumped_count; ++i) {
    const LinkMap& map = maps_.lumped_links[At(i)];
    const auto link = At(map.link);
    const auto root = At(map.root_link);
    state_.X_WL[link] = state_.X_WL[root] * map.X_BL;
    state_.V_WL_W[link] = Shifted(state_.V_WL_W[root], state_.X_WL[link].p - state_.X_WL[root].p);
  }
  for (int i = model.first_scalar; i < model.first_scalar + model.scalar_count; ++i) {
    const DofMap& dof = maps_.dofs[At(i)];
    state_.q[At(dof.q)] = dynamics_.q()[At(dof.dof)];
    state_.v[At(dof.v)] = dynamics_.v()[At(dof.dof)];
  }
  for (int i = model.first_ball; i < model.first_ball + model.ball_count; ++i) {
    const BallMap& ball = maps_.balls[At(i)];
    const Quaterniond q_J = dynamics_.BallRotation(ball.body);
    const Eigen::Map<const Vector3d> w_J(dynamics_.v().data() + ball.dof);
    PutQuaternion(ball.reversed ? q_J.conjugate() : q_J, state_.q.data() + ball.q);
    Eigen::Map<Vector3d> v(state_.v.data() + ball.v);
    v = w_J;
    if (ball.reversed) v = -(q_J * w_J);
  }
  for (int i = model.first_body; i < model.first_body + model.body_count; ++i) {
    const int joint = maps_.bodies[At(i)].floating_joint;
    if (joint >= 0) physics::ReadJoint(*world_, joint, &state_);
  }
  physics::ReadLoopJoints(*world_, model.model, &state_);
}

void DartBackend::ReadState(State* state) const {
  for (const int model : models_) {
    const world::ModelLayout& layout = world_->layout(model);
    const auto copy = [](const auto& from, const world::Range& range, auto* to) {
      std::copy(from.begin() + range.first, from.begin() + range.end(), to->begin() + range.first);
    };
    copy(state_.X_WL, layout.links, &state->X_WL);
    copy(state_.V_WL_W, layout.links, &state->V_WL_W);
    copy(state_.q, layout.q, &state->q);
    copy(state_.v, layout.v, &state->v);
  }
}

const ModelMap& DartBackend::MapOf(int model) const {
  for (const ModelMap& map : maps_.models) {
    if (map.model == model) return map;
  }
  SUREFOOT_CHECK(false, "model " + std::to_string(model) + " is not in this instance");
  return maps_.models.front();
}

void DartBackend::WriteModel(int model, const State& state) {
  const ModelMap& map = MapOf(model);
  std::vector<double> q(maps_.forces.size());
  std::vector<double> v(maps_.forces.size());
  for (int i = map.first_scalar; i < map.first_scalar + map.scalar_count; ++i) {
    const DofMap& dof = maps_.dofs[At(i)];
    q[At(dof.dof)] = state.q[At(dof.q)];
    v[At(dof.dof)] = state.v[At(dof.v)];
  }
  for (int i = map.first_body; i < map.first_body + map.body_count; ++i) {
    const BodyMap& body = maps_.bodies[At(i)];
    if (body.motion == Motion::kFree) {
      dynamics_.SetFree(i, state.X_WL[At(body.root_link)], state.V_WL_W[At(body.root_link)]);
    } else if (body.motion != Motion::kBall) {
      dynamics_.SetCoordinates(i, q.data() + body.first_dof, v.data() + body.first_dof);
    }
  }
  for (int i = map.first_ball; i < map.first_ball + map.ball_count; ++i) {
    const BallMap& ball = maps_.balls[At(i)];
    const double* at = state.q.data() + ball.q;
    Quaterniond q_J(at[0], at[1], at[2], at[3]);
    Vector3d w_J = Eigen::Map<const Vector3d>(state.v.data() + ball.v);
    if (ball.reversed) {
      w_J = -(q_J * w_J);
      q_J = q_J.conjugate();
    }
    dynamics_.SetBall(ball.body, q_J, w_J);
  }
  dynamics_.Refresh(map);
  ReadModel(map);
}

void DartBackend::SaveModel(int model, Bytes* out) const {
  const ModelMap& map = MapOf(model);
  const auto count = At(map.dof_count);
  ByteWriter writer(out);
  writer.PutDoubles(dynamics_.q().data() + map.first_dof, count);
  writer.PutDoubles(dynamics_.v().data() + map.first_dof, count);
  for (int i = map.first_tie; i < map.first_tie + map.tie_count; ++i) {
    const TieMap& tie = maps_.ties[At(i)];
    writer.PutDoubles(state_.q.data() + tie.q, At(tie.q_count));
  }
}

Status DartBackend::RestoreModel(int model, const Bytes& saved) {
  const ModelMap& map = MapOf(model);
  std::vector<double> q(At(map.dof_count));
  std::vector<double> v(At(map.dof_count));
  State state = state_;
  ByteReader reader(saved);
  reader.GetDoubles(q.data(), q.size());
  reader.GetDoubles(v.data(), v.size());
  for (int i = map.first_tie; i < map.first_tie + map.tie_count; ++i) {
    const TieMap& tie = maps_.ties[At(i)];
    reader.GetDoubles(state.q.data() + tie.q, At(tie.q_count));
  }
  bool small = reader.ok() && reader.left() == 0;
  for (const auto* numbers : {&q, &v}) {
    for (const double number : *numbers) small = small && IsSmall(number);
  }
  if (!small) {
    return Error{"the saved state of model '" + world_->instance(model).name +
                 "' does not fit: it was saved from another description or engine"};
  }
  for (int i = map.first_body; i < map.first_body + map.body_count; ++i) {
    const int offset = maps_.bodies[At(i)].first_dof - map.first_dof;
    dynamics_.SetCoordinates(i, q.data() + offset, v.data() + offset);
  }
  state_.q = state.q;
  dynamics_.Refresh(map);
  ReadModel(map);
  return Status();
}

Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  Result<Maps> maps = Build(args);
  if (!maps.ok()) return maps.error();
  Result<std::unique_ptr<collide::ContactFinder>> finder = collide::MakeContactFinder(args);
  if (!finder.ok()) return finder.error();
  return std::unique_ptr<physics::Backend>(
      std::make_unique<DartBackend>(args, std::move(maps).value(), std::move(finder).value()));
}

}  // namespace

physics::BackendFactory MakeFactory() {
  physics::BackendFactory factory;
  factory.info = MakeInfo;
  factory.make = Make;
  return factory;
}

}  // namespace surefoot::engines::dart
