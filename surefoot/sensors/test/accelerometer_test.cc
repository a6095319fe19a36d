// Against closed forms: motion in, messages out.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/math/test/random_pose.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::FromVector3;
using msgs::sensor_msgs::Imu;
using test::MakeSensor;
using test::Rig;

std::string Text(const std::string& inside = "") {
  return "<sensor name=\"acc\" type=\"accelerometer\"><update_rate>100</update_rate>" + inside +
         "</sensor>";
}

/// Speeds up along x by t^2 / 2: the acceleration is t.
void SpeedUp(Rig* rig, int steps) {
  for (int i = 1; i <= steps; ++i) {
    const double t = 0.001 * i;
    Twist V_WL_W;
    V_WL_W.v.x() = 0.5 * t * t;
    rig->Step(RigidTransform(Vector3d(t * t * t / 6.0, 0.0, 0.0)), V_WL_W);
  }
}

TEST(Accelerometer, ReadsPlusGUpwardsAtRestInAnyAttitude) {
  RandomStream random(1, "attitudes");
  for (int i = 0; i < 10; ++i) {
    const RigidTransform X_LS = surefoot::test::RandomPose(&random);
    const RigidTransform X_WL = surefoot::test::RandomPose(&random, 10.0);
    Rig rig({MakeSensor(Text(), X_LS)});
    const auto messages = rig.Collect<Imu>("/bot/acc");
    rig.state.X_WL[0] = X_WL;
    rig.Rest(20);
    ASSERT_EQ(messages->size(), 2u);
    const Vector3d expected = (X_WL * X_LS).q.conjugate() * Vector3d(0, 0, 9.8);
    EXPECT_LT((FromVector3(messages->back().linear_acceleration) - expected).norm(), 1e-13);
  }
}

TEST(Accelerometer, ReportsNeitherRatesNorOrientation) {
  Rig rig({MakeSensor(Text())});
  const auto messages = rig.Collect<Imu>("/bot/acc");
  Twist turning;
  turning.w.z() = 1.0;
  for (int i = 1; i <= 10; ++i) {
    const Quaterniond q(Eigen::AngleAxisd(0.001 * i, Vector3d::UnitZ()));
    rig.Step(RigidTransform(q, Vector3d::Zero()), turning);
  }
  ASSERT_EQ(messages->size(), 1u);
  const Imu& imu = messages->front();
  EXPECT_EQ(imu.orientation_covariance[0], -1.0);
  EXPECT_EQ(imu.angular_velocity_covariance[0], -1.0);
  EXPECT_EQ(FromVector3(imu.angular_velocity), Vector3d::Zero());
  EXPECT_EQ(imu.header.frame_id, "bot/base");
}

TEST(Accelerometer, IsInstantOrAMean) {
  Rig instant({MakeSensor(Text())});
  Rig mean({MakeSensor(Text("<surefoot:average>true</surefoot:average>"))});
  const auto now = instant.Collect<Imu>("/bot/acc");
  const auto averages = mean.Collect<Imu>("/bot/acc");
  SpeedUp(&instant, 200);
  SpeedUp(&mean, 200);
  ASSERT_EQ(now->size(), 20u);
  ASSERT_EQ(averages->size(), 20u);
  for (int k = 1; k <= 20; ++k) {
    const auto i = static_cast<std::size_t>(k) - 1;
    // The middle of the last step, and that of the period.
    EXPECT_NEAR((*now)[i].linear_acceleration.x, 0.01 * k - 0.0005, 1e-12) << k;
    EXPECT_NEAR((*averages)[i].linear_acceleration.x, 0.01 * k - 0.005, 1e-12) << k;
  }
}

TEST(Accelerometer, FallingFreelyReadsNothing) {
  Rig rig({MakeSensor(Text())});
  const auto messages = rig.Collect<Imu>("/bot/acc");
  Twist V_WL_W;
  for (int i = 1; i <= 50; ++i) {
    V_WL_W.v.z() = -9.8 * 0.001 * i;
    rig.Step(RigidTransform(Vector3d(0.0, 0.0, 10.0)), V_WL_W);
  }
  for (const Imu& imu : *messages) {
    EXPECT_LT(FromVector3(imu.linear_acceleration).norm(), 1e-9);
  }
}

TEST(Accelerometer, NoiseHasItsDensityAndIsReported) {
  Rig rig({MakeSensor(Text(
      "<surefoot:accelerometer><noise_density>0.02</noise_density></surefoot:accelerometer>"))});
  const auto messages = rig.Collect<Imu>("/bot/acc");
  rig.Rest(20000);
  ASSERT_EQ(messages->size(), 2000u);
  double sum = 0.0;
  for (const Imu& imu : *messages) sum += std::pow(imu.linear_acceleration.y, 2);
  // Density times the square root of the rate; 5 sigma of 2000 samples.
  EXPECT_NEAR(std::sqrt(sum / 2000.0), 0.2, 5.0 * 0.2 / std::sqrt(2.0 * 2000.0));
  EXPECT_NEAR(messages->front().linear_acceleration_covariance[4], 0.04, 1e-12);
}

TEST(Accelerometer, ARestoredOneContinues) {
  const std::string noisy =
      "<surefoot:accelerometer><noise_density>0.02</noise_density></surefoot:accelerometer>";
  Rig rig({MakeSensor(Text(noisy))});
  const auto messages = rig.Collect<Imu>("/bot/acc");
  SpeedUp(&rig, 14);
  const Bytes saved = rig.Save();
  const SimTimeNs time_ns = rig.time_ns;
  SpeedUp(&rig, 50);
  const double expected = messages->back().linear_acceleration.x;
  ASSERT_TRUE(rig.Restore(saved));
  rig.time_ns = time_ns;
  SpeedUp(&rig, 50);
  EXPECT_EQ(messages->back().linear_acceleration.x, expected);
}

}  // namespace
}  // namespace surefoot::sensors
