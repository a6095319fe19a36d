// Surefoot's own services: snapshots, recordings, seed, engine, gravity, light, pushes, pace; and
// tf.

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <map>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using msgs::geometry_msgs::Twist;
using testing::ElementsAre;
using testing::HasSubstr;

/// Clients name files in the server's working folder.
class RunServicesTest : public testing::Test {
 protected:
  RunServicesTest() {
    char name[] = "/tmp/serve_test_XXXXXX";
    folder_ = ::mkdtemp(name);
    old_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
  }
  ~RunServicesTest() override {
    std::filesystem::current_path(old_);
    std::filesystem::remove_all(folder_);
  }

  std::filesystem::path folder_;
  std::filesystem::path old_;
};

Twist Ahead(double speed) {
  Twist twist;
  twist.linear.x = speed;
  return twist;
}

TEST_F(RunServicesTest, Snapshots) {
  Served served("flat");
  served.Step(100);
  sm::SaveSnapshot::Request save;
  EXPECT_THAT(served.Call<sm::SaveSnapshot>("/surefoot/snapshot/save", save).message,
              HasSubstr("a name, a file or both"));
  save.name = "here";
  save.file = "here.snapshot";
  const auto saved = served.Call<sm::SaveSnapshot>("/surefoot/snapshot/save", save);
  ASSERT_TRUE(saved.success) << saved.message;
  EXPECT_EQ(saved.step, 100);
  served.Step(100);
  const std::uint64_t hash = served.simulation().hash();

  sm::RestoreSnapshot::Request restore;
  for (const auto& [name, file] : {std::pair("here", ""), std::pair("", "here.snapshot")}) {
    restore.name = name;
    restore.file = file;
    const auto restored = served.Call<sm::RestoreSnapshot>("/surefoot/snapshot/restore", restore);
    ASSERT_TRUE(restored.success) << restored.message;
    EXPECT_EQ(restored.step, 100);
    served.Step(100);
    EXPECT_EQ(served.simulation().hash(), hash);
  }
  restore.file = "../elsewhere";
  EXPECT_THAT(served.Call<sm::RestoreSnapshot>("/surefoot/snapshot/restore", restore).message,
              HasSubstr("outside"));
  restore.file = "";
  restore.name = "nowhere";
  EXPECT_THAT(served.Call<sm::RestoreSnapshot>("/surefoot/snapshot/restore", restore).message,
              HasSubstr("there are: here"));

  sm::BranchSnapshot::Request branch;
  branch.name = "here";
  branch.seed = 7;
  EXPECT_EQ(served.Call<sm::BranchSnapshot>("/surefoot/snapshot/branch", branch).step, 100);
  EXPECT_EQ(served.simulation().seed(), 7u);
  EXPECT_THAT(served.Call<sm::ListSnapshots>("/surefoot/snapshot/list").names, ElementsAre("here"));
  sm::DeleteSnapshot::Request remove;
  remove.name = "here";
  EXPECT_TRUE(served.Call<sm::DeleteSnapshot>("/surefoot/snapshot/delete", remove).success);
  EXPECT_FALSE(served.Call<sm::DeleteSnapshot>("/surefoot/snapshot/delete", remove).success);
}

