#pragma once

/// Whether simulated runs can be told from real ones at all.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

struct IndistinguishabilityPoint {
  double t = 0.0;
  /// 1 - max(0, 2 balanced accuracy - 1) of the chosen classifiers on runs they were not made from.
  double d = 1.0;
  /// 90 % interval: runs drawn with replacement.
  double low = 0.0;
  double high = 1.0;
  /// The classifier that was chosen most often.
  std::string classifier;
};

struct Indistinguishability {
  int real_runs = 0;
  int simulated_runs = 0;
  std::vector<IndistinguishabilityPoint> points;
};

struct IndistinguishabilityOptions {
  /// At how many instants, evenly over the shortest common time.
  int instants = 12;
  int folds = 5;
  /// The division into folds is drawn so often, and accuracies are averaged.
  int repetitions = 4;
  std::uint64_t seed = 1;
};

/// d(t) of all runs of one task, seen up to t by all their quantities at once; simulated runs must
/// have passed the recording's sensor model. Comparisons have one set of simulated runs and a
/// common order of runs. Empty points with fewer runs of a kind than folds.
Indistinguishability MeasureIndistinguishability(const std::vector<Comparison>& comparisons,
                                                 const IndistinguishabilityOptions& options = {});

}  // namespace surefoot::gap
