#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "surefoot/noise/curve.h"
#include "surefoot/noise/outliers.h"
#include "surefoot/noise/range_model.h"
#include "surefoot/sensors/range/echo.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

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

}  // namespace surefoot::sensors
