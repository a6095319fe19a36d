#pragma once

/// Problems of files as text for people: the same form in all commands.

#include <cstdio>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {

/// "file:line: error: message" and, below it, the element, the value and the advice. `stream`
/// decides on colours only; nothing is written.
std::string ProblemText(std::FILE* stream, const Problem& problem);

int CountOf(const Problems& problems, Severity severity);

/// Prints the problems of that severity to standard error, errors in full, others in one line each:
/// at most `max` of them, then the number of the others, which `surefoot check FILE` prints.
void PrintProblems(const Problems& problems, Severity severity, int max, const std::string& file);

/// Problems that commands other than `check` print: more would hide their own output.
inline constexpr int kMaxProblems = 10;

/// Reports why a command cannot use this world, with `json` also on standard output. `command` is
/// put before an error that is not in the world's files: "map: ". Returns `status`.
int RefuseWorld(const std::string& world, bool json, const Error& error, const Problems& problems,
                const std::string& command = "", int status = kBadInput);

}  // namespace surefoot::cli
