#include "surefoot/sensors/range/range_finder_spec.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/range/range_model_element.h"
#include "surefoot/sensors/sensor.h"

// Reading and errors of sonars and infrared sensors: a cone of rays, echoes weighted by beam and
// incidence, a threshold, then noise.

namespace surefoot::sensors {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kMaxRange = 1e4;
/// Full angle of an HC-SR04 (rad), for a sonar whose file does not specify a cone.
constexpr double kUsualCone = 15.0 * kPi / 180.0;

/// SDF's <sonar>: `radius` is that of the cone at the largest range.
void ReadSonar(const world::ElementReader& sonar, RangeFinderSpec* spec) {
  spec->min = sonar.Number("min", 0.0, 0.0, kMaxRange);
  spec->max = sonar.Number("max", 1.0, 0.0, kMaxRange);
  const double radius = sonar.Number("radius", 0.5, 0.0, kMaxRange);
  const bool cone = sonar.Choice("geometry", {"cone", "sphere"}, "cone") == "cone";
  spec->field_of_view = cone ? 2.0 * std::atan2(radius, std::max(spec->max, 1e-6)) : 2.0 * kPi;
}

/// <ray> as Gazebo's range plugins use it: a fan of rays that approximates a cone.
void ReadFan(const world::ElementReader& ray, RangeFinderSpec* spec) {
  spec->min = ray.Number("range/min", spec->min, 0.0, kMaxRange);
  spec->max = ray.Number("range/max", spec->max, 0.0, kMaxRange);
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
  echo->max_incidence = element.Number("max_incidence", echo->max_incidence, 0.0, kPi / 2.0);
  echo->diffuse = element.Number("diffuse_echo", echo->diffuse, 0.0, 1.0);
  echo->incidence_exponent =
      element.Number("incidence_exponent", echo->incidence_exponent, 0.0, 1e3);
  echo->beam_width = element.Number("beam_width", echo->beam_width, 0.0, 2.0 * kPi);
  echo->fading = element.Number("fading", echo->fading, 0.0, 10.0);
  echo->threshold = element.Number("threshold", echo->threshold, 0.0, 1.0);
  echo->pulse_length = element.Number("pulse_length", echo->pulse_length, 0.0, kMaxRange);
}

void ReadErrors(const world::ElementReader& element, RangeFinderSpec* spec) {
  spec->mean = ReadCurve(element, "noise/mean", spec->mean);
  spec->stddev = ReadCurve(element, "noise/stddev", spec->stddev);
  spec->bound = ReadCurve(element, "noise/bound", spec->bound);
  noise::OutlierSpec* outliers = &spec->outliers;
  outliers->dropout_probability =
      element.Number("dropout", outliers->dropout_probability, 0.0, 1.0);
  outliers->outlier_probability =
      element.Number("outliers", outliers->outlier_probability, 0.0, 1.0);
  outliers->outlier_low = spec->min;
  outliers->outlier_high = spec->max;
  spec->resolution = element.Number("resolution", spec->resolution, 0.0, kMaxRange);
  const std::string nothing =
      element.Choice("without_echo", {"max", "inf"}, spec->infinite_without_echo ? "inf" : "max");
  spec->infinite_without_echo = nothing == "inf";
  const std::string near =
      element.Choice("below_min", {"min", "blind"}, spec->blind_below_min ? "blind" : "min");
  spec->blind_below_min = near == "blind";
}

void ReadAxis(const world::ElementReader& element, RangeFinderSpec* spec) {
  const Vector3d axis = element.Vector("axis", spec->axis_S);
  const double length = axis.norm();
  if (length > 1e-6 && length < 1e6) {
    spec->axis_S = axis / length;
  } else {
    element.Error("axis", "must be a direction: a vector with a length", std::to_string(length));
  }
}

/// Surefoot's own elements of a sensor or of the <range_sensor> of a file; they override `spec`.
void ReadOwn(const world::ElementReader& element, RangeFinderSpec* spec) {
  spec->min = element.Number("min", spec->min, 0.0, kMaxRange);
  spec->max = element.Number("max", spec->max, 1e-6, kMaxRange);
  if (!(spec->min < spec->max)) {
    element.Error("max", "must be greater than the minimum range " + std::to_string(spec->min),
                  std::to_string(spec->max));
  }
  spec->field_of_view = element.Number("field_of_view", spec->field_of_view, 0.0, 2.0 * kPi);
  spec->rays = static_cast<int>(element.Integer("rays", spec->rays, 1, 10000));
  ReadAxis(element, spec);
  const std::string seen = spec->sees_visuals ? "visuals" : "collisions";
  spec->sees_visuals = element.Choice("sees", {"collisions", "visuals"}, seen) == "visuals";
  spec->ignore_self = element.Flag("ignore_self", spec->ignore_self);
  ReadEcho(element, &spec->echo);
  ReadErrors(element, spec);
  spec->crosstalk = element.Flag("crosstalk", spec->crosstalk);
  if (element.Has("ping_jitter")) spec->ping_jitter = element.Number("ping_jitter", 0.0, 0.0, 1e3);
}

void ReadReading(const world::ElementReader& file, RangeFinderSpec* spec) {
  if (!file.Has("reading")) return;
  spec->model = ReadRangeModel(file.Child("reading"), {spec->min, spec->max});
  const bool is_length = spec->model->reading_unit > 0.0;
  spec->corrected = file.Flag("corrected", !is_length);
  if (!spec->corrected && !is_length) {
    file.Error("corrected",
               "readings in another unit than a length must be converted to a distance",
               spec->model->reading_name);
  }
  if (spec->corrected && !spec->model->IsMonotone(spec->min, spec->max)) {
    file.Error("reading",
               "the mean reading must increase or decrease monotonically from <min> to <max>, so "
               "that it can be converted to a distance",
               std::to_string(spec->min) + " to " + std::to_string(spec->max) + " m");
  }
}

void ReadFile(const SensorArgs& args, const world::ElementReader& file, RangeFinderSpec* spec) {
  ReadOwn(file, spec);
  ReadReading(file, spec);
  const double cycle = file.Number("cycle", 0.0, 0.0, 1e3);
  if (args.place.rate * cycle > 1.0 + 1e-9) {
    args.element.Warning("update_rate", "the real sensor needs more time per measurement",
                         std::to_string(args.place.rate),
                         "use at most " + std::to_string(1.0 / cycle));
  }
  const bool sound = spec->radiation == Radiation::kSound;
  const std::string radiation =
      file.Choice("radiation", {"sound", "infrared"}, sound ? "sound" : "infrared");
  if ((radiation == "sound") != sound) {
    args.element.Warning("type", "the preset's file describes another type of sensor",
                         sound ? "sonar" : "infrared",
                         radiation == "sound" ? "write type=\"sonar\"" : "write type=\"infrared\"");
  }
}

/// Rejects error elements beside a measured model, which already contains these errors.
void RefuseBesideModel(const world::ElementReader& element) {
  for (const char* name : {"noise", "dropout", "outliers", "resolution"}) {
    if (!element.Has(name)) continue;
    element.Error(name, "already specified by the <reading> of the sensor's preset or model", "",
                  "change it in a copy of that file, and name the copy in <surefoot:model>");
  }
}

RangeReading NoEcho(const RangeFinderSpec& spec) {
  RangeReading reading;
  reading.range = spec.infinite_without_echo ? std::numeric_limits<double>::infinity() : spec.max;
  reading.raw = spec.model ? spec.model->Mean({spec.max, 0.0, 0.0}) : reading.range;
  return reading;
}

/// Variance of the reported distance (m^2): that of the reading, divided by the square of the slope
/// of the mean reading over distance (propagation of error to first order).
double VarianceOf(const RangeFinderSpec& spec, const noise::Sighting& at) {
  const noise::RangeModel& model = *spec.model;
  double metres = model.reading_unit;
  if (spec.corrected) {
    const double step = 1e-4 * std::max(at.distance, 1e-3);
    const double change = model.Mean({at.distance + step, at.incidence, at.offset}) -
                          model.Mean({at.distance - step, at.incidence, at.offset});
    metres = 2.0 * step / std::max(std::abs(change), 1e-300);
  }
  const double stddev = metres * model.Stddev(at);
  return std::min(stddev * stddev, 1e30);
}

RangeReading FromModel(const RangeFinderSpec& spec, const noise::Sighting& at,
                       RandomStream* stream) {
  const noise::RangeModel& model = *spec.model;
  // Always draws one number, so that files with other probabilities have the same noise.
  if (stream->Uniform() < model.Dropout(at)) return NoEcho(spec);
  RangeReading reading;
  reading.raw = model.Draw(at, stream);
  reading.range = spec.corrected ? model.DistanceOf(reading.raw, spec.min, spec.max)
                                 : reading.raw * model.reading_unit;
  reading.range = std::clamp(reading.range, spec.min, spec.max);
  reading.variance = VarianceOf(spec, at);
  return reading;
}

/// A sample of the normal distribution truncated at +-bound; of the uniform distribution where
/// there is only a bound.
double DrawError(double stddev, double bound, RandomStream* stream) {
  if (bound <= 0.0) return stddev * stream->Normal();
  if (stddev <= 0.0) return stream->Uniform(-bound, bound);
  // Rejection sampling. With a bound far below the standard deviation nearly every sample would be
  // rejected, and the truncated distribution is nearly uniform.
  constexpr int kMaxTries = 20;
  for (int i = 0; i < kMaxTries && bound > 0.2 * stddev; ++i) {
    const double error = stddev * stream->Normal();
    if (std::abs(error) <= bound) return error;
  }
  return stream->Uniform(-bound, bound);
}

/// Variance of DrawError's distribution.
double BoundedVariance(double stddev, double bound) {
  if (bound <= 0.0) return stddev * stddev;
  const double even = bound * bound / 3.0;
  if (stddev <= 0.0 || bound <= 0.2 * stddev) return even;
  // Variance of the normal distribution truncated symmetrically at a standard deviations:
  // sigma^2 (1 - 2 a phi(a) / (2 Phi(a) - 1)).
  const double a = bound / stddev;
  const double density = std::exp(-0.5 * a * a) / std::sqrt(2.0 * 3.14159265358979323846);
  return stddev * stddev * (1.0 - 2.0 * a * density / std::erf(a / std::sqrt(2.0)));
}

using plugins::ForeignReader;
using plugins::kSensorFrameNames;
using plugins::kTopicNames;

/// <gaussianNoise> of a plugin applies where the sensor has no <noise>.
void RayNoise(const ForeignReader& reader, world::Sensor* sensor) {
  const auto stddev = reader.Number("gaussianNoise gaussian_noise", 0.0, 1e3);
  const std::string rays = sensor->element.Child("lidar") != nullptr ? "lidar" : "ray";
  const world::Element* ray = sensor->element.Child(rays);
  if (!stddev || *stddev == 0.0 || (ray != nullptr && ray->Child("noise") != nullptr)) return;
  plugins::SetNoise(&sensor->element, rays, {*stddev},
                    reader.Find("gaussianNoise gaussian_noise")->source);
}

void RaysToSonar(const ForeignReader& reader, world::Sensor* sensor) {
  RayNoise(reader, sensor);
  const std::string radiation = reader.Text("radiation radiation_type");
  sensor->type = radiation == "infrared" ? "infrared" : "sonar";
}

/// gazebo_ros_ray_sensor (ROS 2) publishes the message type in <output_type>.
void RaySensor(const ForeignReader& reader, world::Sensor* sensor) {
  if (reader.Text("output_type") == "sensor_msgs/Range") RaysToSonar(reader, sensor);
}

}  // namespace

