#include "surefoot/noise/curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/check.h"

// Curves of errors over distance or angle, in the forms that surefoot characterize fits.

namespace surefoot::noise {

Curve Curve::Piecewise(std::vector<Point> points) {
  SUREFOOT_CHECK(!points.empty(), "a curve has a point");
  for (std::size_t i = 1; i < points.size(); ++i) {
    SUREFOOT_CHECK(points[i - 1].x < points[i].x, "the points of a curve go to the right");
  }
  Curve curve(Kind::kPiecewise, 0.0, 0.0, 0.0);
  curve.points_ = std::move(points);
  return curve;
}

double Curve::At(double x) const {
  constexpr double kLimit = 1e300;
  double y = a_;
  if (kind_ == Kind::kLinear) y += b_ * x;
  if (kind_ == Kind::kPower && b_ != 0.0)
    y += b_ * std::min(std::pow(std::max(x, 0.0), c_), kLimit);
  if (kind_ == Kind::kExponential && b_ != 0.0) y += b_ * std::min(std::exp(c_ * x), kLimit);
  if (kind_ == Kind::kPiecewise) y = Between(x);
  return std::clamp(y, -kLimit, kLimit);
}

std::vector<double> Curve::Numbers() const {
  if (kind_ == Kind::kConstant) return {a_};
  if (kind_ == Kind::kLinear) return {a_, b_};
  if (kind_ != Kind::kPiecewise) return {a_, b_, c_};
  std::vector<double> numbers;
  for (const Point& point : points_) {
    numbers.push_back(point.x);
    numbers.push_back(point.y);
  }
  return numbers;
}

const char* CurveKindName(Curve::Kind kind) {
  constexpr const char* kNames[] = {"constant", "linear", "power", "exponential", "piecewise"};
  return kNames[static_cast<std::size_t>(kind)];
}

double Curve::Between(double x) const {
  const auto next = std::upper_bound(points_.begin(), points_.end(), x,
                                     [](double value, const Point& p) { return value < p.x; });
  if (next == points_.begin()) return points_.front().y;
  if (next == points_.end()) return points_.back().y;
  const Point& from = *(next - 1);
  const double part = (x - from.x) / (next->x - from.x);
  return from.y + part * (next->y - from.y);
}

}  // namespace surefoot::noise
