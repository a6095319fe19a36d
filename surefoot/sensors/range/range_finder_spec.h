#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/noise/curve.h"
#include "surefoot/noise/range_model.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

// Specification and physics of range finders: the cone of sound or light is sampled by rays, and
// the echoes of the rays add up to a reading.
//   const RangeFinderSpec spec = ReadRangeFinder(args, Radiation::kSound);
//   const Echo* first = FirstEcho(spec.echo, spec.rays, gain, &echoes);
//   const RangeReading reading = DrawReading(spec, seen, &stream);

/// Unit vectors over a cone of this full angle (rad, up to 2 pi: all around) about `axis`, uniform
/// in solid angle. The first is the axis, the last is on the rim.
std::vector<Vector3d> ConeDirections(const Vector3d& axis, double full_angle, int count);

/// When an echo is strong enough to be detected.
struct EchoSpec {
  /// Largest angle of incidence (rad from the normal) at which a smooth surface reflects back to
  /// the sensor; beyond it the reflection goes elsewhere.
  double max_incidence = 1.5707963267948966;
  /// Share of the strength that rough surfaces return beyond max_incidence.
  double diffuse = 0.0;
  /// Below max_incidence, the strength is proportional to cos(incidence) to this power.
  double incidence_exponent = 0.0;
  /// Full angle (rad) at which a ray has half of the strength of the axis; 0: uniform.
  double beam_width = 0.0;
  /// Standard deviation of the logarithm of a sample's gain: echoes near the threshold come and go.
  double fading = 0.0;
  /// Share of the whole cone's strength that is detected; 0: any echo.
  double threshold = 0.0;
  /// Echoes within this difference of distance add up (m): their pulses overlap.
  double pulse_length = 0.0;
};

/// Strength of a ray's echo, 0 to 1. `cosine` is that of the angle of incidence; `reflectance` is
/// from 0 to 1.
double EchoStrength(const EchoSpec& spec, double cosine, double reflectance);

/// Relative strength of rays by their angle from the axis; the mean is 1.
std::vector<double> BeamWeights(const EchoSpec& spec, const Vector3d& axis,
                                const std::vector<Vector3d>& directions);

struct Echo {
  /// m.
  double distance = 0.0;
  double strength = 0.0;
  /// Index of its ray; -1: direct sound of another sensor.
  int ray = 0;
};

/// The nearest echo at which the sum of the echoes within a pulse length, times `gain`, reaches the
/// threshold; nullptr when it never does. `rays` is the number of rays of the cone. Sorts `echoes`.
const Echo* FirstEcho(const EchoSpec& spec, int rays, double gain, std::vector<Echo>* echoes);

enum class Radiation { kSound, kInfrared };

/// Default rate (Hz): an HC-SR04 needs 60 ms per measurement.
constexpr double kSonarRate = 1.0 / 0.06;

/// A sensor of a single distance, as files describe it.
struct RangeFinderSpec {
  Radiation radiation = Radiation::kSound;
  /// Range of measurement (m).
  double min = 0.02;
  double max = 4.0;
  /// Full angle of the cone, rad; 0: a single ray.
  double field_of_view = 0.0;
  int rays = 1;
  Vector3d axis_S = Vector3d::UnitX();
  bool sees_visuals = false;
  bool ignore_self = true;
  EchoSpec echo;
  /// Whether it hears the pings of other ultrasonic sensors (crosstalk.h), and the largest delay of
  /// its own ping after the sample's time (s); absent: a period.
  bool crosstalk = false;
  std::optional<double> ping_jitter;
  /// A model fitted to measured readings; it replaces the errors below.
  std::optional<noise::RangeModel> model;
  /// The message has the distance whose mean reading was measured, instead of the raw reading.
  bool corrected = false;
  /// Mean and standard deviation of the error (m) as functions of the distance.
  noise::Curve mean;
  noise::Curve stddev;
  /// Largest error relative to the mean, over the distance (m): the normal distribution is
  /// truncated there, and without a standard deviation the error is uniform. 0: no bound.
  noise::Curve bound;
  noise::OutlierSpec outliers;
  /// Readings are multiples of it (m); 0: not rounded.
  double resolution = 0.0;
  /// Reading without an echo: +infinity instead of the largest range.
  bool infinite_without_echo = false;
  /// Objects nearer than `min` are not detected, instead of being read as `min`.
  bool blind_below_min = false;
};

/// From a <sensor> with SDF's <sonar>, <ray> or <lidar>, or Surefoot's own elements; these override
/// the values of the <range_sensor> that its <preset> or <model> loaded.
RangeFinderSpec ReadRangeFinder(const SensorArgs& args, Radiation radiation);

/// Rate of that <range_sensor> (Hz); 0 when it has none.
double RangeFinderRate(const world::ElementReader& element);

struct RangeReading {
  /// m; may be infinite.
  double range = 0.0;
  /// m^2; 0 without an echo.
  double variance = 0.0;
  /// The raw reading in the sensor's own unit.
  double raw = 0.0;
};

/// Draws a reading for what the sensor sees; `seen` empty: no echo.
RangeReading DrawReading(const RangeFinderSpec& spec, const std::optional<noise::Sighting>& seen,
                         RandomStream* stream);

plugins::SensorSpellings LidarSpellings();
/// Plugins of sonars; their <radiation> can make them infrared sensors.
plugins::SensorSpellings SonarSpellings();

}  // namespace surefoot::sensors
