#include "surefoot/evaluation/run/runner.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/output/described_report.h"
#include "surefoot/evaluation/run/output/junit.h"
#include "surefoot/evaluation/run/output/report.h"
#include "surefoot/evaluation/run/seal.h"

// Everything that can fail on wrong input (plan, description of the report, real recordings) is
// checked before the first trial runs: an experiment takes hours, and its errors should show in
// the first second.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

/// Exclusive lock of the output folder. flock() is released by the kernel when the process dies, so
/// no stale lock can remain.
class FolderLock {
 public:
  ~FolderLock() {
    if (file_ >= 0) ::close(file_);
  }

  Status Take(const std::string& folder) {
    file_ = ::open((folder + "/.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file_ < 0) return Error{"the folder '" + folder + "' cannot be written to"};
    if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return Status();
    return Error{"another experiment is being run in '" + folder +
                 "'; wait for its end, or give another folder with --out"};
  }

 private:
  int file_ = -1;
};

/// Runs one experiment; results are collected in the outcome.
class Runner {
 public:
  Runner(const Parts& parts, const RunnerOptions& options, Problems* problems)
      : parts_(parts), options_(options), problems_(problems), folder_(options.out) {}

  Status Run(const Experiment& experiment, RunnerOutcome* outcome) {
    outcome_ = outcome;
    Results& results = outcome->results;
    results.experiment = experiment;
    results.folder = options_.out;
    results.machine = ThisMachine();
    std::optional<Plan> plan = MakePlan(parts_, experiment, options_.plan, problems_);
    LoadDescription();
    if (!plan || !problems_->ok()) return Error{"the experiment cannot be run"};
    results.plan = std::move(*plan);
    AddDescriptionToInputs();
    SUREFOOT_TRY(LoadReal());
    SUREFOOT_TRY(MakeFolder());
    RunTrials();
    if (!outcome->interrupted) SUREFOOT_TRY(MakeStudy());
    if (outcome->interrupted) return Status();
    FillManifest();
    return WriteAll();
  }

 private:
  /// Reads the report's description, so that its errors are reported before anything runs.
  void LoadDescription() {
    Experiment& experiment = outcome_->results.experiment;
    if (!experiment.study_kind || !experiment.report.children.empty()) return;
    const std::string& name = experiment.study_kind->report;
    experiment.report = FindDescription(name, experiment.folder, parts_.data_folders, problems_);
    if (experiment.report.children.empty() && !name.empty() && problems_->ok()) {
      problems_->Error(experiment.study.source, "the report of this study is not described", name,
                       "put reports/" + name + ".yaml beside the experiment, or write `report:`");
    }
  }

  /// Adds the description to the inputs: checks and tables depend on it.
  void AddDescriptionToInputs() {
    const std::string& file = outcome_->results.experiment.report.source.file;
    if (file.empty() || file == outcome_->results.experiment.path) return;
    std::error_code error;
    const Result<std::string> hash = Sha256OfFile(file);
    if (!hash.ok()) return;
    outcome_->results.plan.inputs.push_back(
        {fs::canonical(file, error).string(), hash.value(), fs::file_size(file, error)});
  }

  /// Loads real recordings named after cases (--real). Their hashes become inputs of the
  /// manifest.
  Status LoadReal() {
    if (options_.real.empty()) return Status();
    std::error_code error;
    if (!fs::is_directory(options_.real, error)) {
      return Error{"--real: no folder '" + options_.real + "'"};
    }
    for (const Case& one : outcome_->results.experiment.cases) {
      for (const char* ending : {".csv", ".csv.gz", ".mcap"}) {
        const fs::path path = fs::path(options_.real) / (one.name + ending);
        if (!fs::is_regular_file(path, error)) continue;
        outcome_->results.real[one.name] =
            SUREFOOT_TRY(Within("--real", gap::LoadImu(path.string())));
        const std::string hash = SUREFOOT_TRY(Sha256OfFile(path.string()));
        outcome_->results.plan.inputs.push_back(
            {fs::canonical(path, error).string(), hash, fs::file_size(path, error)});
      }
    }
    if (!outcome_->results.real.empty()) return Status();
    if (outcome_->results.experiment.cases.empty()) {
      return Error{"--real: this experiment has no cases to compare recordings with"};
    }
    return Error{"--real: the folder '" + options_.real +
                 "' has no recording that is called after a case, such as " +
                 outcome_->results.experiment.cases.front().name + ".csv"};
  }

  Status MakeFolder() {
    std::error_code error;
    fs::create_directories(fs::path(options_.out) / "trials", error);
    if (error) {
      return Error{"the folder '" + options_.out + "' cannot be made: " + error.message()};
    }
    return lock_.Take(options_.out);
  }

  /// Reads the results of finished trials and runs the others.
  void RunTrials() {
    Results& results = outcome_->results;
    const std::vector<Trial>& trials = results.plan.trials;
    results.results.resize(trials.size());
    std::vector<bool> finished(trials.size(), false);
    std::vector<Trial> left;
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      std::string damage;
      const std::optional<TrialResult> known =
          options_.fresh ? std::nullopt : folder_.Finished(trials[i], &damage);
      if (!damage.empty() && options_.damaged) {
        options_.damaged(trials[i].id + " is run again: " + damage);
      }
      finished[i] = known.has_value();
      if (known) {
        results.results[i] = *known;
      } else {
        left.push_back(trials[i]);
        index.push_back(i);
      }
    }
    if (options_.planned) options_.planned(results.plan, finished);
    std::vector<TrialResult> made = RunPool(left, folder_, options_.pool);
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (made[i].id.empty()) outcome_->interrupted = true;
      results.results[index[i]] = std::move(made[i]);
    }
  }

