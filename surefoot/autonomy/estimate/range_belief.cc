#include "surefoot/autonomy/estimate/range_belief.h"

#include <cmath>

namespace surefoot::estimate {

RangeBelief::RangeBelief(const noise::RangeModel& model, const Grid& grid)
    : model_(model), width_(grid.width), cells_(grid.first, grid.width, grid.cells) {}

bool RangeBelief::Update(double reading, double incidence, double offset) {
  if (!std::isfinite(reading)) return false;
  return cells_.Update([&](double distance) {
    return model_.LogLikelihood(reading, {distance, incidence, offset});
  });
}

bool RangeBelief::UpdateLost() {
  return cells_.Update([&](double distance) {
    return std::log(model_.Dropout({distance, 0.0, 0.0}));
  });
}

DiscreteBayes::Interval RangeBelief::CentralInterval(double share) const {
  const DiscreteBayes::Interval centres = cells_.CentralInterval(share);
  return {centres.low - 0.5 * width_, centres.high + 0.5 * width_};
}

}  // namespace surefoot::estimate