std::vector<Vector3d> ConeDirections(const Vector3d& axis, double full_angle, int count) {
  // A spherical Fibonacci lattice: equal steps in z are equal areas on the sphere (Archimedes), and
  // successive points are rotated by the golden angle.
  const double golden_angle = 3.14159265358979323846 * (3.0 - std::sqrt(5.0));
  const double height = 1.0 - std::cos(0.5 * full_angle);
  const Quaterniond R = QuaternionFromZAxis(axis);
  std::vector<Vector3d> directions;
  for (int i = 0; i < count; ++i) {
    const double z = count == 1 ? 1.0 : 1.0 - height * i / (count - 1);
    const double r = std::sqrt(std::max(0.0, 1.0 - z * z));
    const double angle = golden_angle * i;
    directions.push_back((R * Vector3d(r * std::cos(angle), r * std::sin(angle), z)).normalized());
  }
  return directions;
}

double EchoStrength(const EchoSpec& spec, double cosine, double reflectance) {
  const double c = std::clamp(std::abs(cosine), 0.0, 1.0);
  const bool comes_back = std::acos(c) <= spec.max_incidence;
  const double lobe = spec.incidence_exponent > 0.0 ? std::pow(c, spec.incidence_exponent) : 1.0;
  return reflectance * lobe * (comes_back ? 1.0 : spec.diffuse);
}

