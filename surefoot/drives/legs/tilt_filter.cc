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

void TiltFilter::Save(ByteWriter* writer) const {
  for (int i = 0; i < 3; ++i) {
    writer->Put(up_B_[i]);
    writer->Put(w_B_[i]);
  }
}

void TiltFilter::Restore(ByteReader* reader) {
  for (int i = 0; i < 3; ++i) {
    up_B_[i] = reader->Get<double>();
    w_B_[i] = reader->Get<double>();
  }
}

}  // namespace surefoot::drives
