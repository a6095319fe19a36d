#pragma once

#include "surefoot/evaluation/characterize/range_samples.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::gap {

/// The share of samples without a reading: one number where the places do not differ by more than
/// chance (1 %), else straight between distances and between angles.
noise::RangeModel::Sum FitLoss(const std::vector<RangePlace>& places);

}  // namespace surefoot::gap
