#include "surefoot/evaluation/studies/belief/belief_run.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/model_files.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sensors/range/range_model_element.h"
#include "surefoot/session/session.h"

// The discrete Bayes filter (Thrun, Burgard and Fox, Probabilistic Robotics, table 4.1) of a range
// sensor before a wall. Simulated beliefs are compared with the analytic one, which has no
// sampling noise and no grid: a difference shows an error of the simulated sensor.

namespace surefoot::studies {
namespace {

constexpr int kPoints = 4000;

/// Change of distance that corresponds to one standard deviation of a reading, m.
double Blur(const noise::RangeModel& model, double distance) {
  const double step = 1e-4 * distance;
  const double slope =
      (model.Mean({distance + step, 0.0, 0.0}) - model.Mean({distance - step, 0.0, 0.0})) /
      (2.0 * step);
  return model.Stddev({distance, 0.0, 0.0}) / std::max(std::abs(slope), 1e-12);
}

/// Ends of the central share of sorted, weighted points.
gap::Interval CentralOf(const std::vector<double>& x, const std::vector<double>& weights,
                        double share) {
  double sum = 0.0;
  for (const double w : weights) sum += w;
  const auto at = [&](double requested) {
    double before = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      before += weights[i] / sum;
      if (before >= requested) return x[i];
    }
    return x.back();
  };
  return {at(0.5 * (1.0 - share)), at(0.5 * (1.0 + share))};
}

/// Interval between the outer edges of the cells.
gap::Interval CellInterval(const std::vector<double>& belief,
                           const estimate::RangeBelief::Grid& grid, double share) {
  std::vector<double> centres;
  for (std::size_t i = 0; i < belief.size(); ++i) {
    centres.push_back(grid.first + grid.width * static_cast<double>(i));
  }
  const gap::Interval interval = CentralOf(centres, belief, share);
  return {interval.low - 0.5 * grid.width, interval.high + 0.5 * grid.width};
}

/// Mean and standard deviation of all readings, and those that the model predicts.
void ReadingMoments(const noise::RangeModel& model, BeliefAt* at) {
  double n = 0.0;
  for (const auto& trial : at->readings) {
    for (const double reading : trial) {
      at->reading_mean += reading;
      n += 1.0;
    }
  }
  at->reading_mean /= std::max(n, 1.0);
  for (const auto& trial : at->readings) {
    for (const double reading : trial) {
      at->reading_sd += std::pow(reading - at->reading_mean, 2.0);
    }
  }
  at->reading_sd = std::sqrt(at->reading_sd / std::max(n - 1.0, 1.0));
  at->model_mean = model.Mean({at->distance, 0.0, 0.0});
  at->model_sd = model.Stddev({at->distance, 0.0, 0.0});
}

}  // namespace

bool BeliefAt::Contains() const {
  return simulated.back().low <= analytic.back().low &&
         analytic.back().high <= simulated.back().high;
}

Result<BeliefSensor> FindBeliefSensor(const Parts& parts, const std::string& name,
                                      const Source& source) {
  Problems problems;
  const auto resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  auto element = formats::FindRangeSensor(resolver, source.file, name, source, &problems);
  if (!element) return Error{problems.ErrorText()};
  const world::ElementReader reader(*element, &problems);
  if (!reader.Has("reading")) {
    return Error{source.file + ":" + std::to_string(source.line) + ": the range sensor '" + name +
                 "' has no <reading>, which is the likelihood of the belief; surefoot characterize "
                 "writes one"};
  }
  BeliefSensor sensor;
  sensor.name = name;
  sensor.model = sensors::ReadRangeModel(reader.Child("reading"),
                                         {reader.Number("min", 0.0), reader.Number("max", 4.0)});
  if (!problems.ok()) return Error{problems.ErrorText()};
  sensor.element = std::move(*element);
  return sensor;
}

