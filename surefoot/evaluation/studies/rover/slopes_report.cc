#include "surefoot/evaluation/studies/rover/slopes_report.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/studies/rover/slopes_published.h"
#include "surefoot/evaluation/studies/rover/slopes_tables.h"
#include "surefoot/record/topic_filter.h"

namespace surefoot::studies {
namespace {

using experiment::StudySection;
using report::Line;
using report::LinePlot;

constexpr double kDegree = M_PI / 180.0;

std::string CenterText(double center) {
  if (center == 0.0) return "centre of mass in the middle of the wheels";
  return "centre of mass " + PlainNumber(std::abs(center)) + " m " +
         (center < 0.0 ? "behind" : "before") + " the middle of the wheels";
}

/// Paths and slips of one slope and centre.
std::vector<LinePlot> DrivePlots(const SlopesWork& work, double slope, double center) {
  LinePlot path;
  path.title = "Path at " + PlainNumber(slope / kDegree) + " deg";
  path.x.label = "to the right of the fall line (m)";
  path.y.label = "up the slope (m)";
  path.equal_scales = true;
  LinePlot slip;
  slip.title = "Slip at " + PlainNumber(slope / kDegree) + " deg";
  slip.x.label = "time (h)";
  slip.y.label = "slip";
  for (const SlopeRun& run : work.runs) {
    if (run.slope != slope || run.center != center) continue;
    const std::string& name = work.soils[run.soil].title;
    Line a{name, ToneOf(run.soil), {}, {}};
    Line b{name, ToneOf(run.soil), {}, {}};
    for (const rover::SlopePoint& point : run.track) {
      a.x.push_back(-point.y);
      a.y.push_back(point.x);
      b.x.push_back(point.time / 3600.0);
      b.y.push_back(point.motion.slip);
    }
    if (run.track.empty()) continue;
    if (!run.slips.empty()) AddBands(b.x, SpreadOf(run.slips), ToneOf(run.soil), &slip);
    path.lines.push_back(std::move(a));
    slip.lines.push_back(std::move(b));
  }
  return {path, slip};
}

std::string NotClimbed(const SlopesWork& work, double slope) {
  std::string names;
  for (const PlaceSlip& place : work.places) {
    if (place.slope != slope || place.straight) continue;
    names += (names.empty() ? "" : ", ") + work.soils[place.soil].title;
  }
  return names.empty() ? "" : " Not climbed: " + names + ".";
}

std::vector<double> InDegrees(std::vector<double> angles) {
  for (double& angle : angles) angle /= kDegree;
  return angles;
}

LinePlot ClimbPlot(const SlopesWork& work, std::size_t soil,
                   const std::vector<SlopeTrial>& trials) {
  LinePlot plot;
  const ClimbSpread& climb = work.climbs[soil];
  plot.title = work.soils[soil].title;
  plot.x.label = "slope (deg)";
  plot.y.label = "slip straight up; bands: 50 and 90 % of the drawn soils";
  plot.y.range = {-0.25, 1.05};
  const std::vector<double> slopes = InDegrees(climb.slopes);
  AddBands(slopes, SpreadOf(climb.samples), ToneOf(soil), &plot);
  plot.lines.push_back(
      {"quasi-static vehicle", ToneOf(soil), slopes, climb.nominal, false, Line::Symbols::kNone});
  Line article{"article", report::Tone::kReal, {}, {}, false, Line::Symbols::kOnly};
  for (const PrintedSlip& printed : PrintedSlips()) {
    if (work.soils[soil].name != printed.soil) continue;
    article.x.push_back(printed.slope);
    article.y.push_back(printed.slip);
  }
  if (!article.x.empty()) plot.lines.push_back(std::move(article));
  Line multibody{"multibody rover", report::Tone::kFourth, {}, {}, false, Line::Symbols::kOnly};
  for (const SlopeTrial& trial : trials) {
    if (trial.soil != work.soils[soil].name) continue;
    multibody.x.push_back(trial.slope / kDegree);
    multibody.y.push_back(std::min(trial.slip, 1.0));
  }
  if (!multibody.x.empty()) plot.lines.push_back(std::move(multibody));
  return plot;
}

}  // namespace

std::vector<SlopeTrial> TrialsOf(const experiment::Results& results,
                                 const SlopesSettings& settings) {
  std::vector<SlopeTrial> found;
  if (settings.slip_metric.empty()) return found;
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const experiment::Trial& trial = results.plan.trials[i];
    const experiment::TrialResult& result = results.results[i];
    const std::string* soil = experiment::ValueOf(trial.values, settings.soil_value);
    const std::string* slope = experiment::ValueOf(trial.values, settings.slope_value);
    const double* slip = result.Metric(settings.slip_metric);
    if (!record::MatchesPattern(trial.case_name, settings.case_pattern)) continue;
    if (!result.error.empty() || soil == nullptr || slope == nullptr || slip == nullptr) continue;
    found.push_back({*soil, std::atof(slope->c_str()) * kDegree, *slip, trial.engine});
  }
  return found;
}

