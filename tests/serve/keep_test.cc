// Models duplicated, removed and put back; worlds saved.

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "surefoot/base/hash.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/save.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using testing::HasSubstr;

class KeepTest : public testing::Test {
 protected:
  KeepTest() {
    char name[] = "/tmp/serve_keep_XXXXXX";
    folder_ = ::mkdtemp(name);
    old_ = fs::current_path();
    fs::current_path(folder_);
  }
  ~KeepTest() override {
    fs::current_path(old_);
    fs::remove_all(folder_);
  }

  static sm::DuplicateEntity::Response Duplicate(Served* served, const std::string& entity,
                                                 const std::string& name = "") {
    sm::DuplicateEntity::Request request;
    request.entity = entity;
    request.name = name;
    return served->Call<sm::DuplicateEntity>("/surefoot/edit/duplicate", request);
  }
  static sm::RemoveEntity::Response Remove(Served* served, const std::string& entity) {
    sm::RemoveEntity::Request request;
    request.entity = entity;
    return served->Call<sm::RemoveEntity>("/surefoot/edit/remove", request);
  }
  static sm::RestoreEntity::Response Restore(Served* served, const std::string& token) {
    sm::RestoreEntity::Request request;
    request.token = token;
    return served->Call<sm::RestoreEntity>("/surefoot/edit/restore", request);
  }
  static sm::SaveWorld::Response Save(Served* served, const std::string& file,
                                      bool overwrite = false) {
    sm::SaveWorld::Request request;
    request.file = file;
    request.overwrite = overwrite;
    return served->Call<sm::SaveWorld>("/surefoot/save_world", request);
  }
  static void Set(Served* served, const std::string& entity, const std::string& part,
                  const std::string& property, const std::vector<double>& value,
                  const std::string& text = "") {
    sm::SetProperty::Request request;
    request.entity = entity;
    request.part = part;
    request.property = property;
    request.value = value;
    request.text = text;
    const auto answer = served->Call<sm::SetProperty>("/surefoot/edit/set", request);
    EXPECT_TRUE(answer.success) << answer.message;
  }
  static RigidTransform Pose(Served* served, const std::string& model) {
    return served->simulation().ModelPose(served->simulation().world().FindModel(model));
  }
  static std::int64_t Unsaved(Served* served) { return served->server().world().edits.unsaved(); }

  fs::path folder_;
  fs::path old_;
};

TEST_F(KeepTest, ADuplicateStandsBesideAndDrivesByItself) {
  Served served("flat");
  const auto first = Duplicate(&served, "husky");
  ASSERT_TRUE(first.success) << first.message;
  EXPECT_EQ(first.entity, "husky_1");
  EXPECT_EQ(Duplicate(&served, "husky_1").entity, "husky_2");
  const Vector3d a = Pose(&served, "husky").p;
  const Vector3d b = Pose(&served, "husky_1").p;
  const Vector3d c = Pose(&served, "husky_2").p;
  // 1 m x 0.7 m.
  EXPECT_GT((a - b).norm(), 0.69);
  EXPECT_GT((a - c).norm(), 0.69);
  EXPECT_GT((b - c).norm(), 0.69);
  served.Step(500);
  EXPECT_NEAR(Pose(&served, "husky_1").p.z(), Pose(&served, "husky").p.z(), 1e-3);
  EXPECT_THAT(Duplicate(&served, "ghost").message, HasSubstr("ghost"));
  EXPECT_THAT(Duplicate(&served, "husky", "a::b").message, HasSubstr("is not a valid name"));
  EXPECT_EQ(Unsaved(&served), 2);
}

TEST_F(KeepTest, WhatWasRemovedComesBackWhereItWas) {
  Served served("flat");
  served.Step(700);
  const RigidTransform before = Pose(&served, "husky");
  const double angle = served.run().session()->JointPosition("husky::front_left_wheel").value();
  EXPECT_GT(angle, 1.0);
  Set(&served, "husky", "link:base_link", "mass", {60.0});
  const auto removed = Remove(&served, "husky");
  ASSERT_TRUE(removed.success) << removed.message;
  EXPECT_LT(served.simulation().world().FindModel("husky"), 0);
  served.Step(10);
  const auto back = Restore(&served, removed.token);
  ASSERT_TRUE(back.success) << back.message;
  EXPECT_EQ(back.entity, "husky");
  EXPECT_LT((Pose(&served, "husky").p - before.p).norm(), 1e-9);
  EXPECT_NEAR(served.run().session()->JointPosition("husky::front_left_wheel").value(), angle,
              1e-9);
  const int link = served.simulation().world().FindLink("husky::base_link");
  EXPECT_EQ(served.simulation().world().link(link).inertia.mass, 60.0);
  served.Step(200);
  EXPECT_GT(Pose(&served, "husky").p.x(), before.p.x() + 0.02);
  EXPECT_THAT(Restore(&served, removed.token).message, HasSubstr("nothing is kept"));
  EXPECT_THAT(Restore(&served, "").message, HasSubstr("nothing is kept"));
}

