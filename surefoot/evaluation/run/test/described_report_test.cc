#include "surefoot/evaluation/run/output/described_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/evaluation/run/yaml.h"

namespace surefoot::experiment {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

StudyOutcome Drives() {
  StudyOutcome outcome;
  outcome.facts.Set("slope", 21.0, "deg").Set("who", "the rover");
  outcome.numbers = {{"limit.drift", 22.012}};
  RecordSet& drives = outcome.Set("drives");
  drives.Add()
      .Set("soil", "drift")
      .Set("slip", 0.718, "")
      .Set("time", std::vector<double>{0.0, 1.0}, "s")
      .Set("course", std::vector<double>{0.5, 0.6});
  drives.Add().Set("soil", "cloddy").Set("slip", std::nan(""));
  return outcome;
}

StudyOutcome Described(const std::string& yaml) {
  Problems problems;
  const auto description = ParseYaml(yaml, "report.yaml", &problems);
  StudyOutcome outcome = Drives();
  if (description) CheckDescription(*description, &problems);
  EXPECT_TRUE(problems.ok()) << problems.ErrorText(20);
  if (description) Describe(*description, &outcome);
  return outcome;
}

std::vector<std::string> Texts(const std::vector<report::Cell>& row) {
  std::vector<std::string> texts;
  for (const report::Cell& cell : row) texts.push_back(cell.text);
  return texts;
}

TEST(Fill, NumbersTextsAndWhatIsMissing) {
  const StudyOutcome outcome = Drives();
  const Scope scope = Scope(outcome).With(outcome.sets[0].records[1], 1);
  EXPECT_EQ(Fill("{who} on {slope} deg: {limit.drift:1}", scope).text, "the rover on 21 deg: 22.0");
  EXPECT_EQ(Fill("{slip:2} {slip|cannot climb} {{no name}", scope).text,
            "- cannot climb {no name}");
  EXPECT_EQ(Fill("{limit.drift:s3}, {soil}, {index}", scope).text, "22.0, cloddy, 1");
  EXPECT_TRUE(Fill("{slope:2}", scope).is_number);
  EXPECT_FALSE(Fill("{slope:2} deg", scope).is_number);
  EXPECT_EQ(Fill("{nothing} {soil}", scope).missing, 1);
}

TEST(DescribedReport, TablesHaveARowForEachRecordWithItsReference) {
  const StudyOutcome outcome = Described(R"(
reference:
  article: {source: "the article, table 2", keys: [soil], columns: [soil, slip], rows: [[drift, 0.7]]}
sections:
  - title: Slip of {who}
    text: ["Always.", {text: "Steep.", when: {slope: "20.."}}, {text: "Flat.", when: {slope: ..5}}]
    tables:
      - id: slips
        title: Slips
        of: drives
        columns: [{title: Soil, show: "{soil}"}, {title: Ours, show: "{slip:2|none}"}, {title: Article, show: "{article.slip:2}", faint: true}]
      - {id: written, title: W, columns: ["", Value], rows: [["limit", "{limit.drift:2}"], ["no such", "{limit.mud:2}"]]}
      - {id: pivoted, title: P, of: drives, pivot: {title: What, row: slip, column: "{soil}", show: "{slip:1}"}}
    remarks: [{of: drives, where: {slip: missing}, text: "{soil} was not climbed."}]
)");
  ASSERT_EQ(outcome.sections.size(), 1u);
  const StudySection& section = outcome.sections[0];
  EXPECT_EQ(section.title, "Slip of the rover");
  EXPECT_EQ(section.text, "Always. Steep.");
  EXPECT_THAT(section.remarks, ElementsAre("cloddy was not climbed."));
  ASSERT_EQ(section.tables.size(), 3u);
  ASSERT_EQ(section.tables[0].rows.size(), 2u);
  EXPECT_THAT(Texts(section.tables[0].rows[0]), ElementsAre("drift", "0.72", "0.70"));
  EXPECT_TRUE(section.tables[0].rows[0][2].faint);
  EXPECT_THAT(Texts(section.tables[0].rows[1]), ElementsAre("cloddy", "none", "-"));
  ASSERT_EQ(section.tables[1].rows.size(), 1u) << "rows without a value are left out";
  EXPECT_THAT(Texts(section.tables[2].header), ElementsAre("What", "drift", "cloddy"));
  EXPECT_THAT(Texts(section.tables[2].rows[0]), ElementsAre("slip", "0.7", "-"));
}

TEST(DescribedReport, SectionsRepeatAndFiguresDraw) {
  const StudyOutcome outcome = Described(R"(
sections:
  - each: drives
    title: "{soil}"
    figures:
      - caption: Slip on {soil}
        plots:
          - title: Slip
            x: time (s)
            lines: [{x: time, y: course, name: course}, {x: [0, 1], y: [slope, slope], name: slope}]
      - {caption: Points, plots: [{lines: [{of: drives, join: true, x: slip, y: slope, name: all}]}]}
)");
  ASSERT_EQ(outcome.sections.size(), 2u);
  EXPECT_EQ(outcome.sections[1].title, "cloddy");
  ASSERT_EQ(outcome.sections[0].figures.size(), 2u);
  EXPECT_EQ(outcome.sections[0].figures[0].first, "Slip on drift");
  const Figure& figure = outcome.sections[0].figures[0].second;
  ASSERT_EQ(figure.data.size(), 1u);
  EXPECT_EQ(figure.data[0].first, "plot_1");
  EXPECT_THAT(figure.data[0].second, HasSubstr("course,1,0.6"));
  EXPECT_THAT(figure.data[0].second, HasSubstr("slope,1,21"));
  EXPECT_THAT(outcome.sections[0].figures[1].second.data[0].second, HasSubstr("all,0.718,21"));
}

TEST(DescribedReport, ChecksAreThoseWithAReference) {
  const StudyOutcome outcome = Described(R"(
reference:
  article: {source: "the article", keys: [soil], columns: [soil, slip], rows: [[drift, 0.7], [mud, 0.2]]}
checks:
  - {name: "slip, {soil}", of: drives, value: slip, expected: article.slip, within: 0.04, source: article}
  - {name: "largest of {count}", of: drives, against: article, difference: [slip], high: 0.01, source: article}
  - {name: limit, value: limit.drift, minus: slope, low: 1, high: 2, source: "{who}"}
  - {name: other, value: limit.drift, when: {slope: 4}}
)");
  ASSERT_EQ(outcome.checks.size(), 3u);
  EXPECT_EQ(outcome.checks[0].name, "slip, drift");
  EXPECT_NEAR(outcome.checks[0].low, 0.66, 1e-12);
  EXPECT_TRUE(outcome.checks[0].passed());
  EXPECT_EQ(outcome.checks[1].name, "largest of 1");
  EXPECT_FALSE(outcome.checks[1].passed());
  EXPECT_NEAR(outcome.checks[2].value, 1.012, 1e-12);
  EXPECT_EQ(outcome.checks[2].source, "the rover");
}

TEST(DescribedReport, MistakesAreReportedWithTheirLines) {
  Problems problems;
  const auto description = ParseYaml(
      "reference:\n  article: {columns: [x], rows: [[1]]}\nsections:\n  - titel: x\n"
      "checks:\n  - {name: x, valu: y}\n",
      "report.yaml", &problems);
  ASSERT_TRUE(description.has_value());
  CheckDescription(*description, &problems);
  for (const char* place : {"report.yaml:2", "report.yaml:4", "report.yaml:6"}) {
    EXPECT_THAT(problems.ErrorText(20), HasSubstr(place));
  }
}

}  // namespace
}  // namespace surefoot::experiment
