#include "surefoot/evaluation/studies/rover/slam_run.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/estimate/ellipse.h"

namespace surefoot::studies {
namespace {

using estimate::Increment;
using estimate::Pose2;
using estimate::RangeBearing;

/// A rock that is found further from any true one is none.
constexpr double kSameRock = 2.0;

/// What the LIDAR tells in a step, and which rock it is.
struct Sighting {
  RangeBearing z;
  int rock = -1;
};

/// Makes the measurements of a run: ideal ones, or out of scans.
class Eye {
 public:
  Eye(const SlamSettings& settings, const SlamCase& one, const SlamTruth& truth, std::uint64_t seed,
      std::uint64_t sample)
      : settings_(settings),
        one_(one),
        truth_(truth),
        random_(seed, "slam/lidar", sample),
        scan_random_(seed, "slam/scan", sample) {}

  /// One of those that are seen, at random, as the article has it.
  std::optional<Sighting> Look(const Pose2& pose) {
    return one_.scans ? LookAtScan(pose) : LookAtRocks(pose);
  }

 private:
  std::size_t Pick(std::size_t count) {
    const auto pick = static_cast<std::size_t>(random_.Uniform() * static_cast<double>(count));
    return std::min(pick, count - 1);
  }

  std::optional<Sighting> LookAtRocks(const Pose2& pose) {
    std::vector<int> seen;
    for (std::size_t i = 0; i < truth_.rocks.size(); ++i) {
      const double range = (truth_.rocks[i].center - pose.head<2>()).norm();
      if (range < settings_.most_range) seen.push_back(static_cast<int>(i));
    }
    if (seen.empty()) return std::nullopt;
    Sighting sighting;
    sighting.rock = seen[Pick(seen.size())];
    sighting.z = estimate::See(pose, truth_.rocks[static_cast<std::size_t>(sighting.rock)].center);
    sighting.z.range += one_.noise * settings_.lidar.range * random_.Normal();
    sighting.z.bearing = estimate::WrapAngle(
        sighting.z.bearing + one_.noise * settings_.lidar.bearing * random_.Normal());
    return sighting;
  }

  std::optional<Sighting> LookAtScan(const Pose2& pose) {
    const auto seen = truth_.scene->Scan(pose, &scan_random_);
    if (seen.empty()) return std::nullopt;
    Sighting sighting;
    sighting.z = seen[Pick(seen.size())].middle;
    const Eigen::Vector2d place = estimate::Sight(pose, sighting.z);
    double nearest = kSameRock;
    for (std::size_t i = 0; i < truth_.rocks.size(); ++i) {
      const double distance = (truth_.rocks[i].center - place).norm();
      if (distance >= nearest) continue;
      nearest = distance;
      sighting.rock = static_cast<int>(i);
    }
    return sighting;
  }

  const SlamSettings& settings_;
  const SlamCase& one_;
  const SlamTruth& truth_;
  RandomStream random_;
  RandomStream scan_random_;
};

/// The filter with what only the study knows: which rock each landmark is.
class Mapper {
 public:
  Mapper(const SlamSettings& settings, const SlamCase& one, const Pose2& start,
         const Eigen::Matrix3d& P)
      : one_(one), filter_(start, P), noise_(one.scans ? settings.scan_landmarks : settings.lidar) {
    if (one.scans) return;
    noise_.range *= one.noise;
    noise_.bearing *= one.noise;
  }

  estimate::EkfSlam& filter() { return filter_; }

  void Take(const Sighting& sighting, SlamRun* run) {
    const std::optional<int> landmark = one_.gate ? Associate(filter_, sighting.z, noise_)
                                                  : std::optional<int>(Known(sighting.rock));
    if (!landmark) {
      ++run->doubtful;
      return;
    }
    if (*landmark < 0) {
      run->doubled += Known(sighting.rock) >= 0 ? 1 : 0;
      filter_.Insert(sighting.z, noise_);
      rocks_.push_back(sighting.rock);
      return;
    }
    run->wrong += rocks_[static_cast<std::size_t>(*landmark)] != sighting.rock ? 1 : 0;
    run->nis += filter_.Update(*landmark, sighting.z, noise_).nis;
    ++run->updates;
  }

