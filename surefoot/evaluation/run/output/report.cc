#include "surefoot/evaluation/run/output/report.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/record/topic_filter.h"

// Assembly of an experiment's report: summary, tables, figures, sections of the study, conditions
// and failed trials, and at the end everything that is needed to repeat it.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;
using report::Page;
using report::Table;
using world::Element;
using world::ElementReader;

/// Assembles a report and writes its accompanying files.
class Writer {
 public:
  Writer(const Results& results, const Manifest& manifest, std::string out,
         std::vector<Table>* highlights)
      : results_(results),
        manifest_(manifest),
        out_(std::move(out)),
        highlights_(highlights),
        page_(results.experiment.title) {}

  Status Write() {
    std::error_code error;
    for (const char* folder : {"tables", "figures"}) {
      fs::remove_all(fs::path(out_) / folder, error);
      fs::create_directories(fs::path(out_) / folder, error);
    }
    AddHead();
    AddErrors();
    AddVerdicts();
    if (results_.study) AddStudy(*results_.study);
    AddFigures();
    AddTables();
    if (!results_.results.empty()) AddTrials();
    AddManifest();
    if (!status_.ok()) return status_;
    return WriteFileAtOnce((fs::path(out_) / "report.html").string(), page_.ToHtml());
  }

 private:
  void Save(const std::string& folder, const std::string& name, const std::string& text) {
    if (!status_.ok()) return;
    status_ = WriteFileAtOnce((fs::path(out_) / folder / (name + ".csv")).string(), text);
  }

  void Add(Table table) {
    if (table.id.empty()) table.id = "own_" + std::to_string(++tables_);
    Save("tables", table.id, ToCsv(table));
    const std::vector<std::string> first = {"success", "checks", "table_10", "table_11"};
    if (std::find(first.begin(), first.end(), table.id) != first.end()) {
      highlights_->push_back(table);
    }
    page_.AddTable(table);
  }

  void Add(const Figure& figure, const std::string& caption) {
    const std::string id = "figure_" + std::to_string(++figures_);
    for (const auto& [name, csv] : figure.data) Save("figures", id + "_" + name, csv);
    page_.AddFigure(id, figure.svgs, caption);
  }

  /// Adds title, description and headlines.
  void AddHead() {
    const std::size_t engines = results_.plan.engines.size();
    std::string trials;
    if (!results_.results.empty()) {
      trials = std::to_string(results_.results.size()) + " trials on " + std::to_string(engines) +
               (engines == 1 ? " engine, " : " engines, ");
    }
    page_.set_subtitle(trials + "Surefoot " + manifest_.version + ", " + manifest_.time);
    const PassCount count = CountPassed(results_);
    using Headline = Page::Headline;
    std::set<std::string> cases;
    for (const Trial& trial : results_.plan.trials) cases.insert(trial.case_name);
    if (!cases.empty()) {
      page_.AddHeadline({std::to_string(results_.results.size()), "trials", {}});
      page_.AddHeadline({std::to_string(cases.size()), "cases", {}});
    }
    if (results_.study && !results_.study->checks.empty()) AddCheckHeadline();
    if (count.judged > 0) {
      const bool good = count.passed == count.judged;
      page_.AddHeadline({std::to_string(count.passed) + " / " + std::to_string(count.judged),
                         "trials passed", good ? Headline::Mood::kGood : Headline::Mood::kBad});
    }
    if (count.errors > 0) {
      page_.AddHeadline(
          {std::to_string(count.errors), "trials with an error", Headline::Mood::kBad});
    }
    AddSpeedHeadline();
    if (!results_.experiment.description.empty()) {
      page_.AddSection("What this is");
      page_.AddText(results_.experiment.description);
    }
    if (!results_.plan.notes.empty()) page_.AddList(results_.plan.notes);
  }

  void AddCheckHeadline() {
    const std::size_t all = results_.study->checks.size();
    const int failed = FailedChecks(results_);
    using Headline = Page::Headline;
    page_.AddHeadline(
        {std::to_string(all - static_cast<std::size_t>(failed)) + " / " + std::to_string(all),
         "numbers in range", failed == 0 ? Headline::Mood::kGood : Headline::Mood::kBad});
  }

