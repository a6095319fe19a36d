#pragma once

/// Helpers shared by the commands: values of options, error output, results and their files.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/cli/output.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// Maximum number of problems of a file that are printed: about a screen; the first ones are often
/// the cause of the others.
inline constexpr int kMaxPrintedProblems = 20;

/// Prints why a command fails, with --json as JSON, too. `file` is the one that the problems belong
/// to. Returns the exit status.
int Refuse(const Error& error, const Problems& problems, const std::string& file, bool json,
           int status = kBadInput);

/// Files that a command writes in addition to its result.
struct Delivery {
  /// The folder, created if needed; empty: no files are written.
  std::string out;
  /// Names and texts.
  std::vector<std::pair<std::string, std::string>> files;
  /// Printed on standard error: what the main file is, and its name: "report", "gap.html".
  std::vector<std::pair<std::string, std::string>> printed;
};

/// Writes the files, then the result to standard output, so that a program that reads the result
/// finds the files. Returns the exit status.
int Deliver(const Delivery& delivery, const std::string& result);

/// Parses "position=0.05": a name that is not empty, and a finite number. The error names the
/// option.
Result<std::pair<std::string, double>> ParseNamedNumber(const std::string& option,
                                                        const std::string& text);

/// The same for all values of an option that may be repeated. A name that occurs twice is an error:
/// which of its values counts would not be visible in the result.
Result<std::map<std::string, double>> ParseNamedNumbers(const std::string& option,
                                                        const std::vector<std::string>& texts);

/// Expands engine names: without duplicates, in the order given. "all" means DynamicEngines()
/// (parts.h): a purely kinematic engine must be named. Without a name: the first engine of the
/// build.
Result<std::vector<std::string>> EngineNames(const Parts& parts,
                                             const std::vector<std::string>& requested);

}  // namespace surefoot::cli
