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

constexpr double kPi = 3.14159265358979323846;

std::string Text(const std::string& inside, int rate = 100) {
  return "<sensor name=\"imu\" type=\"imu\"><update_rate>" + std::to_string(rate) +
         "</update_rate>" + inside + "</sensor>";
}

Quaterniond Orientation(const Imu& imu) {
  const auto& q = imu.orientation;
  return Quaterniond(q.w, q.x, q.y, q.z);
}

TEST(Imu, ReadsPlusGUpwardsAtRestInAnyAttitude) {
  RandomStream random(1, "attitudes");
  for (int i = 0; i < 20; ++i) {
    const RigidTransform X_LS = surefoot::test::RandomPose(&random);
    const RigidTransform X_WL = surefoot::test::RandomPose(&random, 10.0);
    Rig rig({MakeSensor(Text(""), X_LS)});
    const auto messages = rig.Collect<Imu>("/bot/imu/data");
    rig.state.X_WL[0] = X_WL;
    rig.Rest(30);
    ASSERT_EQ(messages->size(), 3u);
    for (const Imu& imu : *messages) {
      const Quaterniond q_WS = (X_WL * X_LS).q;
      EXPECT_LT(
          (FromVector3(imu.linear_acceleration) - q_WS.conjugate() * Vector3d(0, 0, 9.8)).norm(),
          1e-13);
      EXPECT_LT(FromVector3(imu.angular_velocity).norm(), 1e-12);
      EXPECT_LT(Orientation(imu).angularDistance(q_WS), 1e-7);
    }
  }
}

TEST(Imu, StampsFramesAndCovariancesFollowRep145) {
  Rig rig(
      {MakeSensor(Text("<imu><enable_orientation>0</enable_orientation></imu>"
                       "<surefoot:gyro><noise_density>0.01</noise_density></surefoot:gyro>"
                       "<raw>1</raw>"))});
  const auto messages = rig.Collect<Imu>("/bot/imu/data");
  const auto raw = rig.Collect<Imu>("/bot/imu/data_raw");
  rig.Rest(20);
  ASSERT_EQ(messages->size(), 2u);
  ASSERT_EQ(raw->size(), 2u);
  const Imu& imu = messages->at(1);
  EXPECT_EQ(imu.header.frame_id, "bot/base");
  EXPECT_EQ(imu.header.stamp.nanosec, 20000000u);
  EXPECT_EQ(imu.orientation_covariance[0], -1.0);
  EXPECT_NEAR(imu.angular_velocity_covariance[4], 0.01 * 0.01 * 100.0, 1e-15);
  EXPECT_EQ(imu.angular_velocity_covariance[1], 0.0);
  EXPECT_EQ(imu.linear_acceleration_covariance[0], 0.0);
  EXPECT_EQ(raw->at(1).angular_velocity.x, imu.angular_velocity.x);
  EXPECT_EQ(raw->at(1).linear_acceleration.z, imu.linear_acceleration.z);
}

/// REP 145: without an orientation the messages are imu/data_raw. A file that names the topic, or
/// asks for both, decides itself.
TEST(Imu, TheTopicShowsWhetherThereIsAnOrientation) {
  const std::string without = "<imu><enable_orientation>0</enable_orientation></imu>";
  const struct {
    std::string inside;
    bool data;
    bool raw;
  } rows[] = {{"", true, false},
              {without, false, true},
              {"<raw>1</raw>", true, true},
              {without + "<topic>imu/data</topic>", true, false},
              {"<preset>mpu-6050</preset>", false, true}};
  for (const auto& row : rows) {
    Rig rig({MakeSensor(Text(row.inside))});
    ASSERT_TRUE(rig.ok()) << rig.problems.ErrorText();
    EXPECT_EQ(rig.graph.FindTopic("/bot/imu/data") != nullptr, row.data) << row.inside;
    EXPECT_EQ(rig.graph.FindTopic("/bot/imu/data_raw") != nullptr, row.raw) << row.inside;
  }
}

