#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/studies/rover/soil_choice.h"

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

}  // namespace surefoot::studies
