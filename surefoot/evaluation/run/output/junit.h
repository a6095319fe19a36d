#pragma once

/// Results for continuous integration: JUnit XML, as Jenkins, GitLab, GitHub and others read it.

#include <string>

#include "surefoot/evaluation/run/results.h"

namespace surefoot::experiment {

/// A suite for each engine, a test case for each trial: `failure` when a condition was not met,
/// `error` when it could not be run to its end; its numbers and verdicts as system-out.
std::string ToJunit(const Results& results);

}  // namespace surefoot::experiment
