#pragma once

#include <optional>
#include <vector>

#include "surefoot/autonomy/rover/slope_vehicle.h"

namespace surefoot::rover {

/// What a vehicle with constant steering does on a slope in every heading, worked out once: many
/// drives, or a long one, cost little then.
class SlopeTable {
 public:
  /// `headings` of them, evenly around.
  static SlopeTable Make(const SlopeVehicle& vehicle, double slope, const Steering& steering,
                         int headings = 120);

  /// Motion at a heading, smooth between those of the table; nothing where forces do not balance.
  std::optional<SlopeMotion> At(double heading) const;
  /// Slope and steering are those of the table. Ends early with what there is when the vehicle
  /// cannot go on.
  std::vector<SlopePoint> Drive(const SlopeDrive& drive) const;

 private:
  std::vector<std::optional<SlopeMotion>> motions_;
};

}  // namespace surefoot::rover
