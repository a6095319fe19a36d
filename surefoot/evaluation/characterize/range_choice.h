#pragma once

/// Which forms of curves describe a range sensor: chosen by how likely they make readings at
/// distances that they were not fitted to.

#include <string>
#include <vector>

#include "surefoot/evaluation/characterize/range_fit.h"

namespace surefoot::gap {

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

}  // namespace surefoot::gap
