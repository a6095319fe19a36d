#include "surefoot/evaluation/gap/drives/gap_drive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surefoot/evaluation/recordings/imu_message.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"
#include "surefoot/evaluation/run/locked_simulation.h"

namespace surefoot::experiment {
namespace {

using msgs::sensor_msgs::Imu;

/// Seconds of speeding up, and of holding the first speeds; before, it stands. A Warthog comes to
/// 4 m/s, with less than its friction could give, and is steady after that.
constexpr double kSpeedUp = 1.0;
constexpr double kHold = 1.5;
constexpr double kPoseInterval = 0.01;

/// One repetition under way.
class Drive {
 public:
  Drive(const GapWorld& world, const GapDriveSpec& spec, sim::Simulation* simulation)
      : world_(world), spec_(spec), simulation_(simulation) {
    if (spec.with_imu) Listen();
  }

  Status Run(GapDriveResult* result) {
    result_ = result;
    const double step = simulation_->step_size();
    const auto stride = std::max(1LL, std::llround(kPoseInterval / step));
    result->track.start = spec_.from;
    result->track.interval = static_cast<double>(stride) * step;
    const auto lead = std::llround(kGapLead / step);
    const auto length = static_cast<long long>(std::ceil((spec_.to - spec_.from) / step));
    for (long long i = -lead; i < length; ++i) {
      if (i >= 0 && i % stride == 0) KeepPose();
      const double end_of_step = spec_.from + static_cast<double>(i + 1) * step;
      if (Status status = Tell(ToldSpeeds(spec_, end_of_step)); !status.ok()) return status;
      if (Status status = simulation_->Step(); !status.ok()) return status;
      if (i < 0) continue;
      AddWheelError(ToldSpeeds(spec_, end_of_step));
      AddHeight();
    }
    KeepPose();
    result->height_range = highest_ - lowest_;
    result->wheel_error = std::sqrt(wheel_squares_ / std::max(1.0, wheel_count_));
    return Status();
  }

 private:
  Status Tell(const gap::WheelSpeeds::Pair& speeds) {
    for (const GapWorld::Wheel& wheel : world_.wheels) {
      const double speed = wheel.is_left ? speeds.left : speeds.right;
      Status status = simulation_->Apply(
          sim::JointCommand{wheel.joint, 0, physics::ControlMode::kVelocity, speed});
      if (!status.ok()) return status;
    }
    return Status();
  }

  void AddWheelError(const gap::WheelSpeeds::Pair& speeds) {
    for (const GapWorld::Wheel& wheel : world_.wheels) {
      const double told = wheel.is_left ? speeds.left : speeds.right;
      const double error = simulation_->state().v[static_cast<std::size_t>(wheel.v)] - told;
      wheel_squares_ += error * error;
      wheel_count_ += 1.0;
    }
  }

  void AddHeight() {
    const double height =
        simulation_->state().X_WL[static_cast<std::size_t>(world_.base_link)].p.z();
    highest_ = std::max(highest_, height);
    lowest_ = std::min(lowest_, height);
  }

  void KeepPose() {
    const RigidTransform& X_WL =
        simulation_->state().X_WL[static_cast<std::size_t>(world_.base_link)];
    std::vector<PlanarPose>& poses = result_->track.X_WC;
    const double before = poses.empty() ? 0.0 : poses.back().yaw;
    poses.push_back({X_WL.p.x(), X_WL.p.y(), gap::NearestTurn(gap::YawOf(X_WL.q), before)});
  }

  void Listen() {
    const std::string scope = graph::TopicName("/" + world_.robot, "");
    subscription_ = simulation_->graph().SubscribeAll(
        [this](const graph::Delivery& delivery) {
          if (const Imu* imu = delivery.As<Imu>()) KeepImu(*imu);
        },
        [this, scope](const graph::Topic& topic) {
          if (topic.type != &Imu::type() || !topic.name.starts_with(scope)) return false;
          // Some have a second topic for the same samples.
          return !std::exchange(listening_, true);
        });
  }

  void KeepImu(const Imu& message) {
    const double time =
        message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec - kGapLead + spec_.from;
    if (time < spec_.from || time > spec_.to) return;
    gap::Append(message, time, &result_->imu);
  }

  const GapWorld& world_;
  const GapDriveSpec& spec_;
  sim::Simulation* simulation_;
  GapDriveResult* result_ = nullptr;
  graph::Subscription subscription_;
  bool listening_ = false;
  double wheel_squares_ = 0.0;
  double wheel_count_ = 0.0;
  double highest_ = -std::numeric_limits<double>::infinity();
  double lowest_ = std::numeric_limits<double>::infinity();
};

}  // namespace

gap::WheelSpeeds::Pair ToldSpeeds(const GapDriveSpec& spec, double moment) {
  if (moment >= spec.from) return spec.wheels.At(moment);
  const double since_stand = moment - (spec.from - kHold - kSpeedUp);
  const double part = std::clamp(since_stand / kSpeedUp, 0.0, 1.0);
  const gap::WheelSpeeds::Pair first = spec.wheels.At(spec.from);
  return {part * first.left, part * first.right};
}

Result<GapDriveResult> SimulateDrive(const Parts& parts, const std::string& engine,
                                     const GapWorld& world, const GapDriveSpec& spec) {
  Result<LockedSimulation> simulation =
      LockedSimulation::Make(parts, engine, world.world, spec.seed);
  if (!simulation.ok()) return simulation.error();
  GapDriveResult result;
  const Status status = Drive(world, spec, simulation->get()).Run(&result);
  if (!status.ok()) return status.error();
  if (spec.with_imu && result.imu.time.empty()) {
    return Error{"the robot '" + world.robot + "' in " + world.file +
                 " has no IMU; leave --world out or give it one"};
  }
  return result;
}

}  // namespace surefoot::experiment
