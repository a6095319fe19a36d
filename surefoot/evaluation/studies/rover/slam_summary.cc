#include "surefoot/evaluation/studies/rover/slam_summary.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::studies {
namespace {

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
  experiment::Record spread;
  experiment::SetQuantiles("size", sizes, "", &spread);
  for (const double size : std::get<std::vector<double>>(*spread.Find("size.q50"))) {
    summary.highest_size = std::max(summary.highest_size, size);
  }
  summary.first_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 0.0));
  summary.middle_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 0.5));
  summary.last_size = gap::Median(Gather(runs, filter, &FilterTrack::size, 1.0));
  return summary;
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

}  // namespace surefoot::studies
