#include "surefoot/drives/joint/trajectory.h"

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

/// Linear in position; the speed jumps at the points.
JointMotion Line(const JointMotion& a, const JointMotion& b, double duration, double t) {
  const double slope = (b.position - a.position) / duration;
  return {a.position + slope * t, slope, 0.0};
}

/// p(t) = sum of c[k] t^k and its derivatives, by Horner's method.
JointMotion Polynomial(const double (&c)[6], double t) {
  JointMotion motion;
  for (int k = 5; k >= 0; --k) {
    motion.acceleration = motion.acceleration * t + 2.0 * motion.velocity;
    motion.velocity = motion.velocity * t + motion.position;
    motion.position = motion.position * t + c[k];
  }
  return motion;
}

/// The cubic Hermite polynomial: positions and velocities at both ends.
JointMotion Cubic(const JointMotion& a, const JointMotion& b, double duration, double t) {
  const double T = duration;
  const double way = b.position - a.position;
  const double c[6] = {a.position,
                       a.velocity,
                       (3.0 * way / T - 2.0 * a.velocity - b.velocity) / T,
                       (a.velocity + b.velocity - 2.0 * way / T) / (T * T),
                       0.0,
                       0.0};
  return Polynomial(c, t);
}

/// The quintic polynomial with positions, velocities and accelerations at both ends (the usual one
/// of trajectory generation, for example in Craig's textbook).
JointMotion Quintic(const JointMotion& a, const JointMotion& b, double duration, double t) {
  const double T = duration;
  // Remaining differences at the end, after the parabola with the motion of `a`.
  const double p = b.position - a.position - T * (a.velocity + 0.5 * T * a.acceleration);
  const double v = (b.velocity - a.velocity - T * a.acceleration) * T;
  const double w = (b.acceleration - a.acceleration) * T * T;
  const double cube = T * T * T;
  const double c[6] = {a.position,
                       a.velocity,
                       0.5 * a.acceleration,
                       (10.0 * p - 4.0 * v + 0.5 * w) / cube,
                       (-15.0 * p + 7.0 * v - w) / (cube * T),
                       (6.0 * p - 3.0 * v + 0.5 * w) / (cube * T * T)};
  return Polynomial(c, t);
}

}  // namespace

JointMotion Interpolate(const JointMotion& a, const JointMotion& b, double duration, double t,
                        int order) {
  if (order >= 5) return Quintic(a, b, duration, t);
  if (order >= 3) return Cubic(a, b, duration, t);
  return Line(a, b, duration, t);
}

void Trajectory::Clear() {
  times_.clear();
  orders_.clear();
  motions_.clear();
}

void Trajectory::Add(SimTimeNs time_ns, int order, const JointMotion* joints) {
  times_.push_back(time_ns);
  orders_.push_back(order);
  motions_.insert(motions_.end(), joints, joints + joint_count_);
}

JointMotion Trajectory::At(std::size_t joint, SimTimeNs time_ns) const {
  if (times_.empty()) return {};
  const auto next = static_cast<std::size_t>(
      std::upper_bound(times_.begin(), times_.end(), time_ns) - times_.begin());
  if (next == 0) return {Point(0, joint).position, 0.0, 0.0};
  if (next == times_.size()) return {Point(next - 1, joint).position, 0.0, 0.0};
  const double duration = ToSeconds(times_[next] - times_[next - 1]);
  return Interpolate(Point(next - 1, joint), Point(next, joint), duration,
                     ToSeconds(time_ns - times_[next - 1]),
                     std::min(orders_[next - 1], orders_[next]));
}

void Trajectory::Archive(StateArchive* archive) {
  std::uint64_t count = times_.size();
  archive->Items(&count);
  if (archive->restores()) {
    const std::uint64_t each = sizeof(SimTimeNs) + sizeof(int) + joint_count_ * sizeof(JointMotion);
    archive->Require(count <= archive->left() / each);
    if (!archive->ok()) return;
    times_.resize(count);
    orders_.resize(count);
    motions_.resize(count * joint_count_);
  }
  archive->Raw(times_.data(), times_.size() * sizeof(SimTimeNs));
  archive->Raw(orders_.data(), orders_.size() * sizeof(int));
  archive->Raw(motions_.data(), motions_.size() * sizeof(JointMotion));
  archive->Require(std::is_sorted(times_.begin(), times_.end()));
  const auto is_order = [](int order) { return order == 1 || order == 3 || order == 5; };
  const auto is_finite = [](const JointMotion& motion) {
    return std::isfinite(motion.position) && std::isfinite(motion.velocity) &&
           std::isfinite(motion.acceleration);
  };
  if (!archive->is_from_outside()) return;
  archive->Require(std::all_of(orders_.begin(), orders_.end(), is_order) &&
                   std::all_of(motions_.begin(), motions_.end(), is_finite));
  // So that differences of times do not overflow.
  constexpr SimTimeNs kMax = SimTimeNs{1} << 61;
  archive->Require(times_.empty() || (times_.front() >= -kMax && times_.back() <= kMax));
}

}  // namespace surefoot::drives
