#pragma once

#include "surefoot/evaluation/studies/legged_load/load_run.h"

namespace surefoot::studies {

experiment::StudyOutcome LoadOutcome(const LoadSettings& settings,
                                     const std::vector<LoadResult>& results);

}  // namespace surefoot::studies
