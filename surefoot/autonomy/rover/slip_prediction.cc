#include "surefoot/autonomy/rover/slip_prediction.h"

#include <algorithm>
#include <cmath>

// A table of slip over slope, interpolated linearly: planners query it for every cell, and the
// balance of forces takes a thousand times as long.

namespace surefoot::rover {
namespace {

constexpr double kSteepestDown = -0.6;

}  // namespace

Result<SlipPrediction> SlipPrediction::Make(const SlopeVehicleSpec& spec, const world::Soil& soil,
                                            double step) {
  if (!(step > 1e-4 && step < 0.2)) {
    return Error{"the step between slopes is " + std::to_string(step) +
                 " rad; accepted are 0.0001 to 0.2"};
  }
  const Result<SlopeVehicle> vehicle = SlopeVehicle::Make(spec, soil);
  if (!vehicle.ok()) return vehicle.error();
  SlipPrediction prediction;
  prediction.step_ = step;
  prediction.limit_ = vehicle->LimitSlope();
  const double weight = spec.mass * spec.gravity;
  const auto value_at = [&](double slope) -> std::optional<Value> {
    const auto slip = vehicle->ClimbSlip(slope);
    const auto cost = vehicle->CostOfTransport(slope);
    if (!slip || !cost) return std::nullopt;
    return Value{*slip, *cost * weight};
  };
  // From level ground down as far as the vehicle can hold itself, and up to the limit.
  double slope = std::floor(kSteepestDown / step) * step;
  for (; slope <= prediction.limit_; slope += step) {
    const auto value = value_at(slope);
    if (value) {
      if (prediction.values_.empty()) prediction.first_ = slope;
      prediction.values_.push_back(*value);
    } else if (!prediction.values_.empty()) {
      break;
    }
  }
  const auto level = value_at(0.0);
  if (!level || prediction.values_.size() < 2) {
    return Error{"the vehicle cannot drive on this soil, not even on level ground"};
  }
  prediction.level_work_ = level->work;
  return prediction;
}

std::optional<SlipPrediction::Value> SlipPrediction::At(double slope) const {
  if (!(slope <= limit_)) return std::nullopt;
  const double place = std::max(0.0, (slope - first_) / step_);
  const auto low = std::min(static_cast<std::size_t>(place), values_.size() - 2);
  // Beyond the last slope of the table, up to the limit, slip rises steeply: its end, not more.
  const double share = std::min(place - static_cast<double>(low), 1.0);
  const Value& a = values_[low];
  const Value& b = values_[low + 1];
  return Value{a.slip + share * (b.slip - a.slip), a.work + share * (b.work - a.work)};
}

}  // namespace surefoot::rover
