#include "surefoot/drives/legs/step_plan.h"

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

/// m/s^2.
constexpr double kGravity = 9.81;
/// Number of steps of the preview: later steps change the plan by less than 1 % of a step.
constexpr int kAhead = 4;
/// Deviation below which the plan counts as at rest (m).
constexpr double kAtRest = 1e-6;
/// Gain of the ZMP shift relative to the deviation of the capture point. It must be above 1, so
/// that the deviation decreases.
constexpr double kWeightGain = 2.0;
/// Deviation below which it is set to 0 (m).
constexpr double kNegligible = 1e-4;
/// Step timing: the lateral deviation (m) from which the step's clock follows it, the time constant
/// (s), and the highest speed of the clock.
constexpr double kOffPace = 0.004;
constexpr double kPaceTime = 0.1;
constexpr double kFastest = 1.5;

/// From 0 to 1 with zero slope and curvature at both ends (minimum-jerk polynomial).
double Smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
}
double SmoothSlope(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return 30.0 * t * t * (1.0 - t) * (1.0 - t);
}

/// Composition of planar poses: b, given in the frame a.
PlanarPose After(const PlanarPose& a, const PlanarPose& b) {
  return {a.x + std::cos(a.yaw) * b.x - std::sin(a.yaw) * b.y,
          a.y + std::sin(a.yaw) * b.x + std::cos(a.yaw) * b.y, a.yaw + b.yaw};
}

/// Coordinates of a point in the frame of the pose.
Eigen::Vector2d SeenFrom(const PlanarPose& pose, const Eigen::Vector2d& p) {
  const double x = p.x() - pose.x;
  const double y = p.y() - pose.y;
  return {std::cos(pose.yaw) * x + std::sin(pose.yaw) * y,
          std::cos(pose.yaw) * y - std::sin(pose.yaw) * x};
}

bool IsZero(const PlanarTwist& twist) {
  return twist.x == 0.0 && twist.y == 0.0 && twist.turn == 0.0;
}

/// +1 for the left foot, -1 for the right one.
double SideOf(int foot) { return foot == 0 ? 1.0 : -1.0; }

}  // namespace

StepPlan::StepPlan(const StepSpec& spec) : spec_(spec), rate_(std::sqrt(kGravity / spec.height)) {
  Rest();
}

void StepPlan::Rest() {
  mode_ = Mode::kRest;
  standing_ = 0;
  time_ = swing_height_ = 0.0;
  swing_ = lifted_from_ = goal_ = {0.0, -2.0 * spec_.half_width, 0.0};
  mass_ = capture_ = {spec_.zmp_forward, -spec_.half_width};
  capture_speed_.setZero();
  step_shift_.setZero();
  deviation_.setZero();
}

PlanarPose StepPlan::Next(const PlanarPose& from, int side, const PlanarTwist& command) const {
  const double in = -SideOf(side) * spec_.half_width;
  const double max_speed = spec_.max_step_length / spec_.step_time;
  // The centre between the feet moves with the command for one step; the other foot goes beside it.
  const PlanarPose middle = After(from, {0.0, in, 0.0});
  const double t = spec_.step_time;
  const PlanarPose next = Moved(
      middle, {t * std::clamp(command.x, -max_speed, max_speed), t * command.y, t * command.turn});
  const PlanarPose foot = After(next, {0.0, in, 0.0});
  // Keep the minimum distance between the feet.
  const Eigen::Vector2d seen = SeenFrom(from, {foot.x, foot.y});
  const double min = 2.0 * spec_.min_step_width * std::abs(in);
  const double across = std::max(seen.y() * SideOf(1 - side), min) * SideOf(1 - side);
  return After(from, {seen.x(), across, foot.yaw - from.yaw});
}

Eigen::Vector2d StepPlan::WeightOn(const PlanarPose& foot, int side) const {
  const PlanarPose weight = After(foot, {spec_.zmp_forward, -SideOf(side) * spec_.zmp_inward, 0.0});
  return {weight.x, weight.y};
}