std::vector<double> BeamWeights(const EchoSpec& spec, const Vector3d& axis,
                                const std::vector<Vector3d>& directions) {
  std::vector<double> weights(directions.size(), 1.0);
  if (!(spec.beam_width > 0.0)) return weights;
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double offset = std::acos(std::clamp(directions[i].dot(axis), -1.0, 1.0));
    // A Gaussian beam that falls to one half at half of the full angle.
    weights[i] = std::exp2(-std::pow(2.0 * offset / spec.beam_width, 2.0));
    sum += weights[i];
  }
  for (double& weight : weights) weight *= static_cast<double>(weights.size()) / sum;
  return weights;
}

const Echo* FirstEcho(const EchoSpec& spec, int rays, double gain, std::vector<Echo>* echoes) {
  std::sort(echoes->begin(), echoes->end(),
            [](const Echo& a, const Echo& b) { return a.distance < b.distance; });
  const double requested = spec.threshold * rays / gain;
  double sum = 0.0;
  std::size_t first = 0;
  for (const Echo& echo : *echoes) {
    sum += echo.strength;
    while ((*echoes)[first].distance < echo.distance - spec.pulse_length) {
      sum -= (*echoes)[first++].strength;
    }
    // A small tolerance, because the running sum is rounded.
    if (echo.strength > 0.0 && sum >= requested * (1.0 - 1e-9)) return &echo;
  }
  return nullptr;
}

