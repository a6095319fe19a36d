#pragma once

#include <vector>

namespace surefoot::noise {

/// How a number depends on another one: the mean error or the spread of a range sensor over the
/// distance, a battery's voltage over its charge.
class Curve {
 public:
  struct Point {
    double x = 0.0;
    double y = 0.0;
  };

  /// 0 everywhere.
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
  /// Straight between the points, level beyond the ends. x must increase; at least one point.
  static Curve Piecewise(std::vector<Point> points);

  /// Always finite for finite x and parameters: huge values are cut off at 1e300.
  double At(double x) const;
  bool IsZero() const { return kind_ == Kind::kConstant && a_ == 0.0; }

  /// What it was made of, for those who write it down.
  enum class Kind { kConstant, kLinear, kPower, kExponential, kPiecewise };
  Kind kind() const { return kind_; }
  /// a, then b and c where the kind has them; x y x y ... of the points.
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

/// As files have them: "constant", "linear", "power", "exponential", "piecewise".
const char* CurveKindName(Curve::Kind kind);

}  // namespace surefoot::noise
