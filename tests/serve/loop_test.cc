// No request of a client blocks the loop: other clients are served in time.

#include <gmock/gmock.h>

#include <future>

#include "surefoot/msgs/rosgraph_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using testing::HasSubstr;

/// Seconds of the loop's own processor time, so that a machine busy with other work does not fail
/// the test.
constexpr double kMaxBlock = 0.05;

ServerOptions Measured() {
  ServerOptions options = Served::Playing();
  options.measure_loop_cpu = true;
  return options;
}

si::SpawnEntityService::Request SpawnOf(const std::string& uri, const std::string& name, double x) {
  si::SpawnEntityService::Request request;
  request.uri = uri;
  request.name = name;
  request.initial_pose.pose.position.x = x;
  request.initial_pose.pose.position.z = 1.0;
  request.initial_pose.pose.orientation.w = 1.0;
  return request;
}

template <typename S>
typename S::Response Await(Served* served, std::uint64_t id, Client* client) {
  typename S::Response response;
  while (client->answers.count(id) == 0) {
    served->Turn();
    client->Look();
  }
  const Result<Bytes>& answer = client->answers.at(id);
  EXPECT_TRUE(answer.ok()) << answer.error().message;
  if (!answer.ok()) return response;
  EXPECT_TRUE(msgs::Decode(answer.value(), &response));
  return response;
}

/// One client spawns 64 robots in a row; another one is answered, and time advances, between any
/// two.
TEST(LoopTest, ManySpawnsHoldUpNobody) {
  Served served("flat", Measured());
  const int models = served.simulation().world().model_count();
  served.client(1).bridge().Subscribe("/clock");
  served.Turn(10);
  served.server().loop_watch().ResetMax();
  constexpr int kRobots = 64;
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < kRobots; ++i) {
    ids.push_back(served.client().Call<si::SpawnEntityService>(
        "/spawn_entity",
        SpawnOf("model://pioneer_3at", "robot_" + std::to_string(i), 2.0 * (i + 1))));
  }
  std::int64_t last_step = -1;
  int answered = 0;
  for (const std::uint64_t id : ids) {
    const auto spawned = Await<si::SpawnEntityService>(&served, id, &served.client());
    EXPECT_EQ(spawned.result.result, si::Result::RESULT_OK) << spawned.result.error_message;
    const auto status = served.Call<sm::GetStatus>("/surefoot/status", {}, 1);
    EXPECT_GT(status.step, last_step);
    last_step = status.step;
    ++answered;
  }
  EXPECT_EQ(answered, kRobots);
  EXPECT_EQ(served.simulation().world().model_count(), models + kRobots);
  served.client(1).Look();
  EXPECT_GT(served.client(1).count("/clock"), 10);
  const double block = served.server().loop_watch().max_cpu_block();
  RecordProperty("max_block_ms", std::to_string(1e3 * block));
  EXPECT_LT(block, kMaxBlock);
  EXPECT_GT(block, 0.0) << "it was measured";
}

TEST(LoopTest, ALargeWorldIsBuiltBesideTheLoop) {
  Served served("flat", Measured());
  served.Turn(10);
  served.server().loop_watch().ResetMax();
  si::LoadWorld::Request request;
  request.uri = "husky_lab";
  const auto loaded = served.Call<si::LoadWorld>("/load_world", request);
  EXPECT_EQ(loaded.result.result, si::Result::RESULT_OK) << loaded.result.error_message;
  EXPECT_LT(served.server().loop_watch().max_cpu_block(), kMaxBlock);
}