AnalyticBelief ExpectedBelief(const noise::RangeModel& model, const BeliefSettings& settings,
                              double distance, int samples) {
  const estimate::RangeBelief::Grid& grid = settings.grid;
  const double begin = grid.first - 0.5 * grid.width;
  const double end = begin + grid.width * grid.cells;
  const double reach = 12.0 * Blur(model, distance) / std::sqrt(static_cast<double>(samples));
  const double low = std::clamp(distance - reach, begin, end);
  const double high = std::clamp(distance + reach, begin, end);
  const double mean = model.Mean({distance, 0.0, 0.0});
  const double variance = std::pow(model.Stddev({distance, 0.0, 0.0}), 2.0);
  std::vector<double> x, weights;
  for (int i = 0; i < kPoints; ++i) {
    x.push_back(low + (high - low) * (i + 0.5) / kPoints);
    const double sd = std::max(model.Stddev({x.back(), 0.0, 0.0}), 1e-12);
    const double miss = mean - model.Mean({x.back(), 0.0, 0.0});
    // Expected log-likelihood over the distribution of readings.
    weights.push_back(-samples * (std::log(sd) + 0.5 * (variance + miss * miss) / (sd * sd)));
  }
  const double max = *std::max_element(weights.begin(), weights.end());
  double sum = 0.0;
  for (double& w : weights) sum += w = std::exp(w - max);
  AnalyticBelief belief;
  belief.interval = CentralOf(x, weights, settings.probability);
  belief.cells.assign(static_cast<std::size_t>(grid.cells), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto cell = static_cast<std::size_t>(std::max(0.0, (x[i] - begin) / grid.width));
    belief.cells[std::min(cell, belief.cells.size() - 1)] += weights[i] / sum;
  }
  return belief;
}

/// Runs the filter over the readings of every trial and averages the beliefs.
void Believe(const BeliefSettings& settings, const noise::RangeModel& model, BeliefAt* at) {
  ReadingMoments(model, at);
  const std::size_t samples = static_cast<std::size_t>(settings.samples);
  const double trials = static_cast<double>(at->readings.size());
  at->mean_belief.assign(samples,
                         std::vector<double>(static_cast<std::size_t>(settings.grid.cells), 0.0));
  at->estimate.assign(samples, 0.0);
  estimate::RangeBelief belief(model, settings.grid);
  for (const std::vector<double>& readings : at->readings) {
    belief.Reset();
    for (std::size_t k = 0; k < samples; ++k) {
      belief.Update(readings[k]);
      const std::vector<double> now = belief.cells().Probabilities();
      for (std::size_t i = 0; i < now.size(); ++i) at->mean_belief[k][i] += now[i] / trials;
      at->estimate[k] += belief.MostProbable() / trials;
    }
    at->last_beliefs.push_back(belief.cells().Probabilities());
    const estimate::DiscreteBayes::Interval own = belief.CentralInterval(settings.probability);
    at->coverage += own.low <= at->distance && at->distance <= own.high ? 1.0 / trials : 0.0;
  }
  for (std::size_t k = 0; k < samples; ++k) {
    at->simulated.push_back(CellInterval(at->mean_belief[k], settings.grid, settings.probability));
    AnalyticBelief expected =
        ExpectedBelief(model, settings, at->distance, static_cast<int>(k) + 1);
    at->analytic.push_back(expected.interval);
    at->analytic_belief = std::move(expected.cells);
  }
}

