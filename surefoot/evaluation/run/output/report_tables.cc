#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/record/topic_filter.h"

// Tables that an experiment file can name. Intervals are 95 % intervals of the mean by Student's t
// distribution where there are several trials.

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;
using world::ElementReader;

/// Names of a case's metrics that match the patterns.
std::vector<std::string> ChosenMetrics(const std::vector<std::string>& patterns,
                                       const std::vector<Outcome>& outcomes) {
  std::vector<std::string> names;
  for (const std::string& pattern : patterns) {
    if (pattern.rfind("timing.", 0) == 0) names.push_back(pattern);
    if (outcomes.empty()) continue;
    for (const auto& metric : outcomes.front().result->metrics) {
      if (record::MatchesPattern(metric.first, pattern)) names.push_back(metric.first);
    }
  }
  return names;
}

/// "1.234 ± 0.012": the mean, and half the width of its 95 % interval if there are several trials.
Cell MeanCell(const std::vector<double>& values, int decimals) {
  Cell cell = Cell::Number(gap::Mean(values), decimals);
  if (values.size() < 2) return cell;
  const gap::Interval interval = gap::MeanInterval(values);
  const std::string text = StrFormat(" ± %.*f", decimals, 0.5 * (interval.high - interval.low));
  cell.text += text;
  return cell;
}

/// Metrics per case, one column per engine.
Table MetricsTable(const ElementReader& reader, const Results& results) {
  Table table;
  table.header = {"Case", "Metric"};
  for (const std::string& engine : results.plan.engines) table.header.emplace_back(engine);
  const int decimals = static_cast<int>(reader.Integer("decimals", 3, 0, 12));
  bool several = false;
  for (const Case* one : ChosenCases(reader, results)) {
    std::vector<std::vector<Outcome>> outcomes;
    for (const std::string& engine : results.plan.engines) {
      outcomes.push_back(OutcomesOf(results, one->name, engine));
      several = several || outcomes.back().size() > 1;
    }
    const auto some = std::find_if(outcomes.begin(), outcomes.end(),
                                   [](const std::vector<Outcome>& o) { return !o.empty(); });
    if (some == outcomes.end()) continue;
    for (const std::string& metric : ChosenMetrics(Texts(reader, "metrics"), *some)) {
      std::vector<Cell> row = {one->title, metric};
      for (const std::vector<Outcome>& trials : outcomes) {
        row.push_back(MeanCell(ValuesOf(trials, metric), decimals));
      }
      table.rows.push_back(std::move(row));
    }
  }
  if (several)
    table.notes = {"Means over the trials; ± half of their 95 % interval (Student's t)."};
  return table;
}

/// Pass rates with Wilson intervals (1927), which are valid for rates near 0 and 1, too.
Table SuccessTable(const ElementReader& reader, const Results& results) {
  Table table;
  table.header = {"Case", "Engine", "Passed", "Success rate", "95 % interval"};
  for (const Case* one : ChosenCases(reader, results)) {
    for (const std::string& engine : results.plan.engines) {
      const PassCount count = CountPassed(results, one->name, engine);
      if (count.judged == 0) continue;
      const gap::Interval interval = gap::WilsonInterval(count.passed, count.judged);
      const std::string range =
          StrFormat("%.1f to %.1f %%", 100.0 * interval.low, 100.0 * interval.high);
      const std::string rate = StrFormat("%.1f %%", 100.0 * count.passed / count.judged);
      table.rows.push_back({one->title, engine,
                            std::to_string(count.passed) + " of " + std::to_string(count.judged),
                            rate, range});
    }
  }
  table.notes = {"Intervals are Wilson's."};
  return table;
}

/// Speed and load of timed trials.
Table TimingTable(const ElementReader& reader, const Results& results) {
  Table table;
  table.header = {"Case",        "Engine",       "Simulated (s)", "Wall (s)",
                  "x real time", "CPU load (%)", "Memory (MB)"};
  for (const Case* one : ChosenCases(reader, results)) {
    if (one->common.timing == Timing::kNone) continue;
    for (const std::string& engine : results.plan.engines) {
      const std::vector<Outcome> outcomes = OutcomesOf(results, one->name, engine);
      if (outcomes.empty()) continue;
      const auto cell = [&](const char* metric, int decimals) {
        return Cell::Number(gap::Mean(ValuesOf(outcomes, metric)), decimals);
      };
      table.rows.push_back({one->title, engine, Cell::Number(one->common.duration, 1),
                            cell("timing.wall", 2), cell("timing.real_time_factor", 2),
                            cell("timing.load_percent", 1), cell("timing.memory_mb", 0)});
    }
  }
  table.notes = {"CPU load in percent of one core. Timed trials run alone."};
  return table;
}

}  // namespace

TableRegistry BuiltinTables() {
  TableRegistry kinds;
  kinds.Add("metrics", {"metrics of cases, a column per engine",
                        {"kind", "title", "cases", "metrics", "decimals"},
                        MetricsTable});
  kinds.Add("success",
            {"success rates with their intervals", {"kind", "title", "cases"}, SuccessTable});
  kinds.Add("timing", {"cost of timed cases", {"kind", "title", "cases"}, TimingTable});
  return kinds;
}

std::vector<const Case*> ChosenCases(const ElementReader& reader, const Results& results,
                                     const std::string& key) {
  const std::vector<std::string> patterns = Texts(reader, key);
  std::vector<const Case*> cases;
  for (const Case& one : results.experiment.cases) {
    const bool fits =
        patterns.empty() ||
        std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
          return record::MatchesPattern(one.name, pattern);
        });
    if (fits) cases.push_back(&one);
  }
  return cases;
}

}  // namespace surefoot::experiment
