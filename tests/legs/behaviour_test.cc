// Motions of legged robots besides walking: kicks, getting up.

#include "surefoot/builtin/builtin.h"
#include "tests/scene/acting_robot.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

class Behaviour : public EngineTest {
 protected:
  ActingRobot& Open(const std::string& world, const std::string& robot) {
    SessionOptions options;
    options.engine = engine();
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/" + world + ".sdf";
    auto opened = Session::Open(parts_, file, options);
    SUREFOOT_CHECK(opened.ok(), opened.ok() ? "" : opened.error().message);
    session_ = std::move(opened).value();
    robot_ = std::make_unique<ActingRobot>(session_.get(), robot);
    return *robot_;
  }

 private:
  Parts parts_ = BuiltinParts();
  std::unique_ptr<Session> session_;
  std::unique_ptr<ActingRobot> robot_;
};
SUREFOOT_ALL_ENGINES(Behaviour);

// A ball with rolling resistance b and I = 2/3 m r2 is slowed down by b g / (r (1 + 2/3)).
// Without initial spin it slides first, and rolls without slip once its speed has dropped to 3/5.
double RollingWay(double speed, double radius) {
  const double rolling = 0.6 * speed;
  return rolling * rolling / (2.0 * 0.003 * 9.81 / (radius * 5.0 / 3.0));
}

TEST_P(Behaviour, AnErs7KicksABallAheadAndStands) {
  ActingRobot& robot = Open("ers7_ball", "ers7");
  Must(robot.Wait(0.3));
  Must(robot.Play("kick", 4.0));
  EXPECT_TRUE(robot.stands());
  EXPECT_GT(robot.ball_fastest(), 0.7);
  EXPECT_GT(robot.ball_way().x(), 0.35);
  EXPECT_LT(std::abs(robot.ball_way().y()), 0.2 * robot.ball_way().x());
}

TEST_P(Behaviour, ANaoKicksABallAheadAndStands) {
  ActingRobot& robot = Open("nao_ball", "nao");
  Must(robot.Wait(0.3));
  Must(robot.Play("kick", 5.0));
  EXPECT_TRUE(robot.stands());
  EXPECT_GT(robot.ball_fastest(), 1.5);
  EXPECT_GT(robot.ball_way().x(), 1.0);
  EXPECT_LT(std::abs(robot.ball_way().y()), 0.2 * robot.ball_way().x());
  // Shorter if the ball was kicked up and hopped, longer if the foot gave it topspin.
  const double way = RollingWay(robot.ball_fastest(), 0.05);
  EXPECT_GT(robot.ball_way().x(), 0.6 * way);
  EXPECT_LT(robot.ball_way().x(), 1.6 * way);
}

TEST_P(Behaviour, AnErs7LiesDownAndGetsUp) {
  ActingRobot& robot = Open("ers7", "ers7");
  Must(robot.Play("lie_down", 2.0));
  EXPECT_LT(robot.height(), 0.06);
  Must(robot.Play("get_up", 5.5));
  EXPECT_TRUE(robot.stands());
}

TEST_P(Behaviour, AnErs7GetsUpFromItsBackAndItsSides) {
  constexpr double kPi = 3.14159265358979323846;
  // On slow engines one side is enough.
  const bool quick = engine() == "mujoco" || engine() == "bullet";
  for (const double roll : {kPi, -kPi / 2, kPi / 2}) {
    ActingRobot& robot = Open("ers7", "ers7");
    Must(robot.Lie(roll, 0.0));
    EXPECT_GT(robot.tilt(), 1.0);
    Must(robot.Play("get_up_back", 6.2));
    EXPECT_TRUE(robot.stands()) << roll;
    if (!quick) break;
  }
}

/// On the engines on which the motions were developed; behaviour_bench measures all engines.
class Humanoid : public Behaviour {
 protected:
  static constexpr double kOnBelly = 0.5 * 3.14159265358979323846;
  static constexpr double kOnBack = -kOnBelly;

  /// Gets up from the posture in which it comes to rest after being dropped at this pitch.
  void GetsUp(const std::string& name, double pitch, const std::string& motion, double seconds) {
    ActingRobot& robot = Open(name, name);
    Must(robot.Lie(0.0, pitch));
    EXPECT_GT(robot.tilt(), 1.4);
    EXPECT_LT(robot.height(), 0.1);
    Must(robot.Play(motion, seconds));
    EXPECT_TRUE(robot.stands());
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, Humanoid, testing::Values("mujoco", "bullet", "dart"));

TEST_P(Humanoid, AQrioKicksABallAheadAndStands) {
  ActingRobot& robot = Open("qrio_ball", "qrio");
  Must(robot.Wait(0.3));
  Must(robot.Play("kick", 5.0));
  EXPECT_TRUE(robot.stands());
  EXPECT_GT(robot.ball_way().x(), 1.0);
  EXPECT_LT(std::abs(robot.ball_way().y()), 0.2 * robot.ball_way().x());
  const double way = RollingWay(robot.ball_fastest(), 0.05);
  EXPECT_GT(robot.ball_way().x(), 0.6 * way);
  EXPECT_LT(robot.ball_way().x(), 1.6 * way);
}

TEST_P(Humanoid, ANaoGetsUpFromItsBelly) { GetsUp("nao", kOnBelly, "get_up_front", 9.5); }

TEST_P(Humanoid, ANaoGetsUpFromItsBack) { GetsUp("nao", kOnBack, "get_up_back", 13.5); }

TEST_P(Humanoid, AQrioGetsUpFromItsBelly) { GetsUp("qrio", kOnBelly, "get_up_front", 9.5); }

TEST_P(Humanoid, AQrioGetsUpFromItsBack) { GetsUp("qrio", kOnBack, "get_up_back", 12.0); }

// Gravity tilts the robot to its left side. Open loop it tips over when its centre of mass
// leaves the support polygon of its feet; with feedback from its accelerometer it leans uphill.
TEST_P(Behaviour, AnErs7LeansAgainstASlope) {
  const auto stand = [&](bool balance, double degrees) {
    ActingRobot& robot = Open("ers7", "ers7");
    Must(robot.Balance(balance));
    const int steps = 12;
    for (int i = 1; i <= steps; ++i) {
      const double angle = degrees * 3.14159265358979323846 / 180.0 * i / steps;
      Must(robot.SetGravity({0.0, 9.81 * std::sin(angle), -9.81 * std::cos(angle)}));
      Must(robot.Wait(0.25));
    }
    Must(robot.Wait(2.0));
    const double angle = degrees * 3.14159265358979323846 / 180.0;
    const Vector3d up(0.0, -std::sin(angle), std::cos(angle));
    return std::acos((robot.pose().q * Vector3d::UnitZ()).dot(up));
  };
  const double slope = 15.0 * 3.14159265358979323846 / 180.0;
  EXPECT_NEAR(stand(false, 15.0), slope, 0.01);
  EXPECT_LT(stand(true, 15.0), 0.5 * slope);
}

}  // namespace
}  // namespace surefoot::conformance
