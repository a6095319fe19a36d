#include "surefoot/evaluation/studies/rover/slopes_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/rover/slopes_published.h"

namespace surefoot::studies {
namespace {

using experiment::StudyCheck;
using report::FixedNumber;

constexpr double kDegree = M_PI / 180.0;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kArticle = "article";
constexpr const char* kReference = "reference";

bool Same(double a, double b) { return std::abs(a - b) < 1e-6; }

const PlaceSlip* FindPlace(const SlopesWork& work, const std::string& soil, double slope_deg) {
  for (const PlaceSlip& place : work.places) {
    if (work.soils[place.soil].name == soil && Same(place.slope / kDegree, slope_deg)) {
      return &place;
    }
  }
  return nullptr;
}

const ClimbSpread* FindClimb(const SlopesWork& work, const std::string& soil) {
  for (std::size_t i = 0; i < work.soils.size(); ++i) {
    if (work.soils[i].name == soil) return &work.climbs[i];
  }
  return nullptr;
}

std::string Title(std::string soil) {
  std::replace(soil.begin(), soil.end(), '_', ' ');
  return soil;
}

void CheckSlips(const SlopesWork& work, std::vector<StudyCheck>* checks) {
  double drift = kNan;
  double mixed = kNan;
  for (const PrintedSlip& printed : PrintedSlips()) {
    const PlaceSlip* place = FindPlace(work, printed.soil, printed.slope);
    if (place == nullptr) continue;
    const std::string where = Title(printed.soil) + ", " + FixedNumber(printed.slope, 0) + " deg";
    for (const bool steered : {false, true}) {
      const double slip = (steered ? place->steered : place->straight).value_or(kNan);
      checks->push_back({"slip, " + where + (steered ? ", wheels steered" : ", wheels straight"),
                         slip, printed.slip - 0.04, printed.slip + 0.04, kArticle});
      if (steered) (std::string(printed.soil) == "drift" ? drift : mixed) = slip;
    }
  }
  if (std::isfinite(drift) && std::isfinite(mixed)) {
    checks->push_back(
        {"slip on drift at 21 less that on mixed at 26 deg", drift - mixed, 0.0, 0.02, kArticle});
  }
}

void CheckReferenceSlips(const SlopesWork& work, std::vector<StudyCheck>* checks) {
  double worst = 0.0;
  int count = 0;
  for (const ReferenceSlip& wanted : ReferenceSlips()) {
    const ClimbSpread* climb = FindClimb(work, wanted.soil);
    if (climb == nullptr) continue;
    for (std::size_t i = 0; i < climb->slopes.size(); ++i) {
      if (!Same(climb->slopes[i] / kDegree, wanted.slope)) continue;
      worst = std::max(worst, std::abs(climb->nominal[i] - wanted.slip));
      ++count;
    }
  }
  if (count == 0) return;
  checks->push_back({"slip straight up, largest difference of " + std::to_string(count) + " places",
                     worst, 0.0, 0.002, kReference});
}

void CheckLimits(const SlopesWork& work, std::vector<StudyCheck>* checks) {
  for (const PrintedLimit& printed : PrintedLimits()) {
    const ClimbSpread* climb = FindClimb(work, printed.soil);
    if (climb == nullptr) continue;
    checks->push_back({"steepest slope that is climbed, " + Title(printed.soil) + " (deg)",
                       climb->limit / kDegree, printed.climbs,
                       printed.fails > 0.0 ? printed.fails : 90.0, kArticle});
  }
  for (const ReferenceLimit& wanted : ReferenceLimits()) {
    const ClimbSpread* climb = FindClimb(work, wanted.soil);
    if (climb == nullptr) continue;
    checks->push_back({"steepest slope that is climbed, " + Title(wanted.soil) + " (deg)",
                       climb->limit / kDegree, wanted.slope - 0.02, wanted.slope + 0.02,
                       kReference});
  }
}

const rover::SlopePoint* PointAt(const SlopeRun& run, double time) {
  for (const rover::SlopePoint& point : run.track) {
    if (Same(point.time, time)) return &point;
  }
  return nullptr;
}

/// The farthest of all drives from the reference at a time.
void CheckPlaces(const SlopesWork& work, double time, double most, double most_turn,
                 std::vector<StudyCheck>* checks) {
  double distance = 0.0;
  double turn = 0.0;
  int count = 0;
  for (const ReferencePlace& wanted : ReferencePlaces()) {
    const SlopeRun* run = FindRun(work, wanted.soil, wanted.slope, wanted.center);
    if (wanted.time != time || run == nullptr) continue;
    const rover::SlopePoint* point = PointAt(*run, time);
    if (point == nullptr) continue;
    distance = std::max(distance, std::hypot(point->x - wanted.x, point->y - wanted.y));
    turn = std::max(turn, std::abs(point->heading / kDegree - wanted.heading));
    ++count;
  }
  if (count == 0) return;
  const std::string after =
      " after " + FixedNumber(time, 0) + " s, largest of " + std::to_string(count) + " drives";
  checks->push_back({"distance from the path" + after + " (m)", distance, 0.0, most, kReference});
  checks->push_back({"error of heading" + after + " (deg)", turn, 0.0, most_turn, kReference});
}

/// What the article tells of the shapes of paths; they need the centre of mass behind.
void CheckShapes(const SlopesWork& work, std::vector<StudyCheck>* checks) {
  const SlopeRun* cloddy = FindRun(work, "cloddy", 21.0, -0.05);
  const SlopeRun* mixed = FindRun(work, "mixed_drift_cloddy", 21.0, -0.05);
  if (cloddy != nullptr && mixed != nullptr) {
    const auto a = ClosureOf(*cloddy);
    const auto b = ClosureOf(*mixed);
    checks->push_back({"gap of the loop at 21 deg: mixed less cloddy (m), centre 0.05 m behind",
                       a && b ? b->gap - a->gap : kNan, 0.0, kInfinity, kArticle});
  }
  for (const StraightHeading& wanted : StraightHeadings()) {
    const SlopeRun* run = FindRun(work, wanted.soil, wanted.slope, -0.05);
    if (run == nullptr || run->track.empty() || run->track.back().time < 9000.0) continue;
    const std::string where =
        Title(wanted.soil) + ", " + FixedNumber(wanted.slope, 0) + " deg, centre 0.05 m behind";
    checks->push_back({"heading at the end, " + where + " (deg)",
                       run->track.back().heading / kDegree, wanted.heading - 0.3,
                       wanted.heading + 0.3, kReference});
    checks->push_back({"turning after 1.5 h, " + where + " (deg/m)", LateTurning(*run) / kDegree,
                       0.0, 0.05, kArticle});
  }
}

}  // namespace

const SlopeRun* FindRun(const SlopesWork& work, const std::string& soil, double slope_deg,
                        double center) {
  for (const SlopeRun& run : work.runs) {
    if (work.soils[run.soil].name == soil && Same(run.slope / kDegree, slope_deg) &&
        Same(run.center, center)) {
      return &run;
    }
  }
  return nullptr;
}

std::optional<Closure> ClosureOf(const SlopeRun& run) {
  for (std::size_t i = 1; i < run.track.size(); ++i) {
    const rover::SlopePoint& a = run.track[i - 1];
    const rover::SlopePoint& b = run.track[i];
    if (std::abs(b.heading - run.track.front().heading) < 2.0 * M_PI) continue;
    const double before = 2.0 * M_PI - std::abs(a.heading - run.track.front().heading);
    const double share = before / std::abs(b.heading - a.heading);
    return Closure{a.time + share * (b.time - a.time),
                   std::hypot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))};
  }
  return std::nullopt;
}

