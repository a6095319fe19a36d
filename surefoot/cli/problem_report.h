#pragma once

#include <cstdio>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {

/// "file:line: error: message" and, below it, the element, the value and the advice.
std::string ProblemText(std::FILE* stream, const Problem& problem);

int CountOf(const Problems& problems, Severity severity);

/// Prints the problems of that severity to standard error, errors in full, others in one line each;
/// at most `most` of them, then the number of the rest and that `surefoot check FILE` tells all.
void PrintProblems(const Problems& problems, Severity severity, int most, const std::string& file);

/// How many problems of a world are printed by commands that are about something else.
inline constexpr int kMostProblems = 10;

/// Tells why a command cannot work with this world, as JSON too when that is asked for. `command`
/// goes before an error that is not in the world's files: "map: ". Gives the exit status.
int RefuseWorld(const std::string& world, bool json, const Error& error, const Problems& problems,
                const std::string& command = "", int status = kBadInput);

}  // namespace surefoot::cli
