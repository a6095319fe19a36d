#include "surefoot/evaluation/gap/restarts/restart_drive.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/run/locked_simulation.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/physics/backend.h"

namespace surefoot::experiment {
namespace {

/// Joint speeds by velocity coordinate; consumed by the next WriteModel.
using JointSpeeds = std::map<int, double>;

class TurningBackend final : public physics::Backend {
 public:
  TurningBackend(std::unique_ptr<physics::Backend> engine,
                 std::shared_ptr<const world::World> world, std::shared_ptr<JointSpeeds> speeds)
      : engine_(std::move(engine)), world_(std::move(world)), speeds_(std::move(speeds)) {}

  const std::vector<int>& models() const override { return engine_->models(); }
  void ReadState(physics::State* state) const override { engine_->ReadState(state); }

  void WriteModel(int model, const physics::State& state) override {
    if (speeds_->empty()) return engine_->WriteModel(model, state);
    physics::State turning = state;
    const world::Range& own = world_->layout(model).v;
    for (const auto& [v, speed] : *speeds_) {
      if (v >= own.first && v < own.end()) turning.v[static_cast<std::size_t>(v)] = speed;
    }
    speeds_->clear();
    engine_->WriteModel(model, turning);
  }

  void Step(const physics::Inputs& inputs, double dt, physics::State* state,
            physics::StepReport* report) override {
    engine_->Step(inputs, dt, state, report);
  }
  void SaveModel(int model, Bytes* out) const override { engine_->SaveModel(model, out); }
  Status RestoreModel(int model, const Bytes& saved) override {
    return engine_->RestoreModel(model, saved);
  }
  void NameModels(const std::vector<std::string>& names) override { engine_->NameModels(names); }

 private:
  std::unique_ptr<physics::Backend> engine_;
  std::shared_ptr<const world::World> world_;
  std::shared_ptr<JointSpeeds> speeds_;
};

/// A decorator of an engine: after sim::Teleport, which sets joints to rest, the joints turn with
/// `speeds`. This allows setting a robot to the state of a drive without a new input of the
/// simulation.
physics::BackendFactory WithTurningJoints(const physics::BackendFactory& engine,
                                          std::shared_ptr<JointSpeeds> speeds) {
  physics::BackendFactory factory = engine;
  factory.make =
      [make = engine.make, speeds = std::move(speeds)](
          const physics::BackendArgs& args) -> Result<std::unique_ptr<physics::Backend>> {
    std::unique_ptr<physics::Backend> made = SUREFOOT_TRY(make(args));
    return std::unique_ptr<physics::Backend>(
        new TurningBackend(std::move(made), args.world, speeds));
  };
  return factory;
}

/// One restart.
class Drive {
 public:
  Drive(const RestartWorld& world, const RestartReference& reference, const RestartSpec& spec,
        sim::Simulation* simulation, JointSpeeds* speeds)
      : world_(world),
        log_(*reference.log),
        path_(*reference.path),
        reference_(reference),
        spec_(spec),
        simulation_(simulation),
        speeds_(speeds) {
    Listen();
  }

  Status Run(RestartResult* result) {
    const double step = simulation_->step_size();
    const auto lead = std::llround(kRestartLead / step);
    const auto stride = std::max(1LL, std::llround(spec_.interval / step));
    const auto length = std::llround(spec_.horizon / step);
    begin_ = spec_.from - static_cast<double>(lead) * step;
    SkipOldCommands();
    SUREFOOT_TRY(PutAtStart());
    for (long long i = -lead; i <= length; ++i) {
      if (i == 0) SUREFOOT_TRY(PutIntoRecordedState());
      if (i >= 0 && i % stride == 0) Keep(result);
      if (i == length) break;
      SUREFOOT_TRY(Command(spec_.from + static_cast<double>(i) * step));
      SUREFOOT_TRY(simulation_->Step());
    }
    const std::size_t skipped = SkippedIntervals(spec_.interval);
    const std::size_t intervals = result->X_WB.size() - 1;
    for (const gap::TimedValues& values : heard_) {
      result->signals.push_back(
          SignalMeans(values, spec_.from + spec_.interval * static_cast<double>(skipped),
                      spec_.interval, intervals > skipped ? intervals - skipped : 0));
    }
    return Status();
  }

 private:
  std::size_t base() const { return static_cast<std::size_t>(world_.base_link); }

