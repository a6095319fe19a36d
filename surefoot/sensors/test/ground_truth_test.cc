#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/math/test/random_pose.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::FromVector3;
using msgs::nav_msgs::Odometry;
using test::MakeSensor;
using test::Rig;

std::string Text(const std::string& inside) {
  return "<sensor name=\"truth\" type=\"ground_truth\"><update_rate>10</update_rate>" + inside +
         "</sensor>";
}

RigidTransform PoseIn(const Odometry& odometry) {
  const auto& pose = odometry.pose.pose;
  return RigidTransform(
      Quaterniond(pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z),
      Vector3d(pose.position.x, pose.position.y, pose.position.z));
}

TEST(GroundTruth, IsWhereTheSensorIsAndHowItMoves) {
  RandomStream random(1, "truth");
  const RigidTransform X_LS = surefoot::test::RandomPose(&random);
  const RigidTransform X_WL = surefoot::test::RandomPose(&random, 5.0);
  Twist V;
  V.v = surefoot::test::RandomVector(&random);
  V.w = surefoot::test::RandomVector(&random);
  Rig rig({MakeSensor(Text(""), X_LS)}, {}, 0.1);
  const auto messages = rig.Collect<Odometry>("/bot/ground_truth");
  rig.Step(X_WL, V);
  ASSERT_EQ(messages->size(), 1u);
  const RigidTransform X_WS = X_WL * X_LS;
  EXPECT_LT((PoseIn(messages->at(0)).p - X_WS.p).norm(), 1e-15);
  EXPECT_LT(PoseIn(messages->at(0)).q.angularDistance(X_WS.q), 1e-7);
  const Vector3d v_W = V.v + V.w.cross(X_WL.q * X_LS.p);
  EXPECT_LT((X_WS.q * FromVector3(messages->at(0).twist.twist.linear) - v_W).norm(), 1e-14);
  EXPECT_LT((X_WS.q * FromVector3(messages->at(0).twist.twist.angular) - V.w).norm(), 1e-14);
  EXPECT_EQ(messages->at(0).header.frame_id, "world");
}

/// Against numeric differentiation of the relative pose.
TEST(GroundTruth, IsRelativeToALinkWhenAsked) {
  auto model = std::make_shared<world::Model>(world::test::MakeRow(2));
  model->name = "bot";
  world::test::Connect(model.get(), world::JointType::kContinuous, 0, 1);
  model->links[0].sensors.push_back(MakeSensor(Text("<reference_frame>l1</reference_frame>")));
  Rig rig(model, {}, 0.1);
  const auto messages = rig.Collect<Odometry>("/bot/ground_truth");
  RandomStream random(2, "truth");
  const RigidTransform X_WL = surefoot::test::RandomPose(&random);
  const RigidTransform X_WR = surefoot::test::RandomPose(&random);
  Twist V_L, V_R;
  V_L.v = surefoot::test::RandomVector(&random);
  V_L.w = surefoot::test::RandomVector(&random);
  V_R.v = surefoot::test::RandomVector(&random);
  V_R.w = surefoot::test::RandomVector(&random);
  rig.state.X_WL[1] = X_WR;
  rig.state.V_WL_W[1] = V_R;
  rig.Step(X_WL, V_L);
  const double h = 1e-6;
  const auto moved = [h](const RigidTransform& X, const Twist& V, double sign) {
    const Quaterniond turn(Eigen::AngleAxisd(sign * h * V.w.norm(), V.w.normalized()));
    return RigidTransform(turn * X.q, X.p + sign * h * V.v);
  };
  const RigidTransform before = moved(X_WR, V_R, -1).Inverse() * moved(X_WL, V_L, -1);
  const RigidTransform after = moved(X_WR, V_R, 1).Inverse() * moved(X_WL, V_L, 1);
  const RigidTransform X_RL = X_WR.Inverse() * X_WL;
  EXPECT_LT((PoseIn(messages->at(0)).p - X_RL.p).norm(), 1e-14);
  const Vector3d v_L = X_RL.q.conjugate() * ((after.p - before.p) / (2 * h));
  EXPECT_LT((FromVector3(messages->at(0).twist.twist.linear) - v_L).norm(), 1e-8);
  const Quaterniond turn = before.q.conjugate() * after.q;
  const Vector3d w_L = turn.vec() * (turn.w() < 0 ? -1.0 : 1.0) / h;
  EXPECT_LT((FromVector3(messages->at(0).twist.twist.angular) - w_L).norm(), 1e-8);
}

TEST(GroundTruth, TakesGaussianNoise) {
  Rig rig({MakeSensor(Text("<noise type=\"gaussian\"><stddev>0.05</stddev></noise>"))}, {}, 0.1);
  const auto messages = rig.Collect<Odometry>("/bot/ground_truth");
  rig.Rest(4000);
  double position = 0.0, rate = 0.0, roll = 0.0;
  for (const Odometry& odometry : *messages) {
    position += std::pow(odometry.pose.pose.position.y, 2) / 4000.0;
    rate += std::pow(odometry.twist.twist.angular.z, 2) / 4000.0;
    roll += std::pow(2.0 * odometry.pose.pose.orientation.x, 2) / 4000.0;
  }
  // Four standard errors: 9 %.
  EXPECT_NEAR(position / 0.0025, 1.0, 0.09);
  EXPECT_NEAR(rate / 0.0025, 1.0, 0.09);
  EXPECT_NEAR(roll / 0.0025, 1.0, 0.09);
  EXPECT_DOUBLE_EQ(messages->at(0).pose.covariance[35], 0.0025);
}

}  // namespace
}  // namespace surefoot::sensors
