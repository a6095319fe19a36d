#pragma once

/// Verdicts as sentences, in the words of the page.

#include <string>

#include "surefoot/evaluation/gap/verdict/verdict.h"

namespace surefoot::gap {

/// As people say it: 0.05 m -> "5 cm", 0.035 rad -> "2 deg", 12 s^-1 -> "12 s^-1".
std::string AmountText(double value, const std::string& unit);

/// "3.2 s", not more than it is.
std::string SecondsText(double seconds);

/// `restarts`: what is counted are restarts, not runs.
std::string VerdictSentence(const QuantityVerdict& verdict, bool restarts);

}  // namespace surefoot::gap
