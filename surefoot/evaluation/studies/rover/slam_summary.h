#pragma once

#include <vector>

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/rover/slam_run.h"

namespace surefoot::studies {

/// Over the seeds of a case: of one filter.
struct FilterSummary {
  /// Final errors (m): mean, root of the mean square, median, 5 and 95 %.
  double mean = 0.0;
  double rms = 0.0;
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
  /// Mean over time and seeds; 3 when the filter knows how wrong it is.
  double nees = 0.0;
  /// Median over the seeds of the root of the determinant: after the first step, in the middle, at
  /// the end, and where it is highest; and the highest of any seed.
  double first_size = 0.0;
  double middle_size = 0.0;
  double last_size = 0.0;
  double highest_size = 0.0;
  double highest_of_all = 0.0;
  /// Whether it never falls, in any seed.
  bool size_rises = true;
};

struct SlamSummary {
  FilterSummary odometry;
  FilterSummary slam;
  /// Of the means, and of the medians.
  double ratio = 0.0;
  double median_ratio = 0.0;
  /// Share of the seeds in which SLAM ends nearer.
  double better = 0.0;
  double nis = 0.0;
  double landmark_error = 0.0;
  double landmarks = 0.0;
  /// Shares of the measurements.
  double wrong = 0.0;
  double doubled = 0.0;
  double doubtful = 0.0;
};

SlamSummary Summarize(const std::vector<SlamRun>& runs);

/// One case with all its seeds.
struct SlamCaseResult {
  SlamCase one;
  SlamTruth truth;
  std::vector<SlamRun> runs;
  SlamSummary summary;
};

}  // namespace surefoot::studies