/// A call after a spawn does not overtake it, although the client did not wait for the answer.
TEST(LoopTest, CallsOfOneClientKeepTheirOrder) {
  Served served("flat", Served::Playing());
  Client& client = served.client();
  const std::uint64_t spawn =
      client.Call<si::SpawnEntityService>("/spawn_entity", SpawnOf("model://crate", "box", 3.0));
  sm::DuplicateEntity::Request copy;
  copy.entity = "box";
  copy.name = "second";
  const std::uint64_t duplicate =
      client.Call<sm::DuplicateEntity>("/surefoot/edit/duplicate", copy);
  sm::RemoveEntity::Request gone;
  gone.entity = "second";
  const std::uint64_t remove = client.Call<sm::RemoveEntity>("/surefoot/edit/remove", gone);
  // Other clients are not delayed.
  const auto status = served.Call<sm::GetStatus>("/surefoot/status", {}, 1);
  EXPECT_EQ(client.answers.count(remove), 0u);
  EXPECT_EQ(status.state, "playing");
  EXPECT_EQ(Await<si::SpawnEntityService>(&served, spawn, &client).result.result,
            si::Result::RESULT_OK);
  const auto copied = Await<sm::DuplicateEntity>(&served, duplicate, &client);
  EXPECT_TRUE(copied.success) << copied.message;
  const auto removed = Await<sm::RemoveEntity>(&served, remove, &client);
  EXPECT_TRUE(removed.success) << removed.message;
  EXPECT_GE(served.simulation().world().FindModel("box"), 0);
  EXPECT_LT(served.simulation().world().FindModel("second"), 0);
}

/// Two clients spawn at the same time: the world that one prepared is outdated and is built again.
TEST(LoopTest, SpawnsOfTwoClientsBothTakeEffect) {
  Served served("flat", Served::Playing());
  const int models = served.simulation().world().model_count();
  std::vector<std::uint64_t> ids[2];
  for (int i = 0; i < 5; ++i) {
    for (int c = 0; c < 2; ++c) {
      const std::string name = "box_" + std::to_string(c) + "_" + std::to_string(i);
      ids[c].push_back(served.client(c).Call<si::SpawnEntityService>(
          "/spawn_entity", SpawnOf("model://crate", name, 3.0 * i + 1.0 + 1.2 * c)));
    }
  }
  for (int c = 0; c < 2; ++c) {
    for (const std::uint64_t id : ids[c]) {
      const auto spawned = Await<si::SpawnEntityService>(&served, id, &served.client(c));
      EXPECT_EQ(spawned.result.result, si::Result::RESULT_OK) << spawned.result.error_message;
    }
  }
  EXPECT_EQ(served.simulation().world().model_count(), models + 10);
}

TEST(LoopTest, TooManyRequestsAreRefused) {
  Served served("flat");
  sm::CheckModel::Request request;
  request.uri = "model://husky";
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 40; ++i) {
    ids.push_back(served.client().Call<sm::CheckModel>("/surefoot/check", request));
  }
  int refused = 0;
  for (const std::uint64_t id : ids) {
    const auto checked = Await<sm::CheckModel>(&served, id, &served.client());
    if (!checked.success) {
      ++refused;
      EXPECT_THAT(checked.message, HasSubstr("too many requests are waiting: 16"));
    }
  }
  EXPECT_GE(refused, 1);
  EXPECT_LE(refused, 24) << "sixteen may wait";
  EXPECT_TRUE(served.Call<sm::CheckModel>("/surefoot/check", request).success) << "later again";
}

/// A script that catches its errors in each step: clients are served nevertheless.
TEST(LoopTest, AScriptCannotHoldUpTheLoop) {
  ServerOptions options = Measured();
  options.trust_clients = true;
  Served served("flat", options);
  si::LoadWorld::Request request;
  request.resource_string =
      R"(<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='evil'>
<surefoot:script name='loop' instructions='300000'>
while true do pcall(error) pcall(function() while true do pcall(error) end end) end
</surefoot:script>
<surefoot:timer name='tick' every='0.001'><do>script loop</do></surefoot:timer>
<surefoot:timer name='tock' every='0.001'><do>script loop</do></surefoot:timer>
</world></sdf>)";
  const auto loaded = served.Call<si::LoadWorld>("/load_world", request);
  ASSERT_EQ(loaded.result.result, si::Result::RESULT_OK) << loaded.result.error_message;
  si::SetSimulationState::Request play;
  play.state.state = si::SimulationState::STATE_PLAYING;
  ASSERT_EQ(served.Call<si::SetSimulationState>("/set_simulation_state", play).result.result, 1);
  served.server().loop_watch().ResetMax();
  const std::int64_t before = served.simulation().step_count();
  for (int i = 0; i < 20; ++i) served.Call<sm::GetStatus>("/surefoot/status", {}, 1);
  EXPECT_GT(served.simulation().step_count(), before);
  EXPECT_LT(served.server().loop_watch().max_cpu_block(), kMaxBlock);
}

