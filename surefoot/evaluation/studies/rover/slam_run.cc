#include "surefoot/evaluation/studies/rover/slam_run.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/intervals.h"

// Monte Carlo runs of EKF-SLAM (Thrun, Burgard and Fox, Probabilistic Robotics, chapter 10) along
// the drive of the study `rover_traverse`, and dead reckoning for comparison. Consistency is
// tested with NEES and NIS, because a small error alone does not show that a filter knows its
// uncertainty.

namespace surefoot::studies {
namespace {

using estimate::Increment;
using estimate::Pose2;
using estimate::RangeBearing;

/// Detections farther than this from every true rock are false ones, m.
constexpr double kSameRock = 2.0;

/// A measurement of the LIDAR, and the rock that caused it.
struct Sighting {
  RangeBearing z;
  int rock = -1;
};

/// Generates the measurements of a run, ideal or from scans.
class Eye {
 public:
  Eye(const SlamSettings& settings, const SlamCase& one, const SlamTruth& truth, std::uint64_t seed,
      std::uint64_t sample)
      : settings_(settings),
        one_(one),
        truth_(truth),
        random_(seed, "slam/lidar", sample),
        scan_random_(seed, "slam/scan", sample) {}

  /// One visible rock chosen at random, as in the article.
  std::optional<Sighting> Look(const Pose2& pose) {
    return one_.scans ? LookAtScan(pose) : LookAtRocks(pose);
  }

 private:
  std::size_t Pick(std::size_t count) {
    const auto pick = static_cast<std::size_t>(random_.Uniform() * static_cast<double>(count));
    return std::min(pick, count - 1);
  }

