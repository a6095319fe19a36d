#include "surefoot/drives/legs/tilt_filter.h"

#include <cmath>

namespace surefoot::drives {

void TiltFilter::Add(const Vector3d& w_B, const Vector3d& f_B, double dt) {
  if (has_gyro_) {
    w_B_ = w_B;
    up_B_ -= dt * w_B.cross(up_B_);
  }
  // A falling robot feels nothing; then only the gyro tells.
  const double felt = f_B.norm();
  if (felt > 1.0) up_B_ += -std::expm1(-dt / time_) * (f_B / felt - up_B_);
  const double length = up_B_.norm();
  up_B_ = length > 1e-6 ? Vector3d(up_B_ / length) : Vector3d::UnitZ();
}

double TiltFilter::roll() const { return std::atan2(up_B_.y(), up_B_.z()); }

double TiltFilter::pitch() const {
  return std::atan2(-up_B_.x(), std::hypot(up_B_.y(), up_B_.z()));
}

void TiltFilter::Archive(StateArchive* archive) { archive->Items(&up_B_, &w_B_); }

}  // namespace surefoot::drives
