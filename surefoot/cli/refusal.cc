#include "surefoot/cli/refusal.h"

#include "surefoot/cli/exit_status.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"

namespace surefoot::cli {

int RefuseWorld(const std::string& world, bool json, const Error& error, const Problems& problems) {
  if (problems.ok()) {
    PrintError(error.message);
  } else {
    PrintProblems(problems, Severity::kError, kMostProblems, world);
    PrintError("cannot load '" + world + "': " + Counted(problems.error_count(), "error"));
  }
  if (json) WriteResult(RefusalJson(error, problems));
  return kBadInput;
}

}  // namespace surefoot::cli
