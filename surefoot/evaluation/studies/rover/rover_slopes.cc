#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/rover/slopes_work.h"
#include "surefoot/record/topic_filter.h"

// The study `rover_slopes`: slip of a rover on slopes of soft soil with uncertain parameters,
// after Gargiulo, di Stefano and Genova, figure 2. A quasi-static vehicle gives hundreds of
// samples; multibody trials of the experiment check it.

namespace surefoot::studies {
namespace {

using experiment::Record;
using experiment::RecordSet;
using experiment::StudyOutcome;

constexpr double kDegree = M_PI / 180.0;
constexpr double kPerHour = 3600.0;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// Interval of the positions of a drive in the results, s.
constexpr double kPlacePeriod = 1800.0;
/// Time after which a drive is in steady state, s.
constexpr double kLate = 5400.0;

/// Describes a position of the centre of mass in words.
std::string CenterText(double center) {
  if (center == 0.0) return "centre of mass in the middle of the wheels";
  return "centre of mass " + PlainNumber(std::abs(center)) + " m " +
         (center < 0.0 ? "behind" : "before") + " the middle of the wheels";
}

/// Adds the fields that identify a soil in records.
void AddSoil(const SlopesWork& work, std::size_t soil, Record* record) {
  record->Set("soil", work.soils[soil].name)
      .Set("soil_title", work.soils[soil].title)
      .Set("soil_index", static_cast<double>(soil));
}

/// Adds the quantiles that figures draw as bands.
void AddQuantiles(const std::string& name, const std::vector<double>& values, const char* unit,
                  Record* record) {
  for (const auto& [end, share] :
       {std::pair{".q05", 0.05}, {".q25", 0.25}, {".q50", 0.5}, {".q75", 0.75}, {".q95", 0.95}}) {
    record->Set(name + end, values.empty() ? kNan : gap::Quantile(values, share), unit);
  }
}

/// Time and place of a full turn; NaN when the drive does not complete one.
void AddClosure(const std::vector<rover::SlopePoint>& track, Record* record) {
  double time = kNan;
  double gap = kNan;
  for (std::size_t i = 1; i < track.size() && std::isnan(time); ++i) {
    const rover::SlopePoint& a = track[i - 1];
    const rover::SlopePoint& b = track[i];
    if (std::abs(b.heading - track.front().heading) < 2.0 * M_PI) continue;
    const double before = 2.0 * M_PI - std::abs(a.heading - track.front().heading);
    const double share = before / std::abs(b.heading - a.heading);
    time = a.time + share * (b.time - a.time);
    gap = std::hypot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y));
  }
  record->Set("closure.time", time, "s").Set("closure.gap", gap, "m");
}

/// Curvature in steady state, deg/m; NaN when the drive ended before.
double LateTurning(const std::vector<rover::SlopePoint>& track) {
  for (std::size_t i = 1; i < track.size(); ++i) {
    const rover::SlopePoint& a = track[i - 1];
    const rover::SlopePoint& b = track[i];
    if (a.time < kLate) continue;
    return std::abs(b.heading - a.heading) / kDegree / std::hypot(b.x - a.x, b.y - a.y);
  }
  return kNan;
}

/// Adds the track of a drive; x to the right and y uphill.
void AddTrack(const SlopeRun& run, Record* record) {
  std::vector<double> right, up, time, slip;
  for (const rover::SlopePoint& point : run.track) {
    right.push_back(-point.y);
    up.push_back(point.x);
    time.push_back(point.time / kPerHour);
    slip.push_back(point.motion.slip);
  }
  const auto peak = std::max_element(slip.begin(), slip.end());
  const bool none = run.track.empty();
  record->Set("highest_slip", none ? kNan : *peak)
      .Set("peak_time",
           none ? kNan : kPerHour * time[static_cast<std::size_t>(peak - slip.begin())], "s")
      .Set("end.heading", none ? kNan : run.track.back().heading / kDegree, "deg")
      .Set("end.time", none ? kNan : run.track.back().time, "s")
      .Set("late_turning", LateTurning(run.track), "deg/m");
  AddClosure(run.track, record);
  SetQuantiles("slip", run.slips, "", record);
  record->Set("right", std::move(right), "m")
      .Set("up", std::move(up), "m")
      .Set("time", std::move(time), "h")
      .Set("slip", std::move(slip));
}

