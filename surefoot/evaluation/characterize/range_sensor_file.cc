#include "surefoot/evaluation/characterize/range_sensor_file.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/formats/markup.h"

namespace surefoot::experiment {
namespace {

using formats::AddChild;
using formats::SetAttribute;
using noise::Curve;
using noise::RangeModel;

void AddCurve(world::Element* parent, const char* name, const Curve& curve) {
  std::string numbers;
  for (const double value : curve.Numbers()) {
    numbers += (numbers.empty() ? "" : " ") + NumberText(value, 7);
  }
  world::Element& element = AddChild(parent, name, numbers);
  if (curve.kind() != Curve::Kind::kConstant) {
    SetAttribute(&element, "type", noise::CurveKindName(curve.kind()));
  }
}

void AddSum(world::Element* parent, const char* name, const RangeModel::Sum& sum) {
  if (sum.incidence.IsZero() && sum.offset.IsZero()) {
    AddCurve(parent, name, sum.distance);
    return;
  }
  world::Element& element = AddChild(parent, name);
  AddCurve(&element, "distance", sum.distance);
  if (!sum.incidence.IsZero()) AddCurve(&element, "incidence", sum.incidence);
  if (!sum.offset.IsZero()) AddCurve(&element, "offset", sum.offset);
}

bool IsZero(const RangeModel::Sum& sum) {
  return sum.distance.IsZero() && sum.incidence.IsZero() && sum.offset.IsZero();
}

std::string LengthName(double size) {
  return size == 0.01 ? "cm" : size == 0.001 ? "mm" : size == 0.0254 ? "in" : "m";
}

void AddReading(const RangeModel& model, world::Element* parent) {
  world::Element& reading = AddChild(parent, "reading");
  SetAttribute(&reading, "unit", model.reading_name);
  SetAttribute(&reading, "distance_unit", LengthName(model.distance_unit));
  SetAttribute(&reading, "angle_unit", model.angle_unit == 1.0 ? "rad" : "deg");
  AddSum(&reading, "mean", model.mean);
  AddSum(&reading, "stddev", model.stddev);
  if (!IsZero(model.dropout)) AddSum(&reading, "dropout", model.dropout);
  if (model.outliers > 0.0) {
    world::Element& outliers = AddChild(&reading, "outliers", NumberText(model.outliers, 7));
    SetAttribute(&outliers, "low", NumberText(model.outlier_low, 7));
    SetAttribute(&outliers, "high", NumberText(model.outlier_high, 7));
  }
  if (model.resolution > 0.0) AddChild(&reading, "resolution", NumberText(model.resolution, 7));
  AddChild(&reading, "from", NumberText(model.from / model.distance_unit, 7));
  AddChild(&reading, "to", NumberText(model.to / model.distance_unit, 7));
}

}  // namespace

std::string RangeSensorText(const RangeSensorFile& file) {
  world::Element root = formats::MakeElement("range_sensor");
  SetAttribute(&root, "name", file.name);
  if (!file.radiation.empty()) AddChild(&root, "radiation", file.radiation);
  if (file.update_rate > 0.0) AddChild(&root, "update_rate", NumberText(file.update_rate, 7));
  AddChild(&root, "min", NumberText(file.min, 7));
  AddChild(&root, "max", NumberText(file.max, 7));
  // Its readings were taken with whatever cone it has: they are those of its axis.
  AddChild(&root, "field_of_view", "0");
  AddReading(file.model, &root);
  AddChild(&root, "source", file.source);
  return formats::XmlText(root);
}

void LimitToMonotone(RangeSensorFile* file) {
  constexpr int kSteps = 2000;
  if (file->model.reading_unit > 0.0) return;
  const auto mean = [&](int i) {
    return file->model.Mean({file->min + (file->max - file->min) * i / kSteps, 0.0, 0.0});
  };
  const bool falls = mean(kSteps) < mean(kSteps - 1);
  int near = kSteps - 1;
  while (near > 0 && mean(near - 1) != mean(near) && (mean(near) < mean(near - 1)) == falls) --near;
  file->min += (file->max - file->min) * near / kSteps;
}

}  // namespace surefoot::experiment