  /// Sets pose and velocity of the base, and wheel speeds as recorded or, if not recorded,
  /// unchanged.
  Status Put(const RigidTransform& X_WB, const Twist& V_WB_W, double moment) {
    speeds_->clear();
    for (const RestartWorld::Wheel& wheel : world_.wheels) {
      (*speeds_)[wheel.v] = simulation_->state().v[static_cast<std::size_t>(wheel.v)];
      for (const gap::RecordedWheel& recorded : log_.wheels) {
        if (recorded.joint == wheel.name) (*speeds_)[wheel.v] = recorded.speed.At(moment);
      }
    }
    sim::Teleport there;
    there.model = world_.robot;
    there.X_WM = X_WB * world_.X_MB.Inverse();
    there.V_WM_W.w = V_WB_W.w;
    there.V_WM_W.v = V_WB_W.v + V_WB_W.w.cross(there.X_WM.p - X_WB.p);
    return simulation_->Apply(there);
  }

  /// Recorded velocity of the base at a time, in W.
  Twist RecordedVelocity(double moment, double yaw) const {
    const PlanarMotion v_B = path_.VelocityAt(moment);
    Twist V_WB_W;
    V_WB_W.v = Vector3d(std::cos(yaw) * v_B.ahead - std::sin(yaw) * v_B.left,
                        std::sin(yaw) * v_B.ahead + std::cos(yaw) * v_B.left, 0.0);
    V_WB_W.w.z() = v_B.turn;
    return V_WB_W;
  }

  /// Pose at the beginning of the lead, with the height at which the simulated robot stands:
  /// recorded heights of real robots are rarely accurate enough.
  Status PutAtStart() {
    RigidTransform X_WB = path_.PoseAt(begin_);
    if (!log_.in_world_frame) X_WB = Levelled(path_.At(begin_));
    return Put(X_WB, RecordedVelocity(begin_, path_.At(begin_).yaw), begin_);
  }

  /// Pose of the base with the recorded x, y and yaw, and roll, pitch and height of the standing
  /// robot: recordings are planar.
  RigidTransform Levelled(const PlanarPose& pose) const {
    const double turn = pose.yaw - gap::YawOf(world_.X_WB.q);
    const Quaterniond q(Eigen::AngleAxisd(turn, Vector3d::UnitZ()));
    return RigidTransform(q * world_.X_WB.q, Vector3d(pose.x, pose.y, world_.X_WB.p.z()));
  }

  /// Position, heading and velocity in the plane as recorded; height and tilt as simulated, because
  /// no recording has the accuracy of a tenth of a millimetre that tyre deflection needs.
  Status PutIntoRecordedState() {
    const RigidTransform& now = simulation_->state().X_WL[base()];
    const Twist& moving = simulation_->state().V_WL_W[base()];
    const PlanarPose pose = path_.At(spec_.from);
    const double turn = pose.yaw - gap::YawOf(now.q);
    const Quaterniond q_turn(Eigen::AngleAxisd(turn, Vector3d::UnitZ()));
    const RigidTransform X_WB(q_turn * now.q, Vector3d(pose.x, pose.y, now.p.z()));
    Twist V_WB_W = RecordedVelocity(spec_.from, pose.yaw);
    V_WB_W.v.z() = moving.v.z();
    const Vector3d tilting = q_turn * Vector3d(moving.w.x(), moving.w.y(), 0.0);
    V_WB_W.w.head<2>() = tilting.head<2>();
    return Put(X_WB, V_WB_W, spec_.from);
  }

  /// Begins with the last command before the lead, which is still valid.
  void SkipOldCommands() {
    const double before = begin_ - reference_.command_delay;
    const auto after = std::upper_bound(log_.command_time.begin(), log_.command_time.end(), before);
    next_ = static_cast<std::size_t>(
        std::max<std::ptrdiff_t>(0, after - log_.command_time.begin() - 1));
  }

  Status Command(double moment) {
    if (log_.led_by_wheels()) return TurnWheels(moment + simulation_->step_size());
    // Half a step of tolerance, because recorded times are rounded.
    const double due = moment - reference_.command_delay + 0.5 * simulation_->step_size();
    for (; next_ < log_.command_time.size() && log_.command_time[next_] <= due; ++next_) {
      msgs::geometry_msgs::Twist twist;
      twist.linear.x = log_.command[next_].ahead;
      twist.linear.y = log_.command[next_].left;
      twist.angular.z = log_.command[next_].turn;
      sim::TopicMessage input;
      input.topic = world_.command_topics.front();
      input.type = msgs::geometry_msgs::Twist::type().name;
      msgs::Encode(twist, &input.cdr);
      SUREFOOT_TRY(simulation_->Apply(input));
    }
    return Status();
  }

