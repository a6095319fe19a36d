#pragma once

/// The tables of study.h, one function each; ids are "table_4" and so on.

#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// What the simulators offer, and the scores that the article's rules give for it.
report::Table Table3(const StudyInput& input);
report::Table Table4(const StudyInput& input);

/// Ranges and means of the printed test: angular velocities (6) and linear accelerations (7).
report::Table Table6(const StudyInput& input, const Judgement& judgement);
report::Table Table7(const StudyInput& input, const Judgement& judgement);
/// Their errors.
report::Table Table8(const Judgement& judgement);
report::Table Table9(const Judgement& judgement);

/// Errors of each test that something real is known of.
report::Table ErrorTable(const StudyInput& input, const Judgement& judgement);

report::Table Table10(const StudyInput& input, const Judgement& judgement);
report::Table Table11(const StudyInput& input, const Judgement& judgement);

/// Table 11 of the four alone: what is printed, and what the equations give from Table 10.
report::Table Table11AsPrinted();
report::Table ContradictionTable();

}  // namespace surefoot::experiment
