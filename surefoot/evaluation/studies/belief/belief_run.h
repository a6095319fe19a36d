#pragma once

/// Simulated range sensors in front of walls, and the discrete Bayes filter over their readings.

#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::studies {

/// Settings of the study `sensor_belief`. Lengths are in cm in the file and in m here.
struct BeliefSettings {
  /// Names of preset range sensors, or files.
  std::vector<std::string> sensors = {"centurion_hc-sr04", "centurion_gp2y0a41sk0f"};
  std::vector<double> distances;
  /// The distances that figures show.
  std::vector<double> shown;
  int trials = 200;
  int samples = 10;
  double probability = 0.9;
  estimate::RangeBelief::Grid grid;
};

/// Reads the settings; errors are reported.
BeliefSettings ReadBeliefSettings(const world::ElementReader& reader);

/// Results of one sensor at one distance from a wall (m).
struct BeliefAt {
  double distance = 0.0;
  /// Readings [trial][sample] of the simulated sensor, in its own unit.
  std::vector<std::vector<double>> readings;
  double reading_mean = 0.0;
  double reading_sd = 0.0;
  double model_mean = 0.0;
  double model_sd = 0.0;
  /// After each sample: the belief averaged over trials, its central interval, and the interval of
  /// the analytic belief.
  std::vector<std::vector<double>> mean_belief;
  std::vector<gap::Interval> simulated;
  std::vector<gap::Interval> analytic;
  /// Mean over trials of the most probable distance after each sample, m.
  std::vector<double> estimate;
  /// After the last sample: the belief of each trial and the analytic one, per cell.
  std::vector<std::vector<double>> last_beliefs;
  std::vector<double> analytic_belief;
  /// Share of trials whose own interval contains the true distance.
  double coverage = 0.0;

  /// True when the simulated interval contains the analytic one after the last sample.
  bool Contains() const;
};

struct BeliefSensor {
  std::string name;
  noise::RangeModel model;
  /// The element <range_sensor> of its file.
  world::Element element;
  std::vector<BeliefAt> places;
};

/// Loads the sensor's file, which must have a <reading>.
Result<BeliefSensor> FindBeliefSensor(const Parts& parts, const std::string& name,
                                      const Source& source);

/// Simulates every sensor at every distance from a wall, all in one world, and collects the
/// readings.
Status TakeReadings(const experiment::StudyContext& context, const BeliefSettings& settings,
                    std::vector<BeliefSensor>* sensors);

/// Computes beliefs from readings.
void Believe(const BeliefSettings& settings, const noise::RangeModel& model, BeliefAt* at);

/// Analytic belief after n readings that follow the model exactly: proportional to exp(n times the
/// expected log-likelihood). Returns its central interval and its share in each cell of the grid.
struct AnalyticBelief {
  gap::Interval interval;
  std::vector<double> cells;
};
AnalyticBelief ExpectedBelief(const noise::RangeModel& model, const BeliefSettings& settings,
                              double distance, int samples);

}  // namespace surefoot::studies
