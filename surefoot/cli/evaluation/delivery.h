#pragma once

/// What the commands of this program share: values of options, refusals, results and their files.

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/cli/output.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// How many problems of a file are printed.
inline constexpr int kMostOfFile = 20;

/// Prints why a command cannot go on, as JSON too when that is asked for. `file`: the one that
/// problems are of. Gives the status.
int Refuse(const Error& error, const Problems& problems, const std::string& file, bool json,
           int status = kBadInput);

/// Files that a command writes beside its result.
struct Delivery {
  /// The folder, which is made; empty: none is written.
  std::string out;
  /// Names and texts.
  std::vector<std::pair<std::string, std::string>> files;
  /// What is told of them on standard error: "report", "gap.html".
  std::vector<std::pair<std::string, std::string>> told;
};

/// Writes the files, then the result to standard output. Gives the exit status.
int Deliver(const Delivery& delivery, const std::string& result);

/// "position=0.05". The error names the option.
Result<std::pair<std::string, double>> ParseNamedNumber(const std::string& option,
                                                        const std::string& text);

/// Engines as a user names them: each once, in the order given; "all" gives those of the build, no
/// name the first of them.
Result<std::vector<std::string>> EngineNames(const Parts& parts,
                                             const std::vector<std::string>& wanted);

}  // namespace surefoot::cli
