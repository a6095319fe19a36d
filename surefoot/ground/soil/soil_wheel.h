#pragma once

/// A wheel in soft soil: pressures and shear along the contact, summed to forces. Pure functions of
/// soil, wheel, hub height or load, and slip; docs/reference/ground.md tells the equations.

#include <limits>

#include "surefoot/base/result.h"
#include "surefoot/ground/soil/soil_wall.h"
#include "surefoot/world/ground.h"

namespace surefoot::ground {

using world::Bulldozing;
using world::FlatMeasure;
using world::FlatShear;
using world::SlipSinkage;
using world::SoilShear;

/// How the forces are computed; that of a soil is Soil::model.
struct SoilOptions : world::SoilModel {
  /// These, with the model of a soil.
  SoilOptions For(const world::Soil& soil) const {
    SoilOptions options = *this;
    static_cast<world::SoilModel&>(options) = soil.model;
    return options;
  }

  double gravity = 9.81;
  /// Gauss points a zone (4, 6, 8, 12, 16 or 32); split where the shear changes its sign.
  int points = 32;
  bool split = true;
};

struct SoilWheel {
  double radius = 0.0;
  double width = 0.0;
  double flattening_pressure = std::numeric_limits<double>::infinity();
  int grousers = 0;
  double grouser_height = 0.0;
};

/// Speeds over that of the tread: x = (V_r - V_x) / |V_r| along, y = V_y / |V_r| to the left.
struct TreadSlip {
  double x = 0.0;
  double y = 0.0;
};

/// From slip (driving 1 - V/(w R), braking w R/V - 1) in (-1, 1] and slip angle.
TreadSlip TreadSlipOf(double slip, double slip_angle);

/// What wheels before have made of the soil: its surface lies `floor` lower, and it is stiff down
/// to `deepest` (m below the untouched surface).
struct SoilBed {
  double floor = 0.0;
  double deepest = 0.0;
};

/// A hole that a wheel has dug where it spun: soil is gone down to `depth`, and the wheel's arc lay
/// `bottom` deep (m below the untouched surface) when it dug last; what stands around is the wall.
struct SoilHole {
  double depth = 0.0;
  double bottom = 0.0;
  /// Where the wheel is now from the middle of the hole: towards its front, and to its left.
  double ahead = 0.0;
  double beside = 0.0;

  /// Half the length at the surface, for a wheel of this radius.
  double HalfLength(double radius) const;
  /// How much of a wheel's width is over it.
  double Cover(double width) const;
  /// What is gone (m) at a place before (or behind) the middle.
  double DepthAt(double place, double radius) const;
};

/// On the wheel, in its axes: forward, left, out of the ground.
struct SoilForces {
  double fx = 0.0;
  double fy = 0.0;
  double fz = 0.0;
  double mz = 0.0;
  /// That the axle must give to keep the wheel turning.
  double torque = 0.0;
  double sinkage = 0.0;
  double theta_0 = 0.0;
  double theta_1 = 0.0;
  /// Parts: compaction resistance (in fx, backward), bulldozing (in fy), and the most that shear
  /// can reach.
  double compaction = 0.0;
  double bulldozing = 0.0;
  double shear_capacity = 0.0;
  bool collapsed = false;
};

/// Soil and wheel together, with what does not change from call to call.
class SoilContact {
 public:
  static Result<SoilContact> Make(const world::Soil& soil, const SoilWheel& wheel,
                                  const SoilOptions& options);

  /// Hub `height` over the untouched surface. Any height and slip give finite numbers.
  SoilForces AtHeight(double height, const TreadSlip& slip, const SoilBed& bed = {},
                      const SoilHole& hole = {}) const;
  /// The height at which the wheel carries `load`; an error when the wheel collapses.
  Result<SoilForces> AtLoad(double load, const TreadSlip& slip, const SoilBed& bed = {}) const;

  /// From entry to exit (rad).
  double ContactAngle(double height, const SoilBed& bed) const;

  /// Pressure at depth z below the untouched surface, and where a pressure is reached.
  double Pressure(double z, const SoilBed& bed) const;
  double DepthOf(double pressure, const SoilBed& bed) const;
  /// What a wheel that has pressed down to `deepest` leaves behind.
  SoilBed BedAfter(double deepest) const;

  const world::Soil& soil() const { return soil_; }
  const SoilWheel& wheel() const { return wheel_; }
  const SoilOptions& options() const { return options_; }

 private:
  struct Call;
  struct Sums;
  SoilContact() = default;
  Call Prepare(double height, const TreadSlip& slip, const SoilBed& bed,
               const SoilHole& hole) const;
  double Dug(const Call& call, double sine) const;
  double SlidingPressure(double z) const;
  void AddFlank(const Call& call, SoilForces* out) const;
  void AddHole(const Call& call, Sums* front) const;
  double Shear(const Call& call, double theta, double sine) const;
  void AddPoint(const Call& call, double theta, double weight, double pressure, double z,
                Sums* sums) const;
  void AddZone(const Call& call, int zone, double from, double to, Sums* sums) const;
  void AddPanel(const Call& call, int zone, double from, double to, Sums* sums) const;
  double Unload(double deepest) const;
  double Softening(const Call& call) const;

  world::Soil soil_;
  SoilWheel wheel_;
  SoilOptions options_;
  double modulus_ = 0.0;
  double friction_ = 0.0;
  /// Of grousers, on shear along.
  double cohesion_gain_ = 1.0;
  double friction_gain_ = 1.0;
  SoilWall wall_;
  SlidingBearing sliding_;
  const double* nodes_ = nullptr;
  const double* weights_ = nullptr;
};

}  // namespace surefoot::ground
