// Pushes against a NAO, with the loop of its balance open and closed; at length: bench/push_bench.

#include "surefoot/builtin/builtin.h"
#include "tests/scene/engine_test.h"
#include "tests/scene/pushed_robot.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

/// The quickest; push_bench has the others.
class Pushed : public EngineTest {
 protected:
  int Borne(double speed, double impulse, bool closed) {
    int borne = 0;
    for (const Shove& shove : ShovesAround(speed, impulse)) {
      SessionOptions options;
      options.engine = engine();
      const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/nao.sdf";
      auto session = Session::Open(parts_, file, options);
      SUREFOOT_CHECK(session.ok(), session.ok() ? "" : session.error().message);
      const Result<bool> bears = Bears(session->get(), "nao", shove, closed);
      SUREFOOT_CHECK(bears.ok(), bears.ok() ? "" : bears.error().message);
      borne += *bears ? 1 : 0;
    }
    return borne;
  }

 private:
  Parts parts_ = BuiltinParts();
};
INSTANTIATE_TEST_SUITE_P(Engines, Pushed, testing::Values("mujoco"));

TEST_P(Pushed, AWalkingNaoBearsMoreInTheClosedLoop) {
  const int open = Borne(0.1, 2.0, false);
  const int closed = Borne(0.1, 2.0, true);
  EXPECT_LE(open, 6);
  EXPECT_GE(closed, open + 2);
}

}  // namespace
}  // namespace surefoot::conformance
