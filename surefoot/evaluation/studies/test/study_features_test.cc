#include <gtest/gtest.h>

#include "surefoot/evaluation/studies/simulators/study_part.h"

namespace surefoot::experiment {
namespace {

physics::BackendFactory Engine(const std::string& name, bool works) {
  physics::BackendFactory factory;
  factory.info = [name, works] {
    physics::BackendInfo info;
    info.name = name;
    info.support = {{physics::Capability::kRevolute, works, ""}};
    return info;
  };
  return factory;
}

TEST(StudyFeatures, OnlyEnginesThatCanBeLoadedCount) {
  Parts parts;
  parts.engines.Add("good", Engine("good", true));
  parts.engines.Add("broken", Engine("broken", false));
  EXPECT_EQ(FeaturesOf(parts).engines, std::vector<std::string>{"good"});
}

TEST(StudyFeatures, TheBestGatewayToRosCounts) {
  Parts parts;
  EXPECT_EQ(FeaturesOf(parts).ros, gap::RosSupport::kNone);
  parts.gateways.Add("web", {"a page", "", true});
  EXPECT_EQ(FeaturesOf(parts).ros, gap::RosSupport::kNone);
  parts.gateways.Add("ros1", {"", "ROS 1", false});
  EXPECT_EQ(FeaturesOf(parts).ros, gap::RosSupport::kPlugin);
  parts.gateways.Add("ros2", {"", "ROS 2", true});
  EXPECT_EQ(FeaturesOf(parts).ros, gap::RosSupport::kOnInstallation);
}

TEST(StudyFeatures, AbilitiesOfSeveralWindowsDoNotAddUp) {
  Parts parts;
  parts.interfaces.Add("viewer", {"", {UiAbility::kVisualize}});
  EXPECT_EQ(gap::ScoresOf(FeaturesOf(parts)).ui, 0.333);
  parts.interfaces.Add(
      "panel",
      {"", {UiAbility::kStart, UiAbility::kStop, UiAbility::kStep, UiAbility::kAddModels}});
  EXPECT_EQ(gap::ScoresOf(FeaturesOf(parts)).ui, 0.667);
  parts.interfaces.Add("editor", {"",
                                  {UiAbility::kVisualize, UiAbility::kStart, UiAbility::kStop,
                                   UiAbility::kStep, UiAbility::kAddModels}});
  EXPECT_EQ(gap::ScoresOf(FeaturesOf(parts)).ui, 1.0);
}

TEST(StudyFeatures, LicenceAndLanguages) {
  Parts parts;
  parts.licence = {"X", true, false};
  parts.languages.Add("C++", {"", ""});
  parts.languages.Add("Python", {"", ""});
  const gap::FeatureScores scores = gap::ScoresOf(FeaturesOf(parts));
  EXPECT_EQ(scores.free_to_use, 1.0);
  EXPECT_EQ(scores.open_source, 0.0);
  EXPECT_EQ(scores.languages, 0.667);
}

}  // namespace
}  // namespace surefoot::experiment
