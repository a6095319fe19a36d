// What viewers receive of the world: scene, files and poses.

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/view/test/viewer.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using Clock = std::chrono::steady_clock;
using view::test::Viewer;

constexpr const char* kScene = "/surefoot/view/scene";
constexpr const char* kPoses = "/surefoot/view/poses";

std::string Fetch(Served* served, const std::string& name) {
  const auto file = served->files().Find(name);
  if (!file || file->bytes == nullptr) throw std::runtime_error("no file " + name);
  EXPECT_TRUE(file->immutable) << name;
  return std::string(file->bytes->begin(), file->bytes->end());
}

/// Turns the server until `done`, at most two seconds.
bool TurnUntil(Served* served, const std::function<bool()>& done) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(2);
  while (!done()) {
    if (Clock::now() > end) return false;
    served->Turn();
  }
  return true;
}

/// A viewer of the scene, with the poses of the simulation's present step.
Viewer Watch(Served* served, sm::ViewScene* scene) {
  Client& client = served->client();
  sm::ViewPoses poses;
  EXPECT_TRUE(TurnUntil(served, [&] {
    return client.Last(kScene, scene) && client.Last(kPoses, &poses) && poses.complete &&
           poses.scene == scene->version && poses.step == served->simulation().step_count();
  }));
  Viewer viewer(scene->json, [served](const std::string& name) { return Fetch(served, name); });
  viewer.Take(poses.data);
  return viewer;
}

void ExpectWhereTheyAre(Served* served, const Viewer& viewer) {
  const world::World& world = served->simulation().world();
  ASSERT_EQ(viewer.size(), static_cast<std::size_t>(world.link_count()));
  for (int link = 0; link < world.link_count(); ++link) {
    const RigidTransform& X_WL = served->simulation().state().X_WL[static_cast<std::size_t>(link)];
    const Eigen::Isometry3d seen = viewer.PoseOf(link);
    EXPECT_LT((seen.translation() - X_WL.p).norm(), 1e-3) << world.LinkName(link);
    EXPECT_LT(Quaterniond(seen.rotation()).angularDistance(X_WL.q), 1e-3) << world.LinkName(link);
  }
}

class ViewTest : public testing::TestWithParam<const char*> {};

TEST_P(ViewTest, LinksAreWhereTheyAreSeen) {
  Served served(GetParam());
  served.client().bridge().Subscribe(kScene);
  served.client().bridge().Subscribe(kPoses);
  served.Step(300);
  sm::ViewScene scene;
  ExpectWhereTheyAre(&served, Watch(&served, &scene));
}

INSTANTIATE_TEST_SUITE_P(Worlds, ViewTest,
                         testing::Values("husky_lab", "quadruped", "rover", "sensors"));

TEST(ViewSceneTest, WithoutViewersNothingOfTheWorldBeforeIsKept) {
  Served served("husky_lab");
  Client& client = served.client();
  client.bridge().Subscribe(kScene);
  client.bridge().Subscribe(kPoses);
  sm::ViewScene scene;
  const Viewer viewer = Watch(&served, &scene);
  const std::string file = viewer.scene()["models"][0]["description"];
  ASSERT_TRUE(served.files().Find(file));
  const std::weak_ptr<const world::World> world = served.simulation().shared_world();
  client.bridge().Unsubscribe(kScene);
  client.bridge().Unsubscribe(kPoses);
  si::LoadWorld::Request load;
  load.uri = "empty";
  ASSERT_EQ(served.Call<si::LoadWorld>("/load_world", load).result.result, 1);
  EXPECT_TRUE(TurnUntil(&served, [&] { return !served.files().Find(file); }));
  EXPECT_TRUE(TurnUntil(&served, [&] { return world.expired(); }));
}

TEST(ViewSceneTest, ReportsOfEditsAndKeepsFiles) {
  Served served("flat");
  Client& client = served.client();
  client.bridge().Subscribe(kScene);
  client.bridge().Subscribe(kPoses);
  sm::ViewScene first;
  Watch(&served, &first);
  si::SpawnEntityService::Request spawn;
  for (const char* name : {"h1", "h2"}) {
    spawn.name = name;
    spawn.uri = "model://husky";
    EXPECT_EQ(served.Call<si::SpawnEntityService>("/spawn_entity", spawn).result.result, 1);
  }
  sm::ViewScene second;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(2);
  while (client.Last(kScene, &second) && second.json.find("h2") == std::string::npos &&
         Clock::now() < end) {
    served.Turn();
  }
  const Viewer viewer = Watch(&served, &second);
  EXPECT_GT(second.version, first.version);
  ExpectWhereTheyAre(&served, viewer);
  const auto& models = viewer.scene()["models"];
  const auto& last = models[models.size() - 1];
  const auto& before = models[models.size() - 2];
  EXPECT_EQ(last["name"], "h2");
  EXPECT_EQ(last["description"], before["description"]);
  EXPECT_EQ(last["commands"][0], "/h2/cmd_vel");
  EXPECT_TRUE(last["robot"].get<bool>());
}

TEST(ViewSceneTest, ReportsWhichGroundIsWhere) {
  Served served("soils");
  served.client().bridge().Subscribe(kScene);
  served.client().bridge().Subscribe(kPoses);
  sm::ViewScene scene;
  const Viewer viewer = Watch(&served, &scene);
  const auto& grounds = viewer.scene()["grounds"];
  ASSERT_EQ(grounds.size(), 1U);
  const std::string png = Fetch(&served, grounds[0]["image"]);
  const std::string path = "/tmp/view_test_" + std::to_string(::getpid()) + ".png";
  std::ofstream(path, std::ios::binary) << png;
  const Result<Image> image = LoadImage(path);
  std::remove(path.c_str());
  ASSERT_TRUE(image.ok());
  // As in the file's polygons; the image covers 40 m x 40 m.
  const auto at = [&](double x, double y) {
    const auto column = static_cast<int>((x / 40.0 + 0.5) * image->width);
    const auto row = static_cast<int>((0.5 - y / 40.0) * image->height);
    const auto number = image->rgba[static_cast<std::size_t>(4 * (row * image->width + column))];
    return viewer.scene()["ground_looks"][number]["name"].get<std::string>();
  };
  EXPECT_EQ(at(0.0, 0.0), "asphalt");
  EXPECT_EQ(at(3.5, 1.5), "dry_sand");
  EXPECT_EQ(at(6.5, -1.5), "drift");
  EXPECT_EQ(at(9.5, 0.0), "upland_sandy_loam");
  EXPECT_EQ(at(0.0, 5.0), "field");
  EXPECT_EQ(at(-10.0, 0.0), "field");
}

TEST(ViewSceneTest, CostsNothingWhileNobodyLooks) {
  Served served("flat");
  served.Step(10);
  for (const auto& topic : served.run().graph().topics()) {
    if (topic->name.rfind("/surefoot/view/", 0) != 0) continue;
    EXPECT_EQ(topic->count, 0U) << topic->name;
  }
}

/// Hash of a run of half a second with a drive, watched or not.
std::uint64_t HashOf(bool watched) {
  Served served("husky_lab");
  if (watched) {
    served.client(1).bridge().Subscribe(kScene);
    served.client(1).bridge().Subscribe(kPoses);
  }
  msgs::geometry_msgs::Twist drive;
  drive.linear.x = 1.0;
  served.client().Publish("/husky/cmd_vel", drive);
  served.Step(500);
  return served.simulation().hash();
}

TEST(ViewSceneTest, WatchingDoesNotChangeTheRun) { EXPECT_EQ(HashOf(true), HashOf(false)); }

}  // namespace
}  // namespace surefoot::serve::test
