// Entities and worlds of simulation_interfaces, with every result code.

#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/msgs/json.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;

constexpr int kOk = si::Result::RESULT_OK;
constexpr int kNotFound = si::Result::RESULT_NOT_FOUND;
constexpr int kFailed = si::Result::RESULT_OPERATION_FAILED;
constexpr int kIncorrect = si::Result::RESULT_INCORRECT_STATE;
constexpr int kUnsupported = si::Result::RESULT_FEATURE_UNSUPPORTED;

constexpr const char* kBox =
    "<sdf version='1.9'><model name='crate'><link name='link'>"
    "<inertial><mass>1</mass></inertial><collision name='c'><geometry><box><size>1 2 3</size></box>"
    "</geometry></collision></link></model></sdf>";

si::SpawnEntityService::Request Box(const std::string& name) {
  si::SpawnEntityService::Request request;
  request.name = name;
  request.resource_string = kBox;
  request.initial_pose.pose.position.x = 10.0;
  request.initial_pose.pose.position.z = 1.5;
  return request;
}

si::SpawnEntityService::Response Spawn(Served* served,
                                       const si::SpawnEntityService::Request& request) {
  return served->Call<si::SpawnEntityService>("/spawn_entity", request);
}

std::vector<std::string> Names(Served* served, const si::EntityFilters& filters, int code = kOk) {
  si::GetEntities::Request request;
  request.filters = filters;
  const auto response = served->Call<si::GetEntities>("/get_entities", request);
  EXPECT_EQ(response.result.result, code) << response.result.error_message;
  return response.entities;
}

si::EntityState StateOfEntity(Served* served, const std::string& name) {
  si::GetEntityState::Request request;
  request.entity = name;
  const auto response = served->Call<si::GetEntityState>("/get_entity_state", request);
  EXPECT_EQ(response.result.result, kOk) << response.result.error_message;
  return response.state;
}

TEST(EntityTest, SpawnCodes) {
  Served served("flat");
  auto spawned = Spawn(&served, Box("box"));
  ASSERT_EQ(spawned.result.result, kOk) << spawned.result.error_message;
  EXPECT_EQ(spawned.entity_name, "box");

  EXPECT_EQ(Spawn(&served, Box("box")).result.result, 101);
  auto request = Box("box");
  request.allow_renaming = true;
  EXPECT_EQ(Spawn(&served, request).entity_name, "box_1");
  EXPECT_EQ(Spawn(&served, Box("")).result.result, 102);
  EXPECT_EQ(Spawn(&served, Box("a::b")).result.result, 102);
  request = Box("");
  request.allow_renaming = true;
  EXPECT_EQ(Spawn(&served, request).entity_name, "crate");

  request = Box("other");
  request.resource_string = "once upon a time";
  EXPECT_EQ(Spawn(&served, request).result.result, 103);
  request.resource_string = "";
  EXPECT_EQ(Spawn(&served, request).result.result, 104);
  request.uri = "model://no_such_model";
  EXPECT_EQ(Spawn(&served, request).result.result, kNotFound);
  request = Box("other");
  request.entity_namespace = "not a name!";
  EXPECT_EQ(Spawn(&served, request).result.result, 105);
  request.entity_namespace = "elsewhere";
  EXPECT_EQ(Spawn(&served, request).result.result, 105);
  request.entity_namespace = "/other";
  EXPECT_EQ(Spawn(&served, request).result.result, kOk);
  request = Box("broken");
  request.resource_string = "<sdf version='1.9'><model name='x'><link name='l'></model></sdf>";
  EXPECT_EQ(Spawn(&served, request).result.result, 106);
  request.resource_string =
      "<sdf version='1.9'><model name='x'><link name='l'><collision name='c'><geometry><mesh>"
      "<uri>nowhere.stl</uri></mesh></geometry></collision></link></model></sdf>";
  EXPECT_EQ(Spawn(&served, request).result.result, 107);
  request = Box("lost");
  request.initial_pose.pose.position.x = NAN;
  EXPECT_EQ(Spawn(&served, request).result.result, 109);
  request.initial_pose.pose.position.x = 0.0;
  request.initial_pose.pose.orientation.w = 0.0;
  EXPECT_EQ(Spawn(&served, request).result.result, 109);
  request.initial_pose.pose.orientation.w = 1.0;
  request.initial_pose.header.frame_id = "no_frame";
  EXPECT_EQ(Spawn(&served, request).result.result, 109);
  EXPECT_EQ(served.simulation().world().FindModel("lost"), -1);
}

