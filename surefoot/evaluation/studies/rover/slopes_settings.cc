#include "surefoot/evaluation/studies/rover/slopes_settings.h"

#include <cmath>

#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {
namespace {

constexpr double kDegree = M_PI / 180.0;
constexpr double kMetresPerHour = 1.0 / 3600.0;

}  // namespace

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
  experiment::RefuseUnknown(reader, {"kind", "soils", "slopes", "range", "steering", "rear",
                                     "centers", "speed", "first_speed", "gravity", "duration",
                                     "uncertainty", "samples", "drive_samples", "multibody"});
  SlopesSettings settings;
  settings.slopes = Scaled(ReadNumbers(reader, "slopes", {21.0, 26.0}, 0.0, 45.0), kDegree);
  const std::vector<double> range = reader.Numbers("range", 2, {-10.0, 32.0});
  if (range.size() == 2 && !(range[0] >= -30.0 && range[1] <= 45.0 && range[0] < range[1])) {
    reader.Error("range", "slopes go from at least -30 to at most 45 deg, the lower first");
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
  experiment::RefuseUnknown(multibody, {"cases", "slip", "slope", "soil"});
  settings.slip_metric = multibody.Text("slip");
  settings.case_pattern = multibody.Text("cases", "*");
  settings.slope_value = multibody.Text("slope", "slope");
  settings.soil_value = multibody.Text("soil", "soil");
  return settings;
}

}  // namespace surefoot::studies
