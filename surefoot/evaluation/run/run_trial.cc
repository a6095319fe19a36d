#include "surefoot/evaluation/run/run_trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <vector>

#include "surefoot/base/hash.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/random.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/input_files.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"
#include "surefoot/evaluation/run/measures/measure.h"
#include "surefoot/session/session.h"
#include "surefoot/sim/pacer.h"

// Order in a trial: load the world, apply changes and initial poses, settle, start recorders,
// manoeuvre and measures, then step until a measure or the manoeuvre ends the trial or its
// duration is over.

namespace surefoot::experiment {
namespace {

using Clock = std::chrono::steady_clock;
using Measures = std::vector<std::unique_ptr<Measure>>;

/// Recording options for topics only (a file, or tables in a folder), without the motion of bodies.
class TopicLog {
 public:
  Status Open(const std::vector<std::string>& topics, const std::string& path, Session* session) {
    if (topics.empty()) return Status();
    recorder_ = SUREFOOT_TRY(record::OpenRecorder(path, record::RecordOptions()));
    record::TopicFilter filter;
    filter.topics = topics;
    graph_ = std::make_unique<record::GraphRecorder>(&session->simulation().graph(), filter,
                                                     recorder_.get());
    return Status();
  }

  Status Close() {
    if (recorder_ == nullptr) return Status();
    Status status = graph_->status();
    graph_.reset();
    const Status closed = recorder_->Close();
    recorder_.reset();
    return status.ok() ? closed : status;
  }

 private:
  std::unique_ptr<record::Recorder> recorder_;
  std::unique_ptr<record::GraphRecorder> graph_;
};

/// Runs one trial.
class TrialRun {
 public:
  TrialRun(const Parts& parts, const Trial& trial, TrialResult* result)
      : parts_(parts), trial_(trial), folder_(trial.run_folder), result_(result) {
    parts_.data_folders.insert(parts_.data_folders.end(), trial.search.begin(), trial.search.end());
  }

  Status Run() {
    SUREFOOT_TRY(Prepare());
    SUREFOOT_TRY(ChangeWorld());
    SUREFOOT_TRY(PlaceModels());
    SUREFOOT_TRY(session_->RunFor(trial_.settle));
    SUREFOOT_TRY(StartAll());
    const Status status = StepAll();
    const Status finished = Finish();
    return status.ok() ? finished : status;
  }

 private:
  Status Prepare() {
    Problems problems;
    manoeuvre_ = MakeManoeuvre(trial_.manoeuvre, &problems);
    metrics_ = MakeMetrics(trial_.metrics, &problems);
    conditions_ = MakeConditions(trial_.pass, &problems);
    if (!problems.ok()) return Error{problems.ErrorText()};
    SessionOptions options;
    options.engine = trial_.engine;
    options.step = trial_.step;
    options.seed = trial_.seed;
    options.contact = trial_.contact;
    session_ = SUREFOOT_TRY(Session::Open(parts_, trial_.world, options, &problems));
    return Status();
  }

  /// Applies the case's changes of properties, then gravity and slope.
  Status ChangeWorld() {
    const Status status = ApplyChanges(trial_.set, trial_.seed, session_.get(), &drawn_);
    return status.ok() ? ApplyPull(trial_.pull, session_.get()) : status;
  }

  /// Applies initial poses. Noise depends on the seed and the model's name, not on the engine.
  Status PlaceModels() {
    for (const Start& start : trial_.starts) {
      RandomStream random(trial_.seed, "start of " + start.model);
      std::vector<double> pose = start.pose;
      for (std::size_t i = 0; i < pose.size() && i < start.jitter.size(); ++i) {
        pose[i] += start.jitter[i] * random.Uniform(-1.0, 1.0);
      }
      RigidTransform X_WM;
      X_WM.p = Vector3d(pose[0], pose[1], pose[2]);
      X_WM.q = QuaternionFromRpy(pose[3], pose[4], pose[5]);
      SUREFOOT_TRY(Within("start", session_->Teleport(start.model, X_WM)));
      SUREFOOT_TRY(Within("start", StopMotors(start.model)));
    }
    return Status();
  }

  /// A model placed by the trial starts at rest, whatever commands its world gives to its motors.
  Status StopMotors(const std::string& name) {
    const world::World& world = session_->world();
    const int model = world.FindModel(name);
    for (int id = 0; id < world.joint_count(); ++id) {
      const world::JointLayout& joint = world.joint(id);
      if (joint.model != model) continue;
      for (int axis = 0; axis < joint.v_count; ++axis) {
        const auto dof = static_cast<std::size_t>(joint.v + axis);
        const physics::ControlMode mode =
            session_->simulation().machine().inputs().motors[dof].mode;
        if (mode != physics::ControlMode::kVelocity && mode != physics::ControlMode::kEffort) {
          continue;
        }
        SUREFOOT_TRY(
            session_->simulation().Apply(sim::JointCommand{world.JointName(id), axis, mode, 0.0}));
      }
    }
    return Status();
  }