double RangeFinderRate(const world::ElementReader& element) {
  return element.Child("range_sensor").Number("update_rate", 0.0, 0.0, 1e6);
}

// Defaults, then the preset's file, then SDF's elements, then Surefoot's own, in increasing
// priority.
RangeFinderSpec ReadRangeFinder(const SensorArgs& args, Radiation radiation) {
  const world::ElementReader& element = args.element;
  RangeFinderSpec spec;
  spec.radiation = radiation;
  spec.rays = 0;
  spec.echo.pulse_length = 0.01;
  spec.field_of_view = radiation == Radiation::kSound ? kUsualCone : 0.0;
  if (radiation == Radiation::kInfrared) spec.max = 0.8;
  if (element.Has("range_sensor")) {
    ReadFile(args, element.Child("range_sensor"), &spec);
  } else if (element.Has("preset") || element.Has("model")) {
    element.Error("preset", "presets of range sensors are files, and this one was not read", "",
                  "load the world from a file");
  }
  if (element.Has("sonar")) ReadSonar(element.Child("sonar"), &spec);
  for (const char* fan : {"ray", "lidar"}) {
    if (element.Has(fan)) ReadFan(element.Child(fan), &spec);
  }
  ReadOwn(element, &spec);
  WarnMisspelt(args, {"preset", "model"});
  if (spec.rays == 0) spec.rays = spec.field_of_view > 0.0 ? 64 : 1;
  if (spec.model) RefuseBesideModel(element);
  if (spec.crosstalk && (radiation != Radiation::kSound || !(spec.field_of_view > 0.0))) {
    element.Error("crosstalk", "only an ultrasonic sensor with a cone can have crosstalk", "",
                  "give it a <surefoot:field_of_view> above 0, or remove crosstalk");
  }
  return spec;
}

RangeReading DrawReading(const RangeFinderSpec& spec, const std::optional<noise::Sighting>& seen,
                         RandomStream* stream) {
  if (spec.model) return seen ? FromModel(spec, *seen, stream) : NoEcho(spec);
  const noise::SampleFate fate = noise::DrawFate(spec.outliers, stream);
  RangeReading reading;
  if (fate == noise::SampleFate::kOutlier) {
    reading.range = noise::DrawOutlier(spec.outliers, stream);
  } else if (fate == noise::SampleFate::kDropout || !seen) {
    return NoEcho(spec);
  } else {
    const double stddev = std::max(0.0, spec.stddev.At(seen->distance));
    const double bound = std::max(0.0, spec.bound.At(seen->distance));
    reading.range =
        seen->distance + spec.mean.At(seen->distance) + DrawError(stddev, bound, stream);
    reading.variance = std::min(BoundedVariance(stddev, bound), 1e30);
  }
  if (spec.resolution > 0.0) {
    reading.range = std::round(reading.range / spec.resolution) * spec.resolution;
  }
  reading.range = std::clamp(reading.range, spec.min, spec.max);
  reading.raw = reading.range;
  return reading;
}

plugins::SensorSpellings LidarSpellings() {
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {
      {"gazebo_ros_laser gazebo_ros_gpu_laser gazebo_ros_block_laser", "", kTopicNames, "scan",
       kSensorFrameNames, RayNoise},
      {"gazebo_ros_ray_sensor", "", kTopicNames, "~/out", kSensorFrameNames, RaySensor},
      {"gazebo_ros_velodyne_laser gazebo_ros_velodyne_gpu_laser velodyne_laser "
       "livox_laser_simulation",
       "", kTopicNames, "~/out", kSensorFrameNames, RayNoise}};
  spellings.switches = "gz:cpulidar";
  return spellings;
}

plugins::SensorSpellings SonarSpellings() {
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {{"gazebo_ros_range hector_gazebo_ros_sonar", "", kTopicNames, "~/out",
                          kSensorFrameNames, RaysToSonar}};
  return spellings;
}

}  // namespace surefoot::sensors
