#include "surefoot/evaluation/run/case_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/evaluation/run/experiment_file.h"

namespace surefoot::experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kFile = R"(worlds: {slope: w.sdf}
manoeuvres:
  go: {publish: [{topic: /r/cmd_vel, fields: {linear.x: $speed}}]}
cases:
  climb:
    for: {soil: [drift, mixed], angle: [10, -5]}
    title: $soil at $angle degrees
    world: slope
    slope: $angle
    set: [{entity: ground, property: ground, value: $soil}]
  drive:
    for: {speed: [0.1, 0.2]}
    world: slope
    manoeuvre: go
)";

std::optional<Experiment> Parse(const std::string& text, Problems* problems) {
  return ParseExperiment(text, "/x/test.yaml", StudyRegistry(), problems);
}

std::string ErrorsOf(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  Problems problems;
  EXPECT_FALSE(Parse(text, &problems).has_value());
  return problems.ErrorText(20);
}

TEST(CaseValues, MakeACaseForEachCombination) {
  Problems problems;
  const std::optional<Experiment> read = Parse(kFile, &problems);
  ASSERT_TRUE(read.has_value()) << problems.ErrorText(20);
  std::vector<std::string> names;
  for (const Case& one : read->cases) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("climb_drift_10", "climb_drift_-5", "climb_mixed_10",
                                 "climb_mixed_-5", "drive_0.1", "drive_0.2"));
  const Case& one = read->cases[3];
  EXPECT_EQ(one.title, "mixed at -5 degrees");
  EXPECT_EQ(one.common.pull.slope, -5.0);
  EXPECT_EQ(one.common.set.at(0).value, "mixed");
  EXPECT_EQ(*ValueOf(one.common.values, "angle"), "-5");
  EXPECT_EQ(ValueOf(one.common.values, "speed"), nullptr);
}

TEST(CaseValues, MistakesAreFoundWithTheirLines) {
  EXPECT_THAT(ErrorsOf(kFile, "at $angle", "at $angel"), HasSubstr("test.yaml:7"));
  EXPECT_THAT(ErrorsOf(kFile, "at $angle", "at $angel"), HasSubstr("$angel"));
  EXPECT_THAT(ErrorsOf(kFile, "[10, -5]", "[]"), HasSubstr("has no values"));
  EXPECT_THAT(ErrorsOf(kFile, "[10, -5]", "[10, 'a/b']"), HasSubstr("a/b"));
  EXPECT_THAT(ErrorsOf(kFile, "[10, -5]", "[10, steep]"), HasSubstr("steep"));
  EXPECT_THAT(ErrorsOf(kFile, "{soil: [drift, mixed], angle: [10, -5]}", "3"),
              HasSubstr("mapping"));
}

TEST(CaseValues, DollarsThatNameNothingStay) {
  world::Element element;
  element.text = "5 $ and $1, $$";
  Problems problems;
  EXPECT_FALSE(HasPlaceholder(element));
  EXPECT_EQ(WithValues(element, {}, &problems).text, element.text);
  EXPECT_TRUE(problems.ok());
}

/// A study of the kind in the file, without cases.
TEST(CaseValues, AStudyNeedsNoCases) {
  StudyRegistry studies;
  studies.Add("mine", {"", [](const world::ElementReader& reader) { reader.Number("x", 0, 0, 1); },
                       nullptr});
  Problems problems;
  EXPECT_TRUE(ParseExperiment("study: {kind: mine, x: 1}", "t", studies, &problems).has_value());
  EXPECT_FALSE(ParseExperiment("study: {kind: mine, x: 2}", "t", studies, &problems).has_value());
  Problems unknown;
  EXPECT_FALSE(ParseExperiment("study: {kind: yours}", "t", studies, &unknown).has_value());
  EXPECT_THAT(unknown.ErrorText(), HasSubstr("accepted: mine"));
}

}  // namespace
}  // namespace surefoot::experiment
