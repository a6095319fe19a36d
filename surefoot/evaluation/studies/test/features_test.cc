#include "surefoot/evaluation/studies/simulators/features.h"

#include <gtest/gtest.h>

namespace surefoot::gap {
namespace {

TEST(Features, NothingGivesNothing) {
  const FeatureScores scores = ScoresOf({});
  EXPECT_EQ(scores.free_to_use + scores.open_source + scores.ros + scores.languages + scores.ui +
                scores.formats + scores.engines,
            0.0);
}

TEST(Features, Languages) {
  const auto score = [](std::vector<std::string> languages) {
    Features features;
    features.languages = std::move(languages);
    return ScoresOf(features).languages;
  };
  EXPECT_EQ(score({"Lua"}), 0.0);
  EXPECT_EQ(score({"python"}), 0.333);
  EXPECT_EQ(score({"C++"}), 0.333);
  EXPECT_EQ(score({"C++", "Python"}), 0.667);
  // "MATLAB and more": without one of the two it is C/C++ and Python.
  EXPECT_EQ(score({"C++", "Python", "Java", "Lua"}), 0.667);
  EXPECT_EQ(score({"C++", "Python", "MATLAB"}), 0.667);
  EXPECT_EQ(score({"C", "C++", "Python", "MATLAB"}), 0.667);
  EXPECT_EQ(score({"C++", "Python", "MATLAB", "Java"}), 1.0);
}

TEST(Features, UserInterface) {
  const auto score = [](UiControls ui) {
    Features features;
    features.ui = ui;
    return ScoresOf(features).ui;
  };
  UiControls ui;
  ui.visualize = true;
  EXPECT_EQ(score(ui), 0.333);
  ui.start = ui.stop = ui.step = true;
  EXPECT_EQ(score(ui), 0.667);
  ui.add_models = true;
  EXPECT_EQ(score(ui), 1.0);
  ui.visualize = false;
  EXPECT_EQ(score(ui), 0.667);
}

TEST(Features, Formats) {
  Features features;
  features.formats_by_plugin = {"URDF"};
  EXPECT_EQ(ScoresOf(features).formats, 0.25);
  features.formats = {"sdf"};
  EXPECT_EQ(ScoresOf(features).formats, 0.5);
  features.formats = {"sdf", "urdf"};
  EXPECT_EQ(ScoresOf(features).formats, 0.5);
  features.formats = {"sdf", "urdf", "mjcf"};
  EXPECT_EQ(ScoresOf(features).formats, 1.0);
}

TEST(Features, RosAndEngines) {
  Features features;
  features.ros = RosSupport::kPlugin;
  features.engines = {"mujoco"};
  EXPECT_EQ(ScoresOf(features).ros, 0.8);
  EXPECT_EQ(ScoresOf(features).engines, 0.0);
  features.ros = RosSupport::kOnInstallation;
  features.engines.push_back("ode");
  EXPECT_EQ(ScoresOf(features).ros, 1.0);
  EXPECT_EQ(ScoresOf(features).engines, 1.0);
}

}  // namespace
}  // namespace surefoot::gap
