#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/rover/slam_run.h"
#include "surefoot/formats/fields.h"

// The study `rover_slam`: localization of a rover by odometry, and by SLAM with a LIDAR, over many
// seeds, after Gargiulo, di Stefano and Genova.

namespace surefoot::studies {
namespace {

using experiment::Record;
using experiment::StudyOutcome;

constexpr double kDegree = M_PI / 180.0;
constexpr double kEllipseShare = 0.9;
constexpr int kEllipsePoints = 36;
/// Number of uncertainty ellipses along a drive.
constexpr std::size_t kEllipses = 14;

/// Runs all seeds of all cases in parallel.
Status RunAll(const StudyContext& context, const SlamSettings& settings,
              std::vector<SlamCaseResult>* cases) {
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  // Long runs start first, so that no core is idle at the end.
  for (const bool scans : {true, false}) {
    for (std::size_t c = 0; c < cases->size(); ++c) {
      const SlamCaseResult& result = (*cases)[c];
      if (result.one.scans != scans) continue;
      for (std::size_t k = 0; k < result.runs.size(); ++k) tasks.emplace_back(c, k);
    }
  }
  return DoAll(context, "seeds", 0.1, 1.0, tasks.size(), [&](std::size_t i) {
    const auto [c, k] = tasks[i];
    SlamCaseResult& result = (*cases)[c];
    result.runs[k] = RunSlam(settings, result.one, result.truth, context.seed, k, k == 0);
    return Status();
  });
}

/// Points of a curve on a map, m.
struct MapCurve {
  std::vector<double> x;
  std::vector<double> y;

