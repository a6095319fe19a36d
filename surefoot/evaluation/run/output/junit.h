#pragma once

/// Results for continuous integration: JUnit XML as Jenkins, GitLab, GitHub and others accept it.

#include <string>

#include "surefoot/evaluation/run/results.h"

namespace surefoot::experiment {

/// One suite per engine, one test case per trial: `failure` when a condition was not met, `error`
/// when the trial did not run to its end; numbers and verdicts are in system-out.
std::string ToJunit(const Results& results);

}  // namespace surefoot::experiment
