#include "surefoot/sensors/range/curve_element.h"

#include <cmath>
#include <vector>

#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

constexpr double kMost = 1e12;
constexpr std::size_t kMostNumbers = 20000;

noise::Curve Piecewise(const world::ElementReader& curve, const std::string& name,
                       const std::vector<double>& v, const noise::Curve& fallback) {
  std::vector<noise::Curve::Point> points;
  for (std::size_t i = 0; i + 1 < v.size(); i += 2) {
    if (!points.empty() && !(v[i] > points.back().x)) {
      curve.Error("", name + ": the x of a curve's points must increase", std::to_string(v[i]));
      return fallback;
    }
    points.push_back({v[i], v[i + 1]});
  }
  return noise::Curve::Piecewise(std::move(points));
}

}  // namespace

noise::Curve ReadCurve(const world::ElementReader& element, const std::string& name,
                       const noise::Curve& fallback) {
  if (!element.Has(name)) return fallback;
  const world::ElementReader curve = element.Child(name);
  const std::string type =
      curve.Choice("type", {"constant", "linear", "power", "exponential", "piecewise"}, "constant");
  const std::size_t words = world::SplitWords(curve.OwnText()).size();
  const std::size_t wanted = type == "constant" ? 1 : type == "linear" ? 2 : 3;
  const bool piecewise = type == "piecewise";
  if (piecewise ? words < 2 || words % 2 != 0 || words > kMostNumbers : words != wanted) {
    curve.Error("",
                name + ": a curve of type " + type + " has " +
                    (piecewise ? std::string("pairs x y of") : std::to_string(wanted)) + " numbers",
                curve.OwnText().substr(0, 80));
    return fallback;
  }
  const auto numbers = world::ParseVector(curve.OwnText(), static_cast<int>(words),
                                          curve.element().source, curve.problems());
  if (!numbers) return fallback;
  const std::vector<double>& v = *numbers;
  for (double value : v) {
    if (std::abs(value) <= kMost) continue;
    curve.Error("", name + ": numbers of a curve must lie between -1e12 and 1e12",
                std::to_string(value));
    return fallback;
  }
  if (piecewise) return Piecewise(curve, name, v, fallback);
  if (type == "constant") return noise::Curve::Constant(v[0]);
  if (type == "linear") return noise::Curve::Linear(v[0], v[1]);
  if (type == "power") return noise::Curve::Power(v[0], v[1], v[2]);
  return noise::Curve::Exponential(v[0], v[1], v[2]);
}

}  // namespace surefoot::sensors
