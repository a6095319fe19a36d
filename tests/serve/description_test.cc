// /ROBOT/robot_description: when it is published, what it contains, and where its meshes are.

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/session/load.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using Clock = std::chrono::steady_clock;
using testing::HasSubstr;

std::string TopicOf(const std::string& robot) { return "/" + robot + "/robot_description"; }

class DescriptionTest : public testing::Test {
 protected:
  /// Turns the server until the client's last description satisfies `wanted`; it is written on the
  /// worker's thread.
  std::string Wait(Served* served, const std::string& robot,
                   const std::function<bool(const std::string&)>& wanted) {
    msgs::std_msgs::String message;
    const Clock::time_point end = Clock::now() + std::chrono::minutes(2);
    while (Clock::now() < end) {
      served->Turn();
      if (served->client().Last(TopicOf(robot), &message) && wanted(message.data)) break;
    }
    EXPECT_TRUE(wanted(message.data)) << robot << ": " << message.data.substr(0, 500);
    return message.data;
  }
  std::string First(Served* served, const std::string& robot) {
    served->client().bridge().Subscribe(TopicOf(robot));
    return Wait(served, robot, [](const std::string& text) { return !text.empty(); });
  }

  /// The model that Surefoot's reader makes of it.
  world::Model Parse(const std::string& text) {
    Problems problems;
    const formats::ReadResult read =
        ReadDescription(BuiltinParts(), folder_.Write("robot.urdf", text), &problems);
    EXPECT_TRUE(read.ok && problems.ok()) << problems.ErrorText();
    return read.spec.models.empty() ? world::Model() : *read.spec.models[0].model;
  }

  TempFolder folder_;
};

TEST_F(DescriptionTest, IsWrittenForTheFirstSubscriber) {
  Served served("flat");
  const graph::Graph& graph = served.run().graph();
  const graph::Topic* topic = graph.FindTopic(TopicOf("husky"));
  ASSERT_NE(topic, nullptr);
  EXPECT_TRUE(topic->options.latched);
  served.Step(100);
  EXPECT_EQ(topic->count, 0u);
  const world::Model model = Parse(First(&served, "husky"));
  EXPECT_GE(model.FindLink("base_link"), 0);
  EXPECT_GE(model.FindJoint("front_left_wheel"), 0);
  EXPECT_EQ(topic->count, 1u);
  // The floor is not a robot.
  for (const auto& other : graph.topics()) {
    if (other->name.ends_with("/robot_description")) {
      EXPECT_EQ(other->name, TopicOf("husky"));
    }
  }
}

/// Parent of each frame that was published on /tf and /tf_static, by the server and by drives. REP
/// 105: a frame has one parent.
class FrameTree {
 public:
  explicit FrameTree(graph::Graph* graph) {
    for (const char* topic : {"/tf", "/tf_static"}) {
      subscriptions_.push_back(graph->Subscribe(topic, [this](const graph::Delivery& delivery) {
        const auto* message = delivery.As<msgs::tf2_msgs::TFMessage>();
        if (message == nullptr) return;
        for (const auto& one : message->transforms) {
          const auto [known, is_new] = parents_.emplace(one.child_frame_id, one.header.frame_id);
          EXPECT_EQ(known->second, one.header.frame_id) << one.child_frame_id;
        }
      }));
    }
  }
  const std::map<std::string, std::string>& parents() const { return parents_; }

 private:
  std::map<std::string, std::string> parents_;
  std::vector<graph::Subscription> subscriptions_;
};

/// RViz and robot_state_publisher combine the two, with the robot's name as prefix.
TEST_F(DescriptionTest, HasTheLinksOfTf) {
  for (const char* world : {"flat", "two_wheel", "quadruped", "hexapod", "sensors", "lab_floor"}) {
    Served served(world);
    const FrameTree tree(&served.run().graph());
    served.Step(200);
    int robots = 0;
    for (const world::ModelInstance& instance : served.simulation().world().spec().models) {
      if (served.run().graph().FindTopic(TopicOf(instance.name)) == nullptr) continue;
      ++robots;
      const world::Model model = Parse(First(&served, instance.name));
      for (const world::Link& link : model.links) {
        EXPECT_EQ(tree.parents().count(instance.name + "/" + link.name), 1u)
            << world << " " << link.name;
      }
    }
    EXPECT_GT(robots, 0) << world;
  }
}

/// A filter outside of the simulator, such as robot_localization, places the base.
TEST_F(DescriptionTest, TheServerYieldsToAClientThatPlacesTheBase) {
  Served served("flat");
  served.client().bridge().Subscribe("/tf");
  const auto places_base = [&] {
    msgs::tf2_msgs::TFMessage message;
    EXPECT_TRUE(served.client().Last("/tf", &message));
    return std::any_of(message.transforms.begin(), message.transforms.end(),
                       [](const auto& one) { return one.child_frame_id == "husky/base_link"; });
  };
  served.Step(100);
  EXPECT_TRUE(places_base());
  msgs::tf2_msgs::TFMessage message;
  message.transforms.resize(1);
  message.transforms[0].header.frame_id = "husky/odom";
  message.transforms[0].child_frame_id = "husky/base_link";
  message.transforms[0].transform.rotation.w = 1.0;
  served.client(1).Publish("/tf", message);
  served.Step(100);
  EXPECT_FALSE(places_base());
  // It has stopped: after two seconds the pose in the world is published again.
  served.Step(2100);
  EXPECT_TRUE(places_base());
}