/// A link that turns about z with angle a t^2 / 2 + w t; the sensor is r out along x.
TEST(Imu, FeelsCentripetalAndTangentialAccelerationOverItsLeverArm) {
  const double r = 0.7, w0 = 3.0, alpha = 2.0, dt = 0.001;
  const RigidTransform X_LS(QuaternionFromRpy(0.3, -0.2, 0.5), Vector3d(r, 0, 0.1));
  Rig rig({MakeSensor(Text("", 1000), X_LS)});
  const auto messages = rig.Collect<Imu>("/bot/imu/data");
  for (int k = 1; k <= 200; ++k) {
    const double t = k * dt;
    Twist V;
    V.w = Vector3d(0, 0, w0 + alpha * t);
    rig.Step(RigidTransform(QuaternionFromRpy(0, 0, w0 * t + alpha * t * t / 2), Vector3d::Zero()),
             V);
  }
  for (std::size_t k = 1; k < messages->size(); ++k) {  // the first begins at rest
    const double t = (static_cast<double>(k) + 0.5) * dt;
    const double w = w0 + alpha * t;
    const Vector3d f_L(-r * w * w, r * alpha, 9.8);
    const Vector3d f_S = X_LS.q.conjugate() * f_L;
    const Vector3d w_S = X_LS.q.conjugate() * Vector3d(0, 0, w);
    EXPECT_LT((FromVector3(messages->at(k).linear_acceleration) - f_S).norm(), 1e-5);
    EXPECT_LT((FromVector3(messages->at(k).angular_velocity) - w_S).norm(), 1e-9);
  }
}

/// Coning: the axis of rotation itself rotates. The gyroscope's samples are means of the rate in
/// the moving frame, which for this motion has a constant part w (1 - cos a) about z; the specific
/// force rotates.
TEST(Imu, SamplesAreMeansOfTheRatesInTheMovingFrame) {
  const double a = 0.1, w = 2.0 * kPi * 5.0, dt = 0.001;
  Rig rig({MakeSensor(Text("", 100))});
  const auto messages = rig.Collect<Imu>("/bot/imu/data");
  const auto attitude = [&](double t) {
    return Quaterniond(Eigen::AngleAxisd(a, Vector3d(std::cos(w * t), std::sin(w * t), 0)));
  };
  for (int k = 1; k <= 400; ++k) {
    const Quaterniond q = attitude(k * dt);
    const Quaterniond before = attitude((k - 0.5) * dt);
    const Quaterniond after = attitude((k + 0.5) * dt);
    const Eigen::AngleAxisd turn(after * before.conjugate());
    Twist V;
    V.w = turn.axis() * turn.angle() / dt;
    rig.Step(RigidTransform(q, Vector3d::Zero()), V);
  }
  // In the moving frame: w_S = w (-sin(a) sin(wt), sin(a) cos(wt), 0) + ... , z part w (cos a - 1).
  for (std::size_t k = 2; k < messages->size(); ++k) {
    const double t0 = static_cast<double>(k) * 0.01;
    const Vector3d mean(std::sin(a) * (std::cos(w * (t0 + 0.01)) - std::cos(w * t0)) / 0.01,
                        std::sin(a) * (std::sin(w * (t0 + 0.01)) - std::sin(w * t0)) / 0.01,
                        w * (std::cos(a) - 1.0));
    EXPECT_NEAR(messages->at(k).angular_velocity.z, mean.z(), 2e-4) << k;
    EXPECT_NEAR(messages->at(k).angular_velocity.x, mean.x(), 2e-3) << k;
    EXPECT_NEAR(messages->at(k).angular_velocity.y, mean.y(), 2e-3) << k;
  }
}

/// The IMU's output at the rate of the steps, integrated, is the motion of the link.
TEST(Imu, IntegratesToTheMotion) {
  const double dt = 0.001;
  const RigidTransform X_LS(QuaternionFromRpy(0.1, 0.2, 0.3), Vector3d(0.1, -0.2, 0.3));
  Rig rig({MakeSensor(Text("", 1000), X_LS)});
  const auto messages = rig.Collect<Imu>("/bot/imu/data");
  RigidTransform X;
  Twist V;
  std::vector<RigidTransform> poses;
  std::vector<Vector3d> velocities;
  for (int k = 1; k <= 2000; ++k) {  // as engines do: the new velocity moves the pose
    const double t = k * dt;
    V.w = Vector3d(std::sin(3 * t), std::cos(2 * t) - 1.0, 0.5 * t);
    V.v = Vector3d(std::sin(t), t * t, std::cos(5 * t) - 1.0);
    X.p += V.v * dt;
    X.q = (Quaterniond(Eigen::AngleAxisd(V.w.norm() * dt, V.w.normalized())) * X.q).normalized();
    rig.Step(X, V);
    poses.push_back(X * X_LS);
    velocities.push_back(Shifted(V, X.q * X_LS.p).v);
  }
  Quaterniond q = poses[0].q;
  Vector3d v = velocities[0];
  for (std::size_t k = 1; k < messages->size(); ++k) {
    const Vector3d turn = FromVector3(messages->at(k).angular_velocity) * dt;
    const Vector3d half = turn / 2.0;
    const Quaterniond middle = q * Quaterniond(Eigen::AngleAxisd(half.norm(), half.normalized()));
    v += (middle * FromVector3(messages->at(k).linear_acceleration) + Vector3d(0, 0, -9.8)) * dt;
    q = q * Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    ASSERT_LT((v - velocities[k]).norm(), 1e-9) << k;
  }
  EXPECT_LT(q.angularDistance(poses.back().q), 1e-7);
}

