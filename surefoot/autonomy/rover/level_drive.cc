#include "surefoot/autonomy/rover/level_drive.h"

#include <algorithm>
#include <cmath>

namespace surefoot::rover {
namespace {

constexpr int kHalfCount = 40;

}  // namespace

/// Tabulates the steady motion for equally spaced steering angles between -most_steering and
/// +most_steering (rad): the balance of forces takes too long for every step of a plan.
Result<LevelDrive> LevelDrive::Make(const SlopeVehicleSpec& spec, const world::Soil& soil,
                                    double max_steering) {
  if (!(max_steering > 1e-3 && max_steering < 1.0)) {
    return Error{"the greatest steering angle is " + std::to_string(max_steering) +
                 " rad; accepted are 0.001 to 1"};
  }
  const Result<SlopeVehicle> vehicle = SlopeVehicle::Make(spec, soil);
  if (!vehicle.ok()) return vehicle.error();
  LevelDrive drive;
  drive.max_ = max_steering;
  drive.step_ = max_steering / kHalfCount;
  drive.motions_.resize(2 * kHalfCount + 1);
  SlopeMotion straight;
  straight.slip = vehicle->ClimbSlip(0.0).value_or(0.0);
  // From the middle outward: each is near the one before.
  for (const int side : {1, -1}) {
    SlopeMotion guess = straight;
    for (int i = 0; i <= kHalfCount; ++i) {
      const auto motion = vehicle->Balance(0.0, 0.0, {side * i * drive.step_}, guess);
      if (!motion.ok()) return motion.error().Within("on level ground");
      guess = drive.motions_[static_cast<std::size_t>(kHalfCount + side * i)] = motion.value();
    }
  }
  drive.straight_ratio_ = TreadRatio(drive.At(0.0).slip);
  return drive;
}

/// Linear interpolation between two steering angles of the table.
SlopeMotion LevelDrive::At(double steering) const {
  const double place = (std::clamp(steering, -max_, max_) + max_) / step_;
  const auto low = std::min(static_cast<std::size_t>(place), motions_.size() - 2);
  const double share = place - static_cast<double>(low);
  const SlopeMotion& a = motions_[low];
  const SlopeMotion& b = motions_[low + 1];
  return {a.sideslip + share * (b.sideslip - a.sideslip),
          a.curvature + share * (b.curvature - a.curvature), a.slip + share * (b.slip - a.slip)};
}

/// Without slip in the turn: the tread is at the speed of straight driving.
LevelState LevelDrive::Start(double heading, double speed) const {
  LevelState state;
  state.heading = heading;
  state.speed = speed;
  state.tread = speed * straight_ratio_;
  return state;
}

/// The tread's speed approaches the wanted one exponentially with the time constant `delay` (s).
void LevelDrive::Step(double steering, double desired_speed, double delay, double seconds,
                      LevelState* state) const {
  const SlopeMotion motion = At(steering);
  const double desired = desired_speed * straight_ratio_;
  // The delay is followed exactly; the way is that of the mean speed.
  const double before = state->tread;
  const double left = delay > 0.0 ? std::exp(-seconds / delay) : 0.0;
  state->tread = desired + (before - desired) * left;
  const double mean =
      delay > 0.0 ? desired + (before - desired) * (1.0 - left) * delay / seconds : desired;
  const double along = seconds * mean / TreadRatio(motion.slip);
  const double turn = along * motion.curvature;
  const double direction = state->heading + 0.5 * turn + motion.sideslip;
  const double way = along / std::cos(motion.sideslip);
  // The chord of the arc.
  const double chord = std::abs(turn) > 1e-9 ? way * std::sin(0.5 * turn) / (0.5 * turn) : way;
  state->x += chord * std::cos(direction);
  state->y += chord * std::sin(direction);
  state->heading += turn;
  state->way += std::abs(way);
  state->time += seconds;
  state->speed = state->tread / TreadRatio(motion.slip);
}

}  // namespace surefoot::rover
