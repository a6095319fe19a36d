// Error against speed: the tasks of SimBenchmark on every engine and at several time steps. See
// docs/reference/engines.md, whose table and picture this program writes.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "bench/accuracy/report.h"
#include "bench/page.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/session/parts.h"

namespace surefoot::accuracy {
namespace {

constexpr const char* kHelp = R"(usage: engine_accuracy [options]

Runs the tasks of SimBenchmark on the engines of this build at several time steps, and reports for
each the error, the CPU time and the speed (simulated seconds per second of CPU time).

  --engine NAME[,...]   engines to run; default: all
  --task NAME[,...]     rolling, bouncing, 666, elastic_666, pd, momentum, energy; default: all
  --steps S[,...]       time steps in seconds; default: those of each task
  --duration S          simulated seconds; default: those of each task
  --limit S             CPU seconds after which a run is cut off; default 40, with --quick 2
  --quick               shorter runs and no step below 1 ms: a minute for five engines
  --from FILE.csv       start with these results; new measurements replace them
  --out FOLDER          write engine_accuracy.csv, .md and .svg there
  --docs FILE.md        put table and picture between the marks of that page
  --json                results on standard output as JSON
  --list                name tasks and engines, run nothing
  --help

Examples:
  engine_accuracy --quick
  engine_accuracy --task rolling,pd --engine mujoco --steps 0.002,0.001,0.0005
  engine_accuracy --out results --docs docs/reference/engines.md      everything, about five minutes
  engine_accuracy --from results/engine_accuracy.csv --engine ode --docs docs/reference/engines.md
)";

struct Options {
  std::vector<std::string> engines;
  std::vector<std::string> tasks;
  std::vector<double> steps;
  double duration = 0.0;
  double limit = 0.0;
  bool quick = false;
  bool json = false;
  bool list = false;
  std::string from;
  std::string out;
  std::string docs;
};

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

Result<double> Positive(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value > 0.0) || value > 1e6) {
    return Error{option + " needs a number of seconds above zero, not '" + text + "'"};
  }
  return value;
}

Status SetNumber(const std::string& option, const std::string& text, double* number) {
  const Result<double> value = Positive(option, text);
  if (!value.ok()) return value.error();
  *number = *value;
  return Status();
}

Status SetValue(const std::string& option, const std::string& value, Options* options) {
  if (option == "--engine") {
    if (value != "all") options->engines = Split(value);
  } else if (option == "--task") {
    if (value != "all") options->tasks = Split(value);
  } else if (option == "--steps") {
    for (const std::string& step : Split(value)) {
      options->steps.emplace_back();
      const Status status = SetNumber(option, step, &options->steps.back());
      if (!status.ok()) return status;
    }
  } else if (option == "--duration") {
    return SetNumber(option, value, &options->duration);
  } else if (option == "--limit") {
    return SetNumber(option, value, &options->limit);
  } else if (option == "--from") {
    options->from = value;
  } else if (option == "--out") {
    options->out = value;
  } else if (option == "--docs") {
    options->docs = value;
  } else {
    return Error{"unknown option '" + option + "'"};
  }
  return Status();
}

Result<Options> Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--quick") {
      options.quick = true;
    } else if (option == "--json") {
      options.json = true;
    } else if (option == "--list") {
      options.list = true;
    } else if (i + 1 < argc) {
      const Status status = SetValue(option, argv[++i], &options);
      if (!status.ok()) return status.error();
    } else {
      return Error{"unknown option '" + option + "', or its value is missing"};
    }
  }
  if (options.limit == 0.0) options.limit = options.quick ? 2.0 : 40.0;
  return options;
}

/// Keeps the requested items; an error names one that does not exist.
template <typename T, typename Name>
Status Choose(const char* kind, const std::vector<std::string>& expected, const Name& name,
              std::vector<T>* all) {
  if (expected.empty()) return Status();
  std::string names;
  for (const T& item : *all) names += (names.empty() ? "" : ", ") + name(item);
  std::vector<T> chosen;
  for (const std::string& required : expected) {
    const auto found = std::find_if(all->begin(), all->end(),
                                    [&](const T& item) { return name(item) == required; });
    if (found == all->end()) {
      return Error{std::string("unknown ") + kind + " '" + required + "'; available: " + names};
    }
    chosen.push_back(*found);
  }
  *all = chosen;
  return Status();
}

/// Writes the part of docs/reference/engines.md between the marks, and the picture beside that
/// page.
Status WriteDocs(const std::string& path, const std::vector<Task>& tasks,
                 const std::vector<Outcome>& outcomes) {
  const std::filesystem::path picture =
      std::filesystem::path(path).parent_path() / "engine_accuracy.svg";
  const Status status = WriteText(picture.string(), ToSvg(tasks, outcomes));
  if (!status.ok()) return status;
  return WriteSection(
      path, "engine_accuracy",
      "![Error against speed](engine_accuracy.svg)\n\n" + ToMarkdown(tasks, outcomes));
}