TEST_F(DescriptionTest, FollowsSpawnsEditsAndRemovals) {
  Served served("flat");
  const double mass = Parse(First(&served, "husky")).links[0].inertia.mass;
  sm::SetProperty::Request edit;
  edit.entity = "husky";
  edit.part = "link:base_link";
  edit.property = "mass";
  edit.value = {mass + 7.0};
  ASSERT_TRUE(served.Call<sm::SetProperty>("/surefoot/edit/set", edit).success);
  const auto has_mass = [&](const std::string& text) {
    return text.find("value=\"" + NumberText(mass + 7.0) + "\"") != std::string::npos;
  };
  Wait(&served, "husky", has_mass);

  si::SpawnEntity::Request spawn;
  spawn.name = "other";
  spawn.uri = "model://husky";
  spawn.initial_pose.pose.position.x = 5.0;
  const auto spawned = served.Call<si::SpawnEntity>("/spawn_entity", spawn);
  ASSERT_EQ(spawned.result.result, si::Result::RESULT_OK) << spawned.result.error_message;
  EXPECT_THAT(First(&served, "other"), HasSubstr("<robot name=\"other\">"));

  si::DeleteEntity::Request remove;
  remove.entity = "other";
  ASSERT_EQ(served.Call<si::DeleteEntity>("/delete_entity", remove).result.result,
            si::Result::RESULT_OK);
  Wait(&served, "other", [](const std::string& text) { return text.empty(); });
  ASSERT_EQ(served.Call<si::SpawnEntity>("/spawn_entity", spawn).result.result,
            si::Result::RESULT_OK);
  Wait(&served, "other", [](const std::string& text) { return !text.empty(); });
}

std::vector<std::string> MeshesIn(const std::string& urdf) {
  std::vector<std::string> meshes;
  const std::regex pattern("<mesh filename=\"([^\"]*)\"");
  for (std::sregex_iterator it(urdf.begin(), urdf.end(), pattern), end; it != end; ++it) {
    meshes.push_back((*it)[1]);
  }
  return meshes;
}

/// A robot with a mesh of a file, whose colours are in a second file, and with one that is made.
constexpr const char* kRobot = R"(<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
<world name="w"><model name="robot"><link name="body">
  <sensor name="imu" type="imu"/>
  <visual name="file"><geometry><mesh><uri>my body.obj</uri></mesh></geometry></visual>
  <visual name="egg"><geometry><ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid></geometry></visual>
  <collision name="box"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
</link></model></world></sdf>)";

std::string WriteRobot(const TempFolder& folder) {
  folder.Write("my body.obj",
               "mtllib paint.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n");
  folder.Write("paint.mtl", "newmtl red\nKd 1 0 0\n");
  return folder.Write("robot.sdf", kRobot);
}

TEST_F(DescriptionTest, MeshesAreFilesOfThisComputer) {
  std::string made;
  {
    Served served(WriteRobot(folder_));
    const std::vector<std::string> meshes = MeshesIn(First(&served, "robot"));
    ASSERT_EQ(meshes.size(), 2u);
    EXPECT_EQ(meshes[0], "file://" + folder_.path() + "/my%20body.obj");
    ASSERT_EQ(meshes[1].rfind("file:///", 0), 0u) << meshes[1];
    made = meshes[1].substr(7);
    const Result<TriMesh> mesh = LoadMeshFile(made);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_LT((mesh->Bounds().max() - Vector3d::Ones()).norm(), 1e-9);
  }
  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST_F(DescriptionTest, MeshesAreOfferedByHttp) {
  ServerOptions options = Served::Paused();
  options.mesh_urls = "http://robot.example:8080/";
  Served served(WriteRobot(folder_), options);
  const std::vector<std::string> meshes = MeshesIn(First(&served, "robot"));
  ASSERT_EQ(meshes.size(), 2u);
  const std::string base = "http://robot.example:8080/files/";
  for (const std::string& url : meshes) {
    ASSERT_EQ(url.rfind(base, 0), 0u) << url;
    EXPECT_TRUE(served.files().Find(url.substr(base.size())).has_value()) << url;
  }
  const std::string file = meshes[0].substr(base.size());
  EXPECT_EQ(served.files().Find(file)->path, folder_.path() + "/my body.obj");
  const std::string beside = file.substr(0, file.rfind('/')) + "/paint.mtl";
  EXPECT_TRUE(served.files().Find(beside).has_value()) << beside;
  served.run().Unload();
  EXPECT_FALSE(served.files().Find(file).has_value());
}

}  // namespace
}  // namespace surefoot::serve::test