  /// Runs the study, if the experiment has one.
  Status MakeStudy() {
    Results& results = outcome_->results;
    if (!results.experiment.study_kind) return Status();
    const StudyContext context{parts_,
                               results,
                               results.experiment.study,
                               options_.plan.seed.value_or(results.experiment.seed),
                               options_.pool.jobs,
                               options_.studying,
                               options_.pool.cancelled};
    Result<StudyOutcome> made = results.experiment.study_kind->make(context);
    if (made.ok()) {
      results.study = std::move(made).value();
      Describe(results.experiment.report, &*results.study);
      return Status();
    }
    outcome_->interrupted = options_.pool.cancelled && options_.pool.cancelled();
    return outcome_->interrupted ? Status() : made.error().Within("study");
  }

  /// Collects the provenance of all results.
  void FillManifest() {
    const Results& results = outcome_->results;
    Manifest& manifest = outcome_->manifest;
    manifest.version = options_.version;
    manifest.command = options_.command;
    manifest.time = TimeText();
    manifest.machine = results.machine;
    manifest.program = results.plan.program;
    manifest.inputs = results.plan.inputs;
    manifest.notes = results.plan.notes;
    manifest.experiment_path = results.experiment.path;
    manifest.experiment_text = results.experiment.text;
    manifest.options = options_.plan;
    std::error_code error;
    if (!options_.real.empty()) manifest.real = fs::canonical(options_.real, error).string();
    for (const std::string& engine : results.plan.engines) {
      const physics::BackendFactory* factory = parts_.FindEngine(engine);
      manifest.engines.emplace_back(engine, factory != nullptr ? factory->info().version : "");
    }
    for (std::size_t i = 0; i < results.results.size(); ++i) {
      const Trial& trial = results.plan.trials[i];
      manifest.trials.push_back(
          {trial.id, trial.seed, trial.key, Sha256(NumbersOf(results.results[i]))});
    }
    if (results.study) {
      manifest.trials.push_back(
          {kStudyEntry, results.experiment.seed, "", Sha256(ToJson(*results.study))});
    }
  }

  /// Writes all result files; the manifest is sealed.
  Status WriteAll() {
    const Results& results = outcome_->results;
    const fs::path out = options_.out;
    SUREFOOT_TRY(WriteFileAtOnce((out / "results.json").string(), ToJson(results)));
    SUREFOOT_TRY(WriteFileAtOnce((out / "results.csv").string(), ToCsv(results)));
    SUREFOOT_TRY(WriteFileAtOnce((out / "junit.xml").string(), ToJunit(results)));
    SUREFOOT_TRY(
        WriteFileAtOnce((out / "manifest.json").string(), Sealed(ToJson(outcome_->manifest))));
    if (results.study && !results.study->sets.empty()) {
      SUREFOOT_TRY(WriteFileAtOnce((out / "study.json").string(), DataJson(*results.study)));
    }
    outcome_->report_file = (out / "report.html").string();
    return WriteReport(results, outcome_->manifest, options_.out, &outcome_->highlights);
  }

  const Parts& parts_;
  const RunnerOptions& options_;
  Problems* problems_;
  TrialFolder folder_;
  FolderLock lock_;
  RunnerOutcome* outcome_ = nullptr;
};

}  // namespace

Result<RunnerOutcome> RunExperiment(const Parts& parts, const Experiment& experiment,
                                    const RunnerOptions& options, Problems* problems) {
  RunnerOutcome outcome;
  SUREFOOT_TRY(Runner(parts, options, problems).Run(experiment, &outcome));
  return outcome;
}

}  // namespace surefoot::experiment