Eigen::Vector2d StepPlan::CaptureAtStart(const PlanarTwist& command) const {
  // Preview: forward through the footsteps, then backward through the dynamics of the capture
  // point, xi' = rate (xi - zmp), which end at the last footstep. Backward in time they are stable.
  PlanarPose feet[kAhead + 1];
  int side = standing_;
  for (int i = 0; i < kAhead; ++i, side = 1 - side) {
    feet[i + 1] = Next(feet[i], side, command);
  }
  const double fades = std::exp(-rate_ * spec_.step_time);
  Eigen::Vector2d capture = WeightOn(feet[kAhead], side);
  for (int i = kAhead - 1; i >= 0; --i) {
    side = 1 - side;
    const Eigen::Vector2d weight = WeightOn(feet[i], side);
    capture = weight + fades * (capture - weight);
  }
  return capture;
}

void StepPlan::Enter(Mode mode) {
  mode_ = mode;
  time_ = 0.0;
  slide_from_ = capture_ - deviation_;
  lifted_from_ = swing_;
  step_shift_.setZero();
}

void StepPlan::Slide(const Eigen::Vector2d& to, double dt) {
  time_ += dt;
  const double share = time_ / spec_.shift_time;
  IntegrateDeviation(dt);
  capture_ = slide_from_ + Smooth(share) * (to - slide_from_) + deviation_;
  capture_speed_ = SmoothSlope(share) / spec_.shift_time * (to - slide_from_);
}

void StepPlan::ChangeFeet() {
  const PlanarPose foot = swing_;
  swing_ = After({0.0, 0.0, -foot.yaw}, {-foot.x, -foot.y, 0.0});
  swing_.yaw = -foot.yaw;
  mass_ = SeenFrom(foot, mass_);
  capture_ = SeenFrom(foot, capture_);
  capture_speed_ = SeenFrom({0.0, 0.0, foot.yaw}, capture_speed_);
  // The step was placed by step_shift_ towards the deviation, which is smaller by that.
  deviation_ = SeenFrom({0.0, 0.0, foot.yaw}, deviation_ - step_shift_);
  standing_ = 1 - standing_;
}

Eigen::Vector2d StepPlan::CaptureAt(double time, const Eigen::Vector2d& start) const {
  const Eigen::Vector2d weight = WeightOn(PlanarPose(), standing_);
  return weight + std::exp(rate_ * time) * (start - weight);
}

Eigen::Vector2d StepPlan::WeightShift() const {
  const Eigen::Vector2d desired = kWeightGain * deviation_;
  const double between = mode_ == Mode::kStep ? 0.0 : 0.5 * std::abs(swing_.y);
  const double aside = spec_.zmp_range.y() + between;
  return {std::clamp(desired.x(), -spec_.zmp_range.x() - spec_.zmp_forward,
                     spec_.zmp_range.x() - spec_.zmp_forward),
          std::clamp(desired.y(), -aside, aside)};
}

Eigen::Vector2d StepPlan::DeviationAfter(double seconds) const {
  const Eigen::Vector2d shift = WeightShift();
  return shift + std::exp(rate_ * seconds) * (deviation_ - shift);
}

void StepPlan::IntegrateDeviation(double dt) {
  if (deviation_.isZero(0.0)) return;
  const Eigen::Vector2d next = DeviationAfter(dt);
  for (int i = 0; i < 2; ++i) {
    // The shift reduces the deviation to zero, but must not reverse it.
    deviation_[i] =
        next[i] * deviation_[i] > 0.0 && std::abs(next[i]) > kNegligible ? next[i] : 0.0;
  }
}

double StepPlan::Pace(const Eigen::Vector2d& start) const {
  if (std::abs(deviation_.y()) < kOffPace) return 1.0;
  const double out = SideOf(standing_);
  const double weight = WeightOn(PlanarPose(), standing_).y();
  const double inside = out * (weight - start.y());
  const double inside_now = out * (weight - CaptureAt(time_, start).y() - deviation_.y());
  if (inside <= 0.0) return 1.0;
  // The time at which the capture point of an undisturbed step is there.
  const double then = inside_now > inside ? std::log(inside_now / inside) / rate_ : 0.0;
  return std::clamp(1.0 + (then - time_) / kPaceTime, 0.0, kFastest);
}