TEST(EntityTest, SpawnsInFramesAndByFile) {
  Served served("flat");
  ASSERT_EQ(Spawn(&served, Box("box")).result.result, kOk);
  auto request = Box("above");
  request.initial_pose.header.frame_id = "box";
  request.initial_pose.pose.position.x = 0.0;
  request.initial_pose.pose.position.z = 3.5;
  ASSERT_EQ(Spawn(&served, request).result.result, kOk);
  EXPECT_NEAR(StateOfEntity(&served, "above").pose.position.x, 10.0, 1e-9);
  EXPECT_NEAR(StateOfEntity(&served, "above").pose.position.z, 5.0, 1e-9);

  si::SpawnEntities::Request many;
  many.spawn_requests.resize(2);
  many.spawn_requests[0].name = "second";
  many.spawn_requests[0].entity_resource.uri = "model://husky";
  many.spawn_requests[0].initial_pose.pose.position.y = 3.0;
  many.spawn_requests[1].name = "husky";
  many.spawn_requests[1].entity_resource.uri = "model://husky";
  const auto response = served.Call<si::SpawnEntities>("/spawn_entities", many);
  EXPECT_EQ(response.result.result, 150);
  ASSERT_EQ(response.results.size(), 2u);
  EXPECT_EQ(response.results[0].result.result, kOk) << response.results[0].result.error_message;
  EXPECT_EQ(response.results[1].result.result, 101);
  served.Step(10);
  EXPECT_NE(served.simulation().graph().FindTopic("/second/cmd_vel"), nullptr);
}

