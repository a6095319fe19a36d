#include "surefoot/cli/gap_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include "surefoot/cli/exit_status.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/cli/work_progress.h"
#include "surefoot/experiment/gap_page.h"
#include "surefoot/experiment/gap_study.h"
#include "surefoot/experiment/gap_tables.h"

namespace surefoot::cli {
namespace {

constexpr std::size_t kMostProblems = 20;

Result<std::vector<std::string>> EngineNames(const Parts& parts, const std::string& text) {
  std::vector<std::string> names;
  if (text == "all") {
    for (const auto& [name, factory] : parts.engines.entries()) names.push_back(name);
    return names;
  }
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    const physics::BackendFactory* factory = parts.FindEngine(name);
    if (factory == nullptr) return parts.NoSuchEngine(name);
    names.push_back(name.empty() ? parts.engines.entries().front().first : name);
    begin = end + 1;
  }
  return names;
}

Result<experiment::GapResult> Measure(const Parts& parts, const GapArguments& arguments,
                                      Problems* problems) {
  const Result<experiment::GapRobot> robot = experiment::FindGapRobot(arguments.model);
  if (!robot.ok()) return robot.error();
  experiment::GapOptions options;
  Result<std::vector<std::string>> engines = EngineNames(parts, arguments.engine);
  if (!engines.ok()) return engines.error();
  options.engines = std::move(engines).value();
  options.jobs = arguments.jobs;
  options.limit = arguments.limit;
  const Result<gap::RealData> data = gap::LoadRealData(arguments.real);
  if (!data.ok()) return data.error().Within("--real");
  const Result<experiment::GapWorld> world =
      experiment::MakeGapWorld(parts, arguments.world, *robot, problems);
  if (!world.ok()) return world.error();
  if (!arguments.quiet) {
    PrintProblems(*problems, Severity::kWarning, kMostProblems, arguments.world);
  }
  WorkProgress progress(arguments.quiet, "s simulated");
  const StopSignal stop;
  options.progress = [&](double done, double total) {
    progress.Update(done, total);
    return !stop.requested();
  };
  Result<experiment::GapResult> result =
      experiment::MeasureGap(parts, *world, *robot, *data, options);
  progress.Finish();
  return result;
}

Status WriteFile(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? Status() : Status(Error{"cannot write " + path.string()});
}

Status WriteReport(const std::string& folder, const experiment::GapResult& result) {
  const std::filesystem::path out(folder);
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) return Error{"--out: cannot make " + folder + ": " + error.message()};
  const std::pair<const char*, std::string> files[] = {
      {"gap.html", experiment::GapPage(result)},
      {"gap.json", experiment::GapJson(result)},
      {"drive_windows.csv", report::ToCsv(experiment::WindowRows(result.drives))},
      {"terrain_runs.csv", report::ToCsv(experiment::RunRows(result.runs))},
      {"terrain_spectra.csv", report::ToCsv(experiment::SpectrumRows(result.terrains))}};
  for (const auto& [name, text] : files) {
    if (Status status = WriteFile(out / name, text); !status.ok()) return status;
  }
  return Status();
}

void PrintRemarks(const experiment::GapResult& result) {
  for (const std::string& note : result.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  for (const std::string& failure : result.failures) PrintError(failure);
}

}  // namespace

int GapCommand(const Parts& parts, const GapArguments& arguments) {
  Problems problems;
  const Result<experiment::GapResult> result = Measure(parts, arguments, &problems);
  if (!result.ok()) {
    PrintProblems(problems, Severity::kError, kMostProblems, arguments.world);
    PrintError(result.error().message);
    if (arguments.json) WriteResult(RefusalJson(result.error(), problems));
    return kBadInput;
  }
  if (!arguments.quiet) PrintRemarks(*result);
  bool written =
      WriteResult(arguments.json ? experiment::GapJson(*result) : experiment::GapText(*result));
  if (!arguments.out.empty()) {
    if (const Status status = WriteReport(arguments.out, *result); !status.ok()) {
      PrintError(status.error().message);
      written = false;
    } else if (!arguments.quiet) {
      std::fprintf(stderr, "report: %s\n",
                   (std::filesystem::path(arguments.out) / "gap.html").c_str());
    }
  }
  return written && result->failures.empty() ? kDone : kFailed;
}

}  // namespace surefoot::cli
