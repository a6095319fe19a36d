#pragma once

/// Computations of the study `rover_slopes`: drives and slip on slopes with nominal and random
/// soils.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/studies/rover/soil_choice.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {

/// Settings of the study `rover_slopes`; angles in rad, speeds in m/s.
struct SlopesSettings {
  /// Of the drives.
  std::vector<double> slopes;
  /// Range and step of the curve of slip over slope.
  double first_slope = 0.0;
  double last_slope = 0.0;
  /// Steering angle of the front axle, and whether the rear axle is steered to the other side.
  double steering = 0.0;
  bool rear = true;
  /// Longitudinal positions of the centre of mass, m.
  std::vector<double> centers;
  double speed = 0.0;
  double first_speed = 0.0;
  double gravity = 0.0;
  double seconds = 0.0;
  std::vector<SoilSpread> spreads;
  int samples = 0;
  /// Number of samples for drives, which take longer.
  int drive_samples = 0;
  /// Multibody trials for comparison: the metric with the slip, and the names of the values with
  /// slope (deg) and soil. An empty metric: none.
  std::string slip_metric;
  /// Patterns of their cases' names.
  std::string case_pattern;
  std::string slope_value;
  std::string soil_value;

  rover::Steering SteeringOfAxles() const;
  rover::SlopeVehicleSpec Vehicle(double center) const;
};

/// Reads the settings; errors are reported.
SlopesSettings ReadSlopesSettings(const world::ElementReader& reader);

/// A drive with constant steering that starts uphill.
struct SlopeRun {
  std::size_t soil = 0;
  double slope = 0.0;
  double center = 0.0;
  /// Empty when the vehicle cannot climb here.
  std::vector<rover::SlopePoint> track;
  /// Slip over time with random soils; 1 where the vehicle is stuck.
  std::vector<std::vector<double>> slips;
};

/// Results of driving straight uphill on a soil.
struct ClimbSpread {
  /// Slopes, rad, and the slip there; 1 where the vehicle cannot climb.
  std::vector<double> slopes;
  std::vector<double> nominal;
  std::vector<std::vector<double>> samples;
  /// Steepest climbable slopes, rad: with the nominal soil and with each random one.
  double limit = 0.0;
  double steered_limit = 0.0;
  std::vector<double> limits;
};

/// Slip for driving straight uphill, with wheels straight, or steered and so scrubbing; nullopt
/// when the vehicle cannot climb.
struct PlaceSlip {
  std::size_t soil = 0;
  double slope = 0.0;
  std::optional<double> straight;
  std::optional<double> steered;
};

struct SlopesWork {
  std::vector<NamedSoil> soils;
  std::vector<SlopeRun> runs;
  /// One per soil.
  std::vector<ClimbSpread> climbs;
  std::vector<PlaceSlip> places;
};

Result<SlopesWork> DoSlopes(const StudyContext& context, const SlopesSettings& settings);

}  // namespace surefoot::studies
