#include <cmath>
#include <utility>

#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/output/spread.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/recorded_run.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/intervals.h"

// Figures that an experiment file can name, drawn from the trials' recordings. Recordings are read
// again here and not kept in memory: an experiment may have thousands of them.

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;
using report::Tone;
using world::ElementReader;

/// Path of a trial's recording.
std::string RecordingOf(const Results& results, const Trial& trial) {
  return TrialFolder(results.folder).Of(trial.id) + "/" + kRecordingFile;
}

/// The values of a topic's field in each trial of a case on an engine.
std::vector<RecordedValues> AllValues(const Results& results, const Case& one,
                                      const std::string& engine, const std::string& topic,
                                      const std::vector<std::string>& fields) {
  std::vector<RecordedValues> all;
  for (const Outcome& outcome : OutcomesOf(results, one.name, engine)) {
    Result<RecordedValues> recorded =
        ReadValues(RecordingOf(results, *outcome.trial), topic, fields);
    if (recorded.ok() && !recorded->time.empty()) all.push_back(std::move(recorded).value());
  }
  return all;
}

/// Draws one trial as a line, or several as a median with bands at the times of the first trial.
void DrawValues(const std::vector<RecordedValues>& trials, std::size_t field,
                const std::string& name, Tone tone, report::LinePlot* plot) {
  const std::vector<double>& time = trials.front().time;
  if (trials.size() == 1) {
    plot->lines.push_back({name, tone, time, trials.front().values[field], false});
    return;
  }
  std::vector<std::vector<double>> at_time(time.size());
  for (const RecordedValues& trial : trials) {
    const std::vector<double> values = Resampled(trial.time, trial.values[field], time);
    for (std::size_t i = 0; i < time.size(); ++i) at_time[i].push_back(values[i]);
  }
  Spread spread;
  for (std::size_t i = 0; i < time.size(); ++i) spread.Add(time[i], at_time[i]);
  spread.Draw(name, tone, plot);
}

/// The first trial of a case on an engine; nullptr when there is none.
const Trial* FirstTrial(const Results& results, const Case& one, const std::string& engine) {
  const std::vector<Outcome> outcomes = OutcomesOf(results, one.name, engine);
  return outcomes.empty() ? nullptr : outcomes.front().trial;
}

/// Appends the points of a line to a CSV table.
void AddRows(const std::string& name, const report::Line& line, Table* table) {
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    table->rows.push_back(
        {name, line.name, Cell::Number(line.x[i], 6), Cell::Number(line.y[i], 9)});
  }
}

/// Fields of a topic over time.
Figure SeriesFigure(const ElementReader& reader, const Results& results) {
  Figure figure;
  Table data;
  data.header = {"field", "engine", "time", "value"};
  const std::vector<std::string> fields = Texts(reader, "fields");
  for (const Case* one : ChosenCases(reader, results, "case")) {
    std::vector<report::LinePlot> plots(fields.size());
    for (std::size_t e = 0; e < results.plan.engines.size(); ++e) {
      const std::string& engine = results.plan.engines[e];
      const std::vector<RecordedValues> trials =
          AllValues(results, *one, engine, reader.Text("topic"), fields);
      if (trials.empty()) continue;
      for (std::size_t f = 0; f < fields.size(); ++f) {
        DrawValues(trials, f, engine, EngineTone(e), &plots[f]);
        AddRows(one->name + "." + fields[f], plots[f].lines.back(), &data);
      }
    }
    for (std::size_t f = 0; f < fields.size(); ++f) {
      plots[f].title = one->title + ": " + fields[f];
      plots[f].x.label = "time (s)";
      plots[f].y.label = fields[f];
      figure.svgs.push_back(ToSvg(plots[f]));
    }
  }
  figure.data.emplace_back("series", ToCsv(data));
  return figure;
}

/// Paths of a model on the ground.
Figure PathFigure(const ElementReader& reader, const Results& results) {
  Figure figure;
  Table data;
  data.header = {"case", "engine", "x", "y"};
  for (const Case* one : ChosenCases(reader, results)) {
    report::LinePlot plot;
    plot.title = one->title;
    plot.x.label = "x (m)";
    plot.y.label = "y (m)";
    plot.equal_scales = true;
    for (std::size_t e = 0; e < results.plan.engines.size(); ++e) {
      const Trial* trial = FirstTrial(results, *one, results.plan.engines[e]);
      if (trial == nullptr) continue;
      const Result<RecordedPath> path =
          ReadPath(RecordingOf(results, *trial), reader.Text("model"));
      if (!path.ok()) continue;
      plot.lines.push_back({results.plan.engines[e], EngineTone(e), path->x, path->y, false});
      AddRows(one->name, plot.lines.back(), &data);
    }
    // Cases that were not run are left out.
    if (!plot.lines.empty()) figure.svgs.push_back(ToSvg(plot));
  }
  figure.data.emplace_back("paths", ToCsv(data));
  return figure;
}