// All kinds of edits, saved and loaded: the same world, and the same run from there.
TEST_F(KeepTest, ASavedWorldLoadsAsTheSameWorld) {
  Served served("husky_lab");
  served.Step(200);
  Set(&served, "husky", "link:base_link", "mass", {51.5});
  Set(&served, "husky", "link:front_left_wheel_link", "mu", {0.61});
  Set(&served, "husky", "link:front_left_wheel_link", "tyre.stiffness", {70000});
  Set(&served, "husky", "joint:front_left_wheel", "damping", {0.3});
  Set(&served, "husky", "sensor:imu", "gyro.bias", {0.01, 0, 0});
  Set(&served, "husky", "sensor:imu", "angular_velocity.stddev", {0.1, 0.2, 0.3});
  Set(&served, "husky", "sensor:imu", "update_rate", {50});
  Set(&served, "floor", "", "ground", {}, "dry_sand");
  Set(&served, "", "ground:dry_sand", "soil.cohesion", {1234});
  Set(&served, "", "ground:dry_sand", "soil.friction_angle", {31});
  Set(&served, "", "world", "gravity", {0, 0, -3.7});
  ASSERT_TRUE(Duplicate(&served, "husky", "second").success);
  ASSERT_TRUE(Duplicate(&served, "husky", "third").success);
  ASSERT_TRUE(Remove(&served, "third").success);
  sm::Teleport::Request move;
  move.model = "second";
  move.pose.position.x = -3.0;
  move.pose.position.y = 4.0;
  move.pose.position.z = 0.2;
  move.pose.orientation.z = 1.0;
  move.pose.orientation.w = 0.0;
  ASSERT_TRUE(served.Call<sm::Teleport>("/surefoot/teleport", move).success);
  EXPECT_EQ(Unsaved(&served), 15);
  const auto saved = Save(&served, "lab_two");
  ASSERT_TRUE(saved.success) << saved.message;
  EXPECT_EQ(saved.file, "lab_two.sdf");
  EXPECT_EQ(Unsaved(&served), 0);
  const auto offered = served.files().Find(saved.download);
  ASSERT_TRUE(offered.has_value());
  EXPECT_TRUE(fs::equivalent(offered->path, folder_ / "lab_two.sdf"));

  world::WorldSpec spec = PresentWorld(served.simulation().world(), served.simulation().state());
  spec.gravity_W = Vector3d(0, 0, -3.7);
  const auto present = world::MakeWorld(spec, nullptr);
  ASSERT_TRUE(present.ok());
  Problems problems;
  auto loaded = Session::Open(BuiltinParts(), "lab_two.sdf", {}, &problems);
  ASSERT_TRUE(loaded.ok()) << problems.ErrorText();
  EXPECT_EQ((*loaded)->world().content_hash(), (*present)->content_hash());
  EXPECT_EQ(saved.hash, HashText((*present)->content_hash()));
  sim::SimulationOptions options;
  const Parts parts = BuiltinParts();
  options.engine = *parts.FindEngine("");
  options.engines = parts.Choice();
  options.sensors = parts.sensors;
  options.drives = parts.drives;
  options.referee = parts.referee;
  auto same = sim::Simulation::Make(present.value(), options);
  ASSERT_TRUE(same.ok());
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE((*loaded)->Step().ok());
    ASSERT_TRUE((*same)->Step().ok());
    ASSERT_EQ((*loaded)->simulation().hash(), (*same)->hash()) << i;
  }
}

TEST_F(KeepTest, FilesStayInTheServersFolder) {
  Served served("flat");
  for (const char* bad : {"../x.sdf", "/tmp/x.sdf", "a/../../x", "a\\b", "nowhere/x.sdf", "x//y"}) {
    EXPECT_FALSE(Save(&served, bad).success) << bad;
  }
  fs::create_directory_symlink("/tmp", "out");
  EXPECT_THAT(Save(&served, "out/x.sdf").message, HasSubstr("symbolic link"));
  EXPECT_FALSE(fs::exists("/tmp/x.sdf"));
  ASSERT_TRUE(Save(&served, "").success);
  EXPECT_TRUE(fs::exists("flat.sdf"));
  EXPECT_THAT(Save(&served, "flat.sdf").message, HasSubstr("exists"));
  EXPECT_TRUE(Save(&served, "flat.sdf", true).success);
}

// A recording of a run with edits is replayed: the same hash in every step.
TEST_F(KeepTest, ARunWithEditsIsReplayed) {
  const std::string file = (folder_ / "edited.mcap").string();
  std::uint64_t hash = 0;
  {
    ServerOptions options = Served::Paused();
    options.record = file;
    Served served("flat", options);
    served.Step(100);
    Set(&served, "husky", "link:base_link", "mass", {70.0});
    served.Step(50);
    Set(&served, "floor", "", "ground", {}, "dry_sand");
    Set(&served, "husky", "sensor:imu", "gyro.bias", {0.2, 0, 0});
    ASSERT_TRUE(Duplicate(&served, "husky").success);
    served.Step(50);
    const auto removed = Remove(&served, "husky_1");
    ASSERT_TRUE(removed.success);
    served.Step(20);
    ASSERT_TRUE(Restore(&served, removed.token).success);
    served.Step(80);
    hash = served.simulation().hash();
  }
  Problems problems;
  auto session = Session::Open(BuiltinParts(), "flat", {}, &problems);
  ASSERT_TRUE(session.ok());
  ASSERT_TRUE((*session)->Replay(file).ok());
  ASSERT_TRUE((*session)->Step(300).ok());
  EXPECT_EQ((*session)->simulation().hash(), hash);
}

}  // namespace
}  // namespace surefoot::serve::test
