#include "surefoot/drives/wheels/wheel_kinematics.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>

#include "surefoot/math/decompose.h"

namespace surefoot::drives {
namespace {

/// Singular values below this share of the largest count as 0.
constexpr double kMinShare = 1e-6;

constexpr double kPi = 3.14159265358979323846;
/// Speed below which a wheel stands still (m/s), so that no steering angle is preferred.
constexpr double kStill = 1e-9;
/// Smallest pivot of the normal matrix relative to the largest; below it, the matrix is singular.
constexpr double kMinPivot = 1e-9;

Eigen::Vector2d VelocityOf(const SteeredWheel& wheel, const PlanarTwist& twist) {
  return {twist.x - twist.turn * wheel.pivot.y(), twist.y + twist.turn * wheel.pivot.x()};
}

/// An angle of a pivot's joint for a direction, which is determined up to whole turns: the one
/// nearest to `near` within the limits, otherwise the limit nearest to one of them.
struct Candidate {
  double angle = 0.0;
  /// How far it was beyond the limits before it was clamped to them.
  double beyond = 0.0;
  double from_near = 0.0;

  bool IsBetterThan(const Candidate& other) const {
    if (beyond != other.beyond) return beyond < other.beyond;
    return from_near < other.from_near;
  }
};

Candidate WithinLimits(const SteeredWheel& wheel, double angle, double near) {
  const double nearest = near + std::remainder(angle - near, 2.0 * kPi);
  Candidate best;
  bool first = true;
  for (const double turns : {0.0, -1.0, 1.0}) {
    const double whole = nearest + turns * 2.0 * kPi;
    Candidate candidate;
    candidate.angle = std::clamp(whole, wheel.lower, wheel.upper);
    candidate.beyond = std::abs(candidate.angle - whole);
    candidate.from_near = std::abs(candidate.angle - near);
    if (first || candidate.IsBetterThan(best)) best = candidate;
    first = false;
  }
  return best;
}

}  // namespace

OmniKinematics::OmniKinematics(const std::vector<OmniWheel>& wheels) {
  inverse_.resize(static_cast<Eigen::Index>(wheels.size()), 3);
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const OmniWheel& wheel = wheels[i];
    // The contact does not slide along the axis of the roller: in this direction the speed of the
    // wheel's rim and that of the base are equal. Across it the roller rolls freely.
    const double held = wheel.direction + wheel.roller_angle;
    const Eigen::Vector2d a(std::cos(held), std::sin(held));
    const double per_speed = 1.0 / (wheel.radius * std::cos(wheel.roller_angle));
    const double arm = wheel.position.x() * a.y() - wheel.position.y() * a.x();
    inverse_.row(static_cast<Eigen::Index>(i)) = per_speed * Eigen::RowVector3d(a.x(), a.y(), arm);
  }
  if (wheels.size() < 3 || !inverse_.allFinite()) return;
  const std::optional<Eigen::MatrixXd> forward = PseudoInverse(inverse_, kMinShare);
  complete_ = forward.has_value();
  if (complete_) forward_ = *forward;
}

double OmniKinematics::WheelSpeed(std::size_t wheel, const PlanarTwist& twist) const {
  return inverse_.row(static_cast<Eigen::Index>(wheel)) *
         Eigen::Vector3d(twist.x, twist.y, twist.turn);
}

double SteeringAngleAt(double angle, double wheel_base, double y) {
  // tan(angle) = L / R for the middle, L / (R - y) for the wheel.
  const double t = std::tan(angle);
  return std::atan2(wheel_base * t, wheel_base - y * t);
}

double MiddleAngle(double angle_at_y, double wheel_base, double y) {
  const double t = std::tan(angle_at_y);
  return std::atan2(wheel_base * t, wheel_base + y * t);
}

double RearWheelSpeed(double speed, double angle, double wheel_base, double y) {
  return speed * (1.0 - y * std::tan(angle) / wheel_base);
}

double SteeredWheelSpeed(double speed, double angle, double wheel_base, double y) {
  const double t = std::tan(angle);
  return speed * std::hypot(1.0 - y * t / wheel_base, t);
}

double ChooseAngle(const SteeredWheel& wheel, const PlanarTwist& twist, double near) {
  if (!wheel.steered) return near;
  const Eigen::Vector2d v = VelocityOf(wheel, twist);
  const double speed = v.norm();
  if (!(speed > kStill * (1.0 + std::abs(twist.turn)))) return near;
  // No lateral slip: |v| sin(course - direction) + turn * ahead = 0.
  const double course = std::atan2(v.y(), v.x());
  const double lead = std::asin(std::clamp(twist.turn * wheel.ahead / speed, -1.0, 1.0));
  const auto within = [&](double direction) {
    return WithinLimits(wheel, wheel.sign * (direction - wheel.direction), near);
  };
  const Candidate one = within(course + lead);
  const Candidate other = within(course + kPi - lead);
  return other.IsBetterThan(one) ? other.angle : one.angle;
}

double GroundSpeed(const SteeredWheel& wheel, const PlanarTwist& twist, double angle, double rate) {
  const double direction = wheel.DirectionAt(angle);
  const Eigen::Vector2d forward(std::cos(direction), std::sin(direction));
  return forward.dot(VelocityOf(wheel, twist)) - (twist.turn + wheel.sign * rate) * wheel.left;
}

void TwistFit::Add(const SteeredWheel& wheel, double angle, double rolled, double turned) {
  const double c = std::cos(wheel.DirectionAt(angle));
  const double s = std::sin(wheel.DirectionAt(angle));
  const Eigen::Vector2d& p = wheel.pivot;
  const double steered = wheel.sign * turned;
  AddRow({c, s, p.x() * s - p.y() * c - wheel.left}, rolled + steered * wheel.left);
  AddRow({-s, c, p.x() * c + p.y() * s + wheel.ahead}, -steered * wheel.ahead);
}

void TwistFit::AddRow(const Eigen::Vector3d& row, double value) {
  normal_ += row * row.transpose();
  right_ += value * row;
}

PlanarTwist TwistFit::Solve() const {
  const Eigen::LDLT<Eigen::Matrix3d> solver(normal_);
  const Eigen::Vector3d pivots = solver.vectorD();
  if (!(pivots.minCoeff() > kMinPivot * pivots.maxCoeff())) return {};
  const Eigen::Vector3d x = solver.solve(right_);
  return {x.x(), x.y(), x.z()};
}

}  // namespace surefoot::drives
