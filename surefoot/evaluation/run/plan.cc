#include "surefoot/evaluation/run/plan.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/record/topic_filter.h"
#include "surefoot/session/load.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/parse.h"

// A trial's key is the hash of its description and of all its inputs. Finished trials with the
// same key are not run again; so everything that can change a number has to be part of the key,
// and nothing else (not the output folder, not the number of jobs).

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;
using world::Element;

/// Id of a trial: "gravel_circle-mujoco-003".
std::string TrialId(const std::string& case_name, const std::string& engine, int repeat) {
  const std::string number = StrFormat("%03d", repeat);
  return case_name + "-" + engine + "-" + number;
}

/// Seed of a trial. It does not depend on the engine, so that all engines get the same noise and
/// the same initial poses and their results can be compared in pairs.
std::uint64_t TrialSeed(std::uint64_t seed, const std::string& case_name, int repeat) {
  return HashString(case_name + "#" + std::to_string(repeat), seed);
}

/// Builds a plan and reports all errors of experiment and options.
class Planner {
 public:
  Planner(const Parts& parts, const Experiment& experiment, const PlanOptions& options,
          Problems* problems)
      : parts_(parts), experiment_(experiment), options_(options), problems_(problems) {
    if (!options.real_data.empty()) parts_.data_folders.push_back(options.real_data);
  }

  bool Make(Plan* plan) {
    plan_ = plan;
    const std::vector<std::string> engines =
        CheckEngines(options_.engines.empty() ? experiment_.engines : options_.engines);
    CheckCases();
    if (!problems_->ok()) return false;
    for (const Case& one : experiment_.cases) {
      if (!IsSelected(one)) continue;
      // A case with its own engines runs on those of them that were requested.
      for (const std::string& engine : engines) {
        const std::vector<std::string> own =
            one.engines.empty() ? engines : CheckEngines(one.engines);
        if (std::find(own.begin(), own.end(), engine) == own.end()) continue;
        AddTrials(one, engine);
        if (!problems_->ok()) return false;
      }
    }
    plan->engines = engines;
    if (plan->trials.empty() && !experiment_.study_kind)
      Error("no trial is left with these engines and cases");
    if (problems_->ok()) SetKeys();
    plan->inputs = inputs_.all();
    plan->inputs.insert(plan->inputs.begin(), InputFile{experiment_.path, Sha256(experiment_.text),
                                                        experiment_.text.size()});
    return problems_->ok();
  }

 private:
  void Error(const std::string& message, const std::string& value = "",
             const std::string& advice = "") {
    problems_->Error(Source{experiment_.path, 0, ""}, message, value, advice);
  }

  /// Expands "all" and reports unknown engines.
  std::vector<std::string> CheckEngines(const std::vector<std::string>& names) {
    std::vector<std::string> engines;
    for (const std::string& name : names) {
      if (name == "all") {
        for (const std::string& each : DynamicEngines(parts_)) engines.push_back(each);
      } else if (parts_.FindEngine(name) == nullptr) {
        problems_->Error(Source{experiment_.path, 0, "engines"}, parts_.NoSuchEngine(name).message);
      } else {
        engines.push_back(name);
      }
    }
    return engines;
  }

