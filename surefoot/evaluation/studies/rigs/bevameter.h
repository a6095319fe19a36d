#pragma once

/// Soil parameters from a bevameter: plates are pressed into soil and rings are turned on it. Fits
/// the pressure-sinkage relation of Bekker (1956), p = (k_c / b + k_phi) z^n, and the shear
/// relation of Janosi and Hanamoto (1961) with Coulomb's strength, tau = (c + sigma tan phi) (1 -
/// exp(-j / K)).

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/statistics/robust_fit.h"
#include "surefoot/world/ground.h"
#include "surefoot/world/plate.h"

namespace surefoot::experiment {

/// Pressure (Pa) over sinkage (m) of a disc that is pressed down.
struct PressCurve {
  /// Bekker's b.
  double size = 0.0;
  std::vector<double> sinkage;
  std::vector<double> pressure;
};

/// Torque (N m) over angle (rad) of a ring that is turned under a constant load.
struct ShearCurve {
  double radius = 0.0;
  double inner_radius = 0.0;
  double pressure = 0.0;
  std::vector<double> angle;
  std::vector<double> torque;
};

/// Reads a curve from a recording of /MODEL/ground/wheels, where `index` is that of the plate.
/// Discs: until they are lifted; rings: from the start of turning.
Result<PressCurve> ReadPress(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate);
Result<ShearCurve> ReadShear(const std::string& recording, const std::string& topic, int index,
                             const world::Plate& plate);

/// Reads the log of a real plate with the columns sinkage_mm and pressure_kPa.
Result<PressCurve> ReadPlateLog(const std::string& path, double size);

/// Pressure at a sinkage by linear interpolation; NaN outside the curve.
double PressureAt(const PressCurve& curve, double sinkage);

/// Fits exponent, k_c and k_phi to discs of different sizes. The smallest sinkages are left out,
/// because there the plate is not in full contact.
Result<gap::Fit> FitPress(const std::vector<PressCurve>& curves);
/// Fits cohesion, tangent of the friction angle and shear displacement to rings under different
/// loads.
Result<gap::Fit> FitShear(const std::vector<ShearCurve>& curves);

/// Torque of a ring by Janosi and Hanamoto: the integral of radius times shear stress over the
/// ring.
double RingTorque(const ShearCurve& ring, double limit, double modulus, double angle);

}  // namespace surefoot::experiment
