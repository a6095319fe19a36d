#pragma once

/// What classifiers see of runs. Private to this folder and its tests.

#include <cstddef>
#include <vector>

#include "surefoot/evaluation/gap/trace.h"
#include "surefoot/evaluation/statistics/classifiers.h"

namespace surefoot::gap {

/// All real runs (kind 0), then all simulated ones (kind 1), as seen up to the k-th common time.
/// For each component of each quantity: its values after a quarter, a half, three quarters and all
/// of the time, its mean, how much it changed in sum, and how rough it is (logarithm of the root
/// mean square of second differences). A run that ended keeps its last value. Angles are counted
/// over whole turns.
LabelledRuns FeaturesOf(const std::vector<Comparison>& comparisons, std::size_t k);

}  // namespace surefoot::gap