namespace {

constexpr double kCentimetre = 0.01;

/// Reads the grid of the belief (cm in the file).
void ReadGrid(const world::ElementReader& reader, BeliefSettings* settings) {
  const double first = reader.Number("first", 1.0, 1e-3, 1e4);
  const double last = reader.Number("last", 60.0, 1e-3, 1e4);
  const double step = reader.Number("step", 0.1, 1e-4, 1e3);
  experiment::RefuseUnknown(reader);
  const double cells = (last - first) / step + 1.0;
  if (!(cells >= 2.0 && cells <= 20001.0)) {
    reader.Error("step", "a grid has from 2 to 20001 cells", PlainNumber(cells));
    return;
  }
  settings->grid.first = first * kCentimetre;
  settings->grid.width = step * kCentimetre;
  settings->grid.cells = static_cast<int>(std::lround(cells));
}

/// Reads the distances of the wall (cm in the file).
void ReadDistances(const world::ElementReader& reader, BeliefSettings* settings) {
  const world::ElementReader range = reader.Child("distances");
  const double from = range.Number("from", 1.0, 1e-3, 1e4);
  const double to = range.Number("to", 21.0, 1e-3, 1e4);
  const double step = range.Number("step", 1.0, 1e-3, 1e4);
  experiment::RefuseUnknown(range);
  if (!(from <= to) || (to - from) / step > 1000.0) {
    reader.Error("distances", "from the nearest to the farthest, at most 1000 of them",
                 PlainNumber(from) + " to " + PlainNumber(to));
    return;
  }
  for (int i = 0; from + step * i <= to + 1e-9 * step; ++i) {
    settings->distances.push_back((from + step * i) * kCentimetre);
  }
  for (const double cm : ReadNumbers(reader, "shown", {2.0, 20.0}, 1e-3, 1e4)) {
    const double distance = cm * kCentimetre;
    const bool there = std::any_of(settings->distances.begin(), settings->distances.end(),
                                   [&](double one) { return std::abs(one - distance) < 1e-6; });
    if (there) {
      settings->shown.push_back(distance);
    } else if (reader.Has("shown")) {
      reader.Error("shown", "only distances that are measured can be shown", PlainNumber(cm));
    }
  }
}

}  // namespace

BeliefSettings ReadBeliefSettings(const world::ElementReader& reader) {
  BeliefSettings settings;
  if (reader.Has("sensors")) settings.sensors = experiment::Texts(reader, "sensors");
  if (settings.sensors.empty()) reader.Error("sensors", "no sensor");
  ReadDistances(reader, &settings);
  settings.trials = static_cast<int>(reader.Integer("trials", settings.trials, 2, 100000));
  settings.samples = static_cast<int>(reader.Integer("samples", settings.samples, 1, 1000));
  settings.probability =
      reader.Number(reader.WithOldName("probability", "share"), settings.probability, 0.1, 0.999);
  ReadGrid(reader.Child("grid"), &settings);
  experiment::RefuseUnknown(reader, {"kind", "shown"});
  return settings;
}

// Sensors in front of walls, side by side in one world.
namespace {

using formats::AddChild;
using formats::SetAttribute;
using world::Element;

/// Rate of samples, Hz; any rate works, because nothing moves.
constexpr double kRate = 10.0;
/// Distance between neighbours, m: more than the width of any beam.
constexpr double kLane = 2.0;

/// Name of the lane of a sensor at a distance, from which its topic is formed.
std::string LaneName(std::size_t sensor, std::size_t place) {
  return "lane_" + std::to_string(sensor) + "_" + std::to_string(place);
}

/// Adds a static model with one link to the world and returns the link.
Element& AddModel(Element* world, const std::string& name, const std::string& pose) {
  Element& model = AddChild(world, "model");
  SetAttribute(&model, "name", name);
  AddChild(&model, "static", "true");
  AddChild(&model, "pose", pose);
  Element& link = AddChild(&model, "link");
  SetAttribute(&link, "name", "link");
  return link;
}

/// Adds a wall whose front face is at x.
void AddWall(Element* world, const std::string& name, double x, double y) {
  constexpr double kThick = 0.1;
  Element& link =
      AddModel(world, name, PlainNumber(x + 0.5 * kThick) + " " + PlainNumber(y) + " 0 0 0 0");
  Element& collision = AddChild(&link, "collision");
  SetAttribute(&collision, "name", "wall");
  Element& box = AddChild(&AddChild(&collision, "geometry"), "box");
  AddChild(&box, "size", PlainNumber(kThick) + " 1 1");
}

/// Adds a sensor at x = 0.
void AddSensor(Element* world, const BeliefSensor& sensor, const std::string& name, double y) {
  Element& link = AddModel(world, name, "0 " + PlainNumber(y) + " 0 0 0 0");
  Element& element = AddChild(&link, "sensor");
  SetAttribute(&element, "name", "range");
  const Element* radiation = sensor.element.Child("radiation");
  const bool light = radiation != nullptr && radiation->text == "infrared";
  SetAttribute(&element, "type", light ? "infrared" : "sonar");
  AddChild(&element, "update_rate", PlainNumber(kRate));
  element.children.push_back(sensor.element);
}

std::string WorldText(const std::vector<BeliefSensor>& sensors) {
  Element root = formats::MakeElement("sdf");
  SetAttribute(&root, "version", "1.9");
  SetAttribute(&root, "xmlns:surefoot", "https://surefoot.org/sdf");
  Element world = formats::MakeElement("world");
  SetAttribute(&world, "name", "sensor_belief");
  double y = 0.0;
  for (std::size_t s = 0; s < sensors.size(); ++s) {
    for (std::size_t d = 0; d < sensors[s].places.size(); ++d) {
      const std::string lane = LaneName(s, d);
      AddSensor(&world, sensors[s], lane, y);
      AddWall(&world, lane + "_wall", sensors[s].places[d].distance, y);
      y += kLane;
    }
  }
  root.children.push_back(std::move(world));
  return formats::XmlText(root);
}

/// Collects the readings of one sensor, in its own unit, into trials.
struct ReadingCollector {
  BeliefAt* at = nullptr;
  double unit = 0.0;
  std::size_t samples = 0;
  std::size_t trials = 0;

