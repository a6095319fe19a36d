// Bipeds: they stand still, and walk at the commanded speed without leaving their line.

#include "surefoot/msgs/std_msgs.h"
#include "tests/legs/walker.h"

namespace surefoot::conformance {
namespace {

class Biped : public LegsTest {
 protected:
  /// A minute on the fast engine; gait_bench measures it on the others.
  double WalkingTime() const { return engine() == "mujoco" ? 60.0 : 5.0; }

  void WalksAhead(const std::string& robot) {
    Open(robot);
    Must(session().RunFor(0.5));
    const double height = pose().p.z();
    Go(0.1, 0.0, 0.0, 1.5);
    const Vector3d start = pose().p;
    const Walk walk = Go(0.1, 0.0, 0.0, WalkingTime());
    const Vector3d way = pose().p - start;
    EXPECT_NEAR(way.x(), 0.1 * WalkingTime(), 0.01 * WalkingTime());
    EXPECT_NEAR(walk.ahead, 0.1, 0.01);
    EXPECT_LT(walk.tilt, 0.1);
    // Its lateral offset from a straight line: 2 % of the distance, and half of a step's sway.
    EXPECT_LT(std::abs(way.y()), 0.02 * way.x() + 0.03);
    EXPECT_GT(pose().p.z(), 0.97 * height);
    // It stops, and still stands.
    Go(0.0, 0.0, 0.0, 2.5);
    EXPECT_GT(pose().p.z(), 0.97 * height);
    EXPECT_LT(tilt(), 0.03);
  }
};
/// gait_bench covers the others: a NAO drifts sideways on Simbody, and ODE is slow.
INSTANTIATE_TEST_SUITE_P(Engines, Biped, testing::Values("mujoco", "bullet", "dart"));

TEST_P(Biped, ANaoWalksAhead) { WalksAhead("nao"); }

TEST_P(Biped, AQrioWalksAhead) { WalksAhead("qrio"); }

TEST_P(Biped, TheyTurnWhileTheyWalk) {
  for (const char* robot : {"nao", "qrio"}) {
    Open(robot);
    Go(0.05, 0.0, 0.2, 1.5);
    const Walk walk = Go(0.05, 0.0, 0.2, 3.2);
    EXPECT_NEAR(walk.ahead, 0.05, 0.01) << robot;
    EXPECT_NEAR(walk.turn, 0.2, 0.04) << robot;
    EXPECT_LT(walk.tilt, 0.1) << robot;
  }
}

TEST_P(Biped, TheyStandStill) {
  for (const char* robot : {"nao", "qrio"}) {
    Open(robot);
    Must(session().RunFor(1.0));
    EXPECT_LT(MaxMotion(engine() == "mujoco" ? 20.0 : 3.0), 0.05e-3) << robot;
  }
}

}  // namespace
}  // namespace surefoot::conformance
