#include "surefoot/evaluation/gap/drives/gap_study.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/drives/gap_summary.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/run/in_parallel.h"

namespace surefoot::experiment {
namespace {

/// Tracks begin this long before the first row (s), because of the age of a window's first pose.
constexpr double kBefore = 0.25;

/// One drive to repeat with one variant.
struct Task {
  std::size_t variant = 0;
  const GapWorld* world = nullptr;
  /// For messages: "husky_series.csv.gz windows 0 to 2".
  std::string name;
  GapDriveSpec spec;
  std::optional<Result<GapDriveResult>> result;

  double length() const { return spec.to - spec.from; }
};

/// Runs the tasks in threads; each writes its own result, so only progress needs a lock. False when
/// stopped.
bool RunAll(const Parts& parts, const std::vector<GapVariant>& variants, const GapOptions& options,
            double total, std::vector<Task>* tasks) {
  std::vector<Task*> order;
  for (Task& task : *tasks) order.push_back(&task);
  // Longest first, so that no thread is left alone with a long task at the end.
  std::stable_sort(order.begin(), order.end(),
                   [](const Task* a, const Task* b) { return a->length() > b->length(); });
  std::mutex lock;
  double done = 0.0;
  return InParallel(order.size(), options.jobs, [&](std::size_t i) {
    Task& task = *order[i];
    task.result = SimulateDrive(parts, variants[task.variant].engine, *task.world, task.spec);
    const std::lock_guard<std::mutex> guard(lock);
    done += task.length();
    return !options.progress || options.progress(done, total);
  });
}

/// Cache of the world on other grounds; each is built once.
class Grounds {
 public:
  Grounds(const Parts& parts, const GapWorld& world) : parts_(parts), world_(world) {}

  /// Falls back to the world's ground, with a note, when no ground has that name.
  const GapWorld* On(world::WheelContact contact, const std::string& name,
                     std::vector<std::string>* notes) {
    if (contact == world::WheelContact::kEngine) return &world_;
    const auto key = std::make_pair(contact, name);
    if (const auto known = worlds_.find(key); known != worlds_.end()) return &known->second;
    Problems problems;
    Result<GapWorld> made = OnGround(parts_, world_, {contact, name, std::nullopt}, &problems);
    if (!made.ok()) {
      notes->push_back(made.error().message + "; the world's own ground is used");
      made = OnGround(parts_, world_, {contact, "", std::nullopt}, &problems);
    }
    return &worlds_.emplace(key, made.ok() ? std::move(made).value() : world_).first->second;
  }

 private:
  const Parts& parts_;
  const GapWorld& world_;
  std::map<std::pair<world::WheelContact, std::string>, GapWorld> worlds_;
};

/// Plans the drives to repeat and gathers their scores.
class Study {
 public:
  Study(const Parts& parts, const GapWorld& world, const GapRobot& robot, const gap::RealData& data,
        const GapOptions& options, GapResult* result)
      : world_(world),
        robot_(robot),
        data_(data),
        options_(options),
        result_(result),
        grounds_(parts, world) {
    for (const std::string& engine : options.engines) {
      for (world::WheelContact contact : options.contacts) variants_.push_back({engine, contact});
    }
    for (const GapVariant& variant : variants_) result->variants.push_back(variant.name());
  }

  /// Lists the simulations of all drives and runs on every engine and contact.
  void Plan() {
    for (const gap::DriveRecording& recording : data_.drives) {
      if (recording.robot == robot_.name) {
        PlanDrive(recording);
      } else {
        result_->notes.push_back(recording.file + ": of a " + recording.robot +
                                 "; left out (--model " + recording.robot + " takes it)");
      }
    }
    std::map<std::string, int> taken;
    for (const gap::TerrainRun& run : data_.runs) {
      if (options_.limit > 0 && ++taken[run.terrain] > options_.limit) continue;
      PlanRun(run);
    }
  }

  std::vector<Task>* tasks() { return &tasks_; }
  const std::vector<GapVariant>& variants() const { return variants_; }

  /// Scores the simulated drives in the order of planning.
  void Gather() {
    std::size_t task = 0;
    for (const PlannedDrive& planned : drives_) task = GatherDrive(planned, task);
    for (const gap::TerrainRun* run : runs_) {
      for (std::size_t variant = 0; variant < variants_.size(); ++variant, ++task) {
        if (const GapDriveResult* drive = Done(tasks_[task])) {
          TerrainRunScore score = ScoreTerrainRun(*run, *drive, world_.geometry);
          score.engine = result_->variants[variant];
          result_->runs.push_back(std::move(score));
        }
      }
    }
    result_->terrains = SummariseTerrains(result_->runs, result_->variants);
  }

 private:
  struct PlannedDrive {
    const gap::DriveRecording* recording;
    std::vector<gap::WindowRun> runs;
  };

  /// Adds one task per variant; `ground` is the ground of the recording. The seed depends on the
  /// drive only, so that all variants get the same noise.
  void AddTasks(const std::string& name, const std::string& ground, GapDriveSpec spec) {
    spec.seed = HashString(name);
    for (std::size_t variant = 0; variant < variants_.size(); ++variant) {
      const GapWorld* world =
          grounds_.On(variants_[variant].contact,
                      options_.ground.empty() ? ground : options_.ground, &result_->notes);
      tasks_.push_back({variant, world, name, spec, std::nullopt});
    }
  }