  /// Commands the recorded wheel speeds.
  Status TurnWheels(double moment) {
    for (const RestartWorld::Wheel& wheel : world_.wheels) {
      for (const gap::RecordedWheel& recorded : log_.wheels) {
        if (recorded.joint != wheel.name) continue;
        const double speed = recorded.speed.At(moment - reference_.command_delay);
        SUREFOOT_TRY(simulation_->Apply(
            sim::JointCommand{wheel.joint, 0, physics::ControlMode::kVelocity, speed}));
      }
    }
    return Status();
  }

  /// Stores pose and speed of the base.
  void Keep(RestartResult* result) {
    const RigidTransform& X_WB = simulation_->state().X_WL[base()];
    const Twist& V_WB_W = simulation_->state().V_WL_W[base()];
    const double before = result->X_WB.empty() ? path_.At(spec_.from).yaw : result->X_WB.back().yaw;
    const double yaw = gap::NearestTurn(gap::YawOf(X_WB.q), before);
    result->X_WB.push_back({X_WB.p.x(), X_WB.p.y(), yaw});
    result->speed.push_back(std::cos(yaw) * V_WB_W.v.x() + std::sin(yaw) * V_WB_W.v.y());
    result->turn_rate.push_back(V_WB_W.w.z());
  }

  /// Subscribes to the compared signals.
  void Listen() {
    heard_.resize(reference_.signals.size());
    fields_.resize(reference_.signals.size());
    for (std::size_t i = 0; i < reference_.signals.size(); ++i) {
      subscriptions_.push_back(simulation_->graph().Subscribe(
          reference_.signals[i].topic, [this, i](const graph::Delivery& delivery) {
            const void* message = delivery.message();
            const std::optional<double> value =
                message == nullptr ? std::nullopt : ReadField(i, delivery.topic(), message);
            if (!value) return;
            heard_[i].time.push_back(begin_ + ToSeconds(delivery.time_ns()));
            heard_[i].value.push_back(*value);
          }));
    }
  }

  /// Resolves the field path with the first message, when the type is known.
  std::optional<double> ReadField(std::size_t i, const graph::Topic& topic, const void* message) {
    if (!fields_[i]) {
      Result<msgs::FieldPath> field =
          msgs::FieldPath::Make(*topic.type, reference_.signals[i].recorded->field);
      if (!field.ok()) return std::nullopt;
      fields_[i] = std::move(field).value();
    }
    return fields_[i]->Get(message);
  }

  const RestartWorld& world_;
  const gap::MotionLog& log_;
  const gap::ReferencePath& path_;
  const RestartReference& reference_;
  const RestartSpec& spec_;
  sim::Simulation* simulation_;
  JointSpeeds* speeds_;
  std::vector<graph::Subscription> subscriptions_;
  std::vector<gap::TimedValues> heard_;
  std::vector<std::optional<msgs::FieldPath>> fields_;
  /// Start of the simulation on the clock of the log.
  double begin_ = 0.0;
  std::size_t next_ = 0;
};

}  // namespace

/// Number of first intervals in which signals are not compared, because the restart disturbs
/// them.
std::size_t SkippedIntervals(double interval) {
  return static_cast<std::size_t>(std::ceil(kSignalsAfter / interval - 1e-9));
}

/// Means of a signal over intervals: real and simulated sensors have different rates.
std::vector<double> SignalMeans(const gap::TimedValues& values, double from, double interval,
                                std::size_t count) {
  std::vector<double> means;
  for (std::size_t i = 0; i < count; ++i) {
    const double begin = from + interval * static_cast<double>(i);
    const double mean = values.MeanBetween(begin, begin + interval);
    means.push_back(std::isnan(mean) ? values.At(begin + 0.5 * interval) : mean);
  }
  return means;
}

Result<RestartResult> SimulateRestart(const Parts& parts, const std::string& engine,
                                      const RestartWorld& world, const RestartReference& reference,
                                      const RestartSpec& spec) {
  const physics::BackendFactory* factory = parts.FindEngine(engine);
  if (factory == nullptr) return parts.NoSuchEngine(engine);
  const auto speeds = std::make_shared<JointSpeeds>();
  LockedSimulation simulation = SUREFOOT_TRY(
      LockedSimulation::Make(parts, WithTurningJoints(*factory, speeds), world.world, spec.seed));
  RestartResult result;
  SUREFOOT_TRY(Drive(world, reference, spec, simulation.get(), speeds.get()).Run(&result));
  return result;
}

}  // namespace surefoot::experiment
