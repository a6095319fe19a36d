#pragma once

/// A quasi-static vehicle on a plane slope of soft soil, as in studies of rovers: all wheels carry
/// the same load, the wheels of an axle are one, and forces balance at every moment because the
/// motion is slow. For comparison with such studies; rovers of the simulator are multibody models.

#include <optional>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/ground/soil/soil_wheel.h"

namespace surefoot::rover {

struct SlopeVehicleSpec {
  double mass = 310.0;
  double gravity = 3.71;
  /// Along the vehicle, forward, from the middle of its wheels.
  std::vector<double> axles = {0.675, 0.0, -0.675};
  int wheels_per_axle = 2;
  /// Of the centre of mass.
  double center = 0.0;
  ground::SoilWheel wheel{0.1425, 0.12, 14.6e3, 0, 0.0};
};

/// Steering angles of the axles (rad, to the left); missing ones are 0.
using Steering = std::vector<double>;

/// Motion at which all forces balance; slope and heading belong to it. Heading 0 is straight up,
/// positive to the left.
struct SlopeMotion {
  /// Angle of the velocity against the heading, to the left (rad).
  double sideslip = 0.0;
  /// Turn per way along the heading (rad/m).
  double curvature = 0.0;
  /// 1 - V/(w R) driving, w R/V - 1 braking, V along the heading.
  double slip = 0.0;
};

struct SlopeDrive {
  /// rad.
  double slope = 0.0;
  double heading = 0.0;
  Steering steering;
  /// The tread's speed follows (tread)' = gain (desired - speed), the speed along the heading.
  double speed = 40.0 / 3600.0;
  double first_tread = 38.0 / 3600.0;
  double gain = 0.05;
  double seconds = 12000.0;
  /// Between two points of the track.
  double step = 60.0;
};

/// x up the fall line, y to the left of it.
struct SlopePoint {
  double time = 0.0;
  double x = 0.0;
  double y = 0.0;
  /// Not wrapped.
  double heading = 0.0;
  double speed = 0.0;
  SlopeMotion motion;
};

/// The treads' speed over that of the vehicle along its heading.
inline double TreadRatio(double slip) { return slip >= 0.0 ? 1.0 / (1.0 - slip) : 1.0 + slip; }

class SlopeVehicle {
 public:
  static Result<SlopeVehicle> Make(const SlopeVehicleSpec& spec, const world::Soil& soil);

  /// Slip going straight up (down: negative slopes) with steered wheels scrubbing along; nothing
  /// when it cannot be climbed.
  std::optional<double> ClimbSlip(double slope, const Steering& steering = {}) const;
  /// The other way round: the slope at which it goes straight up with this slip. Steeper than 60
  /// degrees, up or down, gives the end of that range.
  double SlopeAtSlip(double slip, const Steering& steering = {}) const;
  /// The steepest slope that can be climbed.
  double LimitSlope(const Steering& steering = {}) const;
  /// An error if no equilibrium is found at this slope and heading (rad).
  Result<SlopeMotion> Balance(double slope, double heading, const Steering& steering,
                              const SlopeMotion& guess) const;

  /// Power at all axles over the weight times the way along the heading, going straight up; the
  /// slope's sine is the smallest.
  std::optional<double> CostOfTransport(double slope) const;

 private:
  struct Sums {
    double along = 0.0;
    double across = 0.0;
    double yaw = 0.0;
    double torque = 0.0;
  };
  SlopeVehicle(const SlopeVehicleSpec& spec, const ground::SoilContact& contact)
      : spec_(spec), contact_(contact) {}
  double LoadOf(double slope) const;
  /// Of all wheels on the vehicle, about its centre of mass; nothing when a wheel collapses.
  std::optional<Sums> ForcesOf(const SlopeMotion& motion, double load,
                               const Steering& steering) const;
  std::optional<double> Surplus(double slope, double slip, const Steering& steering) const;

  SlopeVehicleSpec spec_;
  ground::SoilContact contact_;
};

/// What a vehicle with constant steering does on a slope in every heading, worked out once: many
/// drives, or a long one, cost little then.
class SlopeTable {
 public:
  /// `headings` of them, evenly around.
  static SlopeTable Make(const SlopeVehicle& vehicle, double slope, const Steering& steering,
                         int headings = 120);

  /// Motion at a heading, smooth between those of the table; nothing where forces do not balance.
  std::optional<SlopeMotion> At(double heading) const;
  /// Slope and steering are those of the table. Ends early with what there is when the vehicle
  /// cannot move on.
  std::vector<SlopePoint> Drive(const SlopeDrive& drive) const;

 private:
  std::vector<std::optional<SlopeMotion>> motions_;
};

}  // namespace surefoot::rover
