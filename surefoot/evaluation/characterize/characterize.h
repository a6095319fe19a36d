#pragma once

/// A model of a range sensor from its readings at known places: how many readings are enough,
/// whether they are normally distributed, which curves describe mean and standard deviation, and
/// how many readings are lost or wrong (outliers).
///
///   RangeSamples samples = ReadRangeSamples("us.csv", RangeColumns()).value();
///   const Result<Characterization> found = Characterize(std::move(samples), {});
///   // found->model is what sensors use; found->places has the tests at each place.

#include <string>
#include <vector>

#include "surefoot/evaluation/characterize/range_fit.h"
#include "surefoot/evaluation/statistics/distances.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::gap {

/// Score of a functional form by cross-validation: the likelihood of readings at distances that it
/// was not fitted to.
struct FormScore {
  CurveForm form = CurveForm::kNone;
  int parameters = 0;
  /// Mean log-likelihood of a held-out reading minus that of the best form (0 or negative), and the
  /// standard error of that difference.
  double score = 0.0;
  double error = 0.0;
  bool chosen = false;
};

/// The forms compared for one part of the model.
struct FormChoice {
  /// "mean over distance".
  std::string what;
  std::vector<FormScore> scores;
};

/// The chosen forms of mean and standard deviation, and how they were chosen.
struct RangeChoice {
  RangeShape mean;
  RangeShape sd;
  std::vector<FormChoice> choices;
  /// What could not be compared, and why.
  std::vector<std::string> notes;
};

/// Chooses forms by cross-validation over distances (at most five folds; the nearest and the
/// farthest distance are never held out, because the model does not extrapolate). Among the forms
/// that are worse than the best by at most one standard error, the one with the fewest parameters
/// wins (the one-standard-error rule of Breiman et al., 1984); at equal numbers a line wins over
/// curves. `places` contain good readings only, which span `width`; `step` is the readings'
/// quantization. The likelihood of a reading is at least that of an outlier, so that a single place
/// where a form fails does not dominate the comparison.
RangeChoice ChooseForms(const std::vector<PlaceStats>& places, double step, double width);

/// Units of the table, and how histograms are drawn.
struct CharacterizeOptions {
  /// Sizes of the table's units in m and rad; `reading_unit` is 0 for readings that are not
  /// lengths, such as volts or counts.
  double distance_unit = 0.01;
  double angle_unit = 3.14159265358979323846 / 180.0;
  double reading_unit = 0.01;
  std::string reading_name = "cm";
  /// Bin width of histograms in units of the reading; 0: Scott's rule (1979), 3.49 sd n^(-1/3).
  double bin = 0.0;
};

/// Result at one place.
struct PlaceReport {
  RangePlace place;
  /// Number, mean and variance of the good readings.
  PlaceStats good;
  double fitted_mean = 0.0;
  double fitted_sd = 0.0;
  NormalityTest normality;
  /// False when the test rejects normality at 1 % with Holm's correction (1979) over all places.
  bool is_normal = true;
};

/// A parameter with its 90 % confidence interval.
struct RangeParameter {
  /// "mean, distance, b".
  std::string name;
  double value = 0.0;
  Interval interval;
};

/// All results. Numbers are in the table's units except in `model`, which states its units.
struct Characterization {
  RangeSamples samples;
  RangeChoice choice;
  RangeMixture fit;
  /// Quantization of the readings; 0: none found.
  double step = 0.0;
  double bin = 0.0;
  std::vector<PlaceReport> places;
  std::vector<RangeParameter> parameters;
  /// 90 % confidence interval of the share of outliers (Wilson score interval, 1927).
  Interval outliers;
  SampleSizeStudy size;
  noise::RangeModel model;
  std::vector<std::string> notes;
};

/// An error when no curve fits. Deterministic.
Result<Characterization> Characterize(RangeSamples samples, const CharacterizeOptions& options);

}  // namespace surefoot::gap