  /// Starts the recording: of the whole run, or of topics only.
  Status StartRecording() {
    if (trial_.record.empty()) return Status();
    const std::string file = (std::filesystem::path(folder_) / kRecordingFile).string();
    if (!trial_.motion) return topics_.Open(trial_.record, file, session_.get());
    record::RecordOptions options;
    options.filter.topics = trial_.record;
    return session_->Record(file, options);
  }

  /// Starts recorders, manoeuvre, metrics and conditions, in this order.
  Status StartAll() {
    SUREFOOT_TRY(Within("record", StartRecording()));
    SUREFOOT_TRY(Within("csv", tables_.Open(trial_.csv, folder_ + "/", session_.get())));
    // Started before measures, because these may subscribe to topics that it publishes.
    SUREFOOT_TRY(manoeuvre_->Start(trial_, session_.get()));
    for (const Measures* measures : {&metrics_, &conditions_}) {
      for (const std::unique_ptr<Measure>& measure : *measures) {
        SUREFOOT_TRY(measure->Start(session_.get()));
      }
    }
    return Status();
  }

  /// Steps until the duration is over or a measure or the manoeuvre ends the trial.
  Status StepAll() {
    const double step = session_->simulation().step_size();
    const std::int64_t count = std::llround(trial_.duration / step);
    const sim::Simulation& simulation = session_->simulation();
    start_ns_ = simulation.time_ns();
    sim::Pacer pacer(trial_.timing == Timing::kPaced ? 1.0 : 0.0);
    pacer.Start(start_ns_);
    std::int64_t updates = 1;
    const double cpu_start = CpuSeconds();
    const Clock::time_point wall_start = Clock::now();
    Status status;
    for (std::int64_t i = 0; i < count; ++i) {
      status = manoeuvre_->Update(session_.get());
      if (!status.ok()) break;
      if (manoeuvre_->done()) break;
      status = session_->Step();
      if (!status.ok()) break;
      ++result_->steps;
      if (UpdateMeasures()) break;
      const double elapsed = ToSeconds(simulation.time_ns() - start_ns_);
      if (elapsed * trial_.update_rate >= static_cast<double>(updates)) {
        ++updates;
        pacer.Wait(simulation.time_ns());
      }
    }
    result_->timing.wall = std::chrono::duration<double>(Clock::now() - wall_start).count();
    result_->timing.cpu = CpuSeconds() - cpu_start;
    return status;
  }

  /// Updates all measures, even when one of them ends the trial.
  bool UpdateMeasures() {
    bool end = false;
    for (const std::unique_ptr<Measure>& measure : metrics_) {
      end = measure->Update(*session_) || end;
    }
    for (const std::unique_ptr<Measure>& measure : conditions_) {
      end = measure->Update(*session_) || end;
    }
    return end;
  }

  /// Finishes manoeuvre, metrics and conditions, which add their numbers and verdicts.
  Status Finish() {
    const Status finished = manoeuvre_->Finish();
    AddGivenNumbers();
    // Metrics first: the condition `metric` reads their numbers.
    for (const std::unique_ptr<Measure>& measure : metrics_) measure->Finish(*session_, result_);
    for (const std::unique_ptr<Measure>& measure : conditions_) {
      measure->Finish(*session_, result_);
    }
    result_->simulated = ToSeconds(session_->simulation().time_ns() - start_ns_);
    result_->hash = HashText(session_->simulation().hash());
    result_->timing.memory_mb = PeakMemoryMb();
    for (const Status& status :
         {finished, tables_.Close(), topics_.Close(), session_->StopRecording()}) {
      if (!status.ok()) return status;
    }
    return Status();
  }

  /// Adds the trial's inputs (values of `for`, drawn numbers) to its metrics.
  void AddGivenNumbers() {
    for (const auto& [name, value] : trial_.values) {
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      if (end != value.c_str() && *end == '\0')
        result_->metrics.emplace_back("for." + name, number);
    }
    for (const auto& [name, value] : drawn_) result_->metrics.emplace_back("set." + name, value);
  }

  Parts parts_;
  const Trial& trial_;
  std::string folder_;
  TrialResult* result_;
  std::vector<std::pair<std::string, double>> drawn_;
  /// Declared before its subscribers and so destroyed after them.
  std::unique_ptr<Session> session_;
  std::unique_ptr<Manoeuvre> manoeuvre_;
  Measures metrics_;
  Measures conditions_;
  TopicLog tables_;
  TopicLog topics_;
  SimTimeNs start_ns_ = 0;
};

/// Recording and tables of a trial's folder with their hashes, sorted by name. An unreadable file
/// is left out, and reports then state that it is missing.
std::vector<std::pair<std::string, std::string>> HashedFiles(const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name != kRecordingFile && !name.ends_with(".csv")) continue;
    const Result<std::string> hash = Sha256OfFile(entry.path().string());
    if (hash.ok()) files.emplace_back(name, hash.value());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TrialResult RunTrial(const Parts& parts, const Trial& trial) {
  TrialResult result;
  result.id = trial.id;
  result.key = trial.key;
  const Status status = TrialRun(parts, trial, &result).Run();
  if (!status.ok()) result.error = status.error().message;
  result.timing.load = ProcessAge() - result.timing.wall;
  if (!trial.run_folder.empty()) result.files = HashedFiles(trial.run_folder);
  return result;
}

}  // namespace surefoot::experiment
