#include "surefoot/evaluation/run/results.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/formats/fields.h"

// Output files of an experiment. JSON numbers are written with 17 significant digits, so that
// reading them back gives the same doubles; timings are kept apart, because they are not
// reproducible.

namespace surefoot::experiment {
namespace {

using Json = nlohmann::ordered_json;

/// Shortest text that reads back as the same number; empty for missing values in CSV.
std::string NumberText(double value) {
  if (!std::isfinite(value)) return "";
  return Json(value).dump();
}

/// The value of a name that begins with "timing."; nullopt when it is unknown or was not
/// measured.
std::optional<double> TimingOf(const Outcome& outcome, const std::string& name) {
  const TrialResult::Timings& timing = outcome.result->timing;
  const double wall = timing.wall > 0.0 ? timing.wall : NAN;
  if (name == "timing.real_time_factor") return outcome.result->simulated / wall;
  if (name == "timing.load_percent") return 100.0 * timing.cpu / wall;
  if (name == "timing.wall") return timing.wall;
  if (name == "timing.cpu") return timing.cpu;
  if (name == "timing.memory_mb") return timing.memory_mb;
  return std::nullopt;
}

/// Names of all metrics, in order of their first occurrence: failed trials have no metrics, and
/// cases may have different ones.
std::vector<std::string> MetricNames(const Results& results) {
  std::vector<std::string> names;
  std::map<std::string, bool> known;
  for (const TrialResult& result : results.results) {
    for (const auto& [name, value] : result.metrics) {
      if (known.emplace(name, true).second) names.push_back(name);
    }
  }
  return names;
}

/// A trial with its result.
Json TrialJson(const Trial& trial, const TrialResult& result) {
  Json json = Json::parse(ToJson(result));
  json.erase("surefoot_result");
  json["case"] = trial.case_name;
  json["engine"] = trial.engine;
  json["repeat"] = trial.repeat;
  json["seed"] = trial.seed;
  json["timed"] = TimingName(trial.timing);
  json["passed"] = trial.pass.children.empty() ? Json() : Json(result.passed());
  return json;
}

/// Pass rates per case and engine.
Json RatesJson(const Results& results) {
  Json rates = Json::array();
  for (const Case& one : results.experiment.cases) {
    for (const std::string& engine : results.plan.engines) {
      const PassCount count = CountPassed(results, one.name, engine);
      if (count.judged == 0) continue;
      const gap::Interval interval = gap::WilsonInterval(count.passed, count.judged);
      rates.push_back({{"case", one.name},
                       {"engine", engine},
                       {"passed", count.passed},
                       {"trials", count.judged},
                       {"rate", static_cast<double>(count.passed) / count.judged},
                       SUREFOOT_FIELDS(interval, low, high)});
    }
  }
  return rates;
}

/// A value; NaN becomes null.
Json ValueJson(const Value& value) {
  if (const std::string* text = std::get_if<std::string>(&value)) return Json(*text);
  if (const double* number = std::get_if<double>(&value)) return Json(*number);
  return Json(std::get<std::vector<double>>(value));
}

/// A record as an object. Units go to `units`, once per field and not once per record.
Json RecordJson(const Record& record, Json* units) {
  Json json = Json::object();
  for (const Record::Field& field : record.fields()) {
    json[field.name] = ValueJson(field.value);
    if (!field.unit.empty()) (*units)[field.name] = field.unit;
  }
  return json;
}

/// A set with units, records and source.
Json SetJson(const RecordSet& set) {
  Json units = Json::object();
  Json records = Json::array();
  for (const Record& record : set.records) records.push_back(RecordJson(record, &units));
  Json json = {{"units", units}, {"records", records}};
  if (!set.source.empty()) json["source"] = set.source;
  return json;
}

/// Checks and numbers of a study.
Json StudyJson(const StudyOutcome& study) {
  Json checks = Json::array();
  for (const StudyCheck& check : study.checks) {
    checks.push_back(
        {SUREFOOT_FIELDS(check, name, value, low, high, source), {"passed", check.passed()}});
  }
  Json numbers = Json::object();
  for (const auto& [name, value] : study.numbers) numbers[name] = value;
  return {{"checks", checks}, {"numbers", numbers}};
}

}  // namespace

std::vector<Outcome> OutcomesOf(const Results& results, const std::string& case_name,
                                const std::string& engine) {
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const Trial& trial = results.plan.trials[i];
    if (trial.case_name != case_name || trial.engine != engine) continue;
    if (results.results[i].error.empty()) outcomes.push_back({&trial, &results.results[i]});
  }
  return outcomes;
}

