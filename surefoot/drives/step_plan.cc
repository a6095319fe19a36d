#include "surefoot/drives/step_plan.h"

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

constexpr double kGravity = 9.81;
/// Steps that are looked ahead: what comes later matters less than 1 % of a step.
constexpr int kAhead = 4;
/// A plan that stands below this is as good as at rest, in m.
constexpr double kAtRest = 1e-6;
constexpr double kMostGivingWay = 0.04;

/// From 0 to 1, level and straight at its ends.
double Smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
}
double SmoothSlope(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return 30.0 * t * t * (1.0 - t) * (1.0 - t);
}

PlanarPose After(const PlanarPose& a, const PlanarPose& b) {
  return {a.x + std::cos(a.yaw) * b.x - std::sin(a.yaw) * b.y,
          a.y + std::sin(a.yaw) * b.x + std::cos(a.yaw) * b.y, a.yaw + b.yaw};
}

/// The point as it is seen from the pose.
Eigen::Vector2d SeenFrom(const PlanarPose& pose, const Eigen::Vector2d& p) {
  const double x = p.x() - pose.x;
  const double y = p.y() - pose.y;
  return {std::cos(pose.yaw) * x + std::sin(pose.yaw) * y,
          std::cos(pose.yaw) * y - std::sin(pose.yaw) * x};
}

bool IsZero(const PlanarTwist& twist) {
  return twist.x == 0.0 && twist.y == 0.0 && twist.turn == 0.0;
}

/// +1 for the left foot.
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
  mass_ = capture_ = {spec_.ahead, -spec_.half_width};
  capture_speed_.setZero();
  give_way_.setZero();
}

PlanarPose StepPlan::Next(const PlanarPose& from, int side, const PlanarTwist& command) const {
  const double in = -SideOf(side) * spec_.half_width;
  const double longest = spec_.longest / spec_.step_time;
  // From the middle of the feet to where it is one step later; the other foot goes there.
  const PlanarPose middle = After(from, {0.0, in, 0.0});
  const double t = spec_.step_time;
  const PlanarPose next = Moved(
      middle, {t * std::clamp(command.x, -longest, longest), t * command.y, t * command.turn});
  const PlanarPose foot = After(next, {0.0, in, 0.0});
  // Feet that would come too near stay apart.
  const Eigen::Vector2d seen = SeenFrom(from, {foot.x, foot.y});
  const double least = 2.0 * spec_.least_width * std::abs(in);
  const double across = std::max(seen.y() * SideOf(1 - side), least) * SideOf(1 - side);
  return After(from, {seen.x(), across, foot.yaw - from.yaw});
}

Eigen::Vector2d StepPlan::WeightOn(const PlanarPose& foot, int side) const {
  const PlanarPose weight = After(foot, {spec_.ahead, -SideOf(side) * spec_.inward, 0.0});
  return {weight.x, weight.y};
}

