#pragma once

/// Metrics, which measure numbers in a trial, and conditions, which decide whether it passed.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/registry.h"
#include "surefoot/evaluation/run/trial.h"
#include "surefoot/session/session.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Observes a run from the end of the settling time to its end. A metric or a condition.
class Measure {
 public:
  virtual ~Measure() = default;

  /// Called when the world is loaded and settled. An error when a required model or topic is
  /// missing.
  virtual Status Start(Session* session) = 0;
  /// Called after each step. True when the trial may end: the goal is reached, or cannot be any
  /// more.
  virtual bool Update(const Session& session) = 0;
  /// Called at the end: a metric adds its numbers, a condition its verdict.
  virtual void Finish(const Session& session, TrialResult* result) = 0;
};

/// A kind of metric ("series", "path", ...) or of condition ("goal", "no_collision", ...).
struct MeasureKind {
  std::string help;
  /// Creates a measure from its parameters; nullptr after reporting errors. `name` is its name in
  /// the experiment file and the prefix of its numbers.
  std::function<std::unique_ptr<Measure>(const std::string& name,
                                         const world::ElementReader& reader)>
      make;
};
using MeasureRegistry = Registry<MeasureKind>;

MeasureRegistry BuiltinMetrics();
MeasureRegistry BuiltinConditions();

/// All measures of a trial. `metrics` maps names to {kind: ..., ...}; `pass` is a list of mappings
/// with the kind as their only key: {goal: {...}}. Errors are reported.
std::vector<std::unique_ptr<Measure>> MakeMetrics(const world::Element& metrics,
                                                  Problems* problems);
std::vector<std::unique_ptr<Measure>> MakeConditions(const world::Element& pass,
                                                     Problems* problems);

}  // namespace surefoot::experiment