/// Progress on standard error: one line, rewritten, on a terminal; else one line each.
class Progress {
 public:
  explicit Progress(std::size_t count) : count_(count), terminal_(isatty(2) != 0) {}

  void Show(const Task& task, const std::string& engine, double step) {
    ++done_;
    std::fprintf(stderr, "%s[%zu/%zu] %s on %s, %g ms%s", terminal_ ? "\r\033[K" : "", done_,
                 count_, task.name.c_str(), engine.c_str(), 1000.0 * step, terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  void Clear() const {
    if (terminal_) std::fprintf(stderr, "\r\033[K");
  }

 private:
  std::size_t done_ = 0;
  std::size_t count_;
  bool terminal_;
};

std::vector<double> StepsOf(const Task& task, const Options& options) {
  if (!options.steps.empty()) return options.steps;
  std::vector<double> steps = task.steps;
  if (options.quick) std::erase_if(steps, [](double step) { return step < 0.001; });
  return steps;
}

/// Sorted by tasks, engines and decreasing steps; a later outcome replaces an earlier one.
void Put(const Outcome& outcome, std::vector<Outcome>* outcomes) {
  for (Outcome& old : *outcomes) {
    if (old.task == outcome.task && old.engine == outcome.engine && old.step == outcome.step) {
      old = outcome;
      return;
    }
  }
  outcomes->push_back(outcome);
}

void MeasureAll(const std::vector<Task>& tasks, const std::vector<std::string>& engines,
                const Options& options, std::vector<Outcome>* outcomes) {
  std::vector<MeasureArgs> runs;
  for (const Task& task : tasks) {
    for (const std::string& engine : engines) {
      for (const double step : StepsOf(task, options)) {
        const double usual = options.quick ? task.quick_duration : task.duration;
        const double duration = options.duration > 0.0 ? options.duration : usual;
        runs.push_back({&task, engine, step, duration, options.limit});
      }
    }
  }
  Progress progress(runs.size());
  if (!options.json) std::printf("%s", TextHeadings().c_str());
  for (const MeasureArgs& run : runs) {
    progress.Show(*run.task, run.engine, run.step);
    const Outcome outcome = Measure(run);
    Put(outcome, outcomes);
    progress.Clear();
    if (!options.json) std::printf("%s", TextLine(outcome).c_str());
    std::fflush(stdout);
  }
}

Status Write(const Options& options, const std::vector<Task>& tasks,
             const std::vector<Outcome>& outcomes) {
  if (!options.out.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    const std::string stem = options.out + "/engine_accuracy";
    for (const auto& [ending, text] : {std::pair<const char*, std::string>{".csv", ToCsv(outcomes)},
                                       {".md", ToMarkdown(tasks, outcomes)},
                                       {".svg", ToSvg(tasks, outcomes)}}) {
      const Status status = WriteText(stem + ending, text);
      if (!status.ok()) return status;
    }
  }
  if (!options.docs.empty()) return WriteDocs(options.docs, tasks, outcomes);
  return Status();
}

int Fail(const Error& error) {
  std::fprintf(stderr, "engine_accuracy: %s\n", error.message.c_str());
  return 1;
}

int Main(const Options& options) {
  const std::vector<Task> all_tasks = AllTasks();
  std::vector<Task> tasks = all_tasks;
  std::vector<std::string> engines;
  {
    const Parts parts = BuiltinParts();
    engines = DynamicEngines(parts);
  }
  if (options.list) {
    for (const Task& task : tasks)
      std::printf("task %s: %s\n", task.name.c_str(), task.title.c_str());
    for (const std::string& engine : engines) std::printf("engine %s\n", engine.c_str());
    return 0;
  }
  const auto task_name = [](const Task& task) { return task.name; };
  const auto same = [](const std::string& name) { return name; };
  for (const Status& status : {Choose("task", options.tasks, task_name, &tasks),
                               Choose("engine", options.engines, same, &engines)}) {
    if (!status.ok()) return Fail(status.error());
  }
  std::vector<Outcome> outcomes;
  if (!options.from.empty()) {
    const Result<std::string> text = ReadText(options.from);
    if (!text.ok()) return Fail(text.error());
    Result<std::vector<Outcome>> read = FromCsv(*text);
    if (!read.ok()) return Fail(Error{options.from + ": " + read.error().message});
    outcomes = std::move(*read);
  }
  MeasureAll(tasks, engines, options, &outcomes);
  if (options.json) std::printf("%s", ToJson(outcomes).c_str());
  const Status status = Write(options, all_tasks, outcomes);
  return status.ok() ? 0 : Fail(status.error());
}

}  // namespace
}  // namespace surefoot::accuracy

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--help") {
      std::printf("%s", surefoot::accuracy::kHelp);
      return 0;
    }
  }
  const auto options = surefoot::accuracy::Parse(argc, argv);
  if (!options.ok()) {
    std::fprintf(stderr, "engine_accuracy: %s; see --help\n", options.error().message.c_str());
    return 2;
  }
  return surefoot::accuracy::Main(*options);
}
