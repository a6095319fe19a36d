#pragma once

#include <cstdio>
#include <string>

#include "surefoot/base/problem.h"

namespace surefoot::cli {

/// "file:line: error: message" and, below it, the element, the value and the advice.
std::string ProblemText(std::FILE* stream, const Problem& problem);

int CountOf(const Problems& problems, Severity severity);

/// Prints the problems of that severity to standard error, errors in full, others in one line each;
/// at most `most` of them, then the number of the rest and that `surefoot check FILE` tells all.
void PrintProblems(const Problems& problems, Severity severity, int most, const std::string& file);

}  // namespace surefoot::cli
