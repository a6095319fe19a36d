// Sony's AIBO ERS-7 on every engine: it stands still, walks and obeys its joints' commands.

#include "surefoot/msgs/std_msgs.h"
#include "tests/legs/walker.h"

namespace surefoot::conformance {
namespace {

class Ers7 : public LegsTest {};
SUREFOOT_ALL_ENGINES(Ers7);

TEST_P(Ers7, StandsStill) {
  Open("ers7");
  Must(session().RunFor(1.0));
  EXPECT_LT(MostMotion(10.0), 0.05e-3);
  EXPECT_NEAR(pose().p.z(), 0.13767, 5e-4);
  EXPECT_LT(tilt(), 0.005);
}

TEST_P(Ers7, TrotsAhead) {
  Open("ers7");
  Must(session().RunFor(0.2));
  Go(0.25, 0.0, 0.0, 1.0);
  const Walk walk = Go(0.25, 0.0, 0.0, 2.0);
  EXPECT_NEAR(walk.ahead, 0.25, 0.05);
  EXPECT_NEAR(walk.left, 0.0, 0.05);
  EXPECT_NEAR(walk.turn, 0.0, 0.2);
  EXPECT_LT(walk.tilt, 0.25);
}

TEST_P(Ers7, TurnsWhileItTrots) {
  Open("ers7");
  Must(session().RunFor(0.2));
  Go(0.15, 0.0, 0.6, 1.0);
  const Walk walk = Go(0.15, 0.0, 0.6, 2.0);
  EXPECT_NEAR(walk.ahead, 0.15, 0.05);
  EXPECT_NEAR(walk.turn, 0.6, 0.2);
  EXPECT_LT(walk.tilt, 0.25);
}

TEST_P(Ers7, StandsStillAgainAfterAWalk) {
  Open("ers7");
  Go(0.2, 0.0, 0.0, 1.0);
  Must(session().RunFor(2.5));
  EXPECT_LT(MostMotion(1.0), 0.05e-3);
  EXPECT_LT(tilt(), 0.02);
}

// The finest step that the hinges of the paper can do.
TEST_P(Ers7, JointsTellSteps0Point0055DegreesApart) {
  constexpr double kFinest = 0.0055 * 3.14159265358979323846 / 180.0;
  Open("ers7");
  double before = 0.0;
  for (int i = 0; i < 4; ++i) {
    msgs::std_msgs::Float64 angle;
    angle.data = 0.3 + i * kFinest;
    Must(session().Publish("/ers7/HeadPan/cmd_pos", angle));
    Must(session().RunFor(0.6));
    const double now = session().JointPosition("HeadPan").value();
    EXPECT_NEAR(now, angle.data, 0.1 * kFinest) << i;
    if (i > 0) {
      EXPECT_NEAR(now - before, kFinest, 0.1 * kFinest);
    }
    before = now;
  }
}

}  // namespace
}  // namespace surefoot::conformance
