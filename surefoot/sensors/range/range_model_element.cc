#include "surefoot/sensors/range/range_model_element.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "surefoot/world/parse.h"

// Range sensors whose readings a file describes, as `surefoot characterize` writes it.

namespace surefoot::sensors {
namespace {

constexpr double kMax = 1e12;
constexpr std::size_t kMaxNumbers = 20000;

/// Points "x y  x y ..."; x must increase, because the curve is interpolated.
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

struct Unit {
  const char* name;
  double size;
};

constexpr Unit kLengths[] = {{"m", 1.0}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}};
constexpr Unit kAngles[] = {{"rad", 1.0}, {"deg", 3.14159265358979323846 / 180.0}};

template <std::size_t kCount>
double UnitOf(const world::ElementReader& reading, const char* attribute,
              const Unit (&units)[kCount]) {
  std::vector<std::string> names;
  for (const Unit& unit : units) names.emplace_back(unit.name);
  const std::string name = reading.Choice(attribute, names, names.front());
  for (const Unit& unit : units) {
    if (name == unit.name) return unit.size;
  }
  return 1.0;
}

/// A number, a curve over the distance, or the sum of curves over <distance>, <incidence> and
/// <offset> (the angle from the sensor's axis).
noise::RangeModel::Sum ReadSum(const world::ElementReader& reading, const char* name) {
  noise::RangeModel::Sum sum;
  if (!reading.Has(name)) return sum;
  const world::ElementReader child = reading.Child(name);
  const bool parts = child.Has("distance") || child.Has("incidence") || child.Has("offset");
  if (!parts) {
    sum.distance = ReadCurve(reading, name, sum.distance);
    return sum;
  }
  sum.distance = ReadCurve(child, "distance", sum.distance);
  sum.incidence = ReadCurve(child, "incidence", sum.incidence);
  sum.offset = ReadCurve(child, "offset", sum.offset);
  child.WarnMisspelt();
  return sum;
}

void ReadOutliers(const world::ElementReader& reading, const RangeLimits& limits,
                  noise::RangeModel* model) {
  const world::ElementReader child = reading.Child("outliers");
  model->outliers = reading.Number("outliers", 0.0, 0.0, 1.0);
  // By default, outliers are uniform over the readings of the whole range.
  const double near = model->Mean({std::max(limits.min, model->from), 0.0, 0.0});
  const double far = model->Mean({std::min(limits.max, model->to), 0.0, 0.0});
  model->outlier_low = child.Number("low", std::min(near, far), -kMax, kMax);
  model->outlier_high = child.Number("high", std::max(near, far), -kMax, kMax);
  if (model->outliers > 0.0 && !(model->outlier_low < model->outlier_high)) {
    child.Error("high", "must be greater than <low>: outliers are drawn between the two readings",
                std::to_string(model->outlier_low) + " to " + std::to_string(model->outlier_high));
  }
}

}  // namespace

noise::Curve ReadCurve(const world::ElementReader& element, const std::string& name,
                       const noise::Curve& fallback) {
  if (!element.Has(name)) return fallback;
  const world::ElementReader curve = element.Child(name);
  const std::string type =
      curve.Choice("type", {"constant", "linear", "power", "exponential", "piecewise"}, "constant");
  const std::size_t words = world::SplitWords(curve.OwnText()).size();
  const std::size_t requested = type == "constant" ? 1 : type == "linear" ? 2 : 3;
  const bool piecewise = type == "piecewise";
  if (piecewise ? words < 2 || words % 2 != 0 || words > kMaxNumbers : words != requested) {
    curve.Error("",
                name + ": a curve of type " + type + " has " +
                    (piecewise ? std::string("pairs x y of") : std::to_string(requested)) +
                    " numbers",
                curve.OwnText().substr(0, 80));
    return fallback;
  }
  const auto numbers = world::ParseVector(curve.OwnText(), static_cast<int>(words),
                                          curve.element().source, curve.problems());
  if (!numbers) return fallback;
  const std::vector<double>& v = *numbers;
  for (double value : v) {
    if (std::abs(value) <= kMax) continue;
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

noise::RangeModel ReadRangeModel(const world::ElementReader& reading, const RangeLimits& limits) {
  noise::RangeModel model;
  model.distance_unit = UnitOf(reading, "distance_unit", kLengths);
  model.angle_unit = UnitOf(reading, "angle_unit", kAngles);
  model.reading_name = reading.Text("unit", "m");
  model.reading_unit = 0.0;
  for (const Unit& unit : kLengths) {
    if (model.reading_name == unit.name) model.reading_unit = unit.size;
  }
  if (!reading.Has("mean")) {
    reading.Error("mean", "a range sensor needs a mean reading", "",
                  "write <mean type=\"linear\">0 1</mean> for one that reads the distance");
  }
  model.mean = ReadSum(reading, "mean");
  model.stddev = ReadSum(reading, "stddev");
  model.dropout = ReadSum(reading, "dropout");
  model.resolution = reading.Number("resolution", 0.0, 0.0, kMax);
  const double unit = model.distance_unit;
  model.from = reading.Number("from", limits.min / unit, 0.0, 1e6) * unit;
  model.to = reading.Number("to", limits.max / unit, 0.0, 1e9) * unit;
  if (!(model.from <= model.to)) {
    reading.Error("to", "must not be less than <from>", std::to_string(model.to / unit));
    model.to = model.from;
  }
  ReadOutliers(reading, limits, &model);
  reading.WarnMisspelt();
  return model;
}

}  // namespace surefoot::sensors