std::vector<double> ValuesOf(const std::vector<Outcome>& outcomes, const std::string& metric) {
  std::vector<double> values;
  for (const Outcome& outcome : outcomes) {
    std::optional<double> value = TimingOf(outcome, metric);
    if (const double* found = outcome.result->Metric(metric)) value = *found;
    if (value && std::isfinite(*value)) values.push_back(*value);
  }
  return values;
}

PassCount CountPassed(const Results& results, const std::string& case_name,
                      const std::string& engine) {
  PassCount count;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const Trial& trial = results.plan.trials[i];
    if (!case_name.empty() && trial.case_name != case_name) continue;
    if (!engine.empty() && trial.engine != engine) continue;
    const TrialResult& result = results.results[i];
    if (!result.error.empty()) ++count.errors;
    if (trial.pass.children.empty()) continue;
    ++count.judged;
    if (result.passed()) ++count.passed;
  }
  return count;
}

int FailedChecks(const Results& results) {
  if (!results.study) return 0;
  const std::vector<StudyCheck>& checks = results.study->checks;
  return static_cast<int>(std::count_if(checks.begin(), checks.end(),
                                        [](const StudyCheck& check) { return !check.passed(); }));
}

std::string ToJson(const StudyOutcome& study) { return StudyJson(study).dump(); }

std::string DataJson(const StudyOutcome& study) {
  Json units = Json::object();
  Json json = StudyJson(study);
  json["facts"] = RecordJson(study.facts, &units);
  json["units"] = units;
  for (const RecordSet& set : study.sets) json["sets"][set.name] = SetJson(set);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ToJson(const Results& results) {
  Json trials = Json::array();
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    trials.push_back(TrialJson(results.plan.trials[i], results.results[i]));
  }
  const PassCount all = CountPassed(results);
  Json json = {{"experiment", results.experiment.name},
               {"title", results.experiment.title},
               {"engines", results.plan.engines},
               {"folder", results.folder},
               {"trials_run", results.results.size()},
               SUREFOOT_FIELDS(all, judged, passed, errors),
               {"success_rates", RatesJson(results)},
               {"notes", results.plan.notes},
               {"trials", trials}};
  if (results.study) json["study"] = StudyJson(*results.study);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ToCsv(const Results& results) {
  const std::vector<std::string> metrics = MetricNames(results);
  report::Table table;
  for (const char* name : {"trial", "case", "engine", "repeat", "seed", "passed", "error",
                           "simulated", "hash", "wall", "cpu", "memory_mb"}) {
    table.header.emplace_back(name);
  }
  for (const std::string& name : metrics) table.header.emplace_back(name);
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const Trial& trial = results.plan.trials[i];
    const TrialResult& result = results.results[i];
    const bool judged = !trial.pass.children.empty();
    std::vector<report::Cell> row = {trial.id,
                                     trial.case_name,
                                     trial.engine,
                                     std::to_string(trial.repeat),
                                     std::to_string(trial.seed),
                                     judged ? (result.passed() ? "yes" : "no") : "",
                                     result.error,
                                     NumberText(result.simulated),
                                     result.hash,
                                     NumberText(result.timing.wall),
                                     NumberText(result.timing.cpu),
                                     NumberText(result.timing.memory_mb)};
    for (const std::string& name : metrics) {
      const double* value = result.Metric(name);
      row.emplace_back(value != nullptr ? NumberText(*value) : "");
    }
    table.rows.push_back(std::move(row));
  }
  return ToCsv(table);
}

}  // namespace surefoot::experiment
