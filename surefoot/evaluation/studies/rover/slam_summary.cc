#include "surefoot/evaluation/studies/rover/slam_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::studies {
namespace {

using experiment::StudyCheck;

constexpr const char* kReference = "reference";

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

FilterSummary SummarizeFilter(const std::vector<SlamRun>& runs, FilterTrack SlamRun::*filter) {
  FilterSummary summary;
  const std::vector<double> errors = Gather(runs, filter, &FilterTrack::error, 1.0);
  summary.mean = gap::Mean(errors);
  double squares = 0.0;
  for (const double error : errors) squares += error * error;
  summary.rms = std::sqrt(squares / static_cast<double>(errors.size()));
  summary.median = gap::Median(errors);
  summary.low = gap::Quantile(errors, 0.05);
  summary.high = gap::Quantile(errors, 0.95);
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
  for (const double size : SpreadOf(sizes).median) {
    summary.highest_size = std::max(summary.highest_size, size);
  }
  summary.first_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 0.0));
  summary.middle_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 0.5));
  summary.last_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 1.0));
  return summary;
}

/// The bands for the article's noises; NIS depends on the truth.
void CheckErrors(const SlamCaseResult& result, double most_nis, std::vector<StudyCheck>* checks) {
  const SlamSummary& s = result.summary;
  const auto add = [&](const std::string& what, double value, double low, double high) {
    checks->push_back({result.one.name + ": " + what, value, low, high, kReference});
  };
  add("mean NIS", s.nis, 1.9, most_nis);
  add("odometry, mean final error (m)", s.odometry.mean, 40.0, 75.0);
  add("odometry, rms final error (m)", s.odometry.rms, 50.0, 90.0);
  add("SLAM, mean final error (m)", s.slam.mean, 4.5, 9.0);
  add("odometry's mean error over SLAM's", s.ratio, 5.5, 12.0);
  add("share of seeds in which SLAM is better", s.better, 0.8, 1.0);
}

void CheckSizes(const SlamCaseResult& result, std::vector<StudyCheck>* checks) {
  const SlamSummary& s = result.summary;
  const auto add = [&](const std::string& what, double value, double low, double high) {
    checks->push_back({result.one.name + ": sqrt(det P), " + what, value, low, high, kReference});
  };
  add("first step", s.odometry.first_size, 0.99 * 0.349, 1.01 * 0.349);
  add("odometry at the end", s.odometry.last_size, 0.9 * 124.0, 1.1 * 124.0);
  add("odometry never falls (1: yes)", s.odometry.size_rises ? 1.0 : 0.0, 1.0, 1.0);
  add("SLAM at the end", s.slam.last_size, 0.10, 0.25);
  add("SLAM at most, median of the seeds", s.slam.highest_size, 0.0, 1.0);
}

}  // namespace

SlamSummary Summarize(const std::vector<SlamRun>& runs) {
  SlamSummary summary;
  summary.odometry = SummarizeFilter(runs, &SlamRun::odometry);
  summary.slam = SummarizeFilter(runs, &SlamRun::slam);
  summary.ratio = summary.odometry.mean / summary.slam.mean;
  summary.median_ratio = summary.odometry.median / summary.slam.median;
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

std::vector<StudyCheck> SlamChecks(const SlamSettings& settings,
                                   const std::vector<SlamCaseResult>& cases) {
  std::vector<StudyCheck> checks;
  if (!settings.IsPrinted()) return checks;
  for (const SlamCaseResult& result : cases) {
    const std::string& name = result.one.name;
    if (name == "base") {
      CheckErrors(result, 2.6, &checks);
      CheckSizes(result, &checks);
    } else if (name == "consistent") {
      CheckErrors(result, 2.1, &checks);
    } else if (name == "low_noise") {
      checks.push_back({name + ": mean NIS", result.summary.nis, 1.9, 2.1, kReference});
      checks.push_back(
          {name + ": mean NEES of the pose", result.summary.slam.nees, 2.5, 4.0, kReference});
    }
  }
  return checks;
}

std::vector<std::pair<std::string, double>> SlamNumbers(const std::vector<SlamCaseResult>& cases) {
  std::vector<std::pair<std::string, double>> numbers;
  for (const SlamCaseResult& result : cases) {
    const SlamSummary& s = result.summary;
    const auto add = [&](const std::string& name, double value) {
      numbers.emplace_back(result.one.name + "." + name, value);
    };
    add("seeds", static_cast<double>(result.runs.size()));
    add("odometry.mean", s.odometry.mean);
    add("odometry.rms", s.odometry.rms);
    add("odometry.median", s.odometry.median);
    add("odometry.nees", s.odometry.nees);
    add("slam.mean", s.slam.mean);
    add("slam.rms", s.slam.rms);
    add("slam.median", s.slam.median);
    add("slam.nees", s.slam.nees);
    add("ratio", s.ratio);
    add("size.odometry_end", s.odometry.last_size);
    add("size.slam_end", s.slam.last_size);
    add("size.slam_most", s.slam.highest_size);
    add("size.slam_most_of_all", s.slam.highest_of_all);
    add("better", s.better);
    add("nis", s.nis);
    add("landmark_error", s.landmark_error);
    add("wrong", s.wrong);
    add("doubled", s.doubled);
    add("doubtful", s.doubtful);
  }
  return numbers;
}

}  // namespace surefoot::studies
