// legged_walk on joints that follow their commands exactly.

#include <cmath>

#include "surefoot/drives/test/bench.h"
#include "surefoot/drives/test/dog.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::drives::test {
namespace {

using msgs::std_msgs::Float64;

constexpr const char* kTrot =
    "<gait>trot</gait><period>0.4</period><duty>0.6</duty><step_height>0.05</step_height>"
    "<linear><max_acceleration>1</max_acceleration></linear>";

/// Positions of the feet in the base from the model's kinematics.
Vector3d FootOf(const Bench& bench, const std::string& leg) {
  physics::State state = bench.state;
  physics::ForwardKinematics(*bench.world, 0, &state);
  const int link = bench.world->FindLink(leg + "2_link");
  return state.X_WL[0].Inverse() *
         (state.X_WL[static_cast<std::size_t>(link)] * Vector3d(0, 0, -0.2));
}

void SendDog(Bench* bench, double x, double y, double turn) {
  bench->SendTwist(x, turn, y, "/dog/cmd_vel");
}

TEST(LeggedWalk, StandsAsTheModelStartsUntilItIsCommanded) {
  Bench bench(MakeDog(), {DogDrive(kTrot)});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  const Vector3d start = FootOf(bench, "lf");
  bench.Step(200);
  EXPECT_NEAR((FootOf(bench, "lf") - start).norm(), 0.0, 1e-9);
  SendDog(&bench, 0, 0, 0);
  bench.Step(200);
  EXPECT_NEAR((FootOf(bench, "lf") - start).norm(), 0.0, 1e-6);
}

TEST(LeggedWalk, FeetOnTheGroundGoBackwardsAsFastAsTheBaseIsToGo) {
  Bench bench(MakeDog(), {DogDrive(kTrot)});
  const double ground = FootOf(bench, "lf").z();
  int stood = 0;
  std::vector<Vector3d> before(4, Vector3d::Zero());
  for (int i = 0; i < 3000; ++i) {
    if (i % 100 == 0) SendDog(&bench, 0.3, 0.0, 0.5);
    bench.Step();
    const char* names[] = {"lf", "rf", "lh", "rh"};
    int down = 0;
    for (int k = 0; k < 4; ++k) {
      const Vector3d p = FootOf(bench, names[k]);
      const bool on_ground =
          p.z() < ground + 1e-4 && before[static_cast<std::size_t>(k)].z() < ground + 1e-4;
      down += on_ground ? 1 : 0;
      if (on_ground && i > 1500) {
        // v + w x p, in the base frame.
        const Vector3d expected(-(0.3 - 0.5 * p.y()), -0.5 * p.x(), 0.0);
        const Vector3d speed = (p - before[static_cast<std::size_t>(k)]) / 1e-3;
        EXPECT_NEAR((speed - expected).head<2>().norm(), 0.0, 0.05) << names[k] << " at " << i;
        ++stood;
      }
      before[static_cast<std::size_t>(k)] = p;
    }
    EXPECT_TRUE(i <= 1500 || down >= 2) << i;
  }
  EXPECT_GT(stood, 2000);
}

TEST(LeggedWalk, OdometryOfTheFeetReportsTheCommandedWay) {
  Bench bench(MakeDog(), {DogDrive(kTrot)});
  const auto odometry = bench.Collect<msgs::nav_msgs::Odometry>("/dog/odom");
  const auto walk = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      if (i % 100 == 0) SendDog(&bench, 0.2, 0.0, 0.0);
      bench.Step();
    }
    return odometry->back().pose.pose.position;
  };
  // Feet move relative to each other until the walk has reached full steps.
  const auto start = walk(1000);
  const auto end = walk(4000);
  EXPECT_NEAR(end.x - start.x, 0.8, 0.012);
  EXPECT_NEAR(end.y - start.y, 0.0, 0.01);
}

TEST(LeggedWalk, StopsOnceCommandsAreLate) {
  Bench bench(MakeDog(), {DogDrive(kTrot)});
  const Vector3d start = FootOf(bench, "rh");
  SendDog(&bench, 0.3, 0.1, 0.4);
  bench.Step(450);
  EXPECT_GT((FootOf(bench, "rh") - start).norm(), 0.005);
  bench.Step(2000);
  EXPECT_NEAR((FootOf(bench, "rh") - start).norm(), 0.0, 1e-6);
}

TEST(LeggedWalk, TheLastCommandOfAJointDecides) {
  Bench bench(MakeDog(), {DogDrive(kTrot)});
  SendDog(&bench, 0.3, 0.0, 0.0);
  bench.Step(300);
  Float64 angle;
  angle.data = 0.25;
  bench.Send("/dog/lf0/cmd_pos", angle);
  bench.Step(150);
  EXPECT_NEAR(bench.q("lf0"), 0.25, 1e-3);
  // The other legs walk on until the command times out.
  EXPECT_GT(std::abs(bench.v("rh1")), 0.01);
  bench.Step(1500);
  EXPECT_NEAR(bench.q("lf0"), 0.25, 1e-6);
  SendDog(&bench, 0.0, 0.0, 0.0);
  bench.Step(300);
  EXPECT_NEAR(bench.q("lf0"), 0.0, 1e-6);
}

TEST(LeggedWalk, ContinuesFromASavedState) {
  Bench a(MakeDog(), {DogDrive(kTrot)});
  SendDog(&a, 0.3, 0.05, 0.3);
  a.Step(333);
  Bench b(MakeDog(), {DogDrive(kTrot)});
  b.ContinueFrom(a);
  a.Step(400);
  b.Step(400);
  EXPECT_EQ(a.state.q, b.state.q);
}

TEST(LeggedWalk, ReportsWhatIsWrong) {
  const auto errors = [](const std::string& drive) {
    Bench bench(MakeDog(), {drive});
    return bench.problems.ErrorText();
  };
  EXPECT_NE(errors(DogDrive("<gait>tripod</gait>")).find("does not fit the arrangement"),
            std::string::npos);
  EXPECT_NE(errors(DogDrive("<stance_shift>0 0 -0.3</stance_shift>")).find("cannot reach"),
            std::string::npos);
  EXPECT_NE(errors("<drive type=\"legged_walk\"><joint>lf0</joint></drive>").find("legs"),
            std::string::npos);
  EXPECT_NE(errors(DogDrive("<period>0</period>")).find("period"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::drives::test
