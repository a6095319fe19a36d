#include "surefoot/evaluation/recordings/motion/reference_path.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "surefoot/evaluation/recordings/pose_track.h"

namespace surefoot::gap {
namespace {

/// Half of the time over which poses give a velocity, and the least number of them.
constexpr double kHalfWindow = 0.15;
constexpr std::size_t kLeastPoses = 5;

/// Value and slope at zero of the parabola that fits best.
struct Parabola {
  double value = 0.0;
  double slope = 0.0;
};

/// Three columns: x, y, yaw.
std::array<Parabola, 3> FitParabolas(const std::vector<double>& time,
                                     const std::vector<PlanarPose>& poses, std::size_t first,
                                     std::size_t last, double moment, double skipped) {
  Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d right = Eigen::Matrix3d::Zero();
  for (std::size_t i = first; i < last; ++i) {
    if (time[i] == skipped) continue;
    const double t = time[i] - moment;
    const Eigen::Vector3d row(1.0, t, t * t);
    normal += row * row.transpose();
    right += row * Eigen::RowVector3d(poses[i].x, poses[i].y, poses[i].yaw);
  }
  const Eigen::Matrix3d solved = normal.completeOrthogonalDecomposition().solve(right);
  std::array<Parabola, 3> fits;
  for (int k = 0; k < 3; ++k) fits[static_cast<std::size_t>(k)] = {solved(0, k), solved(1, k)};
  return fits;
}

}  // namespace

double YawOf(const Quaterniond& q) {
  const Vector3d ahead = q * Vector3d::UnitX();
  return std::atan2(ahead.y(), ahead.x());
}

RigidTransform AlignPlanar(const RigidTransform& X_WP, const RigidTransform& X_RP) {
  const double turn = YawOf(X_WP.q) - YawOf(X_RP.q);
  const Quaterniond q_WR(Eigen::AngleAxisd(turn, Vector3d::UnitZ()));
  return RigidTransform(q_WR, X_WP.p - q_WR * X_RP.p);
}

ReferencePath::ReferencePath(const MotionLog& log, const PathAlignment& alignment)
    : alignment_(alignment), time_(log.pose_time) {
  const RigidTransform X_PB = alignment.X_BP.Inverse();
  for (double& time : time_) time -= alignment.time_offset;
  double before = 0.0;
  for (const RigidTransform& X_RP : log.X_RP) {
    X_WB_.push_back(alignment.X_WR * X_RP * X_PB);
    before = NearestTurn(YawOf(X_WB_.back().q), before);
    planar_.push_back({X_WB_.back().p.x(), X_WB_.back().p.y(), before});
  }
  // v_B = v_P - w x (p_P - p_B), in the base's axes, which may be turned against P's.
  const double turn = YawOf(alignment.X_BP.q);
  const Vector3d& p_BP = alignment.X_BP.p;
  for (const PlanarMotion& v : log.velocity_P) {
    const double x = std::cos(turn) * v.ahead - std::sin(turn) * v.left;
    const double y = std::sin(turn) * v.ahead + std::cos(turn) * v.left;
    velocity_B_.push_back({x + v.turn * p_BP.y(), y - v.turn * p_BP.x(), v.turn});
  }
}

std::size_t ReferencePath::After(double moment) const {
  const auto after = std::upper_bound(time_.begin(), time_.end(), moment) - time_.begin();
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(after, 1, static_cast<std::ptrdiff_t>(time_.size()) - 1));
}

PlanarPose ReferencePath::At(double moment) const {
  const std::size_t i = After(moment);
  const double part = std::clamp((moment - time_[i - 1]) / (time_[i] - time_[i - 1]), 0.0, 1.0);
  const PlanarPose& a = planar_[i - 1];
  const PlanarPose& b = planar_[i];
  return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), a.yaw + part * (b.yaw - a.yaw)};
}

RigidTransform ReferencePath::PoseAt(double moment) const {
  const std::size_t i = After(moment);
  const double part = std::clamp((moment - time_[i - 1]) / (time_[i] - time_[i - 1]), 0.0, 1.0);
  return RigidTransform(X_WB_[i - 1].q.slerp(part, X_WB_[i].q),
                        X_WB_[i - 1].p + part * (X_WB_[i].p - X_WB_[i - 1].p));
}

PlanarMotion ReferencePath::VelocityAt(double moment) const {
  if (velocity_B_.empty()) return FittedVelocity(moment);
  const std::size_t i = After(moment);
  const double part = std::clamp((moment - time_[i - 1]) / (time_[i] - time_[i - 1]), 0.0, 1.0);
  const PlanarMotion& a = velocity_B_[i - 1];
  const PlanarMotion& b = velocity_B_[i];
  return {a.ahead + part * (b.ahead - a.ahead), a.left + part * (b.left - a.left),
          a.turn + part * (b.turn - a.turn)};
}

PlanarMotion ReferencePath::FittedVelocity(double moment) const {
  auto first = static_cast<std::size_t>(
      std::lower_bound(time_.begin(), time_.end(), moment - kHalfWindow) - time_.begin());
  auto last = static_cast<std::size_t>(
      std::upper_bound(time_.begin(), time_.end(), moment + kHalfWindow) - time_.begin());
  // Slow localisation has few poses in such a time.
  while (last - first < kLeastPoses && (first > 0 || last < time_.size())) {
    if (first > 0) --first;
    if (last < time_.size()) ++last;
  }
  const auto fits = FitParabolas(time_, planar_, first, last, moment, NAN);
  const double yaw = fits[2].value;
  return {std::cos(yaw) * fits[0].slope + std::sin(yaw) * fits[1].slope,
          -std::sin(yaw) * fits[0].slope + std::cos(yaw) * fits[1].slope, fits[2].slope};
}

double ReferencePath::GapAt(double moment) const {
  const std::size_t i = After(moment);
  return time_[i] - time_[i - 1];
}

double ReferencePath::WayBetween(double from, double to) const {
  double way = 0.0;
  PlanarPose last = At(from);
  for (std::size_t i = After(from); i < time_.size() && time_[i] <= to; ++i) {
    way += std::hypot(planar_[i].x - last.x, planar_[i].y - last.y);
    last = planar_[i];
  }
  return way;
}

double ReferencePath::TurnBetween(double from, double to) const {
  double turn = 0.0;
  double last = At(from).yaw;
  for (std::size_t i = After(from); i < time_.size() && time_[i] <= to; ++i) {
    turn += std::abs(planar_[i].yaw - last);
    last = planar_[i].yaw;
  }
  return turn;
}

PlanarMotion ReferencePath::Scatter() const {
  if (time_.size() < kLeastPoses) return {};
  double xs = 0.0, ys = 0.0, yaws = 0.0, count = 0.0;
  for (std::size_t i = 2; i + 2 < time_.size(); ++i) {
    const auto fits = FitParabolas(time_, planar_, i - 2, i + 3, time_[i], time_[i]);
    // The parabola through poses at -2, -1, 1, 2 weighs them by -1/6, 2/3, 2/3, -1/6.
    constexpr double kOfBoth = 1.0 + 17.0 / 18.0;
    xs += std::pow(planar_[i].x - fits[0].value, 2) / kOfBoth;
    ys += std::pow(planar_[i].y - fits[1].value, 2) / kOfBoth;
    yaws += std::pow(planar_[i].yaw - fits[2].value, 2) / kOfBoth;
    count += 1.0;
  }
  return {std::sqrt(xs / count), std::sqrt(ys / count), std::sqrt(yaws / count)};
}

}  // namespace surefoot::gap
