#include "surefoot/cli/check_command.h"

#include <algorithm>
#include <cstdio>

#include "surefoot/cli/exit_status.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/physics/capability.h"
#include "surefoot/session/load.h"

namespace surefoot::cli {
namespace {

void CountParts(const world::World& world, FileCheck* check) {
  for (const world::ModelInstance& instance : world.spec().models) {
    // The floor that a lone model is put on comes from no file.
    if (instance.model->source.file.empty()) continue;
    ++check->models;
    check->links += static_cast<int>(instance.model->links.size());
    check->joints += static_cast<int>(instance.model->joints.size());
  }
}

FileCheck Check(const Parts& parts, const std::string& file, const physics::BackendInfo& engine) {
  FileCheck check;
  check.file = file;
  const auto world = LoadWorld(parts, file, &check.problems);
  if (world.ok()) {
    CountParts(*world.value(), &check);
    physics::CheckSupport(*world.value(), engine, parts.EngineInfos(), &check.problems);
  } else if (check.problems.ok()) {
    check.problems.Error(Source{file, 0, ""}, world.error().message);
  }
  return check;
}

std::string Verdict(const FileCheck& check) {
  const int warnings = CountOf(check.problems, Severity::kWarning);
  const std::string also = warnings > 0 ? ", " + Counted(warnings, "warning") : "";
  if (!check.problems.ok()) {
    return Colored(stdout, Color::kRed, "wrong:") + " " +
           Counted(check.problems.error_count(), "error") + also;
  }
  return Colored(stdout, Color::kGreen, "ok:") + " " + Counted(check.models, "model") + ", " +
         Counted(check.links, "link") + ", " + Counted(check.joints, "joint") + also;
}

std::string Report(const FileCheck& check) {
  std::string text;
  for (const Problem& problem : check.problems.all()) text += ProblemText(stdout, problem);
  return text + check.file + ": " + Verdict(check) + "\n";
}

}  // namespace

int CheckCommand(const Parts& parts, const CheckOptions& options) {
  const physics::BackendFactory* engine = parts.engines.Find(options.engine);
  if (engine == nullptr) {
    PrintError("there is no engine '" + options.engine +
               "'; this build has: " + parts.engines.NameList());
    return kBadInput;
  }
  std::vector<FileCheck> checks;
  bool written = true;
  for (const std::string& file : options.files) {
    checks.push_back(Check(parts, file, engine->info()));
    if (!options.json) written = WriteResult(Report(checks.back())) && written;
  }
  if (options.json) written = WriteResult(CheckJson(checks));
  const bool all_ok = std::all_of(checks.begin(), checks.end(),
                                  [](const FileCheck& check) { return check.problems.ok(); });
  if (!all_ok) return kBadInput;
  return written ? kDone : kFailed;
}

}  // namespace surefoot::cli