TEST(EntityTest, Filters) {
  Served served("flat");
  ASSERT_EQ(Spawn(&served, Box("box")).result.result, kOk);
  EXPECT_THAT(Names(&served, {}), ElementsAre("floor", "husky", "box"));
  si::EntityFilters filters;
  filters.filter = "^(b|h).*";
  EXPECT_THAT(Names(&served, filters), ElementsAre("husky", "box"));
  // The last two froze or ended the server when the C library compiled them.
  for (const std::string& bad :
       {std::string("("), std::string("((((a{1,100}){1,100}){1,100}){1,100})"),
        std::string(200'000, '(') + std::string(200'000, ')')}) {
    filters.filter = bad;
    EXPECT_THAT(Names(&served, filters, kFailed), IsEmpty());
  }
  filters.filter = "";
  filters.categories.resize(1);
  filters.categories[0].category = si::EntityCategory::CATEGORY_ROBOT;
  EXPECT_THAT(Names(&served, filters), ElementsAre("husky"));
  filters.categories[0].category = si::EntityCategory::CATEGORY_STATIC_OBJECT;
  EXPECT_THAT(Names(&served, filters), ElementsAre("floor"));
  filters.categories.clear();
  filters.bounds.type_ = si::Bounds::TYPE_SPHERE;
  filters.bounds.points.resize(2);
  filters.bounds.points[0].x = 12.0;
  filters.bounds.points[0].z = 1.5;
  filters.bounds.points[1].x = 1.6;
  // The box ends at 10.5 m; the floor is infinite.
  EXPECT_THAT(Names(&served, filters), ElementsAre("floor", "box"));
  filters.bounds.points[1].x = 1.4;
  EXPECT_THAT(Names(&served, filters), ElementsAre("floor"));
  filters.bounds.type_ = si::Bounds::TYPE_BOX;
  filters.bounds.points[0].x = -1.0;
  filters.bounds.points[1].x = 1.0;
  EXPECT_THAT(Names(&served, filters), Contains("husky"));
  filters.bounds.type_ = si::Bounds::TYPE_CONVEX_HULL;
  EXPECT_THAT(Names(&served, filters, kUnsupported), IsEmpty());
}

TEST(EntityTest, InfosAndTags) {
  Served served("flat");
  si::SetEntityInfo::Request set;
  set.entity = "husky";
  set.info.category.category = si::EntityCategory::CATEGORY_HUMAN;
  set.info.tags = {"red", "fast"};
  EXPECT_EQ(served.Call<si::SetEntityInfo>("/set_entity_info", set).result.result, kOk);
  si::GetEntityInfo::Request get;
  get.entity = "husky";
  EXPECT_EQ(served.Call<si::GetEntityInfo>("/get_entity_info", get).info, set.info);
  get.entity = set.entity = "nobody";
  EXPECT_EQ(served.Call<si::GetEntityInfo>("/get_entity_info", get).result.result, kNotFound);
  EXPECT_EQ(served.Call<si::SetEntityInfo>("/set_entity_info", set).result.result, kNotFound);
  si::EntityFilters filters;
  filters.tags.tags = {"fast", "blue"};
  EXPECT_THAT(Names(&served, filters), ElementsAre("husky"));
  filters.tags.filter_mode = si::TagsFilter::FILTER_MODE_ALL;
  EXPECT_THAT(Names(&served, filters), IsEmpty());
}

TEST(EntityTest, StatesAreSetAndGot) {
  Served served("flat");
  ASSERT_EQ(Spawn(&served, Box("box")).result.result, kOk);
  si::SetEntityState::Request set;
  set.entity = "box";
  set.state.pose.position.z = 20.0;
  set.state.twist.linear.x = 2.0;
  set.state.twist.angular.z = 1.0;
  ASSERT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, kOk);
  served.Step(100);
  // Free fall after 0.1 s.
  const si::EntityState state = StateOfEntity(&served, "box");
  EXPECT_NEAR(state.pose.position.x, 0.2, 1e-3);
  EXPECT_NEAR(state.pose.position.z, 20.0 - 0.5 * 9.81 * 0.01, 1e-3);
  EXPECT_NEAR(state.twist.linear.z, -0.981, 1e-3);
  EXPECT_NEAR(state.twist.angular.z, 1.0, 1e-6);
  EXPECT_NEAR(state.pose.orientation.z, std::sin(0.05), 1e-4);

  // In a rotated frame, the model's own.
  set.state.header.frame_id = "box";
  set.state.pose = {};
  set.state.pose.position.x = 1.0;
  set.state.twist = {};
  set.state.twist.linear.x = 1.0;
  ASSERT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, kOk);
  EXPECT_NEAR(StateOfEntity(&served, "box").pose.position.y, std::sin(0.1), 1e-3);
  EXPECT_NEAR(StateOfEntity(&served, "box").twist.linear.y, std::sin(0.1), 1e-3);

  si::GetEntitiesStates::Request all;
  const auto states = served.Call<si::GetEntitiesStates>("/get_entities_states", all);
  EXPECT_EQ(states.entities.size(), 3u);
  EXPECT_EQ(states.states.size(), 3u);

  set.state.header.frame_id = "";
  set.entity = "nobody";
  EXPECT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, kNotFound);
  set.entity = "floor";
  EXPECT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, kFailed);
  set.entity = "box";
  set.state.pose.position.y = INFINITY;
  EXPECT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, 101);
}