  /// An ideal measurement with noise of one visible rock.
  std::optional<Sighting> LookAtRocks(const Pose2& pose) {
    std::vector<int> seen;
    for (std::size_t i = 0; i < truth_.rocks.size(); ++i) {
      const double range = (truth_.rocks[i].center - pose.head<2>()).norm();
      if (range < settings_.max_range) seen.push_back(static_cast<int>(i));
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

  /// A measurement of one rock that was detected in a scan.
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

/// The filter together with the true rock of each landmark, which only the study knows.
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

  /// Updates the filter with a measurement and counts how it was associated.
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

  /// Computes the numbers of the final map.
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

/// Appends error, NEES and size of covariance of a step to a track.
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

namespace {

using world::ElementReader;

constexpr double kDegree = M_PI / 180.0;

/// The article's case, and cases that test the filter's consistency.
std::vector<SlamCase> AllCases() {
  return {
      {"base", "as the article", false, 1.0, false, false, false},
      {"consistent", "truth without side slip, known start", true, 1.0, true, false, false},
      {"low_noise", "truth without side slip, known start, a tenth of the noise", true, 0.1, true,
       false, false},
      {"gate", "landmarks associated by the filter", false, 1.0, false, true, false},
      {"scans", "landmarks detected in LIDAR scans", false, 1.0, false, true, true},
  };
}

/// The requested cases, or all.
std::vector<SlamCase> ReadCases(const ElementReader& reader) {
  const std::vector<SlamCase> all = AllCases();
  if (!reader.Has("cases")) return all;
  std::vector<SlamCase> chosen;
  for (const std::string& name : experiment::Texts(reader, "cases")) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const SlamCase& one) { return one.name == name; });
    if (found != all.end()) {
      chosen.push_back(*found);
      continue;
    }
    const std::string names = Joined(all, &SlamCase::name);
    reader.Error("cases", "no such case", name, "accepted: " + names);
  }
  if (chosen.empty()) reader.Error("cases", "no case");
  return chosen;
}

/// Reads the settings of the case with scans.
void ReadScanner(const ElementReader& reader, SlamSettings* settings) {
  ScannerSpec& spec = settings->scanner;
  settings->scan_seeds = static_cast<int>(reader.Integer("seeds", settings->scan_seeds, 2, 100000));
  spec.height = reader.Number("height", spec.height, 0.1, 10.0);
  spec.columns = static_cast<int>(reader.Integer("columns", spec.columns, 90, 7200));
  spec.rings = static_cast<int>(reader.Integer("rings", spec.rings, 4, 256));
  spec.top = reader.Number("top", spec.top / kDegree, -45.0, 45.0) * kDegree;
  spec.bottom = reader.Number("bottom", spec.bottom / kDegree, -80.0, 45.0) * kDegree;
  if (!(spec.bottom < spec.top)) reader.Error("bottom", "'bottom' is below 'top'");
  spec.max_range = reader.Number("range", spec.max_range, 1.0, 300.0);
  spec.noise = reader.Number("noise", spec.noise, 0.0, 1.0);
  settings->scan_landmarks.range = reader.Number("landmark_range", 0.15, 1e-3, 10.0);
  settings->scan_landmarks.bearing = reader.Number("landmark_bearing", 0.3, 1e-3, 10.0) * kDegree;
  experiment::RefuseUnknown(reader);
}

}  // namespace

SlamSettings ReadSlamSettings(const ElementReader& reader) {
  SlamSettings settings;
  const ElementReader traverse = reader.Child("traverse");
  settings.traverse = ReadTraverseSettings(traverse);
  experiment::RefuseUnknown(traverse);
  const ElementReader odometry = reader.Child("odometry");
  settings.odometry.distance = odometry.Number("distance", 0.03, 1e-6, 100.0);
  settings.odometry.turn = odometry.Number("turn", 0.8, 1e-6, 90.0) * kDegree;
  settings.odometry.lateral = odometry.Number("lateral", 0.0, 0.0, 100.0);
  experiment::RefuseUnknown(odometry);
  const ElementReader lidar = reader.Child("lidar");
  settings.lidar.range = lidar.Number("range_noise", 0.02, 1e-6, 100.0);
  settings.lidar.bearing = lidar.Number("bearing_noise", 0.3, 1e-6, 90.0) * kDegree;
  settings.max_range = lidar.Number("range", settings.max_range, 1.0, 10000.0);
  experiment::RefuseUnknown(lidar);
  settings.period = reader.Number("period", settings.period, 10.0, 3600.0);
  if (std::fmod(settings.period, 10.0) != 0.0) {
    reader.Error("period", "the period is a multiple of 10 s", reader.Text("period"));
  }
  const ElementReader start = reader.Child("start");
  settings.start_place = start.Number("place", settings.start_place, 1e-6, 1000.0);
  settings.start_heading = start.Number("heading", 0.001, 1e-9, 180.0) * kDegree;
  experiment::RefuseUnknown(start);
  settings.seeds = static_cast<int>(reader.Integer("seeds", settings.seeds, 2, 100000));
  ReadScanner(reader.Child("scan"), &settings);
  settings.cases = ReadCases(reader);
  experiment::RefuseUnknown(reader, {"kind"});
  return settings;
}

namespace {

/// The value of a series at a share of its length (1: the end), for each run.
std::vector<double> Gather(const std::vector<SlamRun>& runs, FilterTrack SlamRun::*filter,
                           std::vector<double> FilterTrack::*series, double share) {
  std::vector<double> values;
  for (const SlamRun& run : runs) {
    const std::vector<double>& track = run.*filter.*series;
    if (track.empty()) continue;
    const auto last = static_cast<double>(track.size() - 1);
    values.push_back(track[static_cast<std::size_t>(share * last)]);
  }
  return values;
}

/// Statistics of one filter over all runs.
FilterSummary SummarizeFilter(const std::vector<SlamRun>& runs, FilterTrack SlamRun::*filter) {
  FilterSummary summary;
  const std::vector<double> errors = Gather(runs, filter, &FilterTrack::error, 1.0);
  summary.mean = gap::Mean(errors);
  double squares = 0.0;
  for (const double error : errors) squares += error * error;
  summary.rms = std::sqrt(squares / static_cast<double>(errors.size()));
  summary.median = gap::Median(errors);
  std::vector<double> nees;
  for (const SlamRun& run : runs) {
    const FilterTrack& track = run.*filter;
    nees.insert(nees.end(), track.nees.begin(), track.nees.end());
    for (std::size_t i = 0; i < track.size.size(); ++i) {
      summary.highest_of_all = std::max(summary.highest_of_all, track.size[i]);
      if (i > 0 && track.size[i] < track.size[i - 1]) summary.size_rises = false;
    }
  }
  summary.nees = gap::Mean(nees);
  std::vector<std::vector<double>> sizes;
  for (const SlamRun& run : runs) sizes.push_back((run.*filter).size);
  experiment::Record spread;
  experiment::SetQuantiles("size", sizes, "", &spread);
  for (const double size : std::get<std::vector<double>>(*spread.Find("size.q50"))) {
    summary.highest_size = std::max(summary.highest_size, size);
  }
  summary.first_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 0.0));
  summary.last_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 1.0));
  return summary;
}

}  // namespace

/// Statistics of a case over all runs.
SlamSummary Summarize(const std::vector<SlamRun>& runs) {
  SlamSummary summary;
  summary.odometry = SummarizeFilter(runs, &SlamRun::odometry);
  summary.slam = SummarizeFilter(runs, &SlamRun::slam);
  summary.ratio = summary.odometry.mean / summary.slam.mean;
  double measurements = 0.0;
  double updates = 0.0;
  for (const SlamRun& run : runs) {
    if (!run.slam.error.empty() && run.slam.error.back() < run.odometry.error.back()) {
      summary.better += 1.0;
    }
    summary.nis += run.nis * run.updates;
    updates += run.updates;
    summary.landmark_error += run.landmark_error;
    summary.landmarks += run.landmark_count;
    summary.wrong += run.wrong;
    summary.doubled += run.doubled;
    summary.doubtful += run.doubtful;
    measurements += run.updates + run.landmark_count + run.doubtful;
  }
  const double count = static_cast<double>(runs.size());
  summary.better /= count;
  summary.landmark_error /= count;
  summary.landmarks /= count;
  summary.nis /= updates;
  for (double* share : {&summary.wrong, &summary.doubled, &summary.doubtful}) {
    *share /= measurements;
  }
  return summary;
}

}  // namespace surefoot::studies
