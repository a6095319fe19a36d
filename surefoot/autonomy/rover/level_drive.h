#pragma once

#include <vector>

#include "surefoot/autonomy/rover/slope_vehicle.h"

namespace surefoot::rover {

/// Where a vehicle on level ground is; x and y of the map, heading from x to the left, not wrapped.
struct LevelState {
  double time = 0.0;
  double x = 0.0;
  double y = 0.0;
  double heading = 0.0;
  /// Of the wheels' treads, and of the vehicle along its heading (m/s).
  double tread = 0.0;
  double speed = 0.0;
  /// Driven so far (m).
  double way = 0.0;
};

/// The vehicle of slope_vehicle.h on level soil, steered by its front axle. Its motion for each
/// steering angle is computed once.
class LevelDrive {
 public:
  /// For steering angles up to `max_steering` to both sides (rad).
  static Result<LevelDrive> Make(const SlopeVehicleSpec& spec, const world::Soil& soil,
                                 double max_steering);

  /// Motion at which forces balance; angles beyond the greatest give that of the greatest.
  SlopeMotion At(double steering) const;
  /// At rest except for its speed.
  LevelState Start(double heading, double speed) const;
  /// The treads follow the desired speed of the vehicle, going straight, with a delay (s).
  void Step(double steering, double desired_speed, double delay, double seconds,
            LevelState* state) const;

 private:
  double max_ = 0.0;
  double step_ = 0.0;
  std::vector<SlopeMotion> motions_;
  double straight_ratio_ = 1.0;
};

}  // namespace surefoot::rover