TEST(EntityTest, BothShapesOfJson) {
  Served served("flat");
  const auto spawn = [&](const std::string& json) {
    si::SpawnEntityService::Request request;
    const Status read = msgs::FromJson(json, &request);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
    return Spawn(&served, request).result.result;
  };
  EXPECT_EQ(spawn(R"({"name": "flat_shape", "uri": "model://husky"})"), kOk);
  EXPECT_EQ(spawn(R"({"name": "nested", "entity_resource": {"uri": "model://husky"},
                      "initial_pose": {"pose": {"position": {"x": 4}}}})"),
            kOk);
  si::SpawnEntities::Request many;
  EXPECT_TRUE(msgs::FromJson(R"({"spawn_requests": [{"name": "a", "uri": "model://husky"},
                                 {"name": "b", "entity_resource": {"uri": "model://husky"}}]})",
                             &many)
                  .ok());
  EXPECT_EQ(many.spawn_requests[0].entity_resource, many.spawn_requests[1].entity_resource);
  // Flags may precede the fields they concern; one flag makes both count.
  si::SetEntityState::Request set;
  ASSERT_TRUE(msgs::FromJson(R"({"set_twist": true, "entity": "husky", "state": {
                                 "pose": {"position": {"x": 9}},
                                 "twist": {"linear": {"x": 0.25}}}})",
                             &set)
                  .ok());
  const double x = StateOfEntity(&served, "husky").pose.position.x;
  ASSERT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, kOk);
  EXPECT_EQ(StateOfEntity(&served, "husky").pose.position.x, x);
  EXPECT_NEAR(StateOfEntity(&served, "husky").twist.linear.x, 0.25, 1e-9);
  ASSERT_TRUE(msgs::FromJson(R"({"set_pose": true, "entity": "husky", "state": {
                                 "pose": {"position": {"x": 2, "z": 0.13}}}})",
                             &(set = {}))
                  .ok());
  ASSERT_EQ(served.Call<si::SetEntityState>("/set_entity_state", set).result.result, kOk);
  EXPECT_NEAR(StateOfEntity(&served, "husky").pose.position.x, 2.0, 1e-9);
  EXPECT_NEAR(StateOfEntity(&served, "husky").twist.linear.x, 0.25, 1e-9);
  EXPECT_THAT(msgs::ToJson(si::Spawnable()), HasSubstr(R"("entity_resource":{"uri":"")"));
}

TEST(EntityTest, BoundsAndDeletion) {
  Served served("flat");
  ASSERT_EQ(Spawn(&served, Box("box")).result.result, kOk);
  si::GetEntityBounds::Request request;
  request.entity = "box";
  const auto bounds = served.Call<si::GetEntityBounds>("/get_entity_bounds", request).bounds;
  ASSERT_EQ(bounds.type_, si::Bounds::TYPE_BOX);
  ASSERT_EQ(bounds.points.size(), 2u);
  EXPECT_NEAR(bounds.points[0].x, 0.5, 1e-9);
  EXPECT_NEAR(bounds.points[0].y, 1.0, 1e-9);
  EXPECT_NEAR(bounds.points[1].z, -1.5, 1e-9);
  request.entity = "floor";
  EXPECT_EQ(served.Call<si::GetEntityBounds>("/get_entity_bounds", request).bounds.type_,
            si::Bounds::TYPE_EMPTY);
  si::DeleteEntity::Request remove;
  remove.entity = "box";
  EXPECT_EQ(served.Call<si::DeleteEntity>("/delete_entity", remove).result.result, kOk);
  EXPECT_EQ(served.Call<si::DeleteEntity>("/delete_entity", remove).result.result, kNotFound);
  request.entity = "box";
  EXPECT_EQ(served.Call<si::GetEntityBounds>("/get_entity_bounds", request).result.result,
            kNotFound);
}

TEST(EntityTest, NamedPoses) {
  Served served("");
  si::LoadWorld::Request load;
  load.resource_string =
      "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='yard'>"
      "<surefoot:named_pose name='dock' tags='parking spawn' size='2 2 1'>"
      "<pose>1 2 0 0 0 0</pose><description>where it charges</description>"
      "</surefoot:named_pose></world></sdf>";
  const auto loaded = served.Call<si::LoadWorld>("/load_world", load);
  ASSERT_EQ(loaded.result.result, kOk) << loaded.result.error_message;
  EXPECT_EQ(loaded.world.name, "yard");
  si::GetNamedPoses::Request request;
  request.tags.tags = {"parking"};
  const auto poses = served.Call<si::GetNamedPoses>("/get_named_poses", request).poses;
  ASSERT_EQ(poses.size(), 1u);
  EXPECT_EQ(poses[0].name, "dock");
  EXPECT_EQ(poses[0].description, "where it charges");
  EXPECT_EQ(poses[0].pose.position.y, 2.0);
  si::GetNamedPoseBounds::Request bounds;
  bounds.name = "dock";
  EXPECT_EQ(
      served.Call<si::GetNamedPoseBounds>("/get_named_pose_bounds", bounds).bounds.points.size(),
      2u);
  bounds.name = "nowhere";
  EXPECT_EQ(served.Call<si::GetNamedPoseBounds>("/get_named_pose_bounds", bounds).result.result,
            kNotFound);
}