  void AddReading(double reading) {
    if (at->readings.empty() || at->readings.back().size() == samples) {
      if (at->readings.size() == trials) return;
      at->readings.emplace_back();
    }
    at->readings.back().push_back(reading);
  }
};

Result<std::unique_ptr<Session>> OpenText(const Parts& parts, const std::string& text,
                                          const SessionOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path file = fs::temp_directory_path(error) /
                        ("surefoot_sensor_belief_" + std::to_string(getpid()) + ".sdf");
  std::ofstream(file) << text;
  Problems problems;
  auto session = Session::Open(parts, file.string(), options, &problems);
  fs::remove(file, error);
  if (!session.ok()) return Error{session.error().message + "\n" + problems.ErrorText()};
  return session;
}

}  // namespace

Status TakeReadings(const experiment::StudyContext& context, const BeliefSettings& settings,
                    std::vector<BeliefSensor>* sensors) {
  SessionOptions options;
  options.seed = context.seed;
  options.step = 1.0 / kRate;
  auto session = SUREFOOT_TRY(OpenText(context.parts, WorldText(*sensors), options));
  std::vector<std::unique_ptr<ReadingCollector>> ears;
  std::vector<graph::Subscription> subscriptions;
  for (std::size_t s = 0; s < sensors->size(); ++s) {
    BeliefSensor& sensor = (*sensors)[s];
    for (std::size_t d = 0; d < sensor.places.size(); ++d) {
      ears.push_back(std::make_unique<ReadingCollector>());
      ReadingCollector* ear = ears.back().get();
      *ear = {&sensor.places[d], sensor.model.reading_unit,
              static_cast<std::size_t>(settings.samples),
              static_cast<std::size_t>(settings.trials)};
      const std::string topic = "/" + LaneName(s, d) + "/range";
      if (sensor.model.reading_unit > 0.0) {
        subscriptions.push_back(session->Subscribe<msgs::sensor_msgs::Range>(
            topic,
            [ear](const auto& m) { ear->AddReading(static_cast<double>(m.range) / ear->unit); }));
      } else {
        subscriptions.push_back(session->Subscribe<msgs::std_msgs::Float64>(
            topic + "/raw", [ear](const auto& m) { ear->AddReading(m.data); }));
      }
    }
  }
  const int steps = settings.trials * settings.samples;
  for (int i = 0; i < steps; ++i) {
    SUREFOOT_TRY(session->Step());
    if (context.cancelled && context.cancelled()) return Error{"the study was stopped"};
    if (context.progress && i % 100 == 0) {
      context.progress("measuring", 0.5 * static_cast<double>(i) / steps);
    }
  }
  for (const auto& ear : ears) {
    if (ear->at->readings.size() == ear->trials &&
        ear->at->readings.back().size() == ear->samples) {
      continue;
    }
    return Error{"a sensor did not publish " + std::to_string(steps) + " readings"};
  }
  return Status();
}

}  // namespace surefoot::studies
