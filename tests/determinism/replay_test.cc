// A run is repeated from its recording, bit by bit: messages to a drive, commands, pushes, spawned
// and removed models.

#include <gtest/gtest.h>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/run_diff.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

const std::string kSource = SUREFOOT_SOURCE_DIR;

class ReplayedRun : public EngineTest {
 protected:
  std::unique_ptr<Session> Open() {
    SessionOptions options;
    options.engine = engine();
    options.seed = 5;
    Result<std::unique_ptr<Session>> session =
        Session::Open(BuiltinParts(), kSource + "/tests/scene/cart.sdf", options);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
  }

  record::TempDir dir_;
};

SUREFOOT_ALL_ENGINES(ReplayedRun);

TEST_P(ReplayedRun, HasTheSameHash) {
  Needs({physics::Capability::kSpawn});
  auto first = Open();
  Must(first->Record(dir_.File("a.mcap")));
  msgs::geometry_msgs::Twist twist;
  for (int i = 0; i < 5; ++i) {
    twist.linear.x = 0.3 + 0.1 * i;
    twist.angular.z = 0.2 * (i - 2);
    Must(first->Publish("/cart/cmd_vel", twist));
    Must(first->Step(37));
  }
  Must(
      first->Spawn(kSource + "/models/two_wheel", "second", RigidTransform(Vector3d(0.1, 3, 0.2))));
  Must(first->Step(50));
  Must(first->Push("cart::base", Vector3d(0, 6, 0), Vector3d(0, 0, 1), 0.05));
  Must(first->Teleport("second", RigidTransform(Vector3d(2, 3, 0.3))));
  Must(first->Step(60));
  Must(first->Remove("second"));
  Must(first->Step(40));
  Must(first->StopRecording());

  auto second = Open();
  const Result<ReplayPlan> plan = second->Replay(dir_.File("a.mcap"));
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_EQ(plan->topics.size(), 2u);
  Must(second->Record(dir_.File("b.mcap")));
  Must(second->RunFor(ToSeconds(plan->end_ns)));
  Must(second->StopRecording());
  EXPECT_EQ(second->simulation().step_count(), first->simulation().step_count());
  EXPECT_EQ(second->simulation().hash(), first->simulation().hash());
  EXPECT_TRUE(CompareRuns(dir_.File("a.mcap"), dir_.File("b.mcap"))->identical);
  // The commands had an effect.
  EXPECT_GT(first->LinkPose("cart::base")->p.head<2>().norm(), 0.05);
}

}  // namespace
}  // namespace surefoot::conformance
