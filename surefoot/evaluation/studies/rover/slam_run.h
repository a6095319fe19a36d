#pragma once

#include <optional>
#include <vector>

#include "surefoot/evaluation/studies/rover/slam_settings.h"

namespace surefoot::studies {

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

}  // namespace surefoot::studies
