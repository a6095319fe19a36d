// The parts of this build keep their promises.

#include "surefoot/builtin/builtin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/test/toy_format.h"

namespace surefoot {
namespace {

using testing::HasSubstr;

TEST(BuiltinParts, TheDefaultEngineIsThere) {
  const Parts parts = BuiltinParts();
  ASSERT_NE(parts.FindEngine(SessionOptions().engine), nullptr);
  EXPECT_EQ(parts.FindEngine("")->info().name, "mujoco");
  EXPECT_EQ(parts.FindEngine("nothing"), nullptr);
}

TEST(BuiltinParts, EveryEngineDeclaresEveryCapabilityOnce) {
  const Parts parts = BuiltinParts();
  ASSERT_FALSE(parts.engines.entries().empty());
  for (const auto& [name, factory] : parts.engines.entries()) {
    const physics::BackendInfo info = factory.info();
    EXPECT_EQ(info.name, name);
    EXPECT_FALSE(info.version.empty()) << name;
    EXPECT_FALSE(info.help.empty()) << name;
    std::map<physics::Capability, int> declared;
    for (const physics::Support& support : info.support) {
      ++declared[support.capability];
      // A refusal must state its reason.
      EXPECT_TRUE(support.supported || !support.remark.empty())
          << name << " " << CapabilityName(support.capability);
    }
    for (int i = 0; i < static_cast<int>(physics::Capability::kCount); ++i) {
      const auto capability = static_cast<physics::Capability>(i);
      EXPECT_EQ(declared[capability], 1) << name << " " << CapabilityName(capability);
    }
    EXPECT_EQ(declared.count(physics::Capability::kCount), 0u) << name;
  }
}

TEST(BuiltinParts, EngineInfosAreInTheOrderOfTheRegistry) {
  const Parts parts = BuiltinParts();
  const std::vector<physics::BackendInfo> infos = parts.EngineInfos();
  ASSERT_EQ(infos.size(), parts.engines.entries().size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    EXPECT_EQ(infos[i].name, parts.engines.entries()[i].first);
  }
}

TEST(BuiltinParts, EveryFormatCanBeFoundAndRead) {
  const Parts parts = BuiltinParts();
  std::set<std::string> endings;
  for (const auto& [name, format] : parts.formats.entries()) {
    EXPECT_FALSE(format.help.empty()) << name;
    EXPECT_FALSE(format.endings.empty()) << name;
    EXPECT_NE(format.matches, nullptr) << name;
    EXPECT_NE(format.read, nullptr) << name;
    for (const std::string& ending : format.endings) {
      EXPECT_EQ(ending.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789"), std::string::npos)
          << ending;
      // Two formats may share "xml" only; then the content decides.
      EXPECT_TRUE(ending == "xml" || endings.insert(ending).second) << ending;
    }
  }
  EXPECT_NE(parts.formats.Find("sdf"), nullptr);
  EXPECT_NE(parts.formats.Find("urdf"), nullptr);
}

TEST(BuiltinParts, TheDataFoldersAreThere) {
  const Parts parts = BuiltinParts();
  ASSERT_FALSE(parts.data_folders.empty());
  for (const std::string& folder : parts.data_folders) {
    EXPECT_TRUE(std::filesystem::is_directory(folder)) << folder;
    EXPECT_FALSE(std::filesystem::is_empty(folder)) << folder;
  }
}

constexpr const char* kUrdf = R"(<robot name="box"><link name="base">
  <inertial><mass value="1"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
  <collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>)";

constexpr const char* kSdf = R"(<sdf version="1.7"><world name="empty"><model name="box">
  <pose>0 0 10 0 0 0</pose><link name="base">
  <inertial><mass>1</mass></inertial>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  </link></model></world></sdf>)";

TEST(Open, RunsAModelOnItsFloor) {
  const record::TempDir dir;
  const auto session = Open(test::WriteText(dir, "box.urdf", kUrdf));
  ASSERT_TRUE(session.ok()) << session.error().message;
  ASSERT_TRUE(session.value()->RunFor(0.5).ok());
  // The box was placed on the floor and stays there.
  EXPECT_NEAR(session.value()->LinkPose("base")->p.z(), 0.5, 5e-3);
}

TEST(Open, RunsAWorld) {
  const record::TempDir dir;
  const auto session = Open(test::WriteText(dir, "fall.sdf", kSdf));
  ASSERT_TRUE(session.ok()) << session.error().message;
  ASSERT_TRUE(session.value()->RunFor(0.5).ok());
  EXPECT_NEAR(session.value()->LinkPose("base")->p.z(), 10.0 - 0.5 * 9.8 * 0.25, 0.01);
}

TEST(Open, SaysWhatIsWrong) {
  const record::TempDir dir;
  const std::string broken = test::WriteText(dir, "broken.urdf", "<robot name='x'><link>");
  Problems problems;
  const auto session = Open(broken, {}, &problems);
  ASSERT_FALSE(session.ok());
  EXPECT_THAT(session.error().message, HasSubstr(broken));
  EXPECT_GT(problems.error_count(), 0);
}

}  // namespace
}  // namespace surefoot