TEST(Imu, ReportsItsOrientationInTheFrameAskedFor) {
  world::WorldSpec spec;
  spec.spherical_coordinates = world::SphericalCoordinates{};
  spec.spherical_coordinates->heading_deg = 90.0;  // the world's x points north
  const auto received = [&](const std::string& inside) {
    Rig rig({MakeSensor(Text("<imu><orientation_reference_frame>" + inside +
                             "</orientation_reference_frame></imu>"))},
            spec);
    EXPECT_TRUE(rig.ok()) << rig.problems.ErrorText();
    const auto messages = rig.Collect<Imu>("/bot/imu/data");
    rig.Rest(10);
    return messages->empty() ? Quaterniond::Identity() : Orientation(messages->at(0));
  };
  const auto is = [](const Quaterniond& q, const Quaterniond& ideal) {
    return q.angularDistance(ideal) < 1e-7;
  };
  const double quarter = kPi / 2.0;
  EXPECT_TRUE(is(received(""), QuaternionFromRpy(0, 0, quarter)));
  EXPECT_TRUE(is(received("<localization>ENU</localization>"), QuaternionFromRpy(0, 0, quarter)));
  EXPECT_TRUE(is(received("<localization>NWU</localization>"), Quaterniond::Identity()));
  EXPECT_TRUE(is(received("<localization>NED</localization>"), QuaternionFromRpy(kPi, 0, 0)));
  EXPECT_TRUE(is(received("<localization>CUSTOM</localization><custom_rpy>0 0 1</custom_rpy>"),
                 QuaternionFromRpy(0, 0, -1.0)));
  EXPECT_TRUE(is(received("<localization>GRAV_UP</localization><grav_dir_x>0 1 0.5</grav_dir_x>"),
                 QuaternionFromRpy(0, 0, -quarter)));
  EXPECT_TRUE(is(received("<localization>GRAV_DOWN</localization>"), QuaternionFromRpy(kPi, 0, 0)));
}

TEST(Imu, BandwidthWeakensVibration) {
  const double f = 50.0, dt = 0.0005;
  for (const int order : {1, 2}) {
    Rig rig({MakeSensor(Text("<accelerometer><bandwidth>25</bandwidth><bandwidth_order>" +
                                 std::to_string(order) + "</bandwidth_order></accelerometer>",
                             2000))},
            {}, dt);
    const auto messages = rig.Collect<Imu>("/bot/imu/data");
    for (int k = 1; k <= 2000; ++k) {
      const double t = k * dt;
      Twist V;
      V.v.x() = 1.0 - std::cos(2 * kPi * f * t);
      rig.Step({}, V);
    }
    double max = 0.0;
    for (std::size_t k = 1000; k < messages->size(); ++k) {
      max = std::max(max, messages->at(k).linear_acceleration.x);
    }
    // |H| = 1 / sqrt(1 + (f / fc)^(2 n)).
    const double ideal = 2 * kPi * f / std::sqrt(1.0 + std::pow(2.0, 2.0 * order));
    EXPECT_NEAR(max / ideal, 1.0, 0.01) << order;
  }
}

TEST(Imu, SaturatesAndQuantises) {
  Rig rig(
      {MakeSensor(Text("<gyro><range>1.5</range></gyro><accelerometer><range>20</range>"
                       "<resolution>0.25</resolution></accelerometer>",
                       1000))});
  const auto messages = rig.Collect<Imu>("/bot/imu/data");
  Twist V;
  V.v.x() = 1.0;  // from rest in one step: 1000 m/s2
  V.w.y() = 2.0;
  rig.Step({}, V);
  ASSERT_EQ(messages->size(), 1u);
  EXPECT_DOUBLE_EQ(messages->at(0).linear_acceleration.x, 20.0);
  EXPECT_DOUBLE_EQ(messages->at(0).linear_acceleration.z, 9.75);
  EXPECT_DOUBLE_EQ(messages->at(0).angular_velocity.y, 1.5);
}

