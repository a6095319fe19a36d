// The balls of the football fields on every engine: the heights to which they rebound and the
// distances that they roll, against closed forms with the parameters of their models.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

struct BallKind {
  const char* name;
  double radius;
  double restitution;
  /// Moment of inertia over m r^2; 2/3 for a thin shell.
  double shell;
};
constexpr BallKind kBalls[] = {{"4legged", 0.0425, 0.6, 2.0 / 3.0}, {"spl", 0.05, 0.5, 2.0 / 3.0}};
constexpr double kRollingResistance = 0.003;
constexpr double kGravity = 9.81;

class Balls : public EngineTest {
 protected:
  /// Opens a world with the ball at this height (m) above its field, beside the centre mark.
  std::unique_ptr<Session> Open(const BallKind& ball, double height) {
    const std::string models = std::string(SUREFOOT_SOURCE_DIR) + "/models/";
    const std::string file = dir_.File("ball.sdf");
    std::ofstream(file)
        << "<sdf version='1.9'><world name='w'><gravity>0 0 -9.81</gravity>"
        << "<physics name='p' type='ode'><max_step_size>0.001</max_step_size></physics>"
        << "<include><uri>" << models << "field_" << ball.name << "</uri></include>"
        << "<include><uri>" << models << "ball_" << ball.name
        << "</uri><name>ball</name><pose>-1.5 0.5 " << ball.radius + height
        << " 0 0 0</pose></include></world></sdf>";
    SessionOptions options;
    options.engine = engine();
    Result<std::unique_ptr<Session>> session = Session::Open(BuiltinParts(), file, options);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
  }
  /// Prints the result, which docs/reference/models.md lists.
  void PrintResult(const BallKind& ball, const char* what, double measured, double expected) const {
    std::printf("ball_%s on %s: %s %.3f, by its numbers %.3f\n", ball.name, engine().c_str(), what,
                measured, expected);
  }

  record::TempDir dir_;
};
SUREFOOT_ALL_ENGINES(Balls);

TEST_P(Balls, ReboundAsTheirModelsSay) {
  for (const BallKind& ball : kBalls) {
    constexpr double kHeight = 0.5;
    auto session = Open(ball, kHeight);
    const double fall = std::sqrt(2.0 * kHeight / kGravity);
    Must(session->RunFor(fall + 0.02));
    double highest = 0.0;
    for (int i = 0; i < 400; ++i) {
      Must(session->Step());
      highest = std::max(highest, session->LinkPose("ball::ball")->p.z() - ball.radius);
    }
    const double expected = ball.restitution * ball.restitution * kHeight;
    PrintResult(ball, "rebound from 0.5 m (m)", highest, expected);
    // The share of the speed, with the tolerance of the conformance suite.
    EXPECT_NEAR(std::sqrt(highest / kHeight), ball.restitution, 0.04) << ball.name;
  }
}

TEST_P(Balls, RollOutAsTheirModelsSay) {
  for (const BallKind& ball : kBalls) {
    auto session = Open(ball, 0.0);
    Must(session->RunFor(0.1));
    // Starts at 2 m/s without spin, so it slides at first.
    const double mass = session->world().link(session->world().FindLink("ball::ball")).inertia.mass;
    Must(session->Push("ball::ball", Vector3d(2.0 * mass / 0.01, 0, 0), Vector3d::Zero(), 0.01));
    Must(session->RunFor(0.4));
    const auto velocity = [&] {
      return session->simulation()
          .state()
          .V_WL_W[static_cast<std::size_t>(session->world().FindLink("ball::ball"))]
          .v.x();
    };
    const double x0 = session->LinkPose("ball::ball")->p.x();
    const double v0 = velocity();
    ASSERT_GT(v0, 0.8) << ball.name;
    ASSERT_LT(v0, 1.3) << ball.name;
    const double slower = kRollingResistance * kGravity / (ball.radius * (1.0 + ball.shell));
    Must(session->RunFor(1.5 * v0 / slower));
    const double rolled = session->LinkPose("ball::ball")->p.x() - x0;
    const double expected = v0 * v0 / (2.0 * slower);
    PrintResult(ball, "roll-out from 1 m/s (m)", rolled / (v0 * v0), expected / (v0 * v0));
    EXPECT_NEAR(rolled / expected, 1.0, 0.05) << ball.name;
    EXPECT_LT(std::abs(velocity()), 0.002) << "it lies still";
  }
}

}  // namespace
}  // namespace surefoot::conformance
