#pragma once

/// Curves of one variable that measured numbers are fitted by: their forms, and how a form's
/// parameters are found.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "surefoot/noise/curve.h"

namespace surefoot::gap {

/// The offset forms have a constant beside the power or exponential.
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

/// A form together with what is not fitted: the knots of a piecewise one.
struct CurveShape {
  CurveForm form = CurveForm::kNone;
  std::vector<double> knots;
  /// 0 at 0: for what an angle adds to what the distance gives. No constant; the first knot is 0.
  bool from_zero = false;

  int parameter_count() const;
  /// Only finite parameters give a finite value; x must be positive for a power.
  double Value(const Eigen::Ref<const Eigen::VectorXd>& p, double x) const;
  /// By the parameters.
  Eigen::VectorXd Gradient(const Eigen::Ref<const Eigen::VectorXd>& p, double x) const;
  noise::Curve ToCurve(const Eigen::Ref<const Eigen::VectorXd>& p) const;
  /// Names of the parameters: "a", "b", "c", or "y at 4.5".
  std::vector<std::string> ParameterNames() const;
};

/// A shape that can be fitted to values at these places; the knots of a piecewise one are spread
/// over them, at most `most_knots`.
CurveShape MakeShape(CurveForm form, std::vector<double> places, bool from_zero = false,
                     std::size_t most_knots = 8);

/// Parameters to begin with: about right for values y at x with weights w.
Eigen::VectorXd StartOf(const CurveShape& shape, const std::vector<double>& x,
                        const std::vector<double>& y, const std::vector<double>& w);

}  // namespace surefoot::gap
