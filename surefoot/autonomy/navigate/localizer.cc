#include "surefoot/autonomy/navigate/localizer.h"

#include <cmath>

namespace surefoot::navigate {
namespace {

using estimate::Pose2;

constexpr double kStartDeviation = 1e-3;
constexpr double kLongestChord = 0.5;
constexpr double kMostTurn = 0.02;
/// Turning on the spot and looking again is not free of errors either: as if it were this way (m).
constexpr double kStill = 0.01;
/// Far rocks are a few points, and their middles are guesses.
constexpr double kMostLandmarkRange = 40.0;

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
  // The filter knows a chord and a turn, which are the whole motion only while it turns little.
  if (way_ > kLongestChord || std::abs(since_[2]) > kMostTurn) Predict();
}

Pose2 Localizer::pose() const { return Composed(filter_.pose(), since_); }

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
    if (rock.middle.range < kMostLandmarkRange) scan.push_back(rock.middle);
  }
  const auto which = estimate::AssociateScan(filter_, scan, errors_.rock);
  // Those that are known first, so that new ones are put where the vehicle is by then.
  for (std::size_t i = 0; i < scan.size(); ++i) {
    if (which[i] && *which[i] >= 0) filter_.Update(*which[i], scan[i], errors_.rock);
  }
  for (std::size_t i = 0; i < scan.size(); ++i) {
    if (which[i] && *which[i] < 0) filter_.Insert(scan[i], errors_.rock);
  }
}

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