  /// Plans one simulation per run of consecutive windows on each engine and contact.
  void PlanDrive(const gap::DriveRecording& recording) {
    PlannedDrive planned{&recording, gap::WindowRuns(recording)};
    const auto limit = static_cast<std::size_t>(std::max(options_.limit, 0));
    if (limit > 0 && planned.runs.size() > limit) planned.runs.resize(limit);
    for (const gap::WindowRun& run : planned.runs) {
      GapDriveSpec spec;
      spec.wheels = gap::WheelsOf(recording, run);
      spec.from = -kBefore;
      spec.to = recording.window_length() * static_cast<double>(run.count);
      AddTasks(recording.file + " window " + std::to_string(recording.windows[run.first].id),
               robot_.ground, std::move(spec));
    }
    drives_.push_back(std::move(planned));
  }

  /// Plans one simulation of a run with an IMU on each engine and contact.
  void PlanRun(const gap::TerrainRun& run) {
    GapDriveSpec spec;
    spec.wheels = run.wheels;
    spec.from = run.begin();
    spec.to = run.end();
    spec.with_imu = true;
    AddTasks(run.name(), GroundOf(run.terrain), std::move(spec));
    runs_.push_back(&run);
  }

  /// The result of a task; nullptr when it failed, which is recorded.
  const GapDriveResult* Done(const Task& task) {
    if (task.result.has_value() && task.result->ok()) return &task.result->value();
    if (task.result.has_value()) {
      result_->failures.push_back(result_->variants[task.variant] + ": " + task.name + ": " +
                                  task.result->error().message);
    }
    return nullptr;
  }

  std::size_t GatherDrive(const PlannedDrive& planned, std::size_t task) {
    const gap::DriveRecording& recording = *planned.recording;
    std::vector<DriveModel> models(1 + variants_.size());
    models[0].name = "ideal kinematics";
    models[0].is_baseline = true;
    for (const gap::WindowRun& run : planned.runs) {
      const GapDriveSpec& spec = tasks_[task].spec;
      const gap::PoseTrack ideal =
          gap::IdealTrack(spec.wheels, world_.geometry, spec.from, spec.to);
      Append(gap::ScoreRun(recording, run, ideal), &models[0]);
      for (std::size_t variant = 0; variant < variants_.size(); ++variant, ++task) {
        DriveModel& model = models[1 + variant];
        model.name = result_->variants[variant];
        model.contact = world::WheelContactName(variants_[variant].contact);
        if (const GapDriveResult* drive = Done(tasks_[task])) {
          Append(gap::ScoreRun(recording, run, drive->track), &model);
          model.wheel_error = std::max(model.wheel_error, drive->wheel_error);
          model.height_range = std::max(model.height_range, drive->height_range);
        }
      }
    }
    AddFittedKinematics(recording, planned.runs, world_.geometry, &models);
    DriveGap gap = SummariseDrive(recording, std::move(models), options_.tolerances);
    gap.drives = static_cast<int>(planned.runs.size());
    result_->drives.push_back(std::move(gap));
    return task;
  }

  /// Appends scores to a model.
  static void Append(const std::vector<gap::WindowScore>& scores, DriveModel* model) {
    model->scores.insert(model->scores.end(), scores.begin(), scores.end());
  }

  const GapWorld& world_;
  const GapRobot& robot_;
  const gap::RealData& data_;
  const GapOptions& options_;
  GapResult* result_;
  std::vector<PlannedDrive> drives_;
  std::vector<const gap::TerrainRun*> runs_;
  Grounds grounds_;
  std::vector<GapVariant> variants_;
  /// In the order of planning: for each drive or run, one task per variant.
  std::vector<Task> tasks_;
};

}  // namespace

std::string GapVariant::name() const {
  if (contact == world::WheelContact::kEngine) return engine;
  return engine + ", " + world::WheelContactName(contact);
}

/// Name of the ground for a terrain: in lower case.
std::string GroundOf(const std::string& terrain) {
  std::string name;
  for (char c : terrain) name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return name;
}

Result<GapResult> MeasureGap(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                             const gap::RealData& data, const GapOptions& options) {
  GapResult result;
  result.robot = robot.name;
  result.model = world.model;
  result.world = world.file;
  result.engines = options.engines;
  result.geometry = world.geometry;
  result.notes = data.notes;
  for (const std::string& engine : options.engines) {
    if (parts.FindEngine(engine) == nullptr) return parts.NoSuchEngine(engine);
  }
  SUREFOOT_TRY(gap::CheckQuantities("--tolerance", options.tolerances,
                                    {gap::PositionQuantity().name, gap::HeadingQuantity().name}));
  Study study(parts, world, robot, data, options, &result);
  study.Plan();
  if (study.tasks()->empty()) {
    return Error{"none of the recordings is of a " + robot.name +
                 (result.notes.empty() ? "" : ": " + result.notes.front())};
  }
  for (const Task& task : *study.tasks()) result.simulated += task.length();
  if (!RunAll(parts, study.variants(), options, result.simulated, study.tasks())) {
    return Error{"interrupted before the end"};
  }
  study.Gather();
  return result;
}

}  // namespace surefoot::experiment