/// Adds the positions of a drive, one every half hour.
void AddPlaces(const Record& drive, const SlopeRun& run, RecordSet* places) {
  for (const rover::SlopePoint& point : run.track) {
    const double periods = point.time / kPlacePeriod;
    if (periods < 0.5 || std::abs(periods - std::round(periods)) > 1e-9) continue;
    Record& place = places->Add();
    for (const char* key : {"soil", "slope", "center"}) place.Set(key, *drive.Find(key));
    place.Set("time", point.time, "s")
        .Set("x", point.x, "m")
        .Set("y", point.y, "m")
        .Set("heading", point.heading / kDegree, "deg");
  }
}

/// Adds all drives and the position of each at fixed times.
void AddDrives(const SlopesWork& work, StudyOutcome* outcome) {
  RecordSet drives{"drives", {}, "", {}};
  RecordSet places{"drive_places", {}, "", {}};
  double latest_peak = kNan;
  for (const SlopeRun& run : work.runs) {
    Record& record = drives.Add();
    AddSoil(work, run.soil, &record);
    record.Set("slope", run.slope / kDegree, "deg").Set("center", run.center, "m");
    AddTrack(run, &record);
    AddPlaces(record, run, &places);
    const std::string where = work.soils[run.soil].name + "_" + PlainNumber(run.slope / kDegree) +
                              "_" + PlainNumber(run.center);
    outcome->facts.Set("drove." + where, 1.0).Set("gap." + where, *record.Find("closure.gap"), "m");
    latest_peak = std::fmax(latest_peak, std::get<double>(*record.Find("peak_time")));
  }
  outcome->facts.Set("latest_peak", latest_peak, "s");
  outcome->sets.push_back(std::move(drives));
  outcome->sets.push_back(std::move(places));
}

/// Adds each place of the centre of mass with the number of drives that complete a turn.
void AddCenters(const SlopesSettings& settings, const SlopesWork& work, StudyOutcome* outcome) {
  for (const double slope : settings.slopes) {
    outcome->Set("slopes").Add().Set("slope", slope / kDegree, "deg");
  }
  for (const double center : settings.centers) {
    double climbing = 0.0;
    double round = 0.0;
    for (const SlopeRun& run : work.runs) {
      if (run.center != center || run.track.empty()) continue;
      Record closure;
      AddClosure(run.track, &closure);
      climbing += 1.0;
      round += std::isnan(std::get<double>(*closure.Find("closure.time"))) ? 0.0 : 1.0;
    }
    outcome->Set("centers")
        .Add()
        .Set("center", center, "m")
        .Set("center_text", CenterText(center))
        .Set("climbing", climbing)
        .Set("round", round);
  }
}

/// Slip at a slope over the random soils; 1 where the vehicle cannot climb.
std::vector<double> SlipsAtPlace(const ClimbSpread& climb, double slope) {
  std::vector<double> slips;
  for (std::size_t i = 0; i < climb.slopes.size(); ++i) {
    if (std::abs(climb.slopes[i] - slope) > 1e-6) continue;
    for (const auto& sample : climb.samples) slips.push_back(sample[i]);
  }
  return slips;
}

/// Adds slip and limits for driving straight uphill.
void AddClimbs(const SlopesWork& work, StudyOutcome* outcome) {
  RecordSet& places = outcome->Set("places");
  for (const PlaceSlip& place : work.places) {
    Record& record = places.Add();
    AddSoil(work, place.soil, &record);
    record.Set("slope", place.slope / kDegree, "deg")
        .Set("straight", place.straight.value_or(kNan))
        .Set("steered", place.steered.value_or(kNan));
    AddQuantiles("drawn", SlipsAtPlace(work.climbs[place.soil], place.slope), "", &record);
    const std::string where =
        work.soils[place.soil].name + "_" + PlainNumber(place.slope / kDegree);
    outcome->numbers.emplace_back("slip.straight." + where, place.straight.value_or(kNan));
    outcome->numbers.emplace_back("slip.steered." + where, place.steered.value_or(kNan));
  }
  RecordSet climbs{"climbs", {}, "", {}};
  RecordSet slips{"climb_slips", {}, "", {}};
  for (std::size_t i = 0; i < work.soils.size(); ++i) {
    const ClimbSpread& climb = work.climbs[i];
    Record& record = climbs.Add();
    AddSoil(work, i, &record);
    record.Set("slope", Scaled(climb.slopes, 1.0 / kDegree), "deg")
        .Set("nominal", climb.nominal)
        .Set("limit", climb.limit / kDegree, "deg")
        .Set("steered_limit", climb.steered_limit / kDegree, "deg");
    SetQuantiles("slip", climb.samples, "", &record);
    AddQuantiles("limit", Scaled(climb.limits, 1.0 / kDegree), "deg", &record);
    const std::string name = "limit_deg." + work.soils[i].name;
    outcome->numbers.emplace_back(name, climb.limit / kDegree);
    for (const char* end : {".q05", ".q50", ".q95"}) {
      outcome->numbers.emplace_back(name + end,
                                    std::get<double>(*record.Find(std::string("limit") + end)));
    }
    for (std::size_t k = 0; k < climb.slopes.size(); ++k) {
      slips.Add()
          .Set("soil", work.soils[i].name)
          .Set("slope", climb.slopes[k] / kDegree, "deg")
          .Set("slip", climb.nominal[k]);
    }
  }
  outcome->sets.push_back(std::move(climbs));
  outcome->sets.push_back(std::move(slips));
}

