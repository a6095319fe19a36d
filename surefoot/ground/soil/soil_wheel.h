#pragma once

/// A wheel in soft soil: pressure and shear along the contact (Bekker; Wong and Reece; Janosi and
/// Hanamoto), integrated to forces. Pure functions of soil, wheel, hub height or load, and slip;
/// the equations are in docs/reference/ground.md.

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

/// Options of the computation; the model of a soil is Soil::model.
struct SoilOptions : world::SoilModel {
  /// These options, with the model of a soil.
  SoilOptions For(const world::Soil& soil) const {
    SoilOptions options = *this;
    static_cast<world::SoilModel&>(options) = soil.model;
    return options;
  }

  double gravity = 9.81;
  /// Quadrature points per zone (4, 6, 8, 12, 16 or 32), and whether zones are split where the
  /// shear changes sign.
  int points = 32;
  bool split = true;
};

/// A wheel: radius and width (m), pressure (Pa) at which it flattens (infinite: rigid), grousers.
struct SoilWheel {
  double radius = 0.0;
  double width = 0.0;
  double flattening_pressure = std::numeric_limits<double>::infinity();
  int grousers = 0;
  double grouser_height = 0.0;
};

/// Speeds relative to that of the tread: x = (V_r - V_x) / |V_r| along, y = V_y / |V_r| to the
/// left.
struct TreadSlip {
  double x = 0.0;
  double y = 0.0;
};

/// From slip (driving 1 - V / (w R), braking w R / V - 1) in (-1, 1] and slip angle (rad).
TreadSlip TreadSlipOf(double slip, double slip_angle);

/// Soil that wheels have compacted before: its surface is at depth `floor`, and it is stiffer down
/// to `deepest` (m below the undisturbed surface).
struct SoilBed {
  double floor = 0.0;
  double deepest = 0.0;
};

/// A hole that a spinning wheel has dug: soil is removed down to `depth`, and the wheel's arc was
/// at depth `bottom` (m below the undisturbed surface) when it dug last; the soil around it is the
/// wall.
struct SoilHole {
  double depth = 0.0;
  double bottom = 0.0;
  /// Position of the wheel relative to the centre of the hole: towards its front, and to its left.
  double ahead = 0.0;
  double beside = 0.0;

  /// Half of its length at the surface, for a wheel of this radius.
  double HalfLength(double radius) const;
  /// Share of a wheel's width that is over the hole.
  double Cover(double width) const;
  /// Depth of removed soil (m) at a place before (positive) or behind the centre.
  double DepthAt(double place, double radius) const;
};

/// Forces on the wheel in its axes: forward, left, out of the ground. N and N m.
struct SoilForces {
  double fx = 0.0;
  double fy = 0.0;
  double fz = 0.0;
  double mz = 0.0;
  /// Torque that the axle must supply to keep the wheel turning.
  double torque = 0.0;
  double sinkage = 0.0;
  double theta_0 = 0.0;
  double theta_1 = 0.0;
  /// Components: compaction resistance (part of fx, backward), bulldozing (part of fy), and the
  /// largest force that shear can reach.
  double compaction = 0.0;
  double bulldozing = 0.0;
  double shear_capacity = 0.0;
  bool collapsed = false;
};

/// The contact of a wheel and a soil, with everything that does not change between evaluations.
///
///   const SoilContact contact = SUREFOOT_TRY(SoilContact::Make(soil, wheel, options));
///   const SoilForces at = SUREFOOT_TRY(contact.AtLoad(180.0, TreadSlipOf(0.2, 0.0)));
class SoilContact {
 public:
  static Result<SoilContact> Make(const world::Soil& soil, const SoilWheel& wheel,
                                  const SoilOptions& options);

  /// Forces with the hub `height` (m) above the undisturbed surface. Finite for any height and
  /// slip.
  SoilForces AtHeight(double height, const TreadSlip& slip, const SoilBed& bed = {},
                      const SoilHole& hole = {}) const;
  /// Forces at the height at which the wheel carries `load` (N); an error when the wheel collapses
  /// or sinks to its hub.
  Result<SoilForces> AtLoad(double load, const TreadSlip& slip, const SoilBed& bed = {}) const;

  /// Angle from entry to exit (rad).
  double ContactAngle(double height, const SoilBed& bed) const;

  /// Pressure (Pa) at depth z (m) below the undisturbed surface, and its inverse.
  double Pressure(double z, const SoilBed& bed) const;
  double DepthOf(double pressure, const SoilBed& bed) const;
  /// Soil after a wheel has pressed down to `deepest`.
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
  double RemovedDepth(const Call& call, double sine) const;
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
  /// Factors of grousers on the shear along the wheel.
  double cohesion_gain_ = 1.0;
  double friction_gain_ = 1.0;
  SoilWall wall_;
  SlidingBearing sliding_;
  const double* nodes_ = nullptr;
  const double* weights_ = nullptr;
};

}  // namespace surefoot::ground
