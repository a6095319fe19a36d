#include "surefoot/evaluation/recordings/motion/pose_jumps.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace surefoot::gap {
namespace {

/// What is nearer or turned less is no jump, whatever the time between.
constexpr double kLeastDistance = 0.05;
constexpr double kLeastAngle = 0.1;
constexpr double kTimesFaster = 3.0;
/// Added to that, for robots that hardly move (m/s, rad/s).
constexpr double kSpareSpeed = 0.5;
constexpr double kSpareRate = 1.0;
/// Outliers that come together.
constexpr std::size_t kMostTogether = 5;

double AngleBetween(const RigidTransform& a, const RigidTransform& b) {
  return a.q.angularDistance(b.q);
}

double Quantile95(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto at = static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// What this robot does.
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

  /// Whether it can have come from the one to the other.
  bool Connects(std::size_t a, std::size_t b) const {
    const double dt = log_.pose_time[b] - log_.pose_time[a];
    const double distance = (log_.X_RP[b].p - log_.X_RP[a].p).norm();
    const double angle = AngleBetween(log_.X_RP[a], log_.X_RP[b]);
    return (distance < kLeastDistance || distance < speed_ * dt) &&
           (angle < kLeastAngle || angle < rate_ * dt);
  }

 private:
  const MotionLog& log_;
  double speed_ = 0.0;
  double rate_ = 0.0;
};

/// The next pose that connects, a few further on at most; 0: none, so the robot is elsewhere.
std::size_t Rejoins(const Limits& limits, std::size_t from, std::size_t size) {
  for (std::size_t next = from + 2; next < std::min(size, from + 2 + kMostTogether); ++next) {
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

}  // namespace

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
                         " are left out: they lie off the way between their neighbours");
  }
  if (!log->jumps.empty()) {
    log->notes.push_back(log->pose_topic + " jumps " + std::to_string(log->jumps.size()) +
                         " times; no restart reaches over that");
  }
}

}  // namespace surefoot::gap