/// Figure of one field of a topic over another.
Figure TrackFigure(const ElementReader& reader, const Results& results) {
  const std::vector<std::string> fields = {reader.Text("x", "x"), reader.Text("y", "y")};
  report::LinePlot plot;
  plot.title = reader.Text("title");
  plot.x.label = reader.Text("x_label", "x (m)");
  plot.y.label = reader.Text("y_label", "y (m)");
  plot.equal_scales = true;
  for (const Case* one : ChosenCases(reader, results)) {
    for (const std::string& engine : results.plan.engines) {
      for (const RecordedValues& trial :
           AllValues(results, *one, engine, reader.Text("topic"), fields)) {
        plot.lines.push_back({one->title, EngineTone(plot.lines.size()), trial.values[0],
                              trial.values[1], false, report::Line::Symbols::kNone});
      }
    }
  }
  return ToFigure({plot});
}

/// Means of a metric per case and engine.
Figure BarsFigure(const ElementReader& reader, const Results& results) {
  Figure figure;
  const std::string metric = reader.Text("metric");
  Table data;
  data.header = {"case", "engine", metric};
  for (const Case* one : ChosenCases(reader, results)) {
    report::BarPlot plot;
    plot.title = one->title;
    plot.y.label = reader.Text("label", metric);
    for (std::size_t e = 0; e < results.plan.engines.size(); ++e) {
      const std::string& engine = results.plan.engines[e];
      const std::vector<double> values = ValuesOf(OutcomesOf(results, one->name, engine), metric);
      if (values.empty()) continue;
      report::Bar bar{engine, EngineTone(e), gap::Mean(values), std::nullopt};
      const gap::Interval interval = gap::MeanInterval(values);
      if (std::isfinite(interval.low)) bar.interval = {interval.low, interval.high};
      data.rows.push_back({one->name, engine, Cell::Number(bar.value, 9)});
      plot.bars.push_back(std::move(bar));
    }
    figure.svgs.push_back(ToSvg(plot));
  }
  figure.data.emplace_back("bars", ToCsv(data));
  return figure;
}

/// Ranges of a series per case and engine.
Figure RangesFigure(const ElementReader& reader, const Results& results) {
  Figure figure;
  Table data;
  data.header = {"case", "metric", "engine", "low", "mean", "high"};
  for (const Case* one : ChosenCases(reader, results)) {
    report::RangePlot plot;
    plot.title = one->title;
    plot.y.label = reader.Text("label");
    for (const std::string& metric : Texts(reader, "metrics")) {
      report::RangeGroup group{metric, {}};
      for (std::size_t e = 0; e < results.plan.engines.size(); ++e) {
        const std::string& engine = results.plan.engines[e];
        const std::vector<Outcome> outcomes = OutcomesOf(results, one->name, engine);
        const auto mean = [&](const char* part) {
          return gap::Mean(ValuesOf(outcomes, metric + "." + part));
        };
        const report::RangeBar bar{engine, EngineTone(e), mean("bottom"), mean("top"),
                                   mean("mean")};
        if (!std::isfinite(bar.low)) continue;
        data.rows.push_back({one->name, metric, engine, Cell::Number(bar.low, 9),
                             Cell::Number(bar.mean, 9), Cell::Number(bar.high, 9)});
        group.bars.push_back(bar);
      }
      plot.groups.push_back(std::move(group));
    }
    figure.svgs.push_back(ToSvg(plot));
  }
  figure.data.emplace_back("ranges", ToCsv(data));
  return figure;
}

}  // namespace

Tone EngineTone(std::size_t index) {
  constexpr Tone kTones[] = {Tone::kFirst,  Tone::kSecond, Tone::kThird,
                             Tone::kFourth, Tone::kFifth,  Tone::kSixth};
  return kTones[index % std::size(kTones)];
}

FigureRegistry BuiltinFigures() {
  FigureRegistry kinds;
  kinds.Add("series", {"numbers on a topic over time, a line per engine",
                       {"kind", "title", "case", "topic", "fields"},
                       SeriesFigure});
  kinds.Add("path",
            {"path of a model, from above", {"kind", "title", "cases", "model"}, PathFigure});
  kinds.Add(
      "bars",
      {"one metric of each engine", {"kind", "title", "cases", "metric", "label"}, BarsFigure});
  kinds.Add("ranges", {"mean and robust range of series metrics",
                       {"kind", "title", "cases", "metrics", "label"},
                       RangesFigure});
  kinds.Add("track", {"a field of a topic over another, from above",
                      {"kind", "title", "cases", "topic", "x", "y", "x_label", "y_label"},
                      TrackFigure});
  kinds.Add("bands", {"a metric against a value of `for`: median, 50 and 90 % of the trials",
                      {"kind", "title", "cases", "metric", "over", "label", "x_label"},
                      BandsFigure});
  return kinds;
}

}  // namespace surefoot::experiment
