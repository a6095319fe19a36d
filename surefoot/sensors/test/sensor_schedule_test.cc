// Due times of samples after a restore, for arbitrary bytes.

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using test::MakeSensor;
using test::Rig;

/// Offset in the bytes of a set: behind the number of sensors.
constexpr std::size_t kSampleAt = sizeof(std::uint64_t);

Rig MakeRig() {
  return Rig(
      {MakeSensor("<sensor name=\"imu\" type=\"imu\"><update_rate>100</update_rate></sensor>")});
}

Bytes WithSample(Bytes bytes, std::int64_t sample) {
  std::memcpy(bytes.data() + kSampleAt, &sample, sizeof sample);
  return bytes;
}

// A due time long ago caused a sample for each period since, and an extreme one an endless loop.
TEST(SensorSchedule, NextSampleIsAtMostAPeriodAhead) {
  Rig rig = MakeRig();
  ASSERT_TRUE(rig.ok()) << rig.problems.ErrorText();
  rig.Rest(55);
  const Bytes whole = rig.Save();
  std::int64_t sample = 0;
  std::memcpy(&sample, whole.data() + kSampleAt, sizeof sample);
  ASSERT_EQ(sample, 6);
  EXPECT_TRUE(RestoreStateAt(rig.time_ns, whole, rig.sensors.get()));
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t wrong : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, sample - 1,
                                   sample + 3, std::int64_t{1} << 40, kMax, -kMax}) {
    EXPECT_FALSE(RestoreStateAt(rig.time_ns, WithSample(whole, wrong), rig.sensors.get())) << wrong;
  }
  EXPECT_TRUE(RestoreStateAt(rig.time_ns, whole, rig.sensors.get()));
  const SensorStatus before = rig.sensors->Statuses().front();
  rig.Rest(10);
  EXPECT_LE(rig.sensors->Statuses().front().samples, before.samples + 1);
}

TEST(SensorSchedule, BytesOfAnotherTimeAreRefused) {
  Rig rig = MakeRig();
  rig.Rest(55);
  const Bytes whole = rig.Save();
  for (const double seconds : {0.0, 0.01, 1.0, 1e6, 9e8}) {
    EXPECT_FALSE(RestoreStateAt(ToNanoseconds(seconds), whole, rig.sensors.get())) << seconds;
  }
}

}  // namespace
}  // namespace surefoot::sensors
