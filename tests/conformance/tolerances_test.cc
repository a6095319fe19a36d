// The table of tolerances itself: every row has a test, every exception a reason.

#include "tests/conformance/tolerances.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

/// The text of all test sources of the suite.
std::string Sources() {
  std::ostringstream text;
  const std::filesystem::path folder = std::filesystem::path(SUREFOOT_SOURCE_DIR) / "tests";
  for (const char* part : {"conformance", "determinism"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder / part)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with("_test.cc") && name != "tolerances_test.cc") {
        text << std::ifstream(entry.path()).rdbuf();
      }
    }
  }
  return text.str();
}

TEST(Tolerances, EveryRowIsUsedAndSaysItsUnit) {
  const std::string sources = Sources();
  ASSERT_GT(sources.size(), 10000u);
  std::set<std::string> seen;
  for (const ToleranceRow& row : Tolerances()) {
    const std::string quantity = row.quantity;
    EXPECT_TRUE(seen.insert(quantity).second) << quantity << " occurs twice";
    EXPECT_NE(sources.find('"' + quantity + '"'), std::string::npos) << quantity << " is not used";
    EXPECT_GT(row.value, 0.0) << quantity;
    EXPECT_NE(std::string(row.unit), "") << quantity;
  }
}

TEST(Tolerances, EveryExceptionHasAReasonAndAnEngine) {
  std::set<std::string> seen;
  for (const std::string& engine : EngineNames()) {
    for (const physics::EngineTolerance& own : EngineInfo(engine).tolerances) {
      const std::string name = own.quantity + " of " + engine;
      EXPECT_TRUE(seen.insert(name).second) << name << " occurs twice";
      EXPECT_GE(own.reason.size(), 10u) << name << " has no reason";
      const ToleranceRow* row = FindTolerance(own.quantity);
      ASSERT_NE(row, nullptr) << name << ": no such quantity";
      EXPECT_GT(own.value, row->value) << name << " does not exceed the common tolerance";
    }
  }
}

TEST(Tolerances, OverridesHoldForTheirEngineOnly) {
  const ToleranceRow& row = *FindTolerance("coordinates.position");
  for (const std::string& engine : EngineNames()) {
    bool has_own = false;
    for (const physics::EngineTolerance& own : EngineInfo(engine).tolerances) {
      EXPECT_EQ(ToleranceOf(*FindTolerance(own.quantity), engine), own.value);
      EXPECT_EQ(ReasonOf(*FindTolerance(own.quantity), engine), own.reason);
      has_own = has_own || own.quantity == row.quantity;
    }
    if (has_own) continue;
    EXPECT_EQ(ReasonOf(row, engine), "");
    EXPECT_EQ(ToleranceOf(row, engine), row.value);
  }
  EXPECT_EQ(FindTolerance("nothing.at_all"), nullptr);
}

TEST(Skips, OnlyWhatIsDeclaredMissingIsALack) {
  auto model = MakeBody("body", world::Sphere{0.1}, 1.0);
  Scene scene;
  scene.Add(model);
  physics::BackendInfo info;
  info.name = "engine";
  for (int i = 0; i < static_cast<int>(physics::Capability::kCount); ++i) {
    info.support.push_back({static_cast<physics::Capability>(i), true, ""});
  }
  EXPECT_EQ(LackOf(info, *scene.Make()), "");
  for (physics::Support& support : info.support) {
    if (support.capability == physics::Capability::kScrew) support.supported = false;
  }
  EXPECT_EQ(LackOf(info, *scene.Make()), "");
  for (physics::Support& support : info.support) {
    if (support.capability != physics::Capability::kSphere) continue;
    support.supported = false;
    support.remark = "no round shapes";
  }
  EXPECT_EQ(LackOf(info, *scene.Make()), "engine cannot do sphere: no round shapes");
}

TEST(Tolerances, OnlyTheCommonWayToSkipIsUsed) {
  EXPECT_EQ(Sources().find("GTEST_"
                           "SKIP"),
            std::string::npos)
      << "EngineTest::Needs, Run and CanRun skip tests that an engine declares it does not support";
}

}  // namespace
}  // namespace surefoot::conformance
