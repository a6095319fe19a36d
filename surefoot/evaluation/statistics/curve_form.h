#pragma once

/// Parametric curves of one variable for least squares: their value, their gradient by the
/// parameters, and initial parameters. range_fit.h sums them over distance and angles.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "surefoot/noise/curve.h"

namespace surefoot::gap {

/// b x^c, b e^(c x); the offset forms add a constant a.
enum class CurveForm {
  kNone,
  kConstant,
  kLinear,
  kPower,
  kExponential,
  kPowerOffset,
  kExponentialOffset,
  kPiecewise
};

const char* CurveFormName(CurveForm form);

/// A form together with its fixed part: the knots of a piecewise linear curve.
struct CurveShape {
  CurveForm form = CurveForm::kNone;
  std::vector<double> knots;
  /// The curve is 0 at 0: for the contribution of an angle beside that of the distance, whose
  /// constant it would duplicate. No constant; the first knot is 0.
  bool from_zero = false;

  int parameter_count() const;
  /// Only finite parameters give a finite value; x must be positive for a power.
  double Value(const Eigen::Ref<const Eigen::VectorXd>& p, double x) const;
  /// Partial derivatives by the parameters.
  Eigen::VectorXd Gradient(const Eigen::Ref<const Eigen::VectorXd>& p, double x) const;
  noise::Curve ToCurve(const Eigen::Ref<const Eigen::VectorXd>& p) const;
  /// Names of the parameters: "a", "b", "c", or "y at 4.5".
  std::vector<std::string> ParameterNames() const;
};

/// A shape for data at these places; a piecewise one gets at most `max_knots` knots at evenly
/// chosen places.
CurveShape MakeShape(CurveForm form, std::vector<double> places, bool from_zero = false,
                     std::size_t max_knots = 8);

/// Initial parameters for values y at x with weights w: exact least squares for forms that are
/// linear in their parameters, a straight line through logarithms for powers and exponentials.
Eigen::VectorXd StartOf(const CurveShape& shape, const std::vector<double>& x,
                        const std::vector<double>& y, const std::vector<double>& w);

}  // namespace surefoot::gap
