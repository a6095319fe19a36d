#pragma once

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
  /// Range and step of slip against slope.
  double first_slope = 0.0;
  double last_slope = 0.0;
  /// Of front and rear axle, the latter to the other side; and whether the rear one is steered.
  double steering = 0.0;
  bool rear = true;
  /// Places of the centre of mass along the vehicle (m).
  std::vector<double> centers;
  double speed = 0.0;
  double first_speed = 0.0;
  double gravity = 0.0;
  double seconds = 0.0;
  std::vector<SoilSpread> spreads;
  int samples = 0;
  /// Of drives, which take longer.
  int drive_samples = 0;
  /// Trials beside the study: what of them is the slip, and which of their values are slope (deg)
  /// and soil. An empty metric: none.
  std::string slip_metric;
  /// Of their cases' names.
  std::string case_pattern;
  std::string slope_value;
  std::string soil_value;

  rover::Steering SteeringOfAxles() const;
  rover::SlopeVehicleSpec Vehicle(double center) const;
};

/// Reports what is wrong.
SlopesSettings ReadSlopesSettings(const world::ElementReader& reader);

/// One drive with constant steering, from heading uphill.
struct SlopeRun {
  std::size_t soil = 0;
  double slope = 0.0;
  double center = 0.0;
  /// Empty: the vehicle cannot climb here.
  std::vector<rover::SlopePoint> track;
  /// Slip over time with drawn soils; 1 where the vehicle cannot go on.
  std::vector<std::vector<double>> slips;
};

/// What is known of going straight up a soil.
struct ClimbSpread {
  /// Slopes (rad) and the slip there, 1 where it cannot be climbed.
  std::vector<double> slopes;
  std::vector<double> nominal;
  std::vector<std::vector<double>> samples;
  /// Steepest slopes (rad): with the soil as its file says, and with each drawn one.
  double limit = 0.0;
  double steered_limit = 0.0;
  std::vector<double> limits;
};

/// Slip at a place, straight up: with wheels straight, and steered, which scrub; nothing when it
/// cannot be climbed.
struct PlaceSlip {
  std::size_t soil = 0;
  double slope = 0.0;
  std::optional<double> straight;
  std::optional<double> steered;
};

struct SlopesWork {
  std::vector<NamedSoil> soils;
  std::vector<SlopeRun> runs;
  /// As many as soils.
  std::vector<ClimbSpread> climbs;
  std::vector<PlaceSlip> places;
};

Result<SlopesWork> DoSlopes(const StudyContext& context, const SlopesSettings& settings);

}  // namespace surefoot::studies
