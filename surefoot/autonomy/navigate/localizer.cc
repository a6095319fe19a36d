#include "surefoot/autonomy/navigate/localizer.h"

#include <cmath>

namespace surefoot::navigate {
namespace {

using estimate::Pose2;

/// Standard deviation of the start (m, rad): small, but the covariance must be positive definite.
constexpr double kStartDeviation = 1e-3;
/// Motion after which the filter predicts (m, rad).
constexpr double kLongestChord = 0.5;
constexpr double kMaxTurn = 0.02;
/// Distance that is added for the noise of each prediction (m), because turning on the spot also
/// has errors.
constexpr double kStill = 0.01;
/// Range of landmarks (m): farther rocks have only a few points, so their centres are inaccurate.
constexpr double kMaxLandmarkRange = 40.0;

/// Pose b, given in the frame a.
Pose2 Composed(const Pose2& a, const Pose2& b) {
  const double c = std::cos(a[2]);
  const double s = std::sin(a[2]);
  return {a[0] + c * b[0] - s * b[1], a[1] + s * b[0] + c * b[1], estimate::WrapAngle(a[2] + b[2])};
}

}  // namespace

Localizer::Localizer(Localization how, const Errors& errors, const Pose2& start)
    : how_(how),
      errors_(errors),
      filter_(start, kStartDeviation * kStartDeviation * Eigen::Matrix3d::Identity()) {}

void Localizer::Move(const estimate::Increment& increment) {
  since_ = estimate::Moved(since_, increment);
  way_ += std::abs(increment.distance);
  // The filter's motion model is a chord with half of the turn before and after it, which is
  // accurate only for small turns.
  if (way_ > kLongestChord || std::abs(since_[2]) > kMaxTurn) Predict();
}

Pose2 Localizer::pose() const { return Composed(filter_.pose(), since_); }

/// Errors of dead reckoning grow with the square root of the distance, as for a random walk. kStill
/// keeps the covariance positive definite when the robot only turns.
void Localizer::Predict() {
  estimate::IncrementNoise noise;
  const double root = std::sqrt(way_ + kStill);
  noise.distance = errors_.along * root;
  noise.lateral = errors_.across * root;
  noise.turn = errors_.turn * root;
  filter_.Predict(estimate::Between(Pose2::Zero(), since_), noise);
  since_ = Pose2::Zero();
  way_ = 0.0;
}

void Localizer::UseLandmarks(const std::vector<estimate::SeenRock>& seen) {
  std::vector<estimate::RangeBearing> scan;
  for (const estimate::SeenRock& rock : seen) {
    if (rock.middle.range < kMaxLandmarkRange) scan.push_back(rock.middle);
  }
  const auto which = estimate::AssociateScan(filter_, scan, errors_.rock);
  // Known landmarks first, so that new ones are inserted from the corrected pose.
  for (std::size_t i = 0; i < scan.size(); ++i) {
    if (which[i] && *which[i] >= 0) filter_.Update(*which[i], scan[i], errors_.rock);
  }
  for (std::size_t i = 0; i < scan.size(); ++i) {
    if (which[i] && *which[i] < 0) filter_.Insert(scan[i], errors_.rock);
  }
}

/// Returns the detected rocks in the world, as seen from the corrected pose.
std::vector<plan::Rock> Localizer::Look(const std::vector<estimate::SeenRock>& seen) {
  Predict();
  if (how_ == Localization::kSlam) UseLandmarks(seen);
  std::vector<plan::Rock> rocks;
  for (const estimate::SeenRock& rock : seen) {
    rocks.push_back({estimate::Sight(filter_.pose(), rock.middle), rock.radius});
  }
  return rocks;
}

}  // namespace surefoot::navigate
