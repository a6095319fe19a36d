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

// How a cone of sound or light comes back: rays over the cone, and what they bring.

/// Unit directions over a cone of this full angle (up to 2 pi: all around) about `axis`, evenly by
/// solid angle. The first is the axis, the last lies on the rim.
std::vector<Vector3d> ConeDirections(const Vector3d& axis, double full_angle, int count);

struct EchoSpec {
  /// Between ray and surface normal, rad: beyond it a smooth surface throws the echo away.
  double max_incidence = 1.5707963267948966;
  /// Share that comes back beyond it.
  double diffuse = 0.0;
  /// Within it, the strength goes with the cosine of the incidence to this power.
  double incidence_exponent = 0.0;
  /// Full angle at which a ray brings half of what one along the axis does, rad; 0: all the same.
  double beam_width = 0.0;
  /// Spread of the logarithm of what a whole sample brings back: echoes near the threshold come and
  /// go.
  double fading = 0.0;
  /// Share of the whole cone's strength that is noticed; 0: any echo.
  double threshold = 0.0;
  /// Echoes add up when they are within this length of each other (m).
  double pulse_length = 0.0;
};

/// What a ray that met a surface brings back, from 0 to 1; `reflectance` likewise.
double EchoStrength(const EchoSpec& spec, double cosine, double reflectance);

/// What rays at these angles from the axis bring against each other; 1 on average.
std::vector<double> BeamWeights(const EchoSpec& spec, const Vector3d& axis,
                                const std::vector<Vector3d>& directions);

struct Echo {
  double distance = 0.0;
  double strength = 0.0;
  /// Which ray brought it.
  int ray = 0;
};

/// The echo with which those of `rays` rays, `gain` times as strong, suffice for the first time;
/// nullptr when they never do. Sorts the echoes.
const Echo* FirstEcho(const EchoSpec& spec, int rays, double gain, std::vector<Echo>* echoes);

enum class Radiation { kSound, kInfrared };

/// Hz, where no file says: an HC-SR04 needs 60 ms for a measurement.
constexpr double kSonarRate = 1.0 / 0.06;

/// A sensor that tells one distance.
struct RangeFinderSpec {
  Radiation radiation = Radiation::kSound;
  /// m.
  double min = 0.02;
  double max = 4.0;
  /// Full angle of the cone, rad; 0: a single ray.
  double field_of_view = 0.0;
  int rays = 1;
  Vector3d axis_S = Vector3d::UnitX();
  bool sees_visuals = false;
  bool ignore_self = true;
  EchoSpec echo;
  /// Hears the pings of other ultrasonic sensors (crosstalk.h), and how late its own may be after
  /// the sample's time (s); absent: a period.
  bool crosstalk = false;
  std::optional<double> ping_jitter;
  /// What it was measured to read; it stands for the errors below.
  std::optional<noise::RangeModel> model;
  /// The message tells the distance whose mean reading it is, not the reading itself.
  bool corrected = false;
  /// Mean error and its spread (m) over the distance.
  noise::Curve mean;
  noise::Curve stddev;
  /// The most that a reading is off its mean, over the distance: errors within it are as the spread
  /// has them, or all alike where there is none. Zero: no bound.
  noise::Curve bound;
  noise::OutlierSpec outliers;
  /// Step of the reading, m; 0: none.
  double resolution = 0.0;
  /// Without an echo: +inf instead of the largest range.
  bool infinite_without_echo = false;
  /// What is nearer than `min` gives no echo, instead of reading as `min`.
  bool blind_below_min = false;
};

/// From a <sensor> with SDF's <sonar>, or <ray> or <lidar>, or our own elements, over the values of
/// the <range_sensor> that its <preset> or <model> brought.
RangeFinderSpec ReadRangeFinder(const SensorArgs& args, Radiation radiation);

/// Hz, as that <range_sensor> has it; 0 when it does not say.
double RangeFinderRate(const world::ElementReader& element);

struct RangeReading {
  /// m; may be infinite.
  double range = 0.0;
  double variance = 0.0;
  /// What the sensor itself tells, in its own unit.
  double raw = 0.0;
};

/// What the sensor makes of what it sees; nothing seen: no echo.
RangeReading DrawReading(const RangeFinderSpec& spec, const std::optional<noise::Sighting>& seen,
                         RandomStream* stream);

plugins::SensorSpellings LidarSpellings();
/// Of sonars; the plugin says which of them are infrared sensors.
plugins::SensorSpellings SonarSpellings();

}  // namespace surefoot::sensors