  /// Reports patterns of --case that match no case.
  void CheckCases() {
    std::vector<std::string> names;
    for (const Case& one : experiment_.cases) names.push_back(one.name);
    for (const std::string& requested : options_.cases) {
      const bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return record::MatchesPattern(name, requested);
      });
      if (!known) Error("no such case", requested, world::NameAdvice(requested, names));
    }
  }

  /// True for cases that --case selects.
  bool IsSelected(const Case& one) const {
    return options_.cases.empty() ||
           std::any_of(options_.cases.begin(), options_.cases.end(),
                       [&](const std::string& p) { return record::MatchesPattern(one.name, p); });
  }

  /// Path of a file that the experiment names: relative to it, or a file of Surefoot by name.
  std::string WorldFile(const std::string& name) const {
    std::error_code error;
    const fs::path beside = fs::path(experiment_.folder) / name;
    return fs::is_regular_file(beside, error) ? fs::canonical(beside, error).string() : name;
  }

  /// Loads a world once, to report its errors and to list all files that it includes.
  std::string ResolveWorld(const WorldChoice& choice) {
    const auto known = worlds_.find(choice.name);
    if (known != worlds_.end()) return known->second;
    std::string file = choice.file;
    for (const std::string& needed : choice.needs) {
      std::error_code error;
      const fs::path path = fs::path(options_.real_data) / needed;
      if (!options_.real_data.empty() && fs::is_regular_file(path, error)) continue;
      file = choice.fallback;
      plan_->notes.push_back("world '" + choice.name + "': " + needed +
                             " is not there (SUREFOOT_REAL_DATA), so " + file + " is taken");
      break;
    }
    file = WorldFile(file);
    const Result<std::vector<std::string>> files = FilesOf(parts_, file, problems_);
    if (!files.ok()) {
      problems_->Error(choice.source, "the world cannot be read", file);
    } else {
      if (!files->empty()) AddFiles(*files, &files_of_[choice.name]);
      worlds_[choice.name] = file;
    }
    return file;
  }

  /// Appends the hashes of existing files.
  void AddFiles(const std::vector<std::string>& files, std::string* hashes) {
    for (const std::string& file : files) {
      std::error_code error;
      if (!fs::is_regular_file(file, error)) continue;  // "robot.xacro?arm=left"
      const Result<std::string> hash = inputs_.Add(fs::canonical(file, error).string());
      if (hash.ok()) *hashes += hash.value() + "\n";
    }
  }

  /// Adds every existing file that a manoeuvre's texts name: programs, recordings. Texts that
  /// merely look like a file cause a superfluous hash at worst.
  void AddNamedFiles(const Element& element, std::string* hashes) {
    std::error_code error;
    const fs::path path = fs::path(experiment_.folder) / element.text;
    if (element.children.empty() && !element.text.empty() && fs::is_regular_file(path, error)) {
      AddFiles({path.string()}, hashes);
    }
    for (const Element& child : element.children) AddNamedFiles(child, hashes);
  }

  /// Adds all trials of a case on an engine.
  void AddTrials(const Case& one, const std::string& engine) {
    const WorldChoice* choice = experiment_.FindWorld(one.world);
    Trial trial = one.common;
    trial.experiment = experiment_.name;
    trial.case_name = one.name;
    trial.engine = engine;
    trial.world = ResolveWorld(*choice);
    trial.folder = experiment_.folder;
    if (!options_.real_data.empty()) trial.search = {options_.real_data};
    if (const Element* manoeuvre = experiment_.FindManoeuvre(one.manoeuvre)) {
      trial.manoeuvre = WithValues(*manoeuvre, one.common.values, problems_);
    }
    trial.manoeuvre.name = "manoeuvre";
    std::string& hashes = hashes_of_[one.name];
    if (hashes.empty()) {
      hashes = files_of_[one.world];
      AddNamedFiles(trial.manoeuvre, &hashes);
    }
    const std::uint64_t seed = options_.seed.value_or(one.seed.value_or(experiment_.seed));
    const int trials = options_.trials.value_or(one.trials);
    for (int repeat = 0; repeat < trials; ++repeat) {
      trial.repeat = repeat;
      trial.id = TrialId(one.name, engine, repeat);
      trial.seed = TrialSeed(seed, one.name, repeat);
      plan_->trials.push_back(trial);
    }
  }

  /// Computes the keys of all trials from descriptions, files, program and engine.
  void SetKeys() {
    // Engines are separate libraries that are loaded on first use: info() loads them, so that
    // ProgramFiles() finds them.
    for (const std::string& engine : plan_->engines) {
      const physics::BackendFactory* factory = parts_.FindEngine(engine);
      if (factory != nullptr) factory->info();
    }
    std::string program;
    std::map<std::string, std::string> engine_hash;
    for (const std::string& file : ProgramFiles()) {
      const Result<std::string> hash = Sha256OfFile(file);
      if (!hash.ok()) continue;
      const std::string name = fs::path(file).stem().string();
      const bool is_engine = name.rfind("libsurefoot_", 0) == 0;
      (is_engine ? engine_hash[name.substr(12)] : program) += hash.value() + "\n";
    }
    plan_->program = Sha256(program);
    for (Trial& trial : plan_->trials) {
      trial.key = Sha256(ToJson(trial) + hashes_of_[trial.case_name] + plan_->program +
                         engine_hash[trial.engine]);
    }
  }

  Parts parts_;
  const Experiment& experiment_;
  const PlanOptions& options_;
  Problems* problems_;
  Plan* plan_ = nullptr;
  InputFiles inputs_;
  /// By world name: its file and the hashes of all files that it includes.
  std::map<std::string, std::string> worlds_;
  std::map<std::string, std::string> files_of_;
  /// By case name: the hashes of all files that its trials read.
  std::map<std::string, std::string> hashes_of_;
};

}  // namespace

std::optional<Plan> MakePlan(const Parts& parts, const Experiment& experiment,
                             const PlanOptions& options, Problems* problems) {
  Plan plan;
  if (!Planner(parts, experiment, options, problems).Make(&plan)) return std::nullopt;
  return plan;
}

std::string FindRealData(const Experiment& experiment) {
  std::error_code error;
  const char* given = std::getenv("SUREFOOT_REAL_DATA");
  const fs::path path = given != nullptr && *given != '\0'
                            ? fs::path(given)
                            : fs::path(experiment.folder) / ".." / ".." / "shared" / "data";
  return fs::is_directory(path, error) ? fs::canonical(path, error).string() : "";
}

}  // namespace surefoot::experiment