TEST_F(RunServicesTest, RecordingsReplay) {
  std::uint64_t hash = 0;
  {
    Served served("flat");
    sm::StartRecording::Request start;
    start.file = "/tmp/elsewhere.mcap";
    EXPECT_FALSE(served.Call<sm::StartRecording>("/surefoot/record/start", start).success);
    start.file = "drive.mcap";
    ASSERT_TRUE(served.Call<sm::StartRecording>("/surefoot/record/start", start).success);
    EXPECT_FALSE(served.Call<sm::StartRecording>("/surefoot/record/start", start).success);
    EXPECT_EQ(served.Call<sm::GetStatus>("/surefoot/status").recording, "drive.mcap");
    served.client().Publish("/husky/cmd_vel", Ahead(0.8));
    served.Step(100);
    si::SpawnEntityService::Request box;
    box.name = "box";
    box.resource_string =
        "<sdf version='1.9'><model name='b'><link name='l'><inertial><mass>1</mass></inertial>"
        "</link></model></sdf>";
    box.initial_pose.pose.position.z = 3.0;
    ASSERT_EQ(served.Call<si::SpawnEntityService>("/spawn_entity", box).result.result, 1);
    sm::SetGravity::Request gravity;
    gravity.gravity.z = -3.0;
    ASSERT_TRUE(served.Call<sm::SetGravity>("/surefoot/set_gravity", gravity).success);
    sm::ApplyWrench::Request push;
    push.link = "husky::base_link";
    push.wrench.force.y = 100.0;
    push.duration = 0.05;
    ASSERT_TRUE(served.Call<sm::ApplyWrench>("/surefoot/apply_wrench", push).success);
    si::SetEntityState::Request set;
    set.entity = "box";
    set.state.pose.position.x = 5.0;
    set.state.twist.linear.x = 1.0;
    ASSERT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, 1);
    served.Step(100);
    si::ResetSimulation::Request reset;
    reset.scope = si::ResetSimulation::Request::SCOPE_STATE;
    ASSERT_EQ(served.Call<si::ResetSimulation>("/reset_simulation", reset).result.result, 1);
    served.Step(50);
    hash = served.simulation().hash();
    EXPECT_TRUE(served.Call<sm::StopRecording>("/surefoot/record/stop").success);
    EXPECT_FALSE(served.Call<sm::StopRecording>("/surefoot/record/stop").success);
  }
  const auto session = Open("flat");
  ASSERT_TRUE(session.ok());
  const Result<ReplayPlan> plan = session.value()->Replay("drive.mcap");
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  ASSERT_TRUE(session.value()->Step(250).ok());
  EXPECT_EQ(session.value()->simulation().hash(), hash);
}

TEST_F(RunServicesTest, ARecordingEndsWhereTheRunBeginsAgain) {
  ServerOptions options = Served::Paused();
  options.record = "run.mcap";
  Served served("flat", options);
  served.Step(50);
  served.Call<si::ResetSimulation>("/reset_simulation");
  EXPECT_EQ(served.run().recording(), "run-2.mcap");
  served.Step(50);
  si::LoadWorld::Request load;
  load.uri = "two_wheel";
  ASSERT_EQ(served.Call<si::LoadWorld>("/load_world", load).result.result, 1);
  EXPECT_EQ(served.run().recording(), "run-3.mcap");
  served.Step(5);
  ASSERT_TRUE(served.run().StopRecording(nullptr).ok());
  const auto session = Open("flat");
  ASSERT_TRUE(session.ok());
  ASSERT_TRUE(session.value()->Replay("run-2.mcap").ok());
  EXPECT_TRUE(std::filesystem::exists("run-3.mcap"));
}

TEST_F(RunServicesTest, Seed) {
  Served served("flat");
  served.Step(10);
  sm::SetSeed::Request request;
  request.seed = 5;
  ASSERT_TRUE(served.Call<sm::SetSeed>("/surefoot/set_seed", request).success);
  EXPECT_EQ(served.simulation().step_count(), 0);
  served.Step(10);
  SessionOptions options;
  options.seed = 5;
  const auto session = Open("flat", options);
  ASSERT_TRUE(session.ok() && session.value()->Step(10).ok());
  EXPECT_EQ(served.simulation().hash(), session.value()->simulation().hash());
}