TEST(Imu, DoesNotFeelATeleport) {
  Rig rig({MakeSensor(Text("", 1000))});
  const auto messages = rig.Collect<Imu>("/bot/imu/data");
  Twist V;
  V.v.x() = 1.0;
  for (int k = 1; k <= 10; ++k) rig.Step(RigidTransform(Vector3d(0.001 * k, 0, 0)), V);
  rig.state.X_WL[0] = RigidTransform(QuaternionFromRpy(0, 0, 2.0), Vector3d(5, 5, 5));
  rig.state.V_WL_W[0] = Twist();
  rig.sensors->OnMoved(0, rig.state);
  rig.Rest(5);
  for (std::size_t k = 1; k < messages->size(); ++k) {
    EXPECT_NEAR(messages->at(k).linear_acceleration.x, 0.0, 1e-9);
    EXPECT_NEAR(messages->at(k).angular_velocity.z, 0.0, 1e-9);
  }
}

TEST(Imu, ContinuesBitForBitFromASnapshot) {
  const std::string text =
      Text("<preset>3dm-gx3-25</preset><gyro><bandwidth>30</bandwidth></gyro>");
  const auto move = [](Rig* rig, int from, int to) {
    for (int k = from; k < to; ++k) {
      Twist V;
      V.v.x() = std::sin(0.01 * k);
      V.w.z() = std::cos(0.02 * k);
      rig->Step(RigidTransform(QuaternionFromRpy(0, 0, 0.001 * k), Vector3d(0.001 * k, 0, 0)), V);
    }
  };
  Rig rig({MakeSensor(text)});
  move(&rig, 0, 123);
  const Bytes saved = rig.Save();
  Rig again({MakeSensor(text)}, {}, 0.001, 99);
  ASSERT_TRUE(again.Restore(saved));
  again.time_ns = rig.time_ns;
  const auto ours = rig.Collect<Imu>("/bot/imu/data");
  const auto theirs = again.Collect<Imu>("/bot/imu/data");
  move(&rig, 123, 300);
  move(&again, 123, 300);
  ASSERT_EQ(ours->size(), 18u);
  ASSERT_EQ(theirs->size(), 18u);
  for (std::size_t i = 0; i < ours->size(); ++i) {
    EXPECT_EQ(FromVector3(ours->at(i).linear_acceleration),
              FromVector3(theirs->at(i).linear_acceleration));
    EXPECT_EQ(FromVector3(ours->at(i).angular_velocity),
              FromVector3(theirs->at(i).angular_velocity));
    EXPECT_EQ(Orientation(ours->at(i)).coeffs(), Orientation(theirs->at(i)).coeffs());
  }
}

TEST(Imu, WrongParametersAreReportedWithTheirLine) {
  for (const char* inside :
       {"<preset>3dm-gx9</preset>", "<gyro><noise_density>-1</noise_density></gyro>",
        "<gyro><noise_density>1 2</noise_density></gyro>", "<gyro><matrix>1 2 3</matrix></gyro>",
        "<accelerometer><bandwidth>-5</bandwidth></accelerometer>",
        "<accelerometer><bandwidth_order>3</bandwidth_order></accelerometer>",
        "<accelerometer><range>nan</range></accelerometer>", "<gyro><bias>inf</bias></gyro>",
        "<imu><orientation_reference_frame><localization>EUN</localization>"
        "</orientation_reference_frame></imu>"}) {
    Rig rig({MakeSensor(Text(inside))});
    EXPECT_FALSE(rig.ok()) << inside;
    EXPECT_NE(rig.problems.ErrorText().find("test.sdf:1"), std::string::npos) << inside;
  }
}

TEST(Imu, RatesThatNoClockCouldRepresentAreErrors) {
  for (const char* rate : {"1e-300", "1e7"}) {
    Rig rig({MakeSensor("<sensor name=\"imu\" type=\"imu\"><update_rate>" + std::string(rate) +
                        "</update_rate></sensor>")});
    EXPECT_FALSE(rig.ok()) << rate;
  }
}

TEST(Imu, SlipsOfThePenAreWarnedOf) {
  for (const char* inside : {"<surefoot:prset>ideal</surefoot:prset>", "<update_rat>5</update_rat>",
                             "<gyro><noise_densty>1</noise_densty></gyro>"}) {
    Rig rig({MakeSensor(Text(inside))});
    EXPECT_TRUE(rig.ok()) << inside;
    EXPECT_EQ(rig.problems.all().size(), 1u) << inside;
  }
}

}  // namespace
}  // namespace surefoot::sensors
