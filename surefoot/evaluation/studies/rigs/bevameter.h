#pragma once

/// What plates that are pressed and turned in soil tell of it: Bekker's, Coulomb's and Janosi's
/// numbers, fitted to their curves.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/statistics/robust_fit.h"
#include "surefoot/world/ground.h"
#include "surefoot/world/plate.h"

namespace surefoot::experiment {

/// A disc on its way down: pressure (Pa) at sinkage (m).
struct PressCurve {
  /// Bekker's b.
  double size = 0.0;
  std::vector<double> sinkage;
  std::vector<double> pressure;
};

/// A ring that is turned under a load: torque (N m) at angle (rad).
struct ShearCurve {
  double radius = 0.0;
  double inner_radius = 0.0;
  double pressure = 0.0;
  std::vector<double> angle;
  std::vector<double> torque;
};

/// From a recording of /MODEL/ground/wheels, in which the plate is the index-th. Discs until they
/// are lifted; rings from when they begin to turn.
Result<PressCurve> ReadPress(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate);
Result<ShearCurve> ReadShear(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate);

/// Log of a plate: sinkage_mm, pressure_kPa.
Result<PressCurve> ReadPlateLog(const std::string& path, double size);

/// Pressure at a sinkage, between the points of the curve; not a number beyond them.
double PressureAt(const PressCurve& curve, double sinkage);

/// Exponent, k_c and k_phi from discs of different sizes; the smallest sinkages are left out.
Result<gap::Fit> FitPress(const std::vector<PressCurve>& curves);
/// Cohesion, tangent of the friction angle and shear displacement, from rings under different
/// loads.
Result<gap::Fit> FitShear(const std::vector<ShearCurve>& curves);

/// Torque of a ring after Janosi and Hanamoto: the integral of shear stress over the ring.
double RingTorque(const ShearCurve& ring, double limit, double modulus, double angle);

}  // namespace surefoot::experiment
