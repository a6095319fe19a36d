#include "surefoot/evaluation/studies/rover/slam_report.h"

#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/estimate/ellipse.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::studies {
namespace {

using experiment::StudySection;
using report::Line;
using report::LinePlot;
using report::Tone;

constexpr double kEllipseShare = 0.9;
constexpr int kEllipsePoints = 36;
/// Ellipses of the pose along a drive.
constexpr std::size_t kEllipses = 14;

void AddEllipse(const Eigen::Vector2d& center, const Eigen::Matrix2d& covariance, Line* line) {
  const estimate::Ellipse ellipse = estimate::MakeEllipse(center, covariance, kEllipseShare);
  const Eigen::Vector2d along(std::cos(ellipse.angle), std::sin(ellipse.angle));
  const Eigen::Vector2d across(-along.y(), along.x());
  for (int i = 0; i <= kEllipsePoints; ++i) {
    const double a = 2.0 * M_PI * i / kEllipsePoints;
    const Eigen::Vector2d p =
        center + ellipse.major * std::cos(a) * along + ellipse.minor * std::sin(a) * across;
    line->x.push_back(p.x());
    line->y.push_back(p.y());
  }
  line->x.push_back(std::nan(""));
  line->y.push_back(std::nan(""));
}

Line PathLine(const std::string& name, Tone tone, const std::vector<estimate::Pose2>& poses) {
  Line line{name, tone, {}, {}, false, Line::Symbols::kNone};
  for (const estimate::Pose2& pose : poses) {
    line.x.push_back(pose.x());
    line.y.push_back(pose.y());
  }
  return line;
}

Line Ellipses(const std::string& name, const FilterTrack& track, Tone tone) {
  Line line{name, tone, {}, {}, true, Line::Symbols::kNone};
  const std::size_t every = std::max<std::size_t>(1, track.poses.size() / kEllipses);
  for (std::size_t i = every - 1; i < track.poses.size(); i += every) {
    AddEllipse(track.poses[i].head<2>(), track.covariances[i], &line);
  }
  return line;
}

LinePlot MapPlot(const std::string& title) {
  LinePlot plot;
  plot.title = title;
  plot.x.label = "east (m)";
  plot.y.label = "north (m)";
  plot.equal_scales = true;
  return plot;
}

LinePlot OdometryPlot(const SlamCaseResult& result) {
  LinePlot plot = MapPlot("Wheel odometry and IMU");
  const SlamRun& run = result.runs.front();
  plot.lines = {PathLine("truth", Tone::kThird, result.truth.poses),
                PathLine("odometry and IMU", Tone::kFirst, run.odometry.poses),
                Ellipses("90 % ellipses", run.odometry, Tone::kFirst)};
  return plot;
}

LinePlot SlamPlot(const SlamCaseResult& result) {
  LinePlot plot = MapPlot("SLAM");
  const SlamRun& run = result.runs.front();
  plot.lines = {PathLine("truth", Tone::kThird, result.truth.poses),
                PathLine("SLAM", Tone::kSecond, run.slam.poses),
                Ellipses("90 % ellipses", run.slam, Tone::kSecond)};
  Line rocks{"rocks", Tone::kReal, {}, {}, false, Line::Symbols::kOnly};
  for (const plan::Rock& rock : result.truth.rocks) {
    rocks.x.push_back(rock.center.x());
    rocks.y.push_back(rock.center.y());
  }
  Line found{"as found", Tone::kFirst, {}, {}, true, Line::Symbols::kOnly};
  Line around{"", Tone::kFirst, {}, {}, false, Line::Symbols::kNone};
  for (const FoundLandmark& landmark : run.landmarks) {
    found.x.push_back(landmark.place.x());
    found.y.push_back(landmark.place.y());
    AddEllipse(landmark.place, landmark.covariance, &around);
  }
  plot.lines.push_back(std::move(rocks));
  plot.lines.push_back(std::move(found));
  plot.lines.push_back(std::move(around));
  return plot;
}

std::vector<double> WayOf(const SlamCaseResult& result) {
  std::vector<double> way;
  double sum = 0.0;
  const std::vector<estimate::Pose2>& poses = result.truth.poses;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    sum += (poses[i] - poses[i - 1]).head<2>().norm();
    way.push_back(sum);
  }
  return way;
}

/// One series of both filters against the way: the seed that is shown, and all of them as bands.
LinePlot SeriesPlot(const SlamCaseResult& result, const std::string& title,
                    const std::string& label, std::vector<double> FilterTrack::*series) {
  LinePlot plot;
  plot.title = title;
  plot.x.label = "way (m)";
  plot.y.label = label;
  plot.y.logarithmic = true;
  const std::vector<double> way = WayOf(result);
  const struct {
    const char* name;
    FilterTrack SlamRun::*filter;
    Tone tone;
  } filters[] = {{"odometry and IMU", &SlamRun::odometry, Tone::kFirst},
                 {"SLAM", &SlamRun::slam, Tone::kSecond}};
  for (const auto& one : filters) {
    std::vector<std::vector<double>> samples;
    for (const SlamRun& run : result.runs) samples.push_back(run.*one.filter.*series);
    const Spread spread = SpreadOf(samples);
    AddBands(way, spread, one.tone, &plot);
    plot.lines.push_back({std::string(one.name) + ", median", one.tone, way, spread.median, false,
                          Line::Symbols::kSome});
    plot.lines.push_back(
        {"first seed", one.tone, way, samples.front(), true, Line::Symbols::kNone});
  }
  return plot;
}

}  // namespace

StudySection SlamCaseSection(const SlamSettings& settings, const SlamCaseResult& result,
                             bool printed) {
  StudySection section;
  section.title = "Case " + result.one.name + ": " + result.one.title;
  const auto caption = [&](const char* number, const char* text) {
    return (printed ? std::string("Figure ") + number + " of the article: " : std::string()) + text;
  };
  section.figures.emplace_back(caption("5", "the path by odometry and IMU alone. The first seed."),
                               FigureOf({OdometryPlot(result)}));
  section.figures.emplace_back(
      caption("6", "the path and the landmarks by SLAM, with ellipses of 90 %. The first seed."),
      FigureOf({SlamPlot(result)}));
  section.figures.emplace_back(
      caption("7", "errors and uncertainty against the way; bands: 50 and 90 % of the seeds."),
      FigureOf({SeriesPlot(result, "Error of the place", "m", &FilterTrack::error),
                SeriesPlot(result, "Root of the covariance's determinant", "m^2 rad",
                           &FilterTrack::size)}));
  if (result.one.scans) {
    section.remarks = {
        "A scan has " + std::to_string(settings.scanner.columns) + " x " +
        std::to_string(settings.scanner.rings) +
        " rays against rocks of random shapes; rocks are found in it by how they stand out of the "
        "ground, and told apart by the filter. " +
        std::to_string(settings.scan_seeds) + " seeds instead of " +
        std::to_string(settings.seeds) + ", as it takes the most time."};
  }
  return section;
}

}  // namespace surefoot::studies
