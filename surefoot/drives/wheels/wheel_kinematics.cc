#include "surefoot/drives/wheels/wheel_kinematics.h"

#include <Eigen/Dense>
#include <cmath>

namespace surefoot::drives {
namespace {

/// Smallest share of the largest singular value that counts.
constexpr double kLeastShare = 1e-6;

}  // namespace

OmniKinematics::OmniKinematics(const std::vector<OmniWheel>& wheels) {
  inverse_.resize(static_cast<Eigen::Index>(wheels.size()), 3);
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const OmniWheel& wheel = wheels[i];
    // The ground does not slide along the rollers' axes: there the wheel's rolling and the base's
    // motion agree.
    const double held = wheel.direction + wheel.roller_angle;
    const Eigen::Vector2d a(std::cos(held), std::sin(held));
    const double per_speed = 1.0 / (wheel.radius * std::cos(wheel.roller_angle));
    const double arm = wheel.position.x() * a.y() - wheel.position.y() * a.x();
    inverse_.row(static_cast<Eigen::Index>(i)) = per_speed * Eigen::RowVector3d(a.x(), a.y(), arm);
  }
  if (wheels.size() < 3 || !inverse_.allFinite()) return;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(inverse_, Eigen::ComputeThinU | Eigen::ComputeThinV);
  complete_ = svd.singularValues()[2] > kLeastShare * svd.singularValues()[0];
  if (complete_) forward_ = svd.solve(Eigen::MatrixXd::Identity(inverse_.rows(), inverse_.rows()));
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

}  // namespace surefoot::drives
