#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "surefoot/evaluation/run/output/described_report.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/evaluation/run/yaml.h"
#include "tests/source_dir.h"

namespace surefoot::studies {

/// Settings of a study as in an experiment file, and their result.
class StudyFixture {
 public:
  explicit StudyFixture(const std::string& yaml) {
    const auto root = experiment::ParseYaml(yaml, "study.yaml", &problems_);
    if (root) settings_ = *root;
    parts_.data_folders = {SUREFOOT_SOURCE_DIR};
  }

  /// Problems that the kind reports about the settings.
  std::string Check(const experiment::StudyKind& kind) {
    kind.check(world::ElementReader(settings_, &problems_));
    return problems_.ErrorText(20);
  }

  Result<experiment::StudyOutcome> Make(const experiment::StudyKind& kind, int jobs = 2,
                                        std::uint64_t seed = 1) const {
    Result<experiment::StudyOutcome> made =
        kind.make({parts_, results_, settings_, seed, jobs, nullptr, nullptr});
    if (!made.ok() || kind.report.empty()) return made;
    Show(kind.report, &made.value());
    return made;
  }

  /// Sections and checks by the report description with this name.
  static void Show(const std::string& report, experiment::StudyOutcome* outcome) {
    Problems problems;
    const world::Element description =
        experiment::FindDescription(report, "", {SUREFOOT_SOURCE_DIR}, &problems);
    EXPECT_TRUE(problems.ok()) << problems.ErrorText(20);
    EXPECT_FALSE(description.children.empty()) << report;
    experiment::Describe(description, outcome);
  }

  experiment::Results& results() { return results_; }
  const Parts& parts() const { return parts_; }
  const world::Element& settings() const { return settings_; }

 private:
  Problems problems_;
  Parts parts_;
  experiment::Results results_;
  world::Element settings_;
};

/// The whole result of a study as text.
inline std::string TextOf(const experiment::StudyOutcome& outcome) {
  std::string text = experiment::ToJson(outcome);
  for (const experiment::StudySection& section : outcome.sections) {
    for (const auto& [caption, figure] : section.figures) {
      for (const auto& [name, csv] : figure.data) text += csv;
      for (const std::string& svg : figure.svgs) text += svg;
    }
    for (const report::Table& table : section.tables) text += ToCsv(table);
  }
  return text;
}

inline const experiment::StudyCheck* FindCheck(const experiment::StudyOutcome& outcome,
                                               const std::string& part) {
  for (const experiment::StudyCheck& check : outcome.checks) {
    if (check.name.find(part) != std::string::npos) return &check;
  }
  return nullptr;
}

inline double NumberOf(const experiment::StudyOutcome& outcome, const std::string& name) {
  for (const auto& [key, value] : outcome.numbers) {
    if (key == name) return value;
  }
  return std::nan("");
}

}  // namespace surefoot::studies
