#pragma once

#include <vector>

namespace surefoot::noise {

/// Dependence of one quantity on another: mean error or spread of a range sensor over the distance,
/// voltage of a battery over its charge.
class Curve {
 public:
  struct Point {
    double x = 0.0;
    double y = 0.0;
  };

  /// Zero everywhere.
  Curve() = default;
  static Curve Constant(double a) { return Curve(Kind::kConstant, a, 0.0, 0.0); }
  /// a + b x.
  static Curve Linear(double a, double b) { return Curve(Kind::kLinear, a, b, 0.0); }
  /// a + b x^c; x below 0 counts as 0.
  static Curve Power(double a, double b, double c) { return Curve(Kind::kPower, a, b, c); }
  /// a + b exp(c x).
  static Curve Exponential(double a, double b, double c) {
    return Curve(Kind::kExponential, a, b, c);
  }
  /// Linear between the points, constant beyond the ends. x must increase; at least one point.
  static Curve Piecewise(std::vector<Point> points);

  /// Finite for all finite x and parameters: huge values are limited to 1e300.
  double At(double x) const;
  bool IsZero() const { return kind_ == Kind::kConstant && a_ == 0.0; }

  /// The parameters, for code that writes the curve.
  enum class Kind { kConstant, kLinear, kPower, kExponential, kPiecewise };
  Kind kind() const { return kind_; }
  /// a, then b and c if the kind has them; x y x y ... for points.
  std::vector<double> Numbers() const;

 private:
  Curve(Kind kind, double a, double b, double c) : kind_(kind), a_(a), b_(b), c_(c) {}
  double Between(double x) const;

  Kind kind_ = Kind::kConstant;
  double a_ = 0.0;
  double b_ = 0.0;
  double c_ = 0.0;
  std::vector<Point> points_;
};

/// Names in files: "constant", "linear", "power", "exponential", "piecewise".
const char* CurveKindName(Curve::Kind kind);

}  // namespace surefoot::noise
