#include "surefoot/evaluation/studies/rover/slopes_work.h"

#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/rover/slope_vehicle.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"

// Slip against slope: slip is the independent variable (the contact integrals give pull for a
// slip), so the curve is computed at nodes of slip and inverted by interpolation.

namespace surefoot::studies {
namespace {

constexpr double kDegree = M_PI / 180.0;
constexpr double kMetresPerHour = 1.0 / 3600.0;
constexpr double kSlopeStep = 0.5 * kDegree;
constexpr double kFullSlip = 0.999999;
/// Resolution of the tables of a vehicle's motion over heading; those of random soils are coarser
/// to save time.
constexpr int kHeadings = 180;
constexpr int kFewHeadings = 40;

/// Nodes of slip, denser where slip rises fast with slope.
std::vector<double> SlipNodes() {
  std::vector<double> slips;
  for (double slip = -0.3; slip < 0.299; slip += 0.025) slips.push_back(slip);
  for (double slip = 0.3; slip < 0.99; slip += 0.05) slips.push_back(slip);
  slips.push_back(0.99);
  slips.push_back(kFullSlip);
  return slips;
}

/// Slip at each slope by linear interpolation between nodes; 1 beyond the last.
std::vector<double> SlipsAt(const rover::SlopeVehicle& vehicle, const std::vector<double>& slopes,
                            double* limit) {
  const std::vector<double> nodes = SlipNodes();
  std::vector<double> places;
  for (const double slip : nodes) places.push_back(vehicle.SlopeAtSlip(slip));
  *limit = places.back();
  std::vector<double> slips;
  for (const double slope : slopes) {
    const auto above = std::lower_bound(places.begin(), places.end(), slope) - places.begin();
    if (above == static_cast<std::ptrdiff_t>(places.size())) {
      slips.push_back(1.0);
      continue;
    }
    const auto high = static_cast<std::size_t>(std::max<std::ptrdiff_t>(above, 1));
    const double share = (slope - places[high - 1]) / (places[high] - places[high - 1]);
    slips.push_back(nodes[high - 1] + share * (nodes[high] - nodes[high - 1]));
  }
  return slips;
}

/// Draws the parameters of a soil from its own random stream.
Status DrawClimb(const StudyContext& context, const SlopesSettings& settings, std::size_t sample,
                 const NamedSoil& soil, ClimbSpread* climb) {
  RandomStream random(context.seed, "soil/" + soil.name, sample);
  world::Soil drawn = soil.soil;
  rover::SlopeVehicleSpec spec = settings.Vehicle(0.0);
  DrawSoil(settings.spreads, &random, &drawn, &spec.wheel);
  const auto vehicle = SUREFOOT_TRY(Within(soil.name, rover::SlopeVehicle::Make(spec, drawn)));
  climb->samples[sample] = SlipsAt(vehicle, climb->slopes, &climb->limits[sample]);
  return Status();
}

/// Slip over slope with the nominal soil, and the steepest slope.
Status DoNominal(const SlopesSettings& settings, const NamedSoil& soil, ClimbSpread* climb) {
  const auto vehicle =
      SUREFOOT_TRY(Within(soil.name, rover::SlopeVehicle::Make(settings.Vehicle(0.0), soil.soil)));
  for (double slope = settings.first_slope; slope < settings.last_slope + 1e-9;
       slope += kSlopeStep) {
    climb->slopes.push_back(slope);
    climb->nominal.push_back(vehicle.ClimbSlip(slope).value_or(1.0));
  }
  climb->limit = vehicle.LimitSlope();
  climb->steered_limit = vehicle.LimitSlope(settings.SteeringOfAxles());
  climb->samples.resize(static_cast<std::size_t>(settings.samples));
  climb->limits.resize(static_cast<std::size_t>(settings.samples));
  return Status();
}

/// Drives on a slope with constant steering.
std::vector<rover::SlopePoint> DriveOn(const SlopesSettings& settings, const SlopeRun& run,
                                       const rover::SlopeVehicle& vehicle, int headings) {
  rover::SlopeDrive drive;
  drive.slope = run.slope;
  drive.steering = settings.SteeringOfAxles();
  drive.speed = settings.speed;
  // The search starts with wheels slightly faster than the vehicle.
  drive.first_tread = 1.05 * settings.first_speed;
  drive.seconds = settings.seconds;
  return rover::SlopeTable::Make(vehicle, run.slope, drive.steering, headings).Drive(drive);
}

/// One drive with the nominal soil, and its slip with random soils.
Status DoRun(const SlopesSettings& settings, const std::vector<NamedSoil>& soils, SlopeRun* run) {
  const NamedSoil& soil = soils[run->soil];
  const auto vehicle = SUREFOOT_TRY(
      Within(soil.name, rover::SlopeVehicle::Make(settings.Vehicle(run->center), soil.soil)));
  run->track = DriveOn(settings, *run, vehicle, kHeadings);
  if (!run->track.empty()) run->slips.resize(static_cast<std::size_t>(settings.drive_samples));
  return Status();
}

/// The same random soils as in DrawClimb.
Status DrawRun(const StudyContext& context, const SlopesSettings& settings,
               const std::vector<NamedSoil>& soils, std::size_t sample, SlopeRun* run) {
  if (sample >= run->slips.size()) return Status();
  RandomStream random(context.seed, "soil/" + soils[run->soil].name, sample);
  world::Soil drawn = soils[run->soil].soil;
  rover::SlopeVehicleSpec spec = settings.Vehicle(run->center);
  DrawSoil(settings.spreads, &random, &drawn, &spec.wheel);
  const auto vehicle =
      SUREFOOT_TRY(Within(soils[run->soil].name, rover::SlopeVehicle::Make(spec, drawn)));
  std::vector<double>& slips = run->slips[sample];
  for (const auto& point : DriveOn(settings, *run, vehicle, kFewHeadings)) {
    slips.push_back(point.motion.slip);
  }
  slips.resize(run->track.size(), 1.0);
  return Status();
}

/// Slip for driving straight uphill at one slope and soil.
Status DoPlace(const SlopesSettings& settings, const std::vector<NamedSoil>& soils,
               PlaceSlip* place) {
  const auto vehicle =
      SUREFOOT_TRY(rover::SlopeVehicle::Make(settings.Vehicle(0.0), soils[place->soil].soil));
  place->straight = vehicle.ClimbSlip(place->slope);
  place->steered = vehicle.ClimbSlip(place->slope, settings.SteeringOfAxles());
  return Status();
}

/// Lists all combinations of slope, soil and centre of mass, before any is computed, so that they
/// can run in parallel.
void ListRuns(const SlopesSettings& settings, SlopesWork* work) {
  for (const double slope : settings.slopes) {
    for (std::size_t soil = 0; soil < work->soils.size(); ++soil) {
      work->places.push_back({soil, slope, {}, {}});
      for (const double center : settings.centers)
        work->runs.push_back({soil, slope, center, {}, {}});
    }
  }
}

}  // namespace

Result<SlopesWork> DoSlopes(const StudyContext& context, const SlopesSettings& settings) {
  SlopesWork work;
  Problems problems;
  const world::ElementReader reader(context.settings, &problems);
  work.soils = SUREFOOT_TRY(
      ReadSoils(context.parts, reader, "soils", {"cloddy", "mixed_drift_cloddy", "drift"}));
  work.climbs.resize(work.soils.size());
  ListRuns(settings, &work);
  SUREFOOT_TRY(DoAll(context, "drives on slopes", 0.0, 0.2, work.runs.size(),
                     [&](std::size_t i) { return DoRun(settings, work.soils, &work.runs[i]); }));
  const auto drives = static_cast<std::size_t>(settings.drive_samples);
  SUREFOOT_TRY(DoAll(
      context, "drives on random soils", 0.2, 0.5, work.runs.size() * drives, [&](std::size_t i) {
        return DrawRun(context, settings, work.soils, i % drives, &work.runs[i / drives]);
      }));
  const std::size_t count = work.soils.size();
  SUREFOOT_TRY(
      DoAll(context, "straight up", 0.5, 0.6, count + work.places.size(), [&](std::size_t i) {
        return i < count ? DoNominal(settings, work.soils[i], &work.climbs[i])
                         : DoPlace(settings, work.soils, &work.places[i - count]);
      }));
  const auto samples = static_cast<std::size_t>(settings.samples);
  SUREFOOT_TRY(DoAll(context, "soils at random", 0.6, 1.0, count * samples, [&](std::size_t i) {
    return DrawClimb(context, settings, i % samples, work.soils[i / samples],
                     &work.climbs[i / samples]);
  }));
  return work;
}

rover::Steering SlopesSettings::SteeringOfAxles() const {
  return {steering, 0.0, rear ? -steering : 0.0};
}

rover::SlopeVehicleSpec SlopesSettings::Vehicle(double center) const {
  rover::SlopeVehicleSpec spec;
  spec.center = center;
  spec.gravity = gravity;
  return spec;
}

SlopesSettings ReadSlopesSettings(const world::ElementReader& reader) {
  SlopesSettings settings;
  settings.slopes = Scaled(ReadNumbers(reader, "slopes", {21.0, 26.0}, 0.0, 45.0), kDegree);
  const std::vector<double> range = reader.Numbers("range", 2, {-10.0, 32.0});
  if (range.size() == 2 && !(range[0] >= -30.0 && range[1] <= 45.0 && range[0] < range[1])) {
    reader.Error("range", "slopes are from -30 to 45 deg, the lower limit first");
  }
  settings.first_slope = range.front() * kDegree;
  settings.last_slope = range.back() * kDegree;
  settings.steering = reader.Number("steering", 4.0, -20.0, 20.0) * kDegree;
  settings.rear = reader.Flag("rear", true);
  settings.centers = ReadNumbers(reader, "centers", {0.0, -0.05}, -0.5, 0.5);
  settings.speed = reader.Number("speed", 40.0, 1.0, 1000.0) * kMetresPerHour;
  settings.first_speed = reader.Number("first_speed", 38.0, 1.0, 1000.0) * kMetresPerHour;
  settings.gravity = reader.Number("gravity", 3.71, 0.1, 30.0);
  settings.seconds = reader.Number("duration", 12000.0, 60.0, 100000.0);
  settings.spreads = ReadSpreads(reader);
  settings.samples = static_cast<int>(reader.Integer("samples", 200, 2, 100000));
  settings.drive_samples = static_cast<int>(reader.Integer("drive_samples", 16, 0, 10000));
  CheckSoils(reader, "soils");
  const world::ElementReader multibody = reader.Child("multibody");
  settings.slip_metric = multibody.Text("slip");
  settings.case_pattern = multibody.Text("cases", "*");
  settings.slope_value = multibody.Text("slope", "slope");
  settings.soil_value = multibody.Text("soil", "soil");
  experiment::RefuseUnknown(multibody);
  experiment::RefuseUnknown(reader, {"kind"});
  return settings;
}

}  // namespace surefoot::studies