  void Finish(const SlamTruth& truth, bool keep, SlamRun* run) const {
    if (run->updates > 0) run->nis /= run->updates;
    run->landmark_count = filter_.landmark_count();
    int known = 0;
    for (std::size_t i = 0; i < rocks_.size(); ++i) {
      const int at = static_cast<int>(i);
      if (keep) {
        run->landmarks.push_back(
            {filter_.landmark(at), filter_.landmark_covariance(at), rocks_[i]});
      }
      if (rocks_[i] < 0) continue;
      const Eigen::Vector2d& rock = truth.rocks[static_cast<std::size_t>(rocks_[i])].center;
      run->landmark_error += (filter_.landmark(at) - rock).norm();
      ++known;
    }
    if (known > 0) run->landmark_error /= known;
  }

 private:
  int Known(int rock) const {
    const auto found = std::find(rocks_.begin(), rocks_.end(), rock);
    return rock < 0 || found == rocks_.end() ? -1 : static_cast<int>(found - rocks_.begin());
  }

  const SlamCase& one_;
  estimate::EkfSlam filter_;
  estimate::RangeBearingNoise noise_;
  std::vector<int> rocks_;
};

void Keep(const Pose2& truth, const Pose2& pose, const Eigen::Matrix3d& P, bool keep,
          FilterTrack* track) {
  Eigen::Vector3d error = pose - truth;
  error[2] = estimate::WrapAngle(error[2]);
  track->error.push_back(error.head<2>().norm());
  track->nees.push_back(estimate::SquaredMahalanobis<3>(error, P));
  track->size.push_back(std::sqrt(std::max(0.0, P.determinant())));
  if (!keep) return;
  track->poses.push_back(pose);
  track->covariances.push_back(P.topLeftCorner<2, 2>());
}

Eigen::Matrix3d StartCovariance(const SlamSettings& settings, const SlamCase& one) {
  const double place = one.sure_start ? 1e-3 : settings.start_place;
  return Eigen::Vector3d(place * place, place * place,
                         settings.start_heading * settings.start_heading)
      .asDiagonal();
}

}  // namespace

std::vector<Pose2> TruePoses(const Traverse& traverse, double period, bool consistent) {
  std::vector<Pose2> poses;
  for (const plan::TraversePoint& point : traverse.points) {
    if (std::abs(std::remainder(point.state.time, period)) > 1e-6) continue;
    Pose2 pose = point.pose();
    pose[2] = estimate::WrapAngle(pose[2]);
    poses.push_back(pose);
  }
  if (!consistent) return poses;
  std::vector<Pose2> again = {poses.front()};
  for (std::size_t i = 1; i < poses.size(); ++i) {
    again.push_back(Moved(again.back(), estimate::Between(poses[i - 1], poses[i])));
  }
  return again;
}

SlamRun RunSlam(const SlamSettings& settings, const SlamCase& one, const SlamTruth& truth,
                std::uint64_t seed, std::uint64_t sample, bool keep) {
  estimate::IncrementNoise noise = settings.odometry;
  noise.distance *= one.noise;
  noise.turn *= one.noise;
  const Pose2& start = truth.poses.front();
  const Eigen::Matrix3d P = StartCovariance(settings, one);
  estimate::PlanarBelief reckoning{start, P};
  Mapper mapper(settings, one, start, P);
  Eye eye(settings, one, truth, seed, sample);
  RandomStream random(seed, "slam/odometry", sample);
  SlamRun run;
  for (std::size_t i = 1; i < truth.poses.size(); ++i) {
    Increment increment = estimate::Between(truth.poses[i - 1], truth.poses[i]);
    increment.distance += noise.distance * random.Normal();
    increment.turn += noise.turn * random.Normal();
    reckoning.Predict(increment, noise);
    mapper.filter().Predict(increment, noise);
    if (const auto sighting = eye.Look(truth.poses[i])) mapper.Take(*sighting, &run);
    Keep(truth.poses[i], reckoning.pose, reckoning.P, keep, &run.odometry);
    Keep(truth.poses[i], mapper.filter().pose(), mapper.filter().pose_covariance(), keep,
         &run.slam);
  }
  mapper.Finish(truth, keep, &run);
  return run;
}

}  // namespace surefoot::studies
