// Spawned models bring the grounds of their surfaces.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFloor = R"(<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
  <model name="ice_rink"><static>true</static><link name="link"><collision name="c">
    <geometry><box><size>8 8 0.2</size></box></geometry>
    <surefoot:surface name="rink"/>
  </collision></link></model></sdf>)";
constexpr const char* kRink =
    R"(<ground name="rink"><mu>0.07</mu><map frame="shape"><circle ground="dry_sand">0 0 1</circle>
       </map></ground>)";
constexpr const char* kEmpty =
    R"(<sdf version="1.9"><world name="w"><physics type="ode"><max_step_size>0.001</max_step_size>
       </physics></world></sdf>)";

TEST(SpawnedGround, ComesAlongWithItsMap) {
  const fs::path folder =
      fs::temp_directory_path() / ("surefoot-spawn-" + std::to_string(getpid()));
  fs::create_directories(folder / "grounds");
  std::ofstream(folder / "floor.sdf") << kFloor;
  std::ofstream(folder / "world.sdf") << kEmpty;
  std::ofstream(folder / "grounds" / "rink.xml") << kRink;
  auto session = Session::Open(BuiltinParts(), (folder / "world.sdf").string());
  ASSERT_TRUE(session.ok()) << session.error().message;
  Session& run = *session.value();
  const RigidTransform X_WF(Vector3d(3.0, 0.0, -0.1));
  ASSERT_TRUE(run.Spawn((folder / "floor.sdf").string(), "rink", X_WF).ok());
  ASSERT_TRUE(run.Spawn("husky", "inside", RigidTransform(Vector3d(3.0, 0.0, 0.14))).ok());
  ASSERT_TRUE(run.Spawn("husky", "outside", RigidTransform(Vector3d(3.0, 2.5, 0.14))).ok());
  EXPECT_GE(run.world().FindGround("rink"), 0);
  EXPECT_GE(run.world().FindGround("dry_sand"), 0) << "named only by the map";
  ASSERT_TRUE(run.RunFor(1.0).ok());
  double sinkage[2] = {0.0, 0.0};
  for (const auto& touch : run.simulation().machine().ground().touches()) {
    const std::string link =
        run.world().LinkName(run.world().wheels()[static_cast<std::size_t>(touch.wheel)].link);
    double& max = sinkage[link.rfind("inside", 0) == 0 ? 0 : 1];
    max = std::max(max, touch.force.sinkage);
  }
  EXPECT_GT(sinkage[0], 0.005) << "in the sand of the circle, which came with the shape";
  EXPECT_EQ(sinkage[1], 0.0) << "on ice";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace surefoot
