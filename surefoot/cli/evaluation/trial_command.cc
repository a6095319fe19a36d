#include <filesystem>

#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/run_trial.h"
#include "surefoot/evaluation/run/seal.h"

// `surefoot trial`: the process that an experiment starts for each trial. A readable trial file
// always gives a result file, also for a trial that fails.

namespace surefoot::cli {

int TrialCommand(const Parts& parts, const TrialOptions& options) {
  namespace fs = std::filesystem;
  Problems problems;
  std::optional<experiment::Trial> trial = experiment::ReadTrial(options.file, &problems);
  // Without a trial there is no key, and a result without its key would never be read.
  if (!trial) {
    PrintProblems(problems, Severity::kError, kMaxPrintedProblems, options.file);
    return kBadInput;
  }
  std::error_code error;
  const fs::path folder =
      options.out.empty() ? fs::absolute(options.file, error).parent_path() : fs::path(options.out);
  fs::create_directories(folder, error);
  trial->run_folder = folder.string();
  const experiment::TrialResult result = experiment::RunTrial(parts, *trial);
  const std::string text = experiment::ToJson(result);
  // Atomic and sealed: this process may be killed while it writes, and half a result must not be
  // accepted as that of a finished trial later.
  const Status written = experiment::WriteFileAtOnce((folder / experiment::kResultFile).string(),
                                                     experiment::Sealed(text));
  if (!written.ok()) {
    PrintError(written.error().message);
    return kFailed;
  }
  if (options.json && !WriteResult(text)) return kFailed;
  if (!result.error.empty()) PrintError(result.error);
  return result.passed() ? kDone : kFailed;
}

void AddArguments(CommandArguments command, TrialOptions* options) {
  command.Positional("FILE", &options->file, "The trial: trial.json of an experiment's results");
  command.Option("--out", &options->out, "DIR", "Folder for its result; default: beside FILE");
  command.Json(&options->json);
  command.Footer(
      "This is how `surefoot experiment` runs each trial; on a cluster, a scheduler can do it.\n"
      "Exit status 0: passed; 1: failed, or an error, both with a result; 2: FILE was wrong.\n\n"
      "Example:\n"
      "  surefoot trial results/husky_lab/trials/gravel_circle-mujoco-000/trial.json");
}

}  // namespace surefoot::cli
