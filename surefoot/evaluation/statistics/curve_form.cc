#include "surefoot/evaluation/statistics/curve_form.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"

namespace surefoot::gap {
namespace {

/// x^c without overflow: the exponent is clamped to what doubles hold. A step of a search may try
/// absurd parameters; they must give a bad value, not an infinite one.
double SafePower(double x, double c) {
  return std::exp(std::clamp(c * std::log(std::max(x, 1e-12)), -300.0, 300.0));
}

double SafeExp(double y) { return std::exp(std::clamp(y, -300.0, 300.0)); }

/// Hat functions: the weight of each knot's value in the value at x. Linear between knots, constant
/// beyond the first and the last.
Eigen::VectorXd Hats(const std::vector<double>& knots, double x) {
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(knots.size()));
  const auto next = std::upper_bound(knots.begin(), knots.end(), x);
  if (next == knots.begin()) {
    shares(0) = 1.0;
  } else if (next == knots.end()) {
    shares(shares.size() - 1) = 1.0;
  } else {
    const Eigen::Index k = static_cast<Eigen::Index>(next - knots.begin());
    const double part = (x - *(next - 1)) / (*next - *(next - 1));
    shares(k) = part;
    shares(k - 1) = 1.0 - part;
  }
  return shares;
}

/// Weighted linear regression: {intercept, slope}, computed about the means against cancellation.
std::pair<double, double> LineThrough(const std::vector<double>& x, const std::vector<double>& y,
                                      const std::vector<double>& w) {
  double n = 0.0, sx = 0.0, sy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    n += w[i];
    sx += w[i] * x[i];
    sy += w[i] * y[i];
  }
  const double mx = sx / std::max(n, 1e-300);
  const double my = sy / std::max(n, 1e-300);
  double sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sxx += w[i] * (x[i] - mx) * (x[i] - mx);
    sxy += w[i] * (x[i] - mx) * (y[i] - my);
  }
  const double slope = sxx > 0.0 ? sxy / sxx : 0.0;
  return {my - slope * mx, slope};
}

/// b and c of a power or an exponential by linear regression of the logarithms; values of the other
/// sign than the weighted sum are ignored.
std::pair<double, double> LogLine(bool power, const std::vector<double>& x,
                                  const std::vector<double>& y, const std::vector<double>& w) {
  double sum = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += w[i] * y[i];
  const double sign = sum < 0.0 ? -1.0 : 1.0;
  std::vector<double> u, v, weights;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(sign * y[i] > 0.0) || (power && !(x[i] > 0.0))) continue;
    u.push_back(power ? std::log(x[i]) : x[i]);
    v.push_back(std::log(sign * y[i]));
    weights.push_back(w[i]);
  }
  if (u.empty()) return {sign * 1e-9, 1.0};
  const auto [a, b] = LineThrough(u, v, weights);
  return {sign * SafeExp(a), b};
}

bool HasConstant(CurveForm form) {
  return form == CurveForm::kConstant || form == CurveForm::kLinear ||
         form == CurveForm::kPowerOffset || form == CurveForm::kExponentialOffset;
}

bool IsPower(CurveForm form) {
  return form == CurveForm::kPower || form == CurveForm::kPowerOffset;
}

bool IsExponential(CurveForm form) {
  return form == CurveForm::kExponential || form == CurveForm::kExponentialOffset;
}

}  // namespace

const char* CurveFormName(CurveForm form) {
  constexpr const char* kNames[] = {"none",
                                    "constant",
                                    "linear",
                                    "power",
                                    "exponential",
                                    "power with offset",
                                    "exponential with offset",
                                    "piecewise"};
  return kNames[static_cast<std::size_t>(form)];
}

int CurveShape::parameter_count() const {
  if (form == CurveForm::kNone) return 0;
  if (form == CurveForm::kPiecewise) return static_cast<int>(knots.size()) - (from_zero ? 1 : 0);
  const int curved = IsPower(form) || IsExponential(form) ? 2 : form == CurveForm::kLinear ? 1 : 0;
  return curved + (HasConstant(form) && !from_zero ? 1 : 0);
}

