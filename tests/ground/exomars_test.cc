// The multibody rover of worlds/rover_slope.sdf on every engine: loads, slip on slopes, standing,
// and its steering modes against closed forms.

#include <algorithm>
#include <cmath>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/ackermann_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/scene/engine_test.h"
#include "tests/scene/rover_run.h"

namespace surefoot::conformance {
namespace {

constexpr double kDeg = 3.14159265358979323846 / 180.0;
/// 100 m/h: forces in soil do not depend on speed, so the tests can be short.
constexpr double kFast = 100.0 / 3600.0;
constexpr double kWeight = RoverRun::kMass * RoverRun::kGravity;

class Exomars : public EngineTest {
 protected:
  RoverRun Open(const std::string& soil, double slope_deg) {
    RoverPlace place;
    place.soil = soil;
    place.slope_deg = slope_deg;
    place.engine = engine();
    Result<RoverRun> run = RoverRun::Open(parts_, place);
    SUREFOOT_CHECK(run.ok(), run.ok() ? "" : run.error().message);
    return std::move(run).value();
  }

 private:
  Parts parts_ = BuiltinParts();
};
SUREFOOT_ALL_ENGINES(Exomars);

double Yaw(const RigidTransform& X_WB) {
  const Vector3d x_W = X_WB.q * Vector3d::UnitX();
  return std::atan2(x_W.y(), x_W.x());
}

TEST_P(Exomars, BearsTheSameOnAllWheels) {
  RoverRun run = Open("drift", 0.0);
  ASSERT_EQ(run.session().world().wheels().size(), 6u);
  Must(run.session().RunFor(3.0));
  for (const double load : run.Loads()) EXPECT_NEAR(load, kWeight / 6.0, 0.01 * kWeight / 6.0);
  EXPECT_NEAR(run.session().world().wheels()[0].nominal_load, kWeight / 6.0, 1.0);
}

/// Force, and moment about a point, of weight and soil on links of the rover.
Wrench SumAbout(const Vector3d& p_WP, const RoverRun& run, const std::vector<std::string>& links) {
  const world::World& world = run.session().world();
  const auto& state = run.session().simulation().state();
  Wrench sum;
  const auto add = [&](const Vector3d& p_W, const Vector3d& force_W, const Vector3d& torque_W) {
    sum.force += force_W;
    sum.torque += torque_W + (p_W - p_WP).cross(force_W);
  };
  for (const std::string& name : links) {
    const int link = world.FindLink("rover::" + name);
    const RigidTransform& X_WL = state.X_WL[static_cast<std::size_t>(link)];
    const Inertia& inertia = world.link(link).inertia;
    add(X_WL * inertia.p_BBcm, inertia.mass * world.spec().gravity_W, Vector3d::Zero());
    for (const auto& touch : run.session().simulation().machine().ground().touches()) {
      if (world.wheels()[static_cast<std::size_t>(touch.wheel)].link != link) continue;
      add(X_WL.p, touch.force.f_W, touch.force.t_C_W);
    }
  }
  return sum;
}

/// The bogies turn freely, so the moments on each about its pivot are balanced; and the rover as a
/// whole is in equilibrium.
TEST_P(Exomars, LoadsOnASlopeAreThoseOfStatics) {
  RoverRun run = Open("cloddy", 15.0);
  Must(run.Drive(kFast, 0.0, 0.0, 20.0));
  std::vector<std::string> all = {"base_link", "rear_bogie_link"};
  for (const std::string side : {"left", "right"}) {
    std::vector<std::string> links = {side + "_bogie_link"};
    for (const std::string axle : {"front_", "middle_"}) {
      links.push_back(axle + side + "_knuckle_link");
      links.push_back(axle + side + "_wheel_link");
    }
    const Vector3d pivot_W = run.session().LinkPose("rover::" + links[0]).value().p;
    EXPECT_NEAR(SumAbout(pivot_W, run, links).torque.y(), 0.0, 0.5) << side;
    links.push_back("rear_" + side + "_knuckle_link");
    links.push_back("rear_" + side + "_wheel_link");
    all.insert(all.end(), links.begin(), links.end());
  }
  const Wrench sum = SumAbout(run.Pose().p, run, all);
  EXPECT_LT(sum.force.norm(), 2.0);
  EXPECT_LT(sum.torque.norm(), 2.0);
  // Climbing shifts load from the front to the rear.
  const std::vector<double> loads = run.Loads();
  EXPECT_NEAR(loads[0], loads[1], 1.0);
  EXPECT_LT(loads[0] + 40.0, loads[2]);
  EXPECT_LT(loads[2] + 10.0, loads[4]);
}

TEST_P(Exomars, ClimbsAtTheSlipOfTheIntegrals) {
  for (const double slope_deg : {15.0, -10.0}) {
    RoverRun run = Open("drift", slope_deg);
    Must(run.Drive(kFast, 0.0, 0.0, 25.0));
    const world::Soil& soil = run.session().world().spec().grounds.at(0).soil;
    const auto slip = SlipByIntegrals(soil, run.Loads(), slope_deg);
    ASSERT_TRUE(slip.has_value());
    EXPECT_NEAR(run.Slip(), *slip, 0.01);
    // Unequal loads change it slightly: with equal ones it would be 0.2154 and -0.1030.
    EXPECT_NEAR(run.Slip(), slope_deg > 0.0 ? 0.2154 : -0.1030, 0.05);
  }
}

TEST_P(Exomars, StandsOnASlope) {
  RoverRun run = Open("drift", 20.0);
  Must(run.Drive(kFast, 0.0, 0.0, 4.0));
  Must(run.session().RunFor(15.0));
  const RigidTransform start = run.Pose();
  Must(run.session().RunFor(10.0));
  EXPECT_LT((run.Pose().p - start.p).norm(), 1e-6);
  EXPECT_LT(run.Pose().q.angularDistance(start.q), 1e-6);
}

TEST_P(Exomars, TurnsOnTheSpot) {
  RoverRun run = Open("cloddy", 0.0);
  Must(run.Drive(0.0, 0.0, 0.02, 12.0));
  const RigidTransform start = run.Pose();
  Must(run.Drive(0.0, 0.0, 0.02, 20.0));
  // In soil, tread and ground speeds differ by a few percent; speed control compensates over time.
  EXPECT_NEAR(Yaw(run.Pose()) - Yaw(start), 0.4, 0.03);
  EXPECT_LT((run.Pose().p - start.p).norm(), 0.01);
}

TEST_P(Exomars, GoesSideways) {
  RoverRun run = Open("cloddy", 0.0);
  Must(run.Drive(0.0, 0.02, 0.0, 12.0));
  const RigidTransform start = run.Pose();
  Must(run.Drive(0.0, 0.02, 0.0, 20.0));
  const Vector3d way = start.q.conjugate() * (run.Pose().p - start.p);
  EXPECT_NEAR(way.y(), 0.4, 0.03);
  EXPECT_LT(std::abs(way.x()), 0.01);
  EXPECT_LT(std::abs(Yaw(run.Pose()) - Yaw(start)), 0.01);
}

TEST_P(Exomars, DrivesTheRadiusOfAckermann) {
  RoverRun run = Open("cloddy", 0.0);
  msgs::ackermann_msgs::AckermannDriveStamped message;
  message.drive.speed = 0.025F;
  message.drive.steering_angle = 0.3F;
  const auto drive = [&](int seconds) {
    for (int i = 0; i < seconds; ++i) {
      Must(run.session().Publish("/rover/ackermann_cmd", message));
      Must(run.session().RunFor(1.0));
    }
  };
  drive(10);
  const RigidTransform start = run.Pose();
  drive(30);
  const double turned = Yaw(run.Pose()) - Yaw(start);
  const double chord = (run.Pose().p - start.p).norm();
  // About a centre beside the middle axle, tan(angle) = L / 2 / R.
  const double radius = 0.5 * chord / std::sin(0.5 * turned);
  EXPECT_NEAR(radius, 0.675 / std::tan(0.3), 0.03 * radius);
}

/// Steered as in the paper: front +4, rear -4 degrees, all treads at equal speed. The inner and
/// outer wheels then oppose each other, and the curve is wider than that of an axle in the middle.
TEST_P(Exomars, SteersByRawAngles) {
  RoverRun run = Open("cloddy", 0.0);
  msgs::std_msgs::Float64MultiArray angles;
  angles.data = {4.0 * kDeg, 4.0 * kDeg, 0.0, 0.0, -4.0 * kDeg, -4.0 * kDeg};
  Must(run.session().Publish("/rover/steering_cmd", angles));
  Must(run.Drive(kFast, 0.0, 0.0, 20.0));
  const RigidTransform start = run.Pose();
  Must(run.Drive(kFast, 0.0, 0.0, 30.0));
  for (int i = 0; i < 6; ++i) {
    const auto angle = run.session().JointPosition(RoverWheel(i, "steer"));
    EXPECT_NEAR(angle.value(), angles.data[static_cast<std::size_t>(i)], 0.001);
    const auto speed = run.session().JointVelocity(RoverWheel(i, "drive"));
    EXPECT_NEAR(RoverRun::kRadius * speed.value(), run.Tread(), 2e-4);
  }
  const double turned = Yaw(run.Pose()) - Yaw(start);
  const double radius = 0.5 * (run.Pose().p - start.p).norm() / std::sin(0.5 * turned);
  const double lumped = 0.675 / std::tan(4.0 * kDeg);
  EXPECT_GT(radius, lumped);
  EXPECT_LT(radius, 3.0 * lumped);
}

TEST_P(Exomars, ContinuesFromASnapshot) {
  RoverRun run = Open("drift", 10.0);
  Must(run.Drive(0.02, 0.005, 0.01, 3.0));
  const sim::Snapshot snapshot = run.session().Save();
  Must(run.Drive(0.02, 0.005, 0.01, 2.0));
  const std::uint64_t hash = run.session().simulation().hash();
  Must(run.session().Restore(snapshot));
  Must(run.Drive(0.02, 0.005, 0.01, 2.0));
  EXPECT_EQ(run.session().simulation().hash(), hash);
}

}  // namespace
}  // namespace surefoot::conformance
