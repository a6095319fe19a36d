#pragma once

/// A range sensor out of its readings at known places: how many readings are enough, whether they
/// are normal, which curves describe mean and spread, how many are lost or wrong.

#include <string>
#include <vector>

#include "surefoot/evaluation/characterize/range_fit.h"
#include "surefoot/evaluation/statistics/distances.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::gap {

/// The forms are chosen by how likely they make readings at distances that they were not fitted to.
struct FormScore {
  CurveForm form = CurveForm::kNone;
  int parameters = 0;
  /// Mean logarithm of the likelihood of a reading that was left out, less that of the best form,
  /// and the standard error of that difference.
  double score = 0.0;
  double error = 0.0;
  bool chosen = false;
};

/// The forms that were compared for one part of the model.
struct FormChoice {
  /// "mean over distance".
  std::string what;
  std::vector<FormScore> scores;
};

struct RangeChoice {
  RangeShape mean;
  RangeShape sd;
  std::vector<FormChoice> choices;
  /// What could not be compared, and why.
  std::vector<std::string> notes;
};

/// Distances are left out in turn (at most five groups; the nearest and the farthest stay in, since
/// what lies beyond the data is not asked for). Of the forms that are not worse than the best by
/// more than a standard error of the difference, the one with the fewest parameters is taken; of
/// as many, a line before curves.
/// `places` hold the good readings alone, which span `width`. However bad a form is at a place, its
/// readings count as no less likely than wrong ones, of which there may always be a few: else a
/// single place could make all comparisons doubtful.
RangeChoice ChooseForms(const std::vector<PlaceStats>& places, double step, double width);

struct CharacterizeOptions {
  /// Sizes of the table's units in m and rad; of readings 0 where they are no lengths.
  double distance_unit = 0.01;
  double angle_unit = 3.14159265358979323846 / 180.0;
  double reading_unit = 0.01;
  std::string reading_name = "cm";
  /// Of histograms, in units of the reading; 0: by the spread and number of the readings.
  double bin = 0.0;
};

/// What was found at one place.
struct PlaceReport {
  RangePlace place;
  /// Mean and spread of the good readings, and their number.
  PlaceStats good;
  double fitted_mean = 0.0;
  double fitted_sd = 0.0;
  NormalityTest normality;
  /// By Holm's rule over all places at 1 %.
  bool is_normal = true;
};

/// A parameter and where it lies with 90 % confidence.
struct RangeParameter {
  /// "mean, distance, b".
  std::string name;
  double value = 0.0;
  Interval interval;
};

struct Characterization {
  RangeSamples samples;
  RangeChoice choice;
  RangeMixture fit;
  double step = 0.0;
  double bin = 0.0;
  std::vector<PlaceReport> places;
  std::vector<RangeParameter> parameters;
  /// Share of outliers with 90 % confidence.
  Interval outliers;
  SampleSizeStudy size;
  noise::RangeModel model;
  std::vector<std::string> notes;
};

Result<Characterization> Characterize(RangeSamples samples, const CharacterizeOptions& options);

}  // namespace surefoot::gap
