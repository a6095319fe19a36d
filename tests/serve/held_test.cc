// Commands that remain valid until the next one, whatever the speed of the simulation.

#include <gmock/gmock.h>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::nav_msgs::Odometry;

constexpr const char* kCommand = "/husky/husky_velocity_controller/cmd_vel";
constexpr const char* kOdometry = "/husky/husky_velocity_controller/odom";

class HeldTest : public testing::Test {
 protected:
  HeldTest() : served_("husky_lab") { served_.client().bridge().Subscribe(kOdometry); }

  void Drive(double speed, bool held) {
    Twist twist;
    twist.linear.x = speed;
    Client& client = served_.client();
    client.bridge().Publish({1, client.caller(), kCommand, &Twist::type(), Cdr(twist), held});
  }
  /// Speed of the wheels after a number of milliseconds.
  double SpeedAfter(std::uint64_t steps) {
    served_.Step(steps);
    Odometry odometry;
    EXPECT_TRUE(served_.client().Last(kOdometry, &odometry));
    return odometry.twist.twist.linear.x;
  }

  Served served_;
};

TEST_F(HeldTest, ACommandHoldsWithoutItsClient) {
  Drive(0.3, true);
  EXPECT_NEAR(SpeedAfter(500), 0.3, 0.05);
  // One call of many steps, during which the client cannot send anything.
  EXPECT_NEAR(SpeedAfter(4000), 0.3, 0.05);
  Drive(0.0, false);
  EXPECT_NEAR(SpeedAfter(2000), 0.0, 0.02);
}

TEST_F(HeldTest, OthersRunOut) {
  Drive(0.3, false);
  EXPECT_GT(SpeedAfter(200), 0.1);
  EXPECT_NEAR(SpeedAfter(2000), 0.0, 0.02);
}

TEST_F(HeldTest, ANewCommandTakesItsPlace) {
  Drive(0.3, true);
  EXPECT_NEAR(SpeedAfter(500), 0.3, 0.05);
  Drive(-0.3, true);
  EXPECT_NEAR(SpeedAfter(3000), -0.3, 0.05);
  Drive(0.2, false);
  EXPECT_NEAR(SpeedAfter(3000), 0.0, 0.02) << "this one is not held";
}

TEST_F(HeldTest, ItEndsWithItsClientAndWithItsClaim) {
  Drive(0.3, true);
  EXPECT_NEAR(SpeedAfter(1000), 0.3, 0.05);
  served_.Call<msgs::std_srvs::Trigger>("/surefoot/release");
  EXPECT_NEAR(SpeedAfter(2000), 0.0, 0.02);
  Drive(0.3, true);
  EXPECT_NEAR(SpeedAfter(1000), 0.3, 0.05);
  served_.client().bridge().ClientLeft(served_.client().name());
  EXPECT_NEAR(SpeedAfter(2000), 0.0, 0.02);
}

}  // namespace
}  // namespace surefoot::serve::test