  void Add(const Eigen::Vector2d& p) {
    x.push_back(p.x());
    y.push_back(p.y());
  }
  void AddEllipse(const Eigen::Vector2d& center, const Eigen::Matrix2d& covariance) {
    const estimate::Ellipse ellipse = estimate::MakeEllipse(center, covariance, kEllipseShare);
    const Eigen::Vector2d along(std::cos(ellipse.angle), std::sin(ellipse.angle));
    const Eigen::Vector2d across(-along.y(), along.x());
    for (int i = 0; i <= kEllipsePoints; ++i) {
      const double a = 2.0 * M_PI * i / kEllipsePoints;
      Add(center + ellipse.major * std::cos(a) * along + ellipse.minor * std::sin(a) * across);
    }
    Add(Eigen::Vector2d::Constant(std::nan("")));
  }
  void SetIn(const std::string& name, Record* record) const {
    record->Set(name + ".x", x, "m").Set(name + ".y", y, "m");
  }
};

/// Adds a path as a curve.
void AddPoses(const std::string& name, const std::vector<estimate::Pose2>& poses, Record* record) {
  MapCurve curve;
  for (const estimate::Pose2& pose : poses) curve.Add(pose.head<2>());
  curve.SetIn(name, record);
}

/// Adds the maps of the first seed: true path, rocks, landmarks.
void AddMaps(const SlamCaseResult& result, Record* record) {
  AddPoses("truth", result.truth.poses, record);
  MapCurve rocks, found, around;
  for (const plan::Rock& rock : result.truth.rocks) rocks.Add(rock.center.head<2>());
  for (const FoundLandmark& landmark : result.runs.front().landmarks) {
    found.Add(landmark.place);
    around.AddEllipse(landmark.place, landmark.covariance);
  }
  rocks.SetIn("rocks", record);
  found.SetIn("found", record);
  around.SetIn("around", record);
}

/// Adds the curves of one filter for the first seed, with ellipses of its uncertainty, and its
/// summary over all seeds.
void AddFilter(const std::string& name, const SlamCaseResult& result, FilterTrack SlamRun::*filter,
               const FilterSummary& summary, Record* record) {
  const FilterTrack& first = result.runs.front().*filter;
  AddPoses(name, first.poses, record);
  MapCurve ellipses;
  const std::size_t every = std::max<std::size_t>(1, first.poses.size() / kEllipses);
  for (std::size_t i = every - 1; i < first.poses.size(); i += every) {
    ellipses.AddEllipse(first.poses[i].head<2>(), first.covariances[i]);
  }
  ellipses.SetIn(name + ".ellipses", record);
  std::vector<std::vector<double>> errors, sizes;
  for (const SlamRun& run : result.runs) {
    errors.push_back((run.*filter).error);
    sizes.push_back((run.*filter).size);
  }
  SetQuantiles(name + ".error", errors, "m", record);
  SetQuantiles(name + ".size", sizes, "m2 rad", record);
  record->Set(name + ".error", first.error, "m")
      .Set(name + ".size", first.size, "m2 rad")
      .SetAll(name + ".", {SUREFOOT_FIELDS(summary, mean, rms, median)}, "m")
      .Set(name + ".nees", summary.nees)
      .SetAll(name + ".",
              {SUREFOOT_FIELDS(summary, first_size, last_size, highest_size, highest_of_all)},
              "m2 rad")
      .Set(name + ".size_rises", summary.size_rises ? 1.0 : 0.0);
}

/// Adds the results of a case: a record for tables, curves, and numbers for the checks.
void AddCase(const SlamCaseResult& result, StudyOutcome* outcome) {
  const SlamSummary& s = result.summary;
  std::vector<double> way;
  const std::vector<estimate::Pose2>& poses = result.truth.poses;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    way.push_back((way.empty() ? 0.0 : way.back()) + (poses[i] - poses[i - 1]).head<2>().norm());
  }
  Record& record = outcome->Set("cases").Add();
  record.Set("name", result.one.name)
      .Set("title", result.one.title)
      .Set("scans", result.one.scans ? 1.0 : 0.0)
      .Set("seeds", static_cast<double>(result.runs.size()))
      .Set("ratio", s.ratio)
      .Set("better", s.better)
      .Set("better_percent", 100.0 * s.better, "%")
      .Set("nis", s.nis)
      .Set("landmarks", s.landmarks)
      .Set("landmark_error", s.landmark_error, "m")
      .Set("wrong_percent", 100.0 * s.wrong, "%")
      .Set("doubled_percent", 100.0 * s.doubled, "%")
      .Set("doubtful_percent", 100.0 * s.doubtful, "%")
      .Set("way", std::move(way), "m");
  AddMaps(result, &record);
  AddFilter("odometry", result, &SlamRun::odometry, s.odometry, &record);
  AddFilter("slam", result, &SlamRun::slam, s.slam, &record);
  const std::string name = result.one.name + ".";
  outcome->AddNumbers(name, {{"seeds", static_cast<double>(result.runs.size())}});
  outcome->AddNumbers(name + "odometry.", {SUREFOOT_FIELDS(s.odometry, mean, rms, median, nees)});
  outcome->AddNumbers(name + "slam.", {SUREFOOT_FIELDS(s.slam, mean, rms, median, nees)});
  outcome->AddNumbers(name,
                      {{"ratio", s.ratio},
                       {"size.odometry_end", s.odometry.last_size},
                       {"size.slam_end", s.slam.last_size},
                       {"size.slam_most", s.slam.highest_size},
                       {"size.slam_most_of_all", s.slam.highest_of_all},
                       SUREFOOT_FIELDS(s, better, nis, landmark_error, wrong, doubled, doubtful)});
}

/// Adds the settings that the report mentions.
void AddFacts(const SlamSettings& settings, Record* facts) {
  facts->Set("noise.distance", settings.odometry.distance, "m")
      .Set("noise.turn", settings.odometry.turn / kDegree, "deg")
      .Set("noise.lateral", settings.odometry.lateral, "m")
      .Set("lidar.range_noise", settings.lidar.range, "m")
      .Set("lidar.bearing_noise", settings.lidar.bearing / kDegree, "deg")
      .Set("lidar.range", settings.max_range, "m")
      .Set("period", settings.period, "s")
      .Set("start.place", settings.start_place, "m")
      .Set("start.heading_mdeg", 1e3 * settings.start_heading / kDegree, "mdeg")
      .Set("all_seeds", static_cast<double>(settings.seeds))
      .Set("scan_seeds", static_cast<double>(settings.scan_seeds))
      .Set("columns", static_cast<double>(settings.scanner.columns))
      .Set("rings", static_cast<double>(settings.scanner.rings))
      .Set("target.x", settings.traverse.plan.target.x(), "m")
      .Set("target.y", settings.traverse.plan.target.y(), "m")
      .Set("rock_count", static_cast<double>(settings.traverse.rocks.count));
}

Result<StudyOutcome> Make(const StudyContext& context, const SlamSettings& settings) {
  Problems problems;
  const world::ElementReader reader(context.settings, &problems);
  if (context.progress) context.progress("driving", 0.0);
  const Traverse traverse =
      SUREFOOT_TRY(DoTraverse(context, reader.Child("traverse"), settings.traverse));
  const auto scene =
      SUREFOOT_TRY(RockScene::Make(traverse.rocks, settings.scanner, settings.traverse.map_seed));
  std::vector<SlamCaseResult> cases;
  for (const SlamCase& one : settings.cases) {
    SlamCaseResult result;
    result.one = one;
    result.truth = {TruePoses(traverse, settings.period, one.consistent), traverse.rocks,
                    one.scans ? &scene : nullptr};
    if (result.truth.poses.size() < 2) {
      return Error{"the drive ends before the first measurement; take a shorter period"};
    }
    result.runs.resize(static_cast<std::size_t>(settings.SeedsOf(one)));
    cases.push_back(std::move(result));
  }
  SUREFOOT_TRY(RunAll(context, settings, &cases));
  StudyOutcome outcome;
  AddFacts(settings, &outcome.facts);
  for (SlamCaseResult& result : cases) {
    result.summary = Summarize(result.runs);
    AddCase(result, &outcome);
  }
  return outcome;
}

}  // namespace

experiment::StudyKind RoverSlam() {
  return experiment::StudyOf<ReadSlamSettings, Make>(
      "localisation of a rover by odometry and by SLAM with a LIDAR, over many seeds",
      "rover_slam");
}

}  // namespace surefoot::studies
