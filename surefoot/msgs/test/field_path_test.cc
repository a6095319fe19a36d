#include "surefoot/msgs/field_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "tests/allocation_counter.h"

namespace surefoot::msgs {
namespace {

using testing::HasSubstr;

std::string Refusal(const TypeInfo& type, const std::string& path) {
  const Result<FieldPath> made = FieldPath::Make(type, path);
  return made.ok() ? "" : made.error().message;
}

TEST(FieldPath, ReadsAndWritesNumbers) {
  sensor_msgs::Imu imu;
  imu.angular_velocity.y = 0.25;
  imu.orientation_covariance[4] = 7.0;
  imu.header.stamp.sec = -3;
  const TypeInfo& type = sensor_msgs::Imu::type();
  EXPECT_EQ(FieldPath::Make(type, "angular_velocity.y")->Get(&imu), 0.25);
  EXPECT_EQ(FieldPath::Make(type, "orientation_covariance[4]")->Get(&imu), 7.0);
  EXPECT_EQ(FieldPath::Make(type, "header.stamp.sec")->Get(&imu), -3.0);
  EXPECT_TRUE(FieldPath::Make(type, "linear_acceleration.z")->Set(9.5, &imu));
  EXPECT_EQ(imu.linear_acceleration.z, 9.5);
  EXPECT_TRUE(FieldPath::Make(type, "header.stamp.nanosec")->Set(4.4, &imu));
  EXPECT_EQ(imu.header.stamp.nanosec, 4u);
}

TEST(FieldPath, WholeNumbersKeepTheirRange) {
  sensor_msgs::Imu imu;
  const FieldPath sec = FieldPath::Make(sensor_msgs::Imu::type(), "header.stamp.sec").value();
  EXPECT_FALSE(sec.Set(3e9, &imu));
  EXPECT_FALSE(sec.Set(-3e9, &imu));
  EXPECT_FALSE(sec.Set(std::nan(""), &imu));
  EXPECT_TRUE(sec.Set(-2147483648.0, &imu));
  EXPECT_EQ(imu.header.stamp.sec, std::numeric_limits<std::int32_t>::lowest());
  EXPECT_FALSE(FieldPath::Make(sensor_msgs::Imu::type(), "header.stamp.nanosec")->Set(-1, &imu));
}

TEST(FieldPath, ArraysMayBeTooShort) {
  sensor_msgs::JointState state;
  const FieldPath second = FieldPath::Make(sensor_msgs::JointState::type(), "velocity[1]").value();
  EXPECT_EQ(second.Get(&state), std::nullopt);
  EXPECT_FALSE(second.Set(1.0, &state));
  state.velocity = {4.0, 5.0};
  EXPECT_EQ(second.Get(&state), 5.0);
}

TEST(FieldPath, SaysWhatIsWrong) {
  const TypeInfo& type = sensor_msgs::Imu::type();
  EXPECT_THAT(Refusal(type, "speed"), HasSubstr("no field 'speed' in sensor_msgs/msg/Imu; there "
                                                "are: header, orientation"));
  EXPECT_THAT(Refusal(type, "angular_velocity"), HasSubstr("add one of its fields: x, y, z"));
  EXPECT_THAT(Refusal(type, "angular_velocity.x.y"),
              HasSubstr("'angular_velocity.x' has no fields"));
  EXPECT_THAT(Refusal(type, "angular_velocity[0].x"), HasSubstr("is not an array"));
  EXPECT_THAT(Refusal(type, "orientation_covariance"),
              HasSubstr("write orientation_covariance[0]"));
  EXPECT_THAT(Refusal(type, "orientation_covariance[9]"), HasSubstr("has 9 items"));
  EXPECT_THAT(Refusal(type, "header.frame_id"), HasSubstr("is a text"));
  for (const char* wrong : {"", ".", "angular_velocity.", "orientation_covariance[", "x[1",
                            "orientation_covariance[-1]", "orientation_covariance[1]x"}) {
    EXPECT_NE(Refusal(type, wrong), "") << wrong;
  }
}

TEST(FieldPath, DoesNotAllocate) {
  sensor_msgs::Imu imu;
  const FieldPath path = FieldPath::Make(sensor_msgs::Imu::type(), "angular_velocity.x").value();
  const long before = AllocationCount();
  double sum = 0.0;
  for (int i = 0; i < 100; ++i) {
    path.Set(i, &imu);
    sum += *path.Get(&imu);
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(sum, 4950.0);
}

}  // namespace
}  // namespace surefoot::msgs
