#pragma once

/// Verdicts as sentences, in the words of the page.

#include <string>

#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/report/text.h"

namespace surefoot::gap {

using report::AmountText;

/// "3.2 s", not more than it is.
std::string SecondsText(double seconds);

/// `restarts`: what is counted are restarts, not runs.
std::string VerdictSentence(const QuantityVerdict& verdict, bool restarts);

}  // namespace surefoot::gap