/// A world built on the worker equals one built between two steps, bit for bit.
TEST(LoopTest, PreparedSpawnsAreTheSameRun) {
  const Parts parts = BuiltinParts();
  Problems problems;
  const auto model = LoadForSpawn(parts, "model://husky", &problems);
  ASSERT_TRUE(model.ok());
  std::uint64_t hashes[2] = {};
  for (const bool prepares : {false, true}) {
    auto session = Session::Open(parts, "husky_lab", {}, &problems);
    ASSERT_TRUE(session.ok());
    sim::Simulation& simulation = (*session)->simulation();
    ASSERT_TRUE((*session)->Step(100).ok());
    const sim::Spawn spawn{
        world::ModelInstance{"late", RigidTransform(Vector3d(0.0, 3.0, 0.5)), model->model},
        model->grounds};
    auto spec = simulation.editor().SpecAfter(spawn);
    ASSERT_TRUE(spec.ok());
    auto prepared = sim::PrepareEdit(simulation.machine().PlanEdit(), std::move(spec).value());
    ASSERT_TRUE(prepared.ok()) << prepared.error().message;
    ASSERT_TRUE((*session)->Step(200).ok()) << "the run goes on meanwhile";
    EXPECT_TRUE(simulation.machine().Fits(**prepared));
    ASSERT_TRUE(prepares ? simulation.editor().ApplyPrepared(spawn, std::move(*prepared)).ok()
                         : simulation.Apply(spawn).ok());
    ASSERT_TRUE((*session)->Step(500).ok());
    hashes[prepares ? 1 : 0] = simulation.hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

/// While the worker is busy these wait for it; the loop would have read or written the files
/// itself.
TEST(LoopTest, FilesAreListedAndChangedOnTheWorker) {
  Served served("flat");
  Client& client = served.client();
  sm::UploadFile::Request upload;
  upload.path = "a.sdf";
  upload.last = true;
  upload.data = {'a', '\n', 'b', '\n'};
  const auto stored = served.Call<sm::UploadFile>("/surefoot/upload", upload);
  std::promise<void> gate;
  served.server().shared_files().worker->Post(
      [open = gate.get_future().share()](const std::atomic<bool>&) {
        open.wait();
        return Worker::Done();
      });
  std::vector<std::uint64_t> ids;
  for (const char* kind : {"world", "spawnable"}) {
    sm::ListNames::Request list;
    list.kind = kind;
    ids.push_back(client.Call<sm::ListNames>("/surefoot/list_names", list));
  }
  sm::FixUpload::Request fix;
  fix.uri = stored.uri;
  fix.line = 2;
  fix.text = "c";
  ids.push_back(client.Call<sm::FixUpload>("/surefoot/upload/fix", fix));
  served.Turn(3);
  client.Look();
  for (const std::uint64_t id : ids) EXPECT_EQ(client.answers.count(id), 0u) << id;
  // Meanwhile the batch is not changed by others.
  upload.batch = stored.batch;
  EXPECT_FALSE(served.Call<sm::UploadFile>("/surefoot/upload", upload, 1).success);
  gate.set_value();
  EXPECT_GT(Await<sm::ListNames>(&served, ids[0], &client).names.size(), 10u);
  EXPECT_GT(Await<sm::ListNames>(&served, ids[1], &client).names.size(), 10u);
  EXPECT_TRUE(Await<sm::FixUpload>(&served, ids[2], &client).success);
  EXPECT_TRUE(served.Call<sm::UploadFile>("/surefoot/upload", upload, 1).success);
}

}  // namespace
}  // namespace surefoot::serve::test
