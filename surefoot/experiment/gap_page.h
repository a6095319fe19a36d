#pragma once

#include <string>

#include "surefoot/experiment/gap_study.h"

namespace surefoot::experiment {

/// The report as one HTML file.
std::string GapPage(const GapResult& result);

}  // namespace surefoot::experiment
