#include "surefoot/gateways/usarsim/drive.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::gateways::usarsim {
namespace {

class DriveTest : public testing::Test {
 protected:
  DriveTest() {
    spec_.wheel_radius = 0.1;
    spec_.wheel_separation = 0.4;
    spec_.wheel_base = 0.5;
    spec_.max_wheel_speed = 10.0;
    spec_.max_speed = 2.0;
    spec_.max_turn = 1.0;
  }
  Motion After(const std::string& line, Dialect dialect = Dialect::kUdk) {
    Drive drive(spec_, dialect);
    EXPECT_TRUE(drive.Read(ParseLine(line))) << line;
    return drive.motion();
  }

  ClassSpec spec_;
};

TEST_F(DriveTest, SidesAreWheelSpeeds) {
  const Motion straight = After("DRIVE {Left 2} {Right 2}");
  EXPECT_NEAR(straight.forward, 0.2, 1e-12);
  EXPECT_EQ(straight.turn, 0.0);
  // The right side moves forward, so the robot turns left, which is positive here.
  const Motion left = After("DRIVE {Left -1.0} {Right 1.0}");
  EXPECT_NEAR(left.turn, 2.0 * 0.1 / 0.4, 1e-12);
  EXPECT_EQ(left.forward, 0.0);
}

TEST_F(DriveTest, NormalizedIsPercentOfTheFastest) {
  EXPECT_NEAR(After("DRIVE {Left 50} {Right 50} {Normalized true}").forward, 0.5, 1e-12);
  EXPECT_NEAR(After("DRIVE {Left 500} {Right 500} {Normalized True}").forward, 1.0, 1e-12);
  EXPECT_NEAR(After("DRIVE {Left 500} {Right 500} {Normalized false}").forward, 1.0, 1e-12);
}

TEST_F(DriveTest, OneSideKeepsTheOther) {
  Drive drive(spec_, Dialect::kUt2004);
  ASSERT_TRUE(drive.Read(ParseLine("DRIVE {Left 1} {Right 1}")));
  ASSERT_TRUE(drive.Read(ParseLine("DRIVE {Left 3}")));
  EXPECT_NEAR(drive.motion().forward, 0.2, 1e-12);
}

TEST_F(DriveTest, BadNumbersChangeNothing) {
  Drive drive(spec_, Dialect::kUt2004);
  ASSERT_TRUE(drive.Read(ParseLine("DRIVE {Left 1} {Right 1}")));
  for (const char* bad : {"DRIVE {Left nan} {Right inf}", "DRIVE {Left} {Right x}", "DRIVE",
                          "DRIVE {Left 1e400} {Right 1e999}"}) {
    EXPECT_FALSE(drive.Read(ParseLine(bad))) << bad;
    EXPECT_NEAR(drive.motion().forward, 0.1, 1e-12);
  }
}

TEST_F(DriveTest, SteersToTheRight) {
  spec_.steering = "AckermanSteered";
  const Motion motion = After("DRIVE {Speed 5} {FrontSteer 0.3} {RearSteer 0}");
  EXPECT_NEAR(motion.forward, 0.5, 1e-12);
  EXPECT_NEAR(motion.steer, -0.3, 1e-12);
  EXPECT_NEAR(motion.turn, -0.5 * std::tan(0.3) / 0.5, 1e-12);
  // A stop command with the keys of all kinds of robots, as a referee's client sends it.
  EXPECT_FALSE(After("DRIVE {Left 0} {Right 0} {Speed 0} {FrontSteer 0} {RearSteer 0} "
                     "{LinearVelocity 0} {LateralVelocity 0} {RotationalVelocity 0}")
                   .moves());
}

TEST_F(DriveTest, FliesInMetresAndDegrees) {
  spec_.type = "AerialVehicle";
  const char* line =
      "DRIVE {AltitudeVelocity 1.0} {LinearVelocity 2.0} {LateralVelocity 0.5} "
      "{RotationalVelocity 90} {Normalized false}";
  const Motion udk = After(line);
  EXPECT_EQ(udk.forward, 2.0);
  EXPECT_EQ(udk.left, -0.5);
  EXPECT_EQ(udk.up, 1.0);
  EXPECT_NEAR(udk.turn, -M_PI / 2, 1e-12);
  EXPECT_EQ(After(line, Dialect::kUt2004).turn, -90.0);
  EXPECT_NEAR(After("DRIVE {LinearVelocity 50} {Normalized true}").forward, 1.0, 1e-12);
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