  void AddSpeedHeadline() {
    double best = 0.0;
    for (std::size_t i = 0; i < results_.results.size(); ++i) {
      const TrialResult& result = results_.results[i];
      if (results_.plan.trials[i].timing != Timing::kUnpaced || !(result.timing.wall > 0.0)) {
        continue;
      }
      best = std::max(best, result.simulated / result.timing.wall);
    }
    if (best > 0.0) page_.AddHeadline({StrFormat("%.0f x", best), "highest real-time factor", {}});
  }

  /// Lists trials that did not run to their end.
  void AddErrors() {
    std::vector<std::string> errors;
    for (const TrialResult& result : results_.results) {
      if (!result.error.empty()) errors.push_back(result.id + ": " + result.error);
    }
    if (errors.empty()) return;
    page_.AddSection("Trials that could not be run");
    page_.AddList(errors);
  }

  /// Adds the table of conditions, passed and failed.
  void AddVerdicts() {
    if (CountPassed(results_).judged == 0) return;
    page_.AddSection("Success");
    const Element none;
    Problems problems;
    Table table = BuiltinTables().Find("success")->make(ElementReader(none, &problems), results_);
    table.id = "success";
    table.caption = "Success rates";
    Add(table);
    std::vector<std::string> failures;
    for (const TrialResult& result : results_.results) {
      for (const Verdict& verdict : result.verdicts) {
        if (!verdict.passed) {
          failures.push_back(result.id + ": " + verdict.condition + ": " + verdict.text);
        }
      }
    }
    constexpr std::size_t kMax = 50;
    const std::size_t count = failures.size();
    if (count > kMax) {
      failures.resize(kMax);
      failures.push_back("and " + std::to_string(count - kMax) + " more: results.json");
    }
    if (count > 0) page_.AddText("Conditions that were not met:");
    if (count > 0) page_.AddList(failures);
  }

  /// Adds checks and sections of the study.
  void AddStudy(const StudyOutcome& study) {
    if (!study.checks.empty()) AddChecks(study.checks);
    for (const StudySection& section : study.sections) {
      page_.AddSection(section.title);
      if (!section.text.empty()) page_.AddText(section.text);
      for (const auto& [caption, figure] : section.figures) Add(figure, caption);
      for (const Table& table : section.tables) Add(table);
      if (section.decision) page_.AddDecision(*section.decision, section.decision_caption);
      if (!section.remarks.empty()) page_.AddList(section.remarks);
    }
  }

  void AddChecks(const std::vector<StudyCheck>& checks) {
    page_.AddSection("Comparison with reference values");
    Table table;
    table.id = "checks";
    table.caption = "Numbers with a required range";
    table.header = {"What", "Ours", "Least", "Most", "Whose range", "Result"};
    for (const StudyCheck& check : checks) {
      report::Cell verdict = check.passed() ? "in range" : "NOT in range";
      verdict.strong = !check.passed();
      const auto number = [](double value) {
        report::Cell cell(report::ShortNumber(value, 5));
        cell.is_number = true;
        return cell;
      };
      table.rows.push_back({check.name, number(check.value), number(check.low), number(check.high),
                            check.source, verdict});
    }
    Add(table);
  }

  void AddTables() {
    if (results_.experiment.tables.empty()) return;
    page_.AddSection("In numbers");
    Problems problems;
    const TableRegistry kinds = BuiltinTables();
    for (const Element& entry : results_.experiment.tables) {
      const ElementReader reader(entry, &problems);
      const TableKind* kind = kinds.Find(reader.Text("kind"));
      if (kind == nullptr) continue;
      Table table = kind->make(reader, results_);
      table.caption = reader.Text("title", reader.Text("kind"));
      Add(std::move(table));
    }
  }