TEST(WorldTest, LoadCodes) {
  Served served("flat");
  const auto code = [&](const std::string& uri, const std::string& text, bool strict = false) {
    si::LoadWorld::Request request;
    request.uri = uri;
    request.resource_string = text;
    request.fail_on_unsupported_element = strict;
    return served.Call<si::LoadWorld>("/load_world", request).result.result;
  };
  EXPECT_EQ(code("", ""), 102);
  EXPECT_EQ(code("", "a tale"), 101);
  EXPECT_EQ(code("no_such_world.sdf", ""), kNotFound);
  EXPECT_EQ(code("", "<sdf version='1.9'><world name='x'></sdf>"), 103);
  EXPECT_EQ(code("",
                 "<sdf version='1.9'><world name='x'><model name='m'><link name='l'>"
                 "<visual name='v'><geometry><mesh><uri>gone.obj</uri></mesh></geometry></visual>"
                 "<collision name='c'><geometry><mesh><uri>gone.obj</uri></mesh></geometry>"
                 "</collision></link></model></world></sdf>"),
            104);
  const std::string odd =
      "<sdf version='1.9'><world name='x'><plugin name='p' filename='libmagic.so'/></world></sdf>";
  EXPECT_EQ(code("", odd, true), 106);
  // The old world is unchanged after all of that.
  EXPECT_EQ(served.Call<si::GetCurrentWorld>("/get_current_world").world.name, "flat");
  EXPECT_EQ(code("", odd), kOk);
  EXPECT_EQ(served.Call<si::GetCurrentWorld>("/get_current_world").world.name, "x");
}

TEST(WorldTest, LoadUnloadAndWhatSurvives) {
  Served served("flat", Served::Playing());
  Client& client = served.client();
  client.bridge().Subscribe("/clock");
  served.Turn(20);
  si::LoadWorld::Request load;
  load.uri = "worlds/two_wheel.sdf";
  ASSERT_EQ(served.Call<si::LoadWorld>("/load_world", load).result.result, kOk);
  EXPECT_EQ(served.Call<si::GetSimulationState>("/get_simulation_state").state.state,
            si::SimulationState::STATE_STOPPED);
  client.Look();
  const int before = client.count("/clock");
  served.Step(50);
  client.Look();
  EXPECT_GT(client.count("/clock"), before);
  EXPECT_EQ(served.Call<si::UnloadWorld>("/unload_world").result.result, kOk);
  EXPECT_EQ(served.Call<si::UnloadWorld>("/unload_world").result.result, 101);
  EXPECT_EQ(served.Call<si::GetCurrentWorld>("/get_current_world").result.result, 101);
  EXPECT_EQ(Spawn(&served, Box("box")).result.result, kIncorrect);
  load.uri = "flat";
  EXPECT_EQ(served.Call<si::LoadWorld>("/load_world", load).result.result, kOk);
  EXPECT_EQ(Spawn(&served, Box("box")).result.result, kOk);
}

TEST(WorldTest, WhatThereIs) {
  Served served("");
  const auto worlds = served.Call<si::GetAvailableWorlds>("/get_available_worlds");
  std::vector<std::string> names;
  for (const si::WorldResource& world : worlds.worlds) names.push_back(world.name);
  EXPECT_THAT(names, IsSupersetOf({"flat", "husky_lab", "five_huskies"}));
  si::GetAvailableWorlds::Request more;
  more.additional_sources = {"/no/such/folder"};
  EXPECT_EQ(served.Call<si::GetAvailableWorlds>("/get_available_worlds", more).result.result,
            kNotFound);
  more.continue_on_error = true;
  EXPECT_EQ(served.Call<si::GetAvailableWorlds>("/get_available_worlds", more).worlds.size(),
            names.size());
  si::GetSpawnables::Request sources;
  sources.sources = {"/no/such/folder"};
  const auto models = served.Call<si::GetSpawnables>("/get_spawnables", sources);
  EXPECT_EQ(models.result.result, kOk);
  EXPECT_THAT(models.result.error_message, HasSubstr("/no/such/folder"));
  std::vector<std::string> uris;
  for (const si::Spawnable& model : models.spawnables) uris.push_back(model.uri);
  EXPECT_THAT(uris, IsSupersetOf({"model://husky", "model://rover"}));
}

}  // namespace
}  // namespace surefoot::serve::test