double LateTurning(const SlopeRun& run) {
  for (std::size_t i = 1; i < run.track.size(); ++i) {
    const rover::SlopePoint& a = run.track[i - 1];
    const rover::SlopePoint& b = run.track[i];
    if (a.time < 5400.0) continue;
    return std::abs(b.heading - a.heading) / std::hypot(b.x - a.x, b.y - a.y);
  }
  return kNan;
}

double HighestSlip(const SlopeRun& run) {
  double highest = run.track.empty() ? kNan : -1.0;
  for (const rover::SlopePoint& point : run.track) highest = std::max(highest, point.motion.slip);
  return highest;
}

std::vector<StudyCheck> SlopesChecks(const SlopesSettings& settings, const SlopesWork& work) {
  std::vector<StudyCheck> checks;
  if (!Same(settings.gravity, 3.71)) return checks;
  if (Same(settings.steering / kDegree, 4.0) && settings.rear) CheckSlips(work, &checks);
  CheckLimits(work, &checks);
  CheckReferenceSlips(work, &checks);
  const bool same_drive = Same(settings.steering / kDegree, 4.0) && settings.rear &&
                          Same(settings.speed, 40.0 / 3600.0) &&
                          Same(settings.first_speed, 38.0 / 3600.0);
  if (!same_drive) return checks;
  CheckPlaces(work, 1800.0, 0.05, 0.3, &checks);
  CheckPlaces(work, 3600.0, 0.15, 1.0, &checks);
  CheckShapes(work, &checks);
  return checks;
}

std::vector<std::pair<std::string, double>> SlopesNumbers(const SlopesWork& work) {
  std::vector<std::pair<std::string, double>> numbers;
  for (const PlaceSlip& place : work.places) {
    const std::string where =
        work.soils[place.soil].name + "_" + PlainNumber(place.slope / kDegree);
    numbers.emplace_back("slip.straight." + where, place.straight.value_or(kNan));
    numbers.emplace_back("slip.steered." + where, place.steered.value_or(kNan));
  }
  for (std::size_t i = 0; i < work.soils.size(); ++i) {
    const ClimbSpread& climb = work.climbs[i];
    const std::string name = "limit_deg." + work.soils[i].name;
    numbers.emplace_back(name, climb.limit / kDegree);
    numbers.emplace_back(name + ".q05", gap::Quantile(climb.limits, 0.05) / kDegree);
    numbers.emplace_back(name + ".q50", gap::Quantile(climb.limits, 0.5) / kDegree);
    numbers.emplace_back(name + ".q95", gap::Quantile(climb.limits, 0.95) / kDegree);
  }
  return numbers;
}

}  // namespace surefoot::studies
