#include "surefoot/sensors/inertial/motion_sampler.h"

#include "surefoot/noise/save.h"

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

void MotionSampler::Save(ByteWriter* writer) const {
  noise::SaveVector(sum_, writer);
  noise::SaveVector(out_, writer);
  writer->Put(count_);
  filter_.Save(writer);
}

bool MotionSampler::Restore(ByteReader* reader) {
  sum_ = noise::RestoreVector(reader);
  out_ = noise::RestoreVector(reader);
  count_ = reader->Get<std::int64_t>();
  return filter_.Restore(reader) && count_ >= 0;
}

}  // namespace surefoot::sensors