TEST_F(RunServicesTest, EngineSwitchKeepsTheMotion) {
  Served served("flat");
  served.Step(500);
  const auto engines = served.Call<sm::GetEngines>("/surefoot/get_engines");
  EXPECT_EQ(engines.current, "mujoco");
  sm::SwitchEngine::Request request;
  request.engine = "magic";
  EXPECT_THAT(served.Call<sm::SwitchEngine>("/surefoot/switch_engine", request).message,
              HasSubstr("there is no engine 'magic'"));
  request.engine = "mujoco";
  EXPECT_FALSE(served.Call<sm::SwitchEngine>("/surefoot/switch_engine", request).success);
  std::string other;
  for (const physics::BackendInfo& info : served.run().parts().EngineInfos()) {
    if (info.name != "mujoco" && IsUsable(info)) other = info.name;
  }
  if (other.empty()) GTEST_SKIP() << "there is only one engine";
  const int husky = served.simulation().world().FindModel("husky");
  const RigidTransform X = served.simulation().ModelPose(husky);
  const surefoot::Twist V = served.simulation().ModelVelocity(husky);
  const std::vector<double> q = served.simulation().state().q;
  request.engine = other;
  const auto switched = served.Call<sm::SwitchEngine>("/surefoot/switch_engine", request);
  ASSERT_TRUE(switched.success) << switched.message;
  EXPECT_THAT(switched.message, HasSubstr("lost are"));
  EXPECT_EQ(served.simulation().machine().engine().name, other);
  EXPECT_EQ(served.simulation().step_count(), 500);
  EXPECT_LT((served.simulation().ModelPose(husky).p - X.p).norm(), 1e-9);
  EXPECT_LT((served.simulation().ModelVelocity(husky).v - V.v).norm(), 1e-9);
  for (std::size_t i = 0; i < q.size(); ++i) {
    EXPECT_NEAR(served.simulation().state().q[i], q[i], 1e-9);
  }
  served.Step(500);
  EXPECT_NEAR(served.simulation().ModelVelocity(husky).v.x(), V.v.x(), 0.05);
}

TEST_F(RunServicesTest, LightsOfModels) {
  Served served("flat");
  si::SpawnEntityService::Request spawn;
  spawn.name = "post";
  spawn.resource_string =
      "<sdf version='1.9'><model name='post'><static>true</static><link name='l'>"
      "<light name='glow' type='point'/></link></model></sdf>";
  served.Call<si::SpawnEntityService>("/spawn_entity", spawn);
  sm::ListNames::Request list;
  list.kind = "light";
  EXPECT_THAT(served.Call<sm::ListNames>("/surefoot/list_names", list).names,
              ElementsAre("sun", "post::glow"));
  const auto text = [&](const char* child) {
    const world::World& world = served.simulation().world();
    const world::Model& post = world.model(world.FindModel("post"));
    const world::Element* element = post.links[0].lights[0].element.Child(child);
    return element == nullptr ? std::string() : element->text;
  };
  sm::SetLight::Request light;
  light.name = "post::glow";
  light.on = false;
  light.intensity = 0.25;
  const auto set = served.Call<sm::SetLight>("/surefoot/set_light", light);
  ASSERT_TRUE(set.success) << set.message;
  EXPECT_EQ(text("light_on"), "false");
  EXPECT_EQ(text("intensity"), "0.25");
  sm::FireEvent::Request toggle;
  toggle.action = "do";
  toggle.subject = "light post::glow toggle";
  ASSERT_TRUE(served.Call<sm::FireEvent>("/surefoot/events/fire", toggle).success);
  EXPECT_EQ(text("light_on"), "true");
}

TEST_F(RunServicesTest, WorldChanges) {
  Served served("flat");
  sm::Teleport::Request teleport;
  teleport.model = "husky";
  teleport.pose.position.x = 3.0;
  teleport.pose.position.z = 0.2;
  ASSERT_TRUE(served.Call<sm::Teleport>("/surefoot/teleport", teleport).success);
  const int husky = served.simulation().world().FindModel("husky");
  EXPECT_NEAR(served.simulation().ModelPose(husky).p.x(), 3.0, 1e-12);
  teleport.model = "nobody";
  EXPECT_THAT(served.Call<sm::Teleport>("/surefoot/teleport", teleport).message,
              HasSubstr("no model 'nobody'"));
  teleport.pose.orientation.w = 0.0;
  EXPECT_FALSE(served.Call<sm::Teleport>("/surefoot/teleport", teleport).success);

  sm::SetLight::Request light;
  light.name = "sun";
  light.intensity = 0.5;
  ASSERT_TRUE(served.Call<sm::SetLight>("/surefoot/set_light", light).success);
  EXPECT_EQ(served.simulation().world().spec().lights[0].element.Child("intensity")->text, "0.5");
  // No color was given.
  EXPECT_EQ(served.simulation().world().spec().lights[0].element.Child("diffuse")->text,
            "0.8 0.8 0.8 1");
  light.name = "moon";
  EXPECT_THAT(served.Call<sm::SetLight>("/surefoot/set_light", light).message,
              HasSubstr("lights: sun"));

  sm::ApplyWrench::Request push;
  push.link = "no_link";
  EXPECT_FALSE(served.Call<sm::ApplyWrench>("/surefoot/apply_wrench", push).success);
  sm::SetGravity::Request gravity;
  gravity.gravity.z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(served.Call<sm::SetGravity>("/surefoot/set_gravity", gravity).success);
}

