#include "surefoot/sensors/range_finder_spec.h"

#include <algorithm>
#include <cmath>

#include "surefoot/sensors/curve_element.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor_element.h"
#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kMostRange = 1e4;

/// Limits of data sheets.
struct Preset {
  const char* name;
  double min;
  double max;
  double field_of_view;
  double stddev;
  double resolution;
  /// Between two measurements, s.
  double cycle;
};

// HC-SR04: 2 cm to 4 m, measuring angle 15 degrees, accuracy 3 mm (taken as two standard
// deviations), at least 60 ms between two pulses.
// GP2Y0A41SK0F: 4 to 30 cm, 16.5 ms for a measurement (+-3.7); a narrow beam; nothing said of
// noise.
constexpr Preset kPresets[] = {
    {"hc-sr04", 0.02, 4.0, 15.0 * kPi / 180.0, 0.0015, 0.003, 0.060},
    {"gp2y0a41sk0f", 0.04, 0.3, 0.0, 0.0, 0.0, 0.0128},
};

void ReadPreset(const SensorArgs& args, RangeFinderSpec* spec) {
  const std::string name = args.element.Text("preset");
  if (name.empty()) return;
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) {
    names.emplace_back(preset.name);
    if (name != preset.name) continue;
    spec->min = preset.min;
    spec->max = preset.max;
    spec->field_of_view = preset.field_of_view;
    spec->stddev = noise::Curve::Constant(preset.stddev);
    spec->resolution = preset.resolution;
    if (args.place.rate * preset.cycle > 1.0 + 1e-9) {
      args.element.Warning("update_rate", "the real one needs longer for a measurement",
                           std::to_string(args.place.rate),
                           "give at most " + std::to_string(1.0 / preset.cycle));
    }
    return;
  }
  args.element.Error("preset", "there is no such preset", name, world::NameAdvice(name, names));
}

/// SDF's <sonar>.
void ReadSonar(const world::ElementReader& sonar, RangeFinderSpec* spec) {
  spec->min = sonar.Number("min", 0.0, 0.0, kMostRange);
  spec->max = sonar.Number("max", 1.0, 0.0, kMostRange);
  const double radius = sonar.Number("radius", 0.5, 0.0, kMostRange);
  const bool cone = sonar.Choice("geometry", {"cone", "sphere"}, "cone") == "cone";
  spec->field_of_view = cone ? 2.0 * std::atan2(radius, std::max(spec->max, 1e-6)) : 2.0 * kPi;
}

/// A fan of rays that stands for a cone, as Gazebo's range plugins have it.
void ReadFan(const world::ElementReader& ray, RangeFinderSpec* spec) {
  spec->min = ray.Number("range/min", spec->min, 0.0, kMostRange);
  spec->max = ray.Number("range/max", spec->max, 0.0, kMostRange);
  for (const char* fan : {"scan/horizontal", "scan/vertical"}) {
    const world::ElementReader child = ray.Child(fan);
    const double low = child.Number("min_angle", 0.0, -kPi, kPi);
    const double high = child.Number("max_angle", 0.0, -kPi, kPi);
    spec->field_of_view = std::max(spec->field_of_view, high - low);
  }
  const noise::ScalarNoiseSpec error = ReadNoise(ray, "noise");
  spec->mean = noise::Curve::Constant(error.mean);
  spec->stddev = noise::Curve::Constant(error.stddev);
}

void ReadEcho(const world::ElementReader& element, EchoSpec* echo) {
  echo->max_incidence = element.Number("max_incidence", kPi / 2.0, 0.0, kPi / 2.0);
  echo->diffuse = element.Number("diffuse_echo", 0.0, 0.0, 1.0);
  echo->threshold = element.Number("threshold", 0.0, 0.0, 1.0);
  echo->pulse_length = element.Number("pulse_length", 0.01, 0.0, kMostRange);
}

void ReadErrors(const world::ElementReader& element, RangeFinderSpec* spec) {
  spec->mean = ReadCurve(element, "noise/mean", spec->mean);
  spec->stddev = ReadCurve(element, "noise/stddev", spec->stddev);
  spec->outliers.dropout_probability = element.Number("dropout", 0.0, 0.0, 1.0);
  spec->outliers.outlier_probability = element.Number("outliers", 0.0, 0.0, 1.0);
  spec->outliers.outlier_low = spec->min;
  spec->outliers.outlier_high = spec->max;
  spec->resolution = element.Number("resolution", spec->resolution, 0.0, kMostRange);
  const std::string nothing = element.Choice("without_echo", {"max", "inf"}, "max");
  spec->infinite_without_echo = nothing == "inf";
  const std::string near = element.Choice("below_min", {"min", "blind"}, "min");
  spec->blind_below_min = near == "blind";
}

}  // namespace

RangeFinderSpec ReadRangeFinder(const SensorArgs& args, Radiation radiation) {
  const world::ElementReader& element = args.element;
  WarnMisspelt(args, {"preset",      "sonar",         "ray",          "lidar",      "min",
                      "max",         "field_of_view", "rays",         "axis",       "sees",
                      "ignore_self", "max_incidence", "diffuse_echo", "threshold",  "pulse_length",
                      "noise",       "dropout",       "outliers",     "resolution", "without_echo",
                      "below_min"});
  RangeFinderSpec spec;
  spec.radiation = radiation;
  if (radiation == Radiation::kSound) {
    spec.field_of_view = kPresets[0].field_of_view;
  } else {
    spec.max = 0.8;
  }
  ReadPreset(args, &spec);
  if (element.Has("sonar")) ReadSonar(element.Child("sonar"), &spec);
  for (const char* fan : {"ray", "lidar"}) {
    if (element.Has(fan)) ReadFan(element.Child(fan), &spec);
  }
  spec.min = element.Number("min", spec.min, 0.0, kMostRange);
  spec.max = element.Number("max", spec.max, 1e-6, kMostRange);
  if (!(spec.min < spec.max)) {
    element.Error("max", "must be above the least range " + std::to_string(spec.min),
                  std::to_string(spec.max));
  }
  spec.field_of_view = element.Number("field_of_view", spec.field_of_view, 0.0, 2.0 * kPi);
  spec.rays =
      static_cast<int>(element.Integer("rays", spec.field_of_view > 0.0 ? 64 : 1, 1, 10000));
  const Vector3d axis = element.Vector("axis", Vector3d::UnitX());
  const double length = axis.norm();
  if (length > 1e-6 && length < 1e6) {
    spec.axis_S = axis / length;
  } else {
    element.Error("axis", "must be a direction: a vector with a length", std::to_string(length));
  }
  spec.sees_visuals = element.Choice("sees", {"collisions", "visuals"}, "collisions") == "visuals";
  spec.ignore_self = element.Flag("ignore_self", true);
  ReadEcho(element, &spec.echo);
  ReadErrors(element, &spec);
  return spec;
}

}  // namespace surefoot::sensors
