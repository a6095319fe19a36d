#pragma once

/// Classifier two-sample test: can simulated runs be distinguished from real ones (Lopez-Paz and
/// Oquab, 2017)? d(t) is 1 when no classifier does better than chance on runs seen up to t, and 0
/// when it is always right.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

struct IndistinguishabilityPoint {
  double t = 0.0;
  /// 1 - max(0, 2 balanced accuracy - 1) of the selected classifiers on held-out runs.
  double d = 1.0;
  /// 90 % bootstrap interval over runs.
  double low = 0.0;
  double high = 1.0;
  /// The classifier selected most often.
  std::string classifier;
};

struct Indistinguishability {
  int real_runs = 0;
  int simulated_runs = 0;
  std::vector<IndistinguishabilityPoint> points;
};

struct IndistinguishabilityOptions {
  /// Number of instants, at equal intervals over the common time.
  int instants = 12;
  int folds = 5;
  /// Repetitions of the cross-validation with other folds, whose accuracies are averaged.
  int repetitions = 4;
  std::uint64_t seed = 1;
};

/// d(t) of all runs of one task, using all quantities up to t. Simulated runs must have passed the
/// measurement model of the recording (SeenAll). The comparisons have one set of simulated runs, in
/// the same order of runs. No points with fewer than six runs of a kind. Nested cross-validation:
/// the classifier is selected on the training folds only, so that d is not biased by the selection.
Indistinguishability MeasureIndistinguishability(const std::vector<Comparison>& comparisons,
                                                 const IndistinguishabilityOptions& options = {});

}  // namespace surefoot::gap
