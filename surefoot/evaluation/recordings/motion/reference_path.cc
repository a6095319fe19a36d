#include "surefoot/evaluation/recordings/motion/reference_path.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "surefoot/evaluation/recordings/pose_track.h"

namespace surefoot::gap {
namespace {

/// Half of the time over which a velocity is fitted (s), and the minimum number of poses.
constexpr double kHalfWindow = 0.15;
constexpr std::size_t kMinPoses = 5;

/// Value and slope at zero of the parabola that fits best.
struct Parabola {
  double value = 0.0;
  double slope = 0.0;
};

/// Least-squares parabolas of x, y and yaw over time about `moment`. Poses at time `skipped` are
/// left out (NaN: none), which gives a prediction of that pose by its neighbours.
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

/// Below these (m, rad) a difference is not a jump, whatever the time between.
constexpr double kMinDistance = 0.05;
constexpr double kMinAngle = 0.1;
constexpr double kTimesFaster = 3.0;
/// Added to the limits, for robots that hardly move (m/s, rad/s).
constexpr double kSpareSpeed = 0.5;
constexpr double kSpareRate = 1.0;
/// Maximum number of consecutive outliers.
constexpr std::size_t kMaxPooled = 5;

double AngleBetween(const RigidTransform& a, const RigidTransform& b) {
  return a.q.angularDistance(b.q);
}

double Quantile95(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto at = static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Plausible speeds and turn rates of this robot, from its recording.
class Limits {
 public:
  explicit Limits(const MotionLog& log) : log_(log) {
    std::vector<double> speeds, rates;
    for (std::size_t i = 1; i < log.X_RP.size(); ++i) {
      const double dt = log.pose_time[i] - log.pose_time[i - 1];
      speeds.push_back((log.X_RP[i].p - log.X_RP[i - 1].p).norm() / dt);
      rates.push_back(AngleBetween(log.X_RP[i - 1], log.X_RP[i]) / dt);
    }
    speed_ = kTimesFaster * Quantile95(std::move(speeds)) + kSpareSpeed;
    rate_ = kTimesFaster * Quantile95(std::move(rates)) + kSpareRate;
  }

  /// Whether the robot can have moved from one pose to the other.
  bool Connects(std::size_t a, std::size_t b) const {
    const double dt = log_.pose_time[b] - log_.pose_time[a];
    const double distance = (log_.X_RP[b].p - log_.X_RP[a].p).norm();
    const double angle = AngleBetween(log_.X_RP[a], log_.X_RP[b]);
    return (distance < kMinDistance || distance < speed_ * dt) &&
           (angle < kMinAngle || angle < rate_ * dt);
  }

 private:
  const MotionLog& log_;
  double speed_ = 0.0;
  double rate_ = 0.0;
};

/// The next pose that connects, at most a few later; 0: none, so the poses have jumped.
std::size_t Rejoins(const Limits& limits, std::size_t from, std::size_t size) {
  for (std::size_t next = from + 2; next < std::min(size, from + 2 + kMaxPooled); ++next) {
    if (limits.Connects(from, next)) return next;
  }
  return 0;
}

void Keep(const std::vector<bool>& kept, MotionLog* log) {
  const bool with_velocity = log->velocity_P.size() == log->pose_time.size();
  std::size_t to = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    log->pose_time[to] = log->pose_time[i];
    log->X_RP[to] = log->X_RP[i];
    if (with_velocity) log->velocity_P[to] = log->velocity_P[i];
    ++to;
  }
  log->pose_time.resize(to);
  log->X_RP.resize(to);
  if (with_velocity) log->velocity_P.resize(to);
}

/// Limits for wheel odometry: sideways over forward motion, unexplained over total motion, tilt
/// (rad).
constexpr double kMaxSideways = 1e-4;
constexpr double kMaxUnexplained = 0.01;
constexpr double kMaxTilt = 1e-9;
/// With less motion (m, rad) the test is not decisive.
constexpr double kMinTravel = 0.5;
constexpr double kMinTurn = 0.5;
/// Motions are compared over this interval (s), which averages out different publication times.
constexpr double kSpan = 0.2;

struct Sums {
  double ahead = 0.0;
  double sideways = 0.0;
  double way = 0.0;
  double turn = 0.0;
};

/// Motion along and across the mean heading of two poses: on a circular arc the latter is 0.
PlanarMotion Between(const PlanarPose& a, const PlanarPose& b) {
  const double yaw = 0.5 * (a.yaw + b.yaw);
  const double x = b.x - a.x, y = b.y - a.y;
  return {std::cos(yaw) * x + std::sin(yaw) * y, -std::sin(yaw) * x + std::cos(yaw) * y,
          b.yaw - a.yaw};
}

bool IsFlat(const MotionLog& log) {
  const double height = log.X_RP.front().p.z();
  return std::all_of(log.X_RP.begin(), log.X_RP.end(), [&](const RigidTransform& X_RP) {
    const Vector3d up = X_RP.q * Vector3d::UnitZ();
    return std::abs(X_RP.p.z() - height) < kMaxTilt && up.head<2>().norm() < kMaxTilt;
  });
}

Sums SumsOf(const MotionLog& log) {
  Sums sums;
  PlanarPose last;
  for (std::size_t i = 0; i < log.X_RP.size(); ++i) {
    const RigidTransform& X_RP = log.X_RP[i];
    const PlanarPose pose{X_RP.p.x(), X_RP.p.y(), NearestTurn(YawOf(X_RP.q), last.yaw)};
    if (i > 0) {
      const PlanarMotion motion = Between(last, pose);
      sums.ahead += motion.ahead * motion.ahead;
      sums.sideways += motion.left * motion.left;
      sums.way += std::hypot(motion.ahead, motion.left);
      sums.turn += std::abs(motion.turn);
    }
    last = pose;
  }
  return sums;
}

double MeanSpeed(const MotionLog& log, const std::string& side, double from, double to) {
  double sum = 0.0, count = 0.0;
  for (const RecordedWheel& wheel : log.wheels) {
    if (wheel.joint.find(side) == std::string::npos) continue;
    sum += wheel.speed.MeanBetween(from, to);
    count += 1.0;
  }
  return sum / count;
}

/// The share of path and turns that is not proportional to the wheel motion (root of 1 - r^2).
/// Negative: there are no wheel speeds.
double Unexplained(const MotionLog& log) {
  const ReferencePath path(log, {});
  double travel[3] = {}, turns[3] = {};
  for (double t = path.begin(); t + kSpan < path.end(); t += kSpan) {
    const double left = MeanSpeed(log, "left", t, t + kSpan);
    const double right = MeanSpeed(log, "right", t, t + kSpan);
    if (!std::isfinite(left + right)) continue;
    const PlanarMotion motion = Between(path.At(t), path.At(t + kSpan));
    const auto add = [](double wheels, double moved, double* sums) {
      sums[0] += wheels * wheels;
      sums[1] += wheels * moved;
      sums[2] += moved * moved;
    };
    add(left + right, motion.ahead, travel);
    add(right - left, motion.turn, turns);
  }
  if (travel[0] == 0.0 || turns[0] == 0.0) return -1.0;
  const auto rest = [](const double* sums) {
    return std::sqrt(std::max(0.0, 1.0 - sums[1] * sums[1] / (sums[0] * sums[2])));
  };
  return std::max(rest(travel), rest(turns));
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
  // Slow localisation has few poses in this interval.
  while (last - first < kMinPoses && (first > 0 || last < time_.size())) {
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
  if (time_.size() < kMinPoses) return {};
  double xs = 0.0, ys = 0.0, yaws = 0.0, count = 0.0;
  for (std::size_t i = 2; i + 2 < time_.size(); ++i) {
    const auto fits = FitParabolas(time_, planar_, i - 2, i + 3, time_[i], time_[i]);
    // The parabola through the poses at -2, -1, 1, 2 predicts the one at 0 with weights
    // -1/6, 2/3, 2/3, -1/6; the squares of these sum to 17/18, the variance of the prediction.
    constexpr double kOfBoth = 1.0 + 17.0 / 18.0;
    xs += std::pow(planar_[i].x - fits[0].value, 2) / kOfBoth;
    ys += std::pow(planar_[i].y - fits[1].value, 2) / kOfBoth;
    yaws += std::pow(planar_[i].yaw - fits[2].value, 2) / kOfBoth;
    count += 1.0;
  }
  return {std::sqrt(xs / count), std::sqrt(ys / count), std::sqrt(yaws / count)};
}

void CleanPoses(MotionLog* log) {
  if (log->X_RP.size() < 3) return;
  const Limits limits(*log);
  std::vector<bool> kept(log->X_RP.size(), true);
  int outliers = 0;
  for (std::size_t i = 0; i + 1 < kept.size();) {
    if (limits.Connects(i, i + 1)) {
      ++i;
      continue;
    }
    const std::size_t next = Rejoins(limits, i, kept.size());
    if (next == 0) {
      log->jumps.push_back(log->pose_time[i + 1]);
      ++i;
      continue;
    }
    for (std::size_t k = i + 1; k < next; ++k) {
      kept[k] = false;
      ++outliers;
    }
    i = next;
  }
  if (outliers > 0) {
    Keep(kept, log);
    log->notes.push_back(std::to_string(outliers) + " poses of " + log->pose_topic +
                         " are left out: they are too far from the path between their neighbours");
  }
  if (!log->jumps.empty()) {
    log->notes.push_back(log->pose_topic + " jumps " + std::to_string(log->jumps.size()) +
                         " times; no restart contains a jump");
  }
}

bool IsWheelOdometry(const MotionLog& log) {
  if (log.X_RP.size() < 3 || !IsFlat(log)) return false;
  const Sums sums = SumsOf(log);
  if (sums.way < kMinTravel || sums.turn < kMinTurn) return false;
  if (std::sqrt(sums.sideways) > kMaxSideways * std::sqrt(sums.ahead)) return false;
  return Unexplained(log) < kMaxUnexplained;
}

Status CheckReferenceContent(const MotionLog& log) {
  const bool is_named = log.pose_topic.find("truth") != std::string::npos;
  if (log.in_world_frame || is_named || !IsWheelOdometry(log)) return Status();
  return Error{
      log.file + ": " + log.pose_topic +
      " is wheel odometry by its content: it has no lateral motion and moves exactly as its wheels "
      "turn, so it does not contain their slip and cannot serve as reference. Give poses of a "
      "tracker, of localisation in a map, of lidar or satellites (--truth). If the poses are true "
      "ones without slip, for example of another simulator, name the topic .../truth"};
}

}  // namespace surefoot::gap
