#pragma once

#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// Which simulator for whom, as the article's Figure 9 has it for the four. Questions that do not
/// tell the remaining ones apart are left out, and so are those whose answers lead to the same.
report::Page::Decision MakeDecision(const Judgement& judgement);

}  // namespace surefoot::experiment
