#include "surefoot/sensors/inertial/motion_sampler.h"

namespace surefoot::sensors {

void MotionSampler::Step(const Vector3d& value, double dt) {
  if (!spec_.IsNone()) {
    filter_.Step(value, dt);
  } else if (without_ == Without::kLast) {
    out_ = value;
  } else {
    sum_ += value;
    ++count_;
  }
}

Vector3d MotionSampler::Take() {
  if (!spec_.IsNone()) return filter_.output();
  if (count_ > 0) out_ = sum_ / static_cast<double>(count_);
  sum_.setZero();
  count_ = 0;
  return out_;
}

void MotionSampler::Archive(StateArchive* archive) {
  archive->Items(&sum_, &out_, &count_, &filter_);
  archive->Require(count_ >= 0);
}

}  // namespace surefoot::sensors
