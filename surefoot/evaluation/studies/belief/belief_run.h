#pragma once

#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::studies {

/// Lengths of the file are in cm, here in m.
struct BeliefSettings {
  /// Presets or files of range sensors.
  std::vector<std::string> sensors = {"centurion_hc-sr04", "centurion_gp2y0a41sk0f"};
  std::vector<double> distances;
  /// Those of them that figures show.
  std::vector<double> shown;
  int trials = 200;
  int samples = 10;
  double share = 0.9;
  estimate::RangeBelief::Grid grid;
};

/// What is wrong is reported.
BeliefSettings ReadBeliefSettings(const world::ElementReader& reader);

/// One sensor before a wall at one distance (m).
struct BeliefAt {
  double distance = 0.0;
  /// [trial][sample], as the sensor in the running world told them, in its own unit.
  std::vector<std::vector<double>> readings;
  double reading_mean = 0.0;
  double reading_sd = 0.0;
  double model_mean = 0.0;
  double model_sd = 0.0;
  /// After each sample: the belief averaged over the trials, its central interval, and that of the
  /// analytic belief.
  std::vector<std::vector<double>> mean_belief;
  std::vector<gap::Interval> simulated;
  std::vector<gap::Interval> analytic;
  /// Mean of the most probable distance after each sample.
  std::vector<double> estimate;
  /// After the last one: the belief of each trial, and the analytic one, cell by cell.
  std::vector<std::vector<double>> last_beliefs;
  std::vector<double> analytic_belief;
  /// Share of the trials whose own interval holds the truth.
  double coverage = 0.0;

  /// The simulated interval holds the analytic one after the last sample.
  bool Contains() const;
};

struct BeliefSensor {
  std::string name;
  noise::RangeModel model;
  /// The whole <range_sensor>.
  world::Element element;
  std::vector<BeliefAt> places;
};

/// Finds the sensor's file; it must have a <reading>.
Result<BeliefSensor> FindBeliefSensor(const Parts& parts, const std::string& name,
                                      const Source& source);

/// Lets every sensor look at a wall at every distance in one running world, and keeps what it
/// tells.
Status TakeReadings(const experiment::StudyContext& context, const BeliefSettings& settings,
                    std::vector<BeliefSensor>* sensors);

/// From readings to beliefs.
void Believe(const BeliefSettings& settings, const noise::RangeModel& model, BeliefAt* at);

/// Belief after so many readings that scatter just as the model says: the likelihood's mean
/// logarithm, without cells. Its central interval, and its share in each cell of the grid.
struct AnalyticBelief {
  gap::Interval interval;
  std::vector<double> cells;
};
AnalyticBelief ExpectedBelief(const noise::RangeModel& model, const BeliefSettings& settings,
                              double distance, int samples);

}  // namespace surefoot::studies
