// Random efforts, at the motors' limits and between them, for some seconds. bench/shake_bench
// runs longer.

#include "surefoot/builtin/builtin.h"
#include "tests/scene/engine_test.h"
#include "tests/scene/shaken_robot.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

class Shaken : public EngineTest {};
SUREFOOT_ALL_ENGINES(Shaken);

TEST_P(Shaken, RobotsStayWhole) {
  const Parts parts = BuiltinParts();
  for (const char* robot : {"ers7", "quadruped", "hexapod", "nao", "qrio", "snake"}) {
    SessionOptions options;
    options.engine = engine();
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/" + robot + ".sdf";
    auto session = Session::Open(parts, file, options);
    ASSERT_TRUE(session.ok()) << session.error().message;
    ShakenRobot fully(session->get(), 1, Efforts::kFull);
    EXPECT_EQ(fully.Shake(1.0), "") << robot;
    ShakenRobot somewhat(session->get(), 1, Efforts::kUniform);
    EXPECT_EQ(somewhat.Shake(0.5), "") << robot;
  }
}

}  // namespace
}  // namespace surefoot::conformance