TEST_F(RunServicesTest, Pace) {
  Served served("flat");
  const auto set = [&](const std::string& pace, double speed) {
    sm::SetPace::Request request;
    request.pace = pace;
    request.speed = speed;
    return served.Call<sm::SetPace>("/surefoot/set_pace", request);
  };
  EXPECT_TRUE(set("real_time", 0.0).success);
  EXPECT_EQ(served.server().time().speed, 1.0);
  EXPECT_TRUE(set("real_time", 2.5).success);
  EXPECT_EQ(served.server().time().speed, 2.5);
  EXPECT_TRUE(set("free", 0.0).success);
  EXPECT_EQ(served.server().time().speed, 0.0);
  EXPECT_THAT(set("slow", 1.0).message, HasSubstr("real_time, free"));
  EXPECT_FALSE(set("real_time", -1.0).success);
}

/// Every link of a model follows from the chain of transforms: from the world, or from the base
/// whose pose is in the drive's odometry.
void CheckFrames(const std::string& world, const std::string& model, const std::string& root) {
  Served served(world);
  Client& client = served.client();
  client.bridge().Subscribe("/tf");
  client.bridge().Subscribe("/tf_static");
  served.Step(1000);
  std::map<std::string, std::string> parents;
  std::map<std::string, RigidTransform> transforms;
  msgs::tf2_msgs::TFMessage fixed;
  client.Last("/tf_static", &fixed);
  msgs::tf2_msgs::TFMessage moving;
  ASSERT_TRUE(client.Last("/tf", &moving));
  for (const auto* message : {&fixed, &moving}) {
    for (const auto& one : message->transforms) {
      EXPECT_EQ(parents.count(one.child_frame_id), 0u) << one.child_frame_id;
      parents[one.child_frame_id] = one.header.frame_id;
      const auto& r = one.transform.rotation;
      transforms[one.child_frame_id] = RigidTransform(Quaterniond(r.w, r.x, r.y, r.z),
                                                      msgs::FromVector3(one.transform.translation));
    }
  }
  const sim::Simulation& simulation = served.simulation();
  const world::Range links = simulation.world().layout(simulation.world().FindModel(model)).links;
  for (int link = links.first; link < links.end(); ++link) {
    std::string at = model + "/" + simulation.world().link(link).name;
    RigidTransform X_RL;
    while (parents.count(at) > 0) {
      X_RL = transforms[at] * X_RL;
      at = parents[at];
    }
    EXPECT_EQ(at, root);
    RigidTransform X_WR;
    if (root != "world") {
      const int base = simulation.world().FindLink(model + "::" + root.substr(model.size() + 1));
      ASSERT_GE(base, 0);
      X_WR = simulation.state().X_WL[static_cast<std::size_t>(base)];
    }
    const RigidTransform X_WL = X_WR * X_RL;
    const RigidTransform& expected = simulation.state().X_WL[static_cast<std::size_t>(link)];
    EXPECT_LT((X_WL.p - expected.p).norm(), 1e-9) << at;
    EXPECT_LT(X_WL.q.angularDistance(expected.q), 1e-7) << at;
  }
}

TEST_F(RunServicesTest, FramesReportWhereLinksAre) {
  CheckFrames("flat", "husky", "world");
  CheckFrames("two_wheel", "two_wheel", "two_wheel/base_footprint");
}

}  // namespace
}  // namespace surefoot::serve::test
