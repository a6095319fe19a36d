// Every world and model of Surefoot runs on every engine, with the same result on all of them.

#include <algorithm>
#include <filesystem>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/load.h"
#include "tests/conformance/engine_test_case.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

class OwnWorlds : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(OwnWorlds);

/// worlds/*.sdf and all models with movable parts.
std::vector<std::string> OwnFiles() {
  namespace fs = std::filesystem;
  const fs::path root = SUREFOOT_SOURCE_DIR;
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(root / "worlds")) {
    if (entry.path().extension() == ".sdf") files.push_back(entry.path().string());
  }
  for (const auto& entry : fs::directory_iterator(root / "models")) {
    for (const auto& file : fs::directory_iterator(entry.path())) {
      const std::string extension = file.path().extension().string();
      if (extension == ".sdf" || extension == ".urdf") files.push_back(file.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST_P(OwnWorlds, RunAlikeForASecond) {
  const Parts parts = BuiltinParts();
  const std::vector<std::string> files = OwnFiles();
  ASSERT_GE(files.size(), 10u);
  const std::string reference = EngineNames().front();
  for (const std::string& file : files) {
    Problems problems;
    const auto world = LoadWorld(parts, file, &problems);
    ASSERT_TRUE(world.ok()) << problems.ErrorText();
    Scene scene;
    scene.spec = (*world)->spec();
    if (!CanRun(scene)) continue;
    auto simulation = Run(scene);
    auto other = scene.Run(reference);
    ASSERT_NE(other, nullptr);
    Advance(simulation.get(), 1.0);
    Advance(other.get(), 1.0);
    double apart = 0.0;
    double deeper = 0.0;
    for (std::size_t i = 0; i < simulation->state().X_WL.size(); ++i) {
      const Vector3d d = simulation->state().X_WL[i].p - other->state().X_WL[i].p;
      apart = std::max(apart, d.norm());
      deeper = std::max(deeper, std::abs(d.z()));
    }
    EXPECT_TRUE(Small("own_worlds.apart", apart)) << file;
    EXPECT_TRUE(Small("own_worlds.height", deeper)) << file;
  }
}

}  // namespace
}  // namespace surefoot::conformance
