#include "surefoot/cli/evaluation/delivery.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/evaluation/run/output/described_page.h"
#include "surefoot/session/parts.h"

// Output of all commands in one place, so that they agree on streams and exit statuses: results on
// standard output, everything else on standard error.

namespace surefoot::cli {

// With --json the error is on both streams: people read one, programs the other.
int Refuse(const Error& error, const Problems& problems, const std::string& file, bool json,
           int status) {
  PrintProblems(problems, Severity::kError, kMaxPrintedProblems, file);
  PrintError(error.message);
  if (json) WriteResult(RefusalJson(error, problems));
  return status;
}

int Deliver(const Delivery& delivery, const std::string& result) {
  if (!delivery.out.empty()) {
    const Status status = experiment::WriteFiles(delivery.out, delivery.files);
    if (!status.ok()) {
      PrintError(status.error().message);
      return kFailed;
    }
    for (const auto& [what, name] : delivery.printed) {
      const auto path = std::filesystem::path(delivery.out) / name;
      std::fprintf(stderr, "%s: %s\n", what.c_str(), path.c_str());
    }
  }
  return WriteResult(result) ? kDone : kFailed;
}

Result<std::pair<std::string, double>> ParseNamedNumber(const std::string& option,
                                                        const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal != std::string::npos && equal > 0) {
    if (const std::optional<double> number = ParseNumber(text.substr(equal + 1))) {
      return std::make_pair(text.substr(0, equal), *number);
    }
  }
  return Error{option + ": '" + text + "' is not NAME=NUMBER"};
}

Result<std::map<std::string, double>> ParseNamedNumbers(const std::string& option,
                                                        const std::vector<std::string>& texts) {
  std::map<std::string, double> numbers;
  for (const std::string& text : texts) {
    const auto pair = SUREFOOT_TRY(ParseNamedNumber(option, text));
    const auto [known, added] = numbers.insert(pair);
    if (!added) {
      return Error{option + ": '" + pair.first + "' is given twice, as " +
                   NumberText(known->second) + " and " + NumberText(pair.second)};
    }
  }
  return numbers;
}

Result<std::vector<std::string>> EngineNames(const Parts& parts,
                                             const std::vector<std::string>& requested) {
  std::vector<std::string> all;
  for (const auto& [name, factory] : parts.engines.entries()) all.push_back(name);
  // Not a set: the first engine has a special meaning for calibrate.
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : requested) {
    if (name == "all") {
      for (const std::string& each : DynamicEngines(parts)) add(each);
    } else if (std::find(all.begin(), all.end(), name) == all.end()) {
      return parts.NoSuchEngine(name);
    } else {
      add(name);
    }
  }
  if (names.empty() && !all.empty()) names.push_back(all.front());
  return names;
}

}  // namespace surefoot::cli