Eigen::Vector2d StepPlan::CaptureAtStart(const PlanarTwist& command) const {
  // Forward through the feet, then back: the capture point ends on the last of them.
  PlanarPose feet[kAhead + 1];
  int side = standing_;
  for (int i = 0; i < kAhead; ++i, side = 1 - side) {
    feet[i + 1] = i == 0 && mode_ == Mode::kStep ? goal_ : Next(feet[i], side, command);
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
  slide_from_ = capture_;
  lifted_from_ = swing_;
  give_way_.setZero();
}

void StepPlan::Slide(const Eigen::Vector2d& to, double dt) {
  time_ += dt;
  const double share = time_ / spec_.shift_time;
  capture_ = slide_from_ + Smooth(share) * (to - slide_from_);
  capture_speed_ = SmoothSlope(share) / spec_.shift_time * (to - slide_from_);
}

void StepPlan::ChangeFeet() {
  const PlanarPose foot = swing_;
  swing_ = After({0.0, 0.0, -foot.yaw}, {-foot.x, -foot.y, 0.0});
  swing_.yaw = -foot.yaw;
  mass_ = SeenFrom(foot, mass_);
  capture_ = SeenFrom(foot, capture_);
  capture_speed_ = SeenFrom({0.0, 0.0, foot.yaw}, capture_speed_);
  standing_ = 1 - standing_;
}

void StepPlan::PlanStep(const PlanarTwist& command, double dt, const Eigen::Vector2d& missed) {
  time_ += dt;
  const double left = std::max(spec_.step_time - time_, 0.0);
  const double air = (1.0 - spec_.both_feet) * spec_.step_time;
  // Share of the way through the air.
  const double s = std::clamp((time_ - 0.5 * (spec_.step_time - air)) / air, 0.0, 1.0);
  if (s < 1.0) {
    goal_ = Next(PlanarPose(), standing_, command);
    // What it falls by until touchdown, the foot goes further.
    if (s < 0.8) give_way_ = spec_.step_gain * std::exp(rate_ * left) * missed;
    give_way_ = give_way_.cwiseMax(-kMostGivingWay).cwiseMin(kMostGivingWay);
    goal_.x += give_way_.x();
    const double least = spec_.least_width * 2.0 * spec_.half_width;
    const double out = SideOf(1 - standing_);
    goal_.y = out * std::max(out * (goal_.y + give_way_.y()), least);
  }
  const double ahead = Smooth(s);
  swing_.x = lifted_from_.x + ahead * (goal_.x - lifted_from_.x);
  swing_.y = lifted_from_.y + ahead * (goal_.y - lifted_from_.y);
  swing_.yaw = lifted_from_.yaw + ahead * (goal_.yaw - lifted_from_.yaw);
  swing_height_ = spec_.step_height * 16.0 * s * s * (1.0 - s) * (1.0 - s);
  const Eigen::Vector2d weight = WeightOn(PlanarPose(), standing_);
  const Eigen::Vector2d start = CaptureAtStart(command);
  capture_ = weight + std::exp(rate_ * time_) * (start - weight);
  capture_speed_ = rate_ * (capture_ - weight);
}

void StepPlan::Advance(const PlanarTwist& command, double dt, const Eigen::Vector2d& missed) {
  const bool walks = !IsZero(command);
  if (mode_ == Mode::kRest) {
    if (!walks) return;
    Enter(Mode::kShift);
  }
  const Eigen::Vector2d middle(0.5 * swing_.x + spec_.ahead, 0.5 * swing_.y);
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
      PlanStep(command, dt, missed);
      if (time_ >= spec_.step_time) {
        const double late = time_ - spec_.step_time;
        ChangeFeet();
        const bool beside = std::abs(swing_.x) < kAtRest && std::abs(swing_.yaw) < kAtRest &&
                            std::abs(std::abs(swing_.y) - 2.0 * spec_.half_width) < kAtRest;
        Enter(!walks && beside ? Mode::kSettle : Mode::kStep);
        time_ = late;
      }
      break;
  }
  mass_ += -std::expm1(-rate_ * dt) * (capture_ - mass_);
  if (mode_ == Mode::kSettle && (mass_ - middle).norm() < kAtRest && !walks) {
    // As it was at the start, but perhaps on the other foot.
    const int standing = standing_;
    Rest();
    if (standing != standing_) ChangeFeet();
  }
}

bool StepPlan::on_both() const { return mode_ != Mode::kStep || swing_height_ <= 0.0; }

void StepPlan::Save(ByteWriter* writer) const {
  writer->Put(mode_);
  writer->Put<std::uint8_t>(static_cast<std::uint8_t>(standing_));
  writer->Put(time_);
  writer->Put(lifted_from_);
  writer->Put(swing_);
  writer->Put(goal_);
  writer->Put(swing_height_);
  for (const Eigen::Vector2d* v : {&mass_, &capture_, &capture_speed_, &slide_from_, &give_way_}) {
    writer->PutDoubles(v->data(), 2);
  }
}

bool StepPlan::Restore(ByteReader* reader) {
  const auto mode = reader->Get<std::uint8_t>();
  const auto standing = reader->Get<std::uint8_t>();
  if (mode > static_cast<std::uint8_t>(Mode::kSettle) || standing > 1) return false;
  mode_ = static_cast<Mode>(mode);
  standing_ = standing;
  time_ = reader->Get<double>();
  lifted_from_ = reader->Get<PlanarPose>();
  swing_ = reader->Get<PlanarPose>();
  goal_ = reader->Get<PlanarPose>();
  swing_height_ = reader->Get<double>();
  for (Eigen::Vector2d* v : {&mass_, &capture_, &capture_speed_, &slide_from_, &give_way_}) {
    reader->GetDoubles(v->data(), 2);
  }
  return reader->ok();
}

}  // namespace surefoot::drives