/// Adds a multibody trial next to the quasi-static result; slip 1 means that the vehicle does not
/// climb.
void AddTrial(const SlopesWork& work, std::size_t soil, double slope, double slip,
              const std::string& engine, RecordSet* trials) {
  const ClimbSpread& climb = work.climbs[soil];
  double nominal = kNan;
  for (std::size_t k = 0; k < climb.slopes.size(); ++k) {
    if (std::abs(climb.slopes[k] - slope) < 1e-6) nominal = climb.nominal[k];
  }
  const auto climbing = [](double one) { return one < 1.0 ? one : kNan; };
  Record& record = trials->Add();
  AddSoil(work, soil, &record);
  record.Set("slope", slope / kDegree, "deg")
      .Set("engine", engine)
      .Set("slip", climbing(slip))
      .Set("shown_slip", std::min(slip, 1.0))
      .Set("nominal", climbing(nominal))
      .Set("difference", climbing(slip) - climbing(nominal));
  AddQuantiles("drawn", SlipsAtPlace(climb, slope), "", &record);
}

/// The trials that have the metric and values of the settings and ended without an error.
void AddTrials(const experiment::Results& results, const SlopesSettings& settings,
               const SlopesWork& work, StudyOutcome* outcome) {
  if (settings.slip_metric.empty()) return;
  RecordSet trials{"trials", {}, "", {}};
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    const experiment::Trial& trial = results.plan.trials[i];
    const experiment::TrialResult& result = results.results[i];
    const std::string* soil = experiment::ValueOf(trial.values, settings.soil_value);
    const std::string* slope = experiment::ValueOf(trial.values, settings.slope_value);
    const double* slip = result.Metric(settings.slip_metric);
    if (!record::MatchesPattern(trial.case_name, settings.case_pattern)) continue;
    if (!result.error.empty() || soil == nullptr || slope == nullptr || slip == nullptr) continue;
    for (std::size_t k = 0; k < work.soils.size(); ++k) {
      if (work.soils[k].name != *soil) continue;
      AddTrial(work, k, std::atof(slope->c_str()) * kDegree, *slip, trial.engine, &trials);
    }
  }
  outcome->facts.Set("trials", static_cast<double>(trials.records.size()));
  outcome->sets.push_back(std::move(trials));
}

/// Adds the settings that the report mentions.
void AddFacts(const SlopesSettings& settings, StudyOutcome* outcome) {
  outcome->facts.Set("steering", settings.steering / kDegree, "deg")
      .Set("rear", settings.rear ? 1.0 : 0.0)
      .Set("gravity", settings.gravity, "m/s2")
      .Set("speed", settings.speed * kPerHour, "m/h")
      .Set("first_speed", settings.first_speed * kPerHour, "m/h")
      .Set("samples", static_cast<double>(settings.samples))
      .Set("drive_samples", static_cast<double>(settings.drive_samples))
      .Set("spreads", static_cast<double>(settings.spreads.size()));
  for (const std::string& text : Describe(settings.spreads)) {
    outcome->Set("spreads").Add().Set("text", text);
  }
}

Result<StudyOutcome> Make(const StudyContext& context, const SlopesSettings& settings) {
  const SlopesWork work = SUREFOOT_TRY(DoSlopes(context, settings));
  StudyOutcome outcome;
  AddFacts(settings, &outcome);
  AddDrives(work, &outcome);
  AddCenters(settings, work, &outcome);
  AddClimbs(work, &outcome);
  AddTrials(context.results, settings, work, &outcome);
  return outcome;
}

}  // namespace

experiment::StudyKind RoverSlopes() {
  return experiment::StudyOf<ReadSlopesSettings, Make>(
      "a rover on slopes of soil: paths, slip, how steep it climbs", "rover_slopes");
}

}  // namespace surefoot::studies
