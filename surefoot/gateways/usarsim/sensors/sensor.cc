#include "surefoot/gateways/usarsim/sensors/sensor.h"

namespace surefoot::gateways::usarsim {

// Time is that of the sample, not of its arrival, so that SEN lines have simulated measurement
// times.
void Sensor::Take(const graph::Sample& sample) {
  if (!Read(sample)) return;
  has_value_ = true;
  is_new_ = true;
  time_ns_ = sample.time_ns;
}

bool Sensor::Due(SimTimeNs now_ns) const {
  if (!has_value_) return false;
  if (asked_) return true;
  if (!is_periodic() || !is_new_) return false;
  // After a reset the time is before the last line. Half a millisecond of tolerance, because the
  // rates of sensor and protocol may not divide evenly.
  const SimTimeNs period_ns = ToNanoseconds(spec_.period) - 500000;
  return sent_ns_ < 0 || now_ns < sent_ns_ || now_ns - sent_ns_ >= period_ns;
}

void Sensor::Sent(SimTimeNs now_ns) {
  is_new_ = false;
  asked_ = false;
  if (!is_periodic()) has_value_ = false;
  sent_ns_ = now_ns;
}

void Sensor::WriteConf(const Style&, Out* out) const { out->Add("ScanInterval", spec_.period, 4); }

std::unique_ptr<Sensor> MakeSensor(const SensorSpec& spec) {
  for (const auto make : {&MakeRangeSensor, &MakeMotionSensor, &MakeJointSensor, &MakePlaceSensor,
                          &MakeDepthSensor}) {
    if (std::unique_ptr<Sensor> sensor = make(spec)) return sensor;
  }
  return nullptr;
}

}  // namespace surefoot::gateways::usarsim
