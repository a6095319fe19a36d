#include "surefoot/autonomy/estimate/ekf_slam.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/base/check.h"

// The extended Kalman filter of simultaneous localisation and mapping (Thrun, Burgard and Fox,
// Probabilistic Robotics, chapter 10): the state is the pose followed by the landmarks. An update
// costs the square of the state's size, because the whole covariance changes; a prediction is
// linear, because only the rows of the pose do.

namespace surefoot::estimate {
namespace {

constexpr Eigen::Index kFirstCapacity = 35;

Eigen::Matrix2d NoiseMatrix(const RangeBearingNoise& noise) {
  return Eigen::Vector2d(noise.range * noise.range, noise.bearing * noise.bearing).asDiagonal();
}

}  // namespace

Eigen::Vector2d Sight(const Pose2& pose, const RangeBearing& z) {
  const double a = pose[2] + z.bearing;
  return {pose[0] + z.range * std::cos(a), pose[1] + z.range * std::sin(a)};
}

/// Jacobian of the landmark's position by the pose.
Eigen::Matrix<double, 2, 3> SightByPose(const Pose2& pose, const RangeBearing& z) {
  const double a = pose[2] + z.bearing;
  Eigen::Matrix<double, 2, 3> G;
  G << 1.0, 0.0, -z.range * std::sin(a), 0.0, 1.0, z.range * std::cos(a);
  return G;
}

/// Jacobian of the landmark's position by range and bearing.
Eigen::Matrix2d SightByMeasurement(const Pose2& pose, const RangeBearing& z) {
  const double a = pose[2] + z.bearing;
  Eigen::Matrix2d G;
  G << std::cos(a), -z.range * std::sin(a), std::sin(a), z.range * std::cos(a);
  return G;
}

RangeBearing See(const Pose2& pose, const Eigen::Vector2d& point) {
  const Eigen::Vector2d e = point - pose.head<2>();
  return {e.norm(), WrapAngle(std::atan2(e[1], e[0]) - pose[2])};
}

EkfSlam::EkfSlam(const Pose2& pose, const Eigen::Matrix3d& P)
    : x_(kFirstCapacity), P_(kFirstCapacity, kFirstCapacity) {
  x_.head<3>() = pose;
  P_.topLeftCorner<3, 3>() = P;
}

/// F acts on the pose only, so of the covariance only the rows and columns of the pose change: the
/// cost is linear in the number of landmarks.
void EkfSlam::Predict(const Increment& increment, const IncrementNoise& noise) {
  const Eigen::Matrix3d F = MovedByPose(pose(), increment);
  PlanarBelief belief{pose(), pose_covariance()};
  belief.Predict(increment, noise);
  x_.head<3>() = belief.pose;
  P_.topLeftCorner<3, 3>() = belief.P;
  // Only the heading's column couples in.
  const Eigen::Index rest = size_ - 3;
  P_.block(3, 0, rest, 1) += F(0, 2) * P_.block(3, 2, rest, 1);
  P_.block(3, 1, rest, 1) += F(1, 2) * P_.block(3, 2, rest, 1);
}

/// Doubles the capacity, so that the cost of inserting landmarks is amortised.
void EkfSlam::Grow() {
  const Eigen::Index wider = 2 * x_.size() + 1;
  x_.conservativeResize(wider);
  P_.conservativeResize(wider, wider);
}

/// A new landmark's covariance follows from that of the pose and of the measurement; its
/// correlation with all others is that of the pose.
int EkfSlam::Insert(const RangeBearing& z, const RangeBearingNoise& noise) {
  if (size_ + 2 > x_.size()) Grow();
  const Eigen::Matrix<double, 2, 3> G_x = SightByPose(pose(), z);
  const Eigen::Matrix2d G_z = SightByMeasurement(pose(), z);
  x_.segment<2>(size_) = Sight(pose(), z);
  P_.block(size_, 0, 2, size_) = (P_.topLeftCorner(size_, 3) * G_x.transpose()).transpose();
  P_.block<2, 2>(size_, size_) =
      G_x * pose_covariance() * G_x.transpose() + G_z * NoiseMatrix(noise) * G_z.transpose();
  size_ += 2;
  return landmark_count() - 1;
}

/// The expected measurement and its Jacobians by pose and landmark at the present estimate.
EkfSlam::Linear EkfSlam::Linearize(int landmark, const RangeBearing& z) const {
  SUREFOOT_CHECK(landmark >= 0 && landmark < landmark_count(), "a landmark that was inserted");
  const Eigen::Vector2d e = this->landmark(landmark) - x_.head<2>();
  // A landmark on which the vehicle stands has no bearing; a millimetre away it has one.
  const double q = std::max(e.squaredNorm(), 1e-6);
  const double rho = std::sqrt(q);
  Linear linear;
  linear.H_v << -e[0] / rho, -e[1] / rho, 0.0, e[1] / q, -e[0] / q, -1.0;
  linear.H_l << e[0] / rho, e[1] / rho, -e[1] / q, e[0] / q;
  const RangeBearing expected = See(pose(), this->landmark(landmark));
  linear.innovation.nu << z.range - expected.range, WrapAngle(z.bearing - expected.bearing);
  return linear;
}

/// S = H P H^T + R, from the blocks of P that H touches.
Eigen::Matrix2d EkfSlam::InnovationCovariance(int landmark, const Linear& linear,
                                              const RangeBearingNoise& noise) const {
  const Eigen::Index i = 3 + 2 * landmark;
  const Eigen::Matrix2d cross =
      linear.H_v * P_.block<2, 3>(i, 0).transpose() * linear.H_l.transpose();
  return linear.H_v * P_.topLeftCorner<3, 3>() * linear.H_v.transpose() + cross +
         cross.transpose() + linear.H_l * landmark_covariance(landmark) * linear.H_l.transpose() +
         NoiseMatrix(noise);
}

/// The innovation and its normalised square, without changing the filter: for data association.
Innovation EkfSlam::Expect(int landmark, const RangeBearing& z,
                           const RangeBearingNoise& noise) const {
  Linear linear = Linearize(landmark, z);
  Innovation innovation = linear.innovation;
  innovation.S = InnovationCovariance(landmark, linear, noise);
  innovation.nis = innovation.nu.dot(innovation.S.inverse() * innovation.nu);
  return innovation;
}

/// The gain has a row for every state, but only two columns; P is updated by a rank-2 product.
Innovation EkfSlam::Update(int landmark, const RangeBearing& z, const RangeBearingNoise& noise) {
  const Linear linear = Linearize(landmark, z);
  Innovation innovation = linear.innovation;
  innovation.S = InnovationCovariance(landmark, linear, noise);
  const Eigen::Matrix2d S_inverse = innovation.S.inverse();
  innovation.nis = innovation.nu.dot(S_inverse * innovation.nu);
  const Eigen::Index i = 3 + 2 * landmark;
  PHt_.noalias() = P_.block(0, 0, size_, 3) * linear.H_v.transpose();
  // Only the lower triangle is stored, so elements above the diagonal are read from the rows.
  PHt_.topRows(i).noalias() += P_.block(i, 0, 2, i).transpose() * linear.H_l.transpose();
  PHt_.middleRows<2>(i).noalias() += landmark_covariance(landmark) * linear.H_l.transpose();
  const Eigen::Index below = size_ - i - 2;
  PHt_.bottomRows(below).noalias() += P_.block(i + 2, i, below, 2) * linear.H_l.transpose();
  K_.noalias() = PHt_ * S_inverse;
  x_.head(size_).noalias() += K_ * innovation.nu;
  x_[2] = WrapAngle(x_[2]);
  // Joseph's form multiplied out, (I - K H) P (I - K H)' + K W K' = P - K (P H')' - P H' K' + K S
  // K', of which one triangle is computed, column by column: it stays symmetric, and costs n^2.
  PHt_.noalias() -= 0.5 * (K_ * innovation.S).eval();
  for (Eigen::Index k = 0; k < size_; ++k) {
    const Eigen::Index rest = size_ - k;
    P_.col(k).segment(k, rest) -=
        K_.col(0).tail(rest) * PHt_(k, 0) + K_.col(1).tail(rest) * PHt_(k, 1) +
        PHt_.col(0).tail(rest) * K_(k, 0) + PHt_.col(1).tail(rest) * K_(k, 1);
  }
  P_.topLeftCorner<3, 3>() =
      Eigen::Matrix3d(P_.topLeftCorner<3, 3>().selfadjointView<Eigen::Lower>());
  return innovation;
}

namespace {

struct Pair {
  double distance = 0.0;
  std::size_t measurement = 0;
  int landmark = 0;
};

/// All pairs below the wider limit, the nearest first.
std::vector<Pair> PairsOf(const EkfSlam& filter, const std::vector<RangeBearing>& scan,
                          const RangeBearingNoise& noise, double limit) {
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < scan.size(); ++k) {
    for (int i = 0; i < filter.landmark_count(); ++i) {
      const double distance = filter.Expect(i, scan[k], noise).nis;
      if (distance < limit) pairs.push_back({distance, k, i});
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  return pairs;
}

}  // namespace

/// Greedy assignment: pairs in the order of their normalised distance, each landmark and each
/// measurement at most once. Measurements between both thresholds are left out as doubtful.
std::vector<std::optional<int>> AssociateScan(const EkfSlam& filter,
                                              const std::vector<RangeBearing>& scan,
                                              const RangeBearingNoise& noise,
                                              const Association& rule) {
  const double join = ChiSquare2(rule.join);
  const std::vector<Pair> pairs = PairsOf(filter, scan, noise, ChiSquare2(rule.separate));
  std::vector<int> near(scan.size(), 0);
  for (const Pair& pair : pairs) near[pair.measurement] += pair.distance < join ? 1 : 0;
  std::vector<std::optional<int>> found(scan.size(), -1);
  std::vector<bool> taken(static_cast<std::size_t>(filter.landmark_count()), false);
  for (const Pair& pair : pairs) {
    std::optional<int>& mine = found[pair.measurement];
    if (mine && *mine >= 0) continue;
    const bool sure = pair.distance < join && near[pair.measurement] == 1 &&
                      !taken[static_cast<std::size_t>(pair.landmark)];
    mine = sure ? std::optional<int>(pair.landmark) : std::nullopt;
    if (sure) taken[static_cast<std::size_t>(pair.landmark)] = true;
  }
  return found;
}

std::optional<int> Associate(const EkfSlam& filter, const RangeBearing& z,
                             const RangeBearingNoise& noise, const Association& rule) {
  return AssociateScan(filter, {z}, noise, rule).front();
}

}  // namespace surefoot::estimate