  void AddFigures() {
    if (results_.experiment.figures.empty()) return;
    page_.AddSection("In pictures");
    Problems problems;
    const FigureRegistry kinds = BuiltinFigures();
    for (const Element& entry : results_.experiment.figures) {
      const ElementReader reader(entry, &problems);
      const FigureKind* kind = kinds.Find(reader.Text("kind"));
      if (kind == nullptr) continue;
      Add(kind->make(reader, results_), reader.Text("title", reader.Text("kind")));
    }
  }

  /// Adds the table of all trials.
  void AddTrials() {
    page_.AddSection("Trials");
    Table table;
    table.id = "trials";
    table.caption = "Every trial; results.csv and results.json have all metrics.";
    table.header = {"Trial", "Result", "Simulated (s)", "Wall (s)", "State hash"};
    for (std::size_t i = 0; i < results_.results.size(); ++i) {
      const TrialResult& result = results_.results[i];
      const bool judged = !results_.plan.trials[i].pass.children.empty();
      const char* verdict = judged ? (result.passed() ? "passed" : "failed") : "done";
      table.rows.push_back({result.id, result.error.empty() ? verdict : "error",
                            report::Cell::Number(result.simulated, 2),
                            report::Cell::Number(result.timing.wall, 2), result.hash});
    }
    Add(table);
  }

  /// Adds versions, machine and hashes of inputs.
  void AddManifest() {
    page_.AddSection("How to repeat the experiment");
    page_.AddText(
        "`surefoot experiment --repeat manifest.json` runs all of it again and compares "
        "every number but the timings.");
    page_.AddList({"Machine: " + manifest_.machine.cpu + ", " +
                       std::to_string(manifest_.machine.cores) + " cores, " +
                       StrFormat("%.0f GB", manifest_.machine.memory_gb) + ", " +
                       manifest_.machine.system,
                   "Program: Surefoot " + manifest_.version + ", built by " +
                       manifest_.machine.compiler + ", SHA-256 " + manifest_.program});
    page_.AddDetails("The experiment file", manifest_.experiment_text);
    page_.AddDetails("The manifest", ToJson(manifest_));
  }

  const Results& results_;
  const Manifest& manifest_;
  std::string out_;
  std::vector<Table>* highlights_;
  Page page_;
  Status status_;
  int tables_ = 0;
  int figures_ = 0;
};

template <typename Registry>
void CheckEntries(const std::vector<Element>& entries, const Registry& kinds,
                  const Experiment& experiment, Problems* problems) {
  for (const Element& entry : entries) {
    const ElementReader reader(entry, problems);
    const auto* kind = kinds.Find(reader.Text("kind"));
    if (kind == nullptr) {
      reader.Error("kind", "no such kind", reader.Text("kind"), "accepted: " + kinds.NameList());
      continue;
    }
    RefuseUnknown(reader, kind->keys);
    for (const char* key : {"case", "cases"}) {
      for (const std::string& pattern : Texts(reader, key)) {
        const bool known =
            std::any_of(experiment.cases.begin(), experiment.cases.end(),
                        [&](const Case& one) { return record::MatchesPattern(one.name, pattern); });
        if (!known) reader.Error(key, "no case has this name", pattern);
      }
    }
    for (const char* needed : {"topic", "fields", "metric", "metrics", "model"}) {
      const bool takes =
          std::find(kind->keys.begin(), kind->keys.end(), needed) != kind->keys.end();
      if (takes && !reader.Has(needed)) {
        reader.Error(needed, "'" + reader.Text("kind") + "' needs '" + needed + "'");
      }
    }
  }
}

}  // namespace

Status WriteReport(const Results& results, const Manifest& manifest, const std::string& out,
                   std::vector<Table>* highlights) {
  return Writer(results, manifest, out, highlights).Write();
}

void CheckReportParts(const Experiment& experiment, Problems* problems) {
  CheckEntries(experiment.tables, BuiltinTables(), experiment, problems);
  CheckEntries(experiment.figures, BuiltinFigures(), experiment, problems);
}

}  // namespace surefoot::experiment
