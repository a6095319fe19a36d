// Gaits besides the trot of the ERS-7: its crawl, a hexapod's tripod, a snake's waves.

#include "surefoot/msgs/std_msgs.h"
#include "tests/legs/walker.h"

namespace surefoot::conformance {
namespace {

class Gaits : public LegsTest {};
SUREFOOT_ALL_ENGINES(Gaits);

TEST_P(Gaits, AnErs7CrawlsWhenCommanded) {
  Open("ers7");
  msgs::std_msgs::String gait;
  gait.data = "crawl";
  Must(session().Publish("/ers7/gait", gait));
  Must(session().RunFor(0.2));
  // It reaches its gait within two periods; then it lifts one foot at a time.
  Go(0.06, 0.0, 0.0, 2.4);
  const Walk walk = Go(0.06, 0.0, 0.0, 4.8);
  EXPECT_NEAR(walk.ahead, 0.06, 0.02);
  EXPECT_NEAR(walk.left, 0.0, 0.02);
  EXPECT_LT(walk.tilt, 0.2);
}

// The drive has to find its feet, which are balls, among the shapes of its legs, which are level
// at zero. With the middle of the shin as foot it was 18 % too fast.
TEST_P(Gaits, AHexapodIsAsFastAsCommanded) {
  Open("hexapod");
  Go(0.1, 0.0, 0.0, 0.9);
  const Walk ahead = Go(0.1, 0.0, 0.0, 1.2);
  EXPECT_NEAR(ahead.ahead, 0.1, 0.005);
  EXPECT_LT(ahead.tilt, 0.05);
  const Walk turning = Go(0.0, 0.0, 0.4, 1.8);
  EXPECT_NEAR(turning.turn, 0.4, 0.1);
}

/// The other engines are slow with many contacts; gait_bench measures them.
class Snake : public LegsTest {};
INSTANTIATE_TEST_SUITE_P(Engines, Snake, testing::Values("mujoco", "bullet", "dart"));

TEST_P(Snake, UndulatesAheadOnItsWheels) {
  Open("snake");
  Go(0.1, 0.0, 0.0, 1.0);
  const Vector3d start = Middle();
  const double seconds = 2.0;
  Go(0.1, 0.0, 0.0, seconds);
  const Vector3d v = (Middle() - start) / seconds;
  EXPECT_NEAR(v.x(), 0.1, 0.025);
  EXPECT_NEAR(v.y(), 0.0, 0.03);
  EXPECT_LT(tilt(), 0.2);
}

}  // namespace
}  // namespace surefoot::conformance
