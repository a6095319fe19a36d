#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/cli/commands/check_folder.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/ground/ground_set.h"
#include "surefoot/physics/capability.h"
#include "surefoot/session/load.h"
#include "surefoot/session/session.h"

// `surefoot check`: reads files without running them, and prints all problems. With --run each file
// is also stepped, which finds what only an engine rejects.

namespace surefoot::cli {
namespace {

/// The contact models of a wheel on the grounds of this world, "tyre, soil"; its default if the
/// world has no ground. A wheel may have several: the model depends on the pair of wheel and
/// surface.
std::string ContactOf(const world::Wheel& wheel, const world::World& world) {
  bool found[3] = {false, false, false};
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) continue;
    for (std::size_t i = 0; i < world.link(link).collisions.size(); ++i) {
      const int shape = static_cast<int>(i);
      found[static_cast<int>(world.ContactOn(wheel.link, link, shape))] = true;
      const world::GroundMaterial* ground = world.GroundOf(link, shape);
      if (ground == nullptr) continue;
      for (const world::NamedPart& part : PartsOf(ground->map)) {
        const int index = world.FindGround(part.ground);
        found[static_cast<int>(world.ContactOn(wheel.link, link, shape, index))] = true;
      }
    }
  }
  std::string names;
  for (const auto contact :
       {world::WheelContact::kEngine, world::WheelContact::kTyre, world::WheelContact::kSoil}) {
    if (!found[static_cast<int>(contact)]) continue;
    names += (names.empty() ? "" : ", ") + std::string(world::WheelContactName(contact));
  }
  return names.empty() ? world::WheelContactName(wheel.contact) : names;
}

void CountParts(const world::World& world, FileCheck* check) {
  for (const world::ModelInstance& instance : world.spec().models) {
    // The floor under a single model does not come from a file.
    if (instance.model->source.file.empty()) continue;
    ++check->models;
    check->links += static_cast<int>(instance.model->links.size());
    check->joints += static_cast<int>(instance.model->joints.size());
  }
  for (const world::Wheel& wheel : world.wheels()) {
    check->wheels.push_back(WheelCheck{world.LinkName(wheel.link), wheel.radius, wheel.width,
                                       wheel.nominal_load, ContactOf(wheel, world),
                                       wheel.proposed});
  }
}

void ListGrounds(const world::World& world, FileCheck* check) {
  for (const world::GroundMaterial& ground : world.spec().grounds) {
    GroundCheck found{ground.name, ground.has_soil, "", ground.source.file, {}};
    if (ground.contact) found.contact = world::WheelContactName(*ground.contact);
    for (const world::NamedPart& part : PartsOf(ground.map)) {
      if (std::find(found.map.begin(), found.map.end(), part.ground) == found.map.end()) {
        found.map.push_back(part.ground);
      }
    }
    check->grounds.push_back(std::move(found));
  }
  // Soil models accept only some shapes of wheels.
  const auto set = ground::GroundSet::Make(world, 0);
  if (!set.ok()) check->problems.Error(Source{check->file, 0, ""}, set.error().message);
}

std::string Verdict(const FileCheck& check) {
  const int warnings = CountOf(check.problems, Severity::kWarning);
  const std::string also = warnings > 0 ? ", " + Counted(warnings, "warning") : "";
  if (!check.problems.ok()) {
    return Colored(stdout, Color::kRed, "wrong:") + " " +
           Counted(check.problems.error_count(), "error") + also;
  }
  const std::string parts = Counted(check.models, "model") + ", " + Counted(check.links, "link") +
                            ", " + Counted(check.joints, "joint") + also;
  if (!check.run_error.empty()) {
    return Colored(stdout, Color::kRed, "does not run:") + " " + check.run_error;
  }
  const std::string ran = check.run > 0.0 ? StrFormat(", ran for %g s", check.run) : "";
  return Colored(stdout, Color::kGreen, "ok:") + " " + parts + ran;
}

std::string Report(const FileCheck& check) {
  std::string text;
  for (const Problem& problem : check.problems.all()) text += ProblemText(stdout, problem);
  return text + check.file + ": " + Verdict(check) + "\n";
}

bool IsFolder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

/// Errors of the engine and motions without bounds show only in a run.
void RunFile(const Parts& parts, const CheckOptions& options, FileCheck* check) {
  SessionOptions session_options;
  session_options.engine = options.engine;
  session_options.contact = options.contact;
  const auto session = Session::Open(parts, check->file, session_options);
  if (!session.ok()) {
    check->run_error = session.error().message;
    return;
  }
  const Status status = session.value()->RunFor(options.run);
  check->run = session.value()->time();
  if (!status.ok()) check->run_error = status.error().message;
}

}  // namespace

FileCheck CheckFile(const Parts& parts, const std::string& file, const CheckOptions& options) {
  FileCheck check;
  check.file = file;
  const physics::BackendFactory* engine = parts.FindEngine(options.engine);
  const auto world = LoadWorld(parts, file, &check.problems, "", options.contact);
  if (world.ok()) {
    CountParts(*world.value(), &check);
    ListGrounds(*world.value(), &check);
    physics::CheckSupport(*world.value(), engine->info(), parts.Choice(), &check.problems);
  } else if (check.problems.ok()) {
    check.problems.Error(Source{file, 0, ""}, world.error().message);
  }
  if (check.problems.ok() && options.run > 0.0) RunFile(parts, options, &check);
  return check;
}

int CheckCommand(const Parts& parts, const CheckOptions& options) {
  if (parts.FindEngine(options.engine) == nullptr) {
    PrintError(parts.NoSuchEngine(options.engine).message);
    return kBadInput;
  }
  if (std::any_of(options.files.begin(), options.files.end(), IsFolder)) {
    return CheckFolders(parts, options);
  }
  std::vector<FileCheck> checks;
  bool written = true;
  for (const std::string& file : options.files) {
    checks.push_back(CheckFile(parts, file, options));
    if (!options.json) written = WriteResult(Report(checks.back())) && written;
  }
  if (options.json) written = WriteResult(CheckJson(checks));
  const bool all_ok =
      std::all_of(checks.begin(), checks.end(), [](const FileCheck& check) { return check.ok(); });
  if (!all_ok) return kBadInput;
  return written ? kDone : kFailed;
}

void AddArguments(CommandArguments command, CheckOptions* options) {
  command.Positional("FILE", &options->files, "Worlds and models; of a folder, all files below it");
  command.Names("FILE", NameKind::kWorlds);
  command.Names("FILE", NameKind::kModels);
  command.Option("--engine", &options->engine, "NAME",
                 "The engine whose capabilities are checked, and that runs them;\n"
                 "default mujoco");
  command.Contact(&options->contact);
  command.Option("--run", &options->run, "SECONDS", "Also run each file for this simulated time",
                 CheckPositiveSeconds);
  command.Option("-j,--jobs", &options->jobs, "NUMBER",
                 "Folders: files checked at once; default one per core", CheckJobs);
  command.Option("--time-limit", &options->time_limit, "SECONDS",
                 "Folders: time limit for each file; default 60", CheckPositiveSeconds);
  command.Json(&options->json);
  command.Footer(
      "Files in a folder are recognized by their endings (.xml by content); each is checked in a\n"
      "separate process. Exit status 2 if there is an error; warnings do not count.\n\n"
      "Examples:\n"
      "  surefoot check worlds/flat.sdf\n"
      "  surefoot check robot.urdf --json\n"
      "  surefoot check 'robot.urdf.xacro?arm=left'\n"
      "  surefoot check robots --run 1 -j 4");
}

}  // namespace surefoot::cli
