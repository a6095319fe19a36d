#pragma once

/// The tasks of SimBenchmark (docs/reference/engines.md has their definitions and the differences
/// here).

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/session/parts.h"
#include "surefoot/sim/simulation.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::accuracy {

/// The actions of a task around the steps of one run, and the error accumulated so far.
class TaskRun {
 public:
  virtual ~TaskRun() = default;
  TaskRun() = default;
  TaskRun(const TaskRun&) = delete;
  TaskRun& operator=(const TaskRun&) = delete;

  virtual Status Start(sim::Simulation*) { return Status(); }
  virtual Status BeforeStep(sim::Simulation*) { return Status(); }
  virtual void AfterStep(const sim::Simulation& simulation) = 0;

  /// Mean over the measured steps.
  double error() const { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }
  bool has_error() const { return count_ > 0; }

 protected:
  void AddSquaredError(double squared) {
    sum_ += squared;
    ++count_;
  }

 private:
  double sum_ = 0.0;
  std::int64_t count_ = 0;
};

struct Task {
  std::string name;
  std::string title;
  /// Quantity of which the error is the mean, and its unit.
  std::string measure;
  std::string unit;
  /// Simulated seconds of a full and of a quick run.
  double duration = 0.0;
  double quick_duration = 0.0;
  std::vector<double> steps;
  std::function<Result<world::WorldSpec>(const Parts&)> make_world;
  std::function<std::unique_ptr<TaskRun>()> make_run;
};

Task RollingTask();
Task BouncingTask();
Task BallsTask();
Task ElasticBallsTask();
Task PdTask();
Task MomentumTask();
Task EnergyTask();

/// All of them, in the benchmark's order.
std::vector<Task> AllTasks();

}  // namespace surefoot::accuracy