StudySection DrivesSection(const SlopesSettings& settings, const SlopesWork& work) {
  StudySection section;
  section.title = "Drives with constant steering";
  section.text =
      "The vehicle of the article: forces of all wheels balance at every moment, every wheel bears "
      "the same. It starts straight up with its front axle steered by " +
      PlainNumber(settings.steering / kDegree) + " deg to the left" +
      (settings.rear ? " and its rear axle as much to the right" : "") +
      ". The article does not say where the centre of mass is; with it in the middle of the wheels "
      "every soil lets the vehicle turn round.";
  for (const double center : settings.centers) {
    std::vector<LinePlot> plots;
    std::string remark;
    for (const double slope : settings.slopes) {
      for (LinePlot& plot : DrivePlots(work, slope, center)) plots.push_back(std::move(plot));
      remark += NotClimbed(work, slope);
    }
    section.figures.emplace_back(
        "Figure 2 of the article: paths, and slip over time; " + CenterText(center) + "." + remark +
            (settings.drive_samples > 0 && !settings.spreads.empty()
                 ? " Bands: 50 and 90 % of " + std::to_string(settings.drive_samples) +
                       " drawn soils; slip 1 is a vehicle that cannot go on."
                 : std::string()),
        FigureOf(plots));
  }
  section.tables.push_back(DriveTable(work));
  section.remarks = {
      "In words of the article: at 21 deg the path on cloddy soil comes round to where it pointed "
      "first, that on mixed soil opens, that on drift stays straight. Only a centre of mass behind "
      "the middle, with wheels that bear the same all the same, gives this; it is fitted.",
      "Slip is highest at the start, while the vehicle still points uphill."};
  return section;
}

StudySection ClimbSection(const SlopesSettings& settings, const SlopesWork& work,
                          const std::vector<SlopeTrial>& trials) {
  StudySection section;
  section.title = "Slip against slope";
  section.text = "Straight up, with " + std::to_string(settings.samples) +
                 " soils drawn at random from what is not known of each.";
  std::vector<LinePlot> plots;
  for (std::size_t i = 0; i < work.soils.size(); ++i) plots.push_back(ClimbPlot(work, i, trials));
  section.figures.emplace_back("Slip going straight up, as a prediction interval.",
                               FigureOf(plots));
  section.tables = {SlipTable(work), LimitTable(work)};
  section.remarks = Describe(settings.spreads);
  section.remarks.insert(section.remarks.begin(),
                         settings.spreads.empty()
                             ? "No uncertainty was given: the bands have no width."
                             : "What was drawn, about the values of each soil's file:");
  return section;
}

StudySection TrialsSection(const SlopesWork& work, const std::vector<SlopeTrial>& trials) {
  StudySection section;
  section.title = "The multibody rover beside it";
  section.text =
      "Trials of the experiment: suspension, motors and load transfer are those of the model, "
      "soil acts on each wheel as it sinks in. Weight goes to the rear wheels on a slope, which "
      "the "
      "quasi-static vehicle does not know; docs/rover.md shows that this is all of the difference.";
  section.tables.push_back(MultibodyTable(work, trials));
  return section;
}

}  // namespace surefoot::studies
