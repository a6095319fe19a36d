#include "surefoot/gateways/usarsim/drive.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace surefoot::gateways::usarsim {
namespace {

/// Steering limit of classes that specify none (rad): the tangent of a right angle is infinite.
constexpr double kMaxSteer = 1.5;

double Percent(double value, double max) { return std::clamp(value, -100.0, 100.0) / 100.0 * max; }

/// Sets `value` if the line has the key; returns whether it has.
bool Update(const Line& line, const char* key, double* value) {
  const std::optional<double> number = line.Number(key);
  if (number) *value = *number;
  return number.has_value();
}

}  // namespace

bool Drive::Read(const Line& line) {
  const bool normalized = line.Flag("Normalized").value_or(false);
  // Some clients (Iridium) stop with the keys of all kinds of robots in one line, so the keys of
  // this robot's kind are read first.
  if (spec_.type == "AerialVehicle") return ReadFlight(line, normalized);
  if (spec_.steering == "AckermanSteered") {
    return ReadSteering(line, normalized) || ReadFlight(line, normalized);
  }
  return ReadSides(line, normalized) || ReadSteering(line, normalized) ||
         ReadFlight(line, normalized);
}

void Drive::Stop() {
  motion_ = Motion();
  left_ = right_ = speed_ = front_steer_ = rear_steer_ = 0.0;
}

double Drive::WheelSpeed(double value, bool normalized) const {
  if (normalized) return Percent(value, spec_.max_wheel_speed);
  if (spec_.max_wheel_speed <= 0.0) return value;
  return std::clamp(value, -spec_.max_wheel_speed, spec_.max_wheel_speed);
}

// Skid steering: the kinematics of two sides, with the wheel radius and separation of the table.
bool Drive::ReadSides(const Line& line, bool normalized) {
  const std::optional<double> left = line.Number("Left");
  const std::optional<double> right = line.Number("Right");
  if (!left && !right) return false;
  if (left) left_ = WheelSpeed(*left, normalized);
  if (right) right_ = WheelSpeed(*right, normalized);
  motion_ = Motion();
  motion_.forward = (left_ + right_) / 2.0 * spec_.wheel_radius;
  if (spec_.wheel_separation > 0.0) {
    motion_.turn = (right_ - left_) * spec_.wheel_radius / spec_.wheel_separation;
  }
  return true;
}

// Speed is that of the wheels. Without Ackermann steering only the speed is used.
bool Drive::ReadSteering(const Line& line, bool normalized) {
  const std::optional<double> speed = line.Number("Speed");
  const bool steered = Update(line, "FrontSteer", &front_steer_);
  const bool rear_steered = Update(line, "RearSteer", &rear_steer_);
  if (!speed && !steered && !rear_steered) return false;
  if (speed) speed_ = WheelSpeed(*speed, normalized);
  motion_ = Motion();
  motion_.forward = speed_ * spec_.wheel_radius;
  if (spec_.steering != "AckermanSteered") return true;
  const double max = spec_.max_steer > 0.0 ? spec_.max_steer : kMaxSteer;
  // Steering is positive to the right in the protocol and to the left here. Rear wheels that steer
  // the other way increase the curvature.
  motion_.steer = -std::clamp(front_steer_, -max, max);
  const double rear = std::clamp(rear_steer_, -max, max);
  if (spec_.wheel_base > 0.0) {
    motion_.turn = motion_.forward * (std::tan(motion_.steer) + std::tan(rear)) / spec_.wheel_base;
  }
  return true;
}

// Each key is optional and keeps its last value.
bool Drive::ReadFlight(const Line& line, bool normalized) {
  Motion next = motion_;
  double turn = 0.0;
  bool any = Update(line, "LinearVelocity", &next.forward);
  const bool sideways = Update(line, "LateralVelocity", &next.left);
  const bool upwards = Update(line, "AltitudeVelocity", &next.up);
  const bool turning = Update(line, "RotationalVelocity", &turn);
  if (!any && !sideways && !upwards && !turning) return false;
  if (normalized) {
    if (any) next.forward = Percent(next.forward, spec_.max_speed);
    if (sideways) next.left = Percent(next.left, spec_.max_speed);
    if (upwards) next.up = Percent(next.up, spec_.max_speed);
    turn = Percent(turn, spec_.max_turn);
  } else if (dialect_ == Dialect::kUdk) {
    // The UDK server reads RotationalVelocity in degrees per second.
    turn *= std::numbers::pi / 180.0;
  }
  // Sideways and turning are positive to the right in the protocol.
  if (sideways) next.left = -next.left;
  if (turning) next.turn = -turn;
  next.steer = 0.0;
  motion_ = next;
  return true;
}

}  // namespace surefoot::gateways::usarsim