double CurveShape::Value(const Eigen::Ref<const Eigen::VectorXd>& p, double x) const {
  if (form == CurveForm::kNone) return 0.0;
  if (form == CurveForm::kPiecewise) {
    const Eigen::VectorXd hats = Hats(knots, x);
    return hats.tail(p.size()).dot(p);
  }
  Eigen::Index k = 0;
  double value = HasConstant(form) && !from_zero ? p(k++) : 0.0;
  if (form == CurveForm::kLinear) value += p(k) * x;
  if (IsPower(form)) value += p(k) * SafePower(x, p(k + 1));
  if (IsExponential(form)) value += p(k) * SafeExp(p(k + 1) * x);
  return value;
}

Eigen::VectorXd CurveShape::Gradient(const Eigen::Ref<const Eigen::VectorXd>& p, double x) const {
  if (form == CurveForm::kPiecewise) return Hats(knots, x).tail(p.size());
  Eigen::VectorXd g = Eigen::VectorXd::Zero(p.size());
  Eigen::Index k = 0;
  if (HasConstant(form) && !from_zero) g(k++) = 1.0;
  if (form == CurveForm::kLinear) g(k) = x;
  if (IsPower(form)) {
    g(k) = SafePower(x, p(k + 1));
    g(k + 1) = p(k) * g(k) * std::log(std::max(x, 1e-12));
  }
  if (IsExponential(form)) {
    g(k) = SafeExp(p(k + 1) * x);
    g(k + 1) = p(k) * g(k) * x;
  }
  return g;
}

noise::Curve CurveShape::ToCurve(const Eigen::Ref<const Eigen::VectorXd>& p) const {
  using noise::Curve;
  if (form == CurveForm::kNone) return Curve();
  if (form == CurveForm::kPiecewise) {
    std::vector<Curve::Point> points;
    for (double knot : knots) points.push_back({knot, Value(p, knot)});
    return Curve::Piecewise(std::move(points));
  }
  Eigen::Index k = 0;
  const double a = HasConstant(form) && !from_zero ? p(k++) : 0.0;
  if (form == CurveForm::kConstant) return Curve::Constant(a);
  if (form == CurveForm::kLinear) return Curve::Linear(a, p(k));
  if (IsPower(form)) return Curve::Power(a, p(k), p(k + 1));
  return Curve::Exponential(a, p(k), p(k + 1));
}

std::vector<std::string> CurveShape::ParameterNames() const {
  std::vector<std::string> names;
  if (form == CurveForm::kPiecewise) {
    for (std::size_t i = from_zero ? 1 : 0; i < knots.size(); ++i) {
      const std::string text = StrFormat("at %.4g", knots[i]);
      names.emplace_back(text);
    }
    return names;
  }
  if (HasConstant(form) && !from_zero) names.emplace_back("a");
  if (form != CurveForm::kConstant && form != CurveForm::kNone) names.emplace_back("b");
  if (IsPower(form) || IsExponential(form)) names.emplace_back("c");
  return names;
}

CurveShape MakeShape(CurveForm form, std::vector<double> places, bool from_zero,
                     std::size_t max_knots) {
  CurveShape shape;
  shape.form = form;
  shape.from_zero = from_zero;
  if (form != CurveForm::kPiecewise) return shape;
  if (from_zero) places.push_back(0.0);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  const std::size_t count = std::min(places.size(), max_knots);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = count > 1 ? i * (places.size() - 1) / (count - 1) : 0;
    shape.knots.push_back(places[at]);
  }
  return shape;
}

Eigen::VectorXd StartOf(const CurveShape& shape, const std::vector<double>& x,
                        const std::vector<double>& y, const std::vector<double>& w) {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(shape.parameter_count());
  if (p.size() == 0) return p;
  if (IsPower(shape.form) || IsExponential(shape.form)) {
    const auto [b, c] = LogLine(IsPower(shape.form), x, y, w);
    p.tail(2) << b, c;
    return p;
  }
  // Forms that are linear in their parameters are solved exactly.
  const Eigen::Index n = static_cast<Eigen::Index>(x.size());
  Eigen::MatrixXd A(n, p.size());
  Eigen::VectorXd r(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::size_t k = static_cast<std::size_t>(i);
    A.row(i) = std::sqrt(w[k]) * shape.Gradient(p, x[k]).transpose();
    r(i) = std::sqrt(w[k]) * y[k];
  }
  return A.completeOrthogonalDecomposition().solve(r);
}

}  // namespace surefoot::gap
