#pragma once

#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/rover/rock_scene.h"
#include "surefoot/evaluation/studies/rover/traverse_settings.h"

namespace surefoot::studies {

/// One way in which the rover finds out where it is, tried with many seeds.
struct SlamCase {
  std::string name;
  std::string title;
  /// The truth moves as the filter thinks, without side slip.
  bool consistent = false;
  /// On all noises.
  double noise = 1.0;
  /// The filter is told that it knows its start; otherwise as the settings say.
  bool sure_start = false;
  /// Landmarks are told apart by the filter itself; otherwise their names are known.
  bool gate = false;
  /// Landmarks come out of scans of rocks' shapes; otherwise ranges and bearings are ideal but for
  /// noise.
  bool scans = false;
};

struct SlamSettings {
  TraverseSettings traverse;
  estimate::IncrementNoise odometry;
  estimate::RangeBearingNoise lidar;
  double most_range = 80.0;
  /// Between two measurements (s).
  double period = 60.0;
  /// Standard deviations of the start.
  double start_place = 5.0;
  double start_heading = 0.0;
  int seeds = 50;
  /// Of the case with scans, which take the most time.
  int scan_seeds = 12;
  ScannerSpec scanner;
  /// Of landmarks out of scans: range (m), bearing (rad).
  estimate::RangeBearingNoise scan_landmarks;
  std::vector<SlamCase> cases;

  int SeedsOf(const SlamCase& one) const { return one.scans ? scan_seeds : seeds; }
};

/// Reports what is wrong.
SlamSettings ReadSlamSettings(const world::ElementReader& reader);

/// Dead reckoning or SLAM along a drive: one value per step of the filter.
struct FilterTrack {
  /// Distance from the truth (m), e' P^-1 e of the pose, and the root of its covariance's
  /// determinant (m2 rad).
  std::vector<double> error;
  std::vector<double> nees;
  std::vector<double> size;
  /// For a figure; empty otherwise.
  std::vector<estimate::Pose2> poses;
  std::vector<Eigen::Matrix2d> covariances;
};

/// A landmark as the filter has it at the end; `rock` is what it is, -1 for none.
struct FoundLandmark {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
  int rock = -1;
};

struct SlamRun {
  FilterTrack odometry;
  FilterTrack slam;
  /// Mean over the updates.
  double nis = 0.0;
  int updates = 0;
  /// Measurements that were taken for another landmark, for a new one though it was known, or left
  /// out as doubtful.
  int wrong = 0;
  int doubled = 0;
  int doubtful = 0;
  int landmark_count = 0;
  /// Mean distance of landmarks from their rocks (m).
  double landmark_error = 0.0;
  std::vector<FoundLandmark> landmarks;
};

/// What all runs of a case share.
struct SlamTruth {
  std::vector<estimate::Pose2> poses;
  std::vector<plan::Rock> rocks;
  /// Of the case with scans.
  const RockScene* scene = nullptr;
};

/// Poses of a drive every period; with `consistent`, what the filter's motion model makes of its
/// increments.
std::vector<estimate::Pose2> TruePoses(const Traverse& traverse, double period, bool consistent);

/// One seed of a case. `keep`: poses and landmarks for a figure.
SlamRun RunSlam(const SlamSettings& settings, const SlamCase& one, const SlamTruth& truth,
                std::uint64_t seed, std::uint64_t sample, bool keep);

/// Over the seeds of a case: of one filter.
struct FilterSummary {
  /// Final errors (m): mean, root of the mean square, median.
  double mean = 0.0;
  double rms = 0.0;
  double median = 0.0;
  /// Mean over time and seeds; 3 when the filter knows how wrong it is.
  double nees = 0.0;
  /// Median over the seeds of the root of the determinant: after the first step, at the end,
  /// and where it is highest; and the highest of any seed.
  double first_size = 0.0;
  double last_size = 0.0;
  double highest_size = 0.0;
  double highest_of_all = 0.0;
  /// Whether it never falls, in any seed.
  bool size_rises = true;
};

struct SlamSummary {
  FilterSummary odometry;
  FilterSummary slam;
  /// Of the means.
  double ratio = 0.0;
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
