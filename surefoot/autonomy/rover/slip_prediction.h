#pragma once

#include <optional>
#include <vector>

#include "surefoot/autonomy/rover/slope_vehicle.h"

namespace surefoot::rover {

/// Predicted slip and work of a vehicle on slopes of a soil, from a table that is computed once.
class SlipPrediction {
 public:
  struct Value {
    double slip = 0.0;
    /// At the axles per metre of way (J/m).
    double work = 0.0;
  };

  /// `step` between the slopes of the table (rad).
  static Result<SlipPrediction> Make(const SlopeVehicleSpec& spec, const world::Soil& soil,
                                     double step = 0.00872664625997165);

  /// Straight up a slope (rad; down: negative); nothing when it cannot be climbed. Slopes steeper
  /// than the table downwards give its end.
  std::optional<Value> At(double slope) const;
  double limit() const { return limit_; }
  double level_work() const { return level_work_; }

 private:
  double first_ = 0.0;
  double step_ = 0.0;
  double limit_ = 0.0;
  double level_work_ = 0.0;
  std::vector<Value> values_;
};

}  // namespace surefoot::rover