void StepPlan::Swing(const PlanarTwist& command) {
  const double both = 0.5 * spec_.double_support * spec_.step_time;
  const double air = spec_.step_time - 2.0 * both;
  // Phase of the swing, 0 to 1.
  const double s = std::clamp((time_ - both) / air, 0.0, 1.0);
  if (s < 1.0) {
    const PlanarPose usual = Next(PlanarPose(), standing_, command);
    if (s < 0.9) {
      const double left = std::max(spec_.step_time - time_, 0.0);
      step_shift_ = (spec_.step_gain * DeviationAfter(left))
                        .cwiseMax(-spec_.max_step_correction)
                        .cwiseMin(spec_.max_step_correction);
      const double min = spec_.min_step_width * 2.0 * spec_.half_width;
      const double out = SideOf(1 - standing_);
      step_shift_.y() = out * std::max(out * (usual.y + step_shift_.y()), min) - usual.y;
      if (deviation_.isZero(0.0)) step_shift_.setZero();
    }
    goal_ = {usual.x + step_shift_.x(), usual.y + step_shift_.y(), usual.yaw};
  }
  const double ahead = Smooth(s);
  swing_.x = lifted_from_.x + ahead * (goal_.x - lifted_from_.x);
  swing_.y = lifted_from_.y + ahead * (goal_.y - lifted_from_.y);
  swing_.yaw = lifted_from_.yaw + ahead * (goal_.yaw - lifted_from_.yaw);
  swing_height_ = spec_.step_height * 16.0 * s * s * (1.0 - s) * (1.0 - s);
}

void StepPlan::PlanStep(const PlanarTwist& command, double dt) {
  const Eigen::Vector2d start = CaptureAtStart(command);
  const double pace = Pace(start);
  if (pace != 1.0) deviation_ += CaptureAt(time_ + dt, start) - CaptureAt(time_ + pace * dt, start);
  time_ += pace * dt;
  Swing(command);
  IntegrateDeviation(dt);
  const Eigen::Vector2d weight = WeightOn(PlanarPose(), standing_);
  capture_ = CaptureAt(time_, start) + deviation_;
  capture_speed_ = rate_ * (capture_ - weight - WeightShift());
}

void StepPlan::EndStep(bool walks) {
  const double late = time_ - spec_.step_time;
  ChangeFeet();
  const bool beside = std::abs(swing_.x) < kAtRest && std::abs(swing_.yaw) < kAtRest &&
                      std::abs(std::abs(swing_.y) - 2.0 * spec_.half_width) < kAtRest;
  Enter(!walks && beside ? Mode::kSettle : Mode::kStep);
  time_ = late;
}

void StepPlan::Advance(const PlanarTwist& command, double dt, const Fall& fallen) {
  const bool walks = !IsZero(command);
  if (mode_ == Mode::kRest) {
    if (!walks) return;
    Enter(Mode::kShift);
  }
  deviation_ += fallen.capture;
  mass_ += fallen.mass;
  const Eigen::Vector2d middle(0.5 * swing_.x + spec_.zmp_forward, 0.5 * swing_.y);
  switch (mode_) {
    case Mode::kShift:
      Slide(CaptureAtStart(command), dt);
      if (time_ >= spec_.shift_time) Enter(Mode::kStep);
      break;
    case Mode::kSettle:
      Slide(middle, dt);
      if (time_ >= spec_.shift_time && walks) Enter(Mode::kShift);
      break;
    default:
      PlanStep(command, dt);
      if (time_ >= spec_.step_time) EndStep(walks);
      break;
  }
  mass_ += -std::expm1(-rate_ * dt) * (capture_ - mass_);
  if (mode_ == Mode::kSettle && (mass_ - middle).norm() < kAtRest && !walks &&
      deviation_.isZero(0.0)) {
    // The state at the start, except that the other foot may be the supporting one.
    const int standing = standing_;
    Rest();
    if (standing != standing_) ChangeFeet();
  }
}

void StepPlan::Archive(StateArchive* archive) {
  archive->Choice(&mode_, Mode::kSettle);
  archive->Choice(&standing_, 1);
  archive->Items(&time_, &lifted_from_, &swing_, &goal_, &swing_height_, &mass_, &capture_,
                 &capture_speed_, &slide_from_, &step_shift_, &deviation_);
}

}  // namespace surefoot::drives
