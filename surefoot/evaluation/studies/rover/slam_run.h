#pragma once

/// Monte Carlo runs of a rover's localization along a drive: odometry and EKF-SLAM with
/// landmarks, with ideal measurements or from simulated scans, and statistics of errors and
/// consistency over seeds.

#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/rover/rock_scene.h"
#include "surefoot/evaluation/studies/rover/traverse_settings.h"

namespace surefoot::studies {

/// A case of the study: a way of localization, evaluated over many seeds.
struct SlamCase {
  std::string name;
  std::string title;
  /// The true motion follows the filter's motion model, without side slip.
  bool consistent = false;
  /// Factor on all noises.
  double noise = 1.0;
  /// The filter starts with zero covariance; otherwise with that of the settings.
  bool sure_start = false;
  /// The filter associates measurements with landmarks itself; otherwise the association is known.
  bool gate = false;
  /// Landmarks are detected in scans of rocks; otherwise ranges and bearings are ideal with noise.
  bool scans = false;
};

struct SlamSettings {
  TraverseSettings traverse;
  estimate::IncrementNoise odometry;
  estimate::RangeBearingNoise lidar;
  double max_range = 80.0;
  /// Period of measurements, s.
  double period = 60.0;
  /// Standard deviations of the initial pose, m and rad.
  double start_place = 5.0;
  double start_heading = 0.0;
  int seeds = 50;
  /// Number of seeds of the case with scans, which takes the most time.
  int scan_seeds = 12;
  ScannerSpec scanner;
  /// Standard deviations of landmarks from scans: range (m), bearing (rad).
  estimate::RangeBearingNoise scan_landmarks;
  std::vector<SlamCase> cases;

  int SeedsOf(const SlamCase& one) const { return one.scans ? scan_seeds : seeds; }
};

/// Reads the settings; errors are reported.
SlamSettings ReadSlamSettings(const world::ElementReader& reader);

/// Errors of dead reckoning or SLAM along a drive, one value per step of the filter.
struct FilterTrack {
  /// Distance from the truth, m; normalized estimation error squared (NEES), e' P^-1 e, of the
  /// pose; square root of the determinant of its covariance, m2 rad.
  std::vector<double> error;
  std::vector<double> nees;
  std::vector<double> size;
  /// Estimated poses for a figure; empty otherwise.
  std::vector<estimate::Pose2> poses;
  std::vector<Eigen::Matrix2d> covariances;
};

/// A landmark of the filter at the end; `rock` is the index of the true rock, -1 for none.
struct FoundLandmark {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
  int rock = -1;
};

struct SlamRun {
  FilterTrack odometry;
  FilterTrack slam;
  /// Mean normalized innovation squared (NIS) over the updates.
  double nis = 0.0;
  int updates = 0;
  /// Measurements that were associated with a wrong landmark, made into a new landmark although it
  /// was known, or rejected as ambiguous.
  int wrong = 0;
  int doubled = 0;
  int doubtful = 0;
  int landmark_count = 0;
  /// Mean distance of landmarks from their rocks, m.
  double landmark_error = 0.0;
  std::vector<FoundLandmark> landmarks;
};

/// Data shared by all runs of a case. Read-only, so that runs can be parallel.
struct SlamTruth {
  std::vector<estimate::Pose2> poses;
  std::vector<plan::Rock> rocks;
  /// The scene for the case with scans.
  const RockScene* scene = nullptr;
};

/// Poses of a drive at each period; with `consistent`, integrated from its increments by the
/// filter's motion model.
std::vector<estimate::Pose2> TruePoses(const Traverse& traverse, double period, bool consistent);

/// Runs one seed of a case. With `keep` the result includes poses and landmarks for a figure.
SlamRun RunSlam(const SlamSettings& settings, const SlamCase& one, const SlamTruth& truth,
                std::uint64_t seed, std::uint64_t sample, bool keep);

/// Statistics of one filter over the seeds of a case.
struct FilterSummary {
  /// Final errors, m: mean, root mean square, median.
  double mean = 0.0;
  double rms = 0.0;
  double median = 0.0;
  /// Mean NEES over time and seeds; 3 (the dimension of the pose) for a consistent filter (Bar-
  /// Shalom, Li and Kirubarajan, 2001, section 5.4).
  double nees = 0.0;
  /// Medians over the seeds of the root of the determinant: after the first step, at the end, and
  /// at its maximum; and the maximum over all seeds.
  double first_size = 0.0;
  double last_size = 0.0;
  double highest_size = 0.0;
  double highest_of_all = 0.0;
  /// True when it never decreases in any seed.
  bool size_rises = true;
};

struct SlamSummary {
  FilterSummary odometry;
  FilterSummary slam;
  /// Ratio of the mean errors.
  double ratio = 0.0;
  /// Share of seeds in which SLAM has the smaller final error.
  double better = 0.0;
  double nis = 0.0;
  double landmark_error = 0.0;
  double landmarks = 0.0;
  /// Shares of all measurements.
  double wrong = 0.0;
  double doubled = 0.0;
  double doubtful = 0.0;
};

SlamSummary Summarize(const std::vector<SlamRun>& runs);

/// A case with all its seeds.
struct SlamCaseResult {
  SlamCase one;
  SlamTruth truth;
  std::vector<SlamRun> runs;
  SlamSummary summary;
};

}  // namespace surefoot::studies
