#pragma once

/// What is measured in a trial, and what decides whether it passed.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/registry.h"
#include "surefoot/evaluation/run/trial.h"
#include "surefoot/session/session.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Watches a run from the end of its settling to its end.
class Measure {
 public:
  virtual ~Measure() = default;

  /// At the start, when the world is loaded and settled. An error: a model or topic that it needs
  /// is not there.
  virtual Status Start(Session* session) = 0;
  /// After each step. True when the trial may end here: the goal is reached, or all is lost.
  virtual bool Update(const Session& session) = 0;
  /// At the end. A metric adds its numbers, a condition its verdict.
  virtual void Finish(const Session& session, TrialResult* result) = 0;
};

/// A kind of metric ("series", "path", ...) or of condition ("goal", "no_collision", ...).
struct MeasureKind {
  std::string help;
  /// Reads its parameters and reports what is wrong with them; nullptr then. `name`: what the file
  /// calls it, which its numbers begin with.
  std::function<std::unique_ptr<Measure>(const std::string& name,
                                         const world::ElementReader& reader)>
      make;
};
using MeasureRegistry = Registry<MeasureKind>;

MeasureRegistry BuiltinMetrics();
MeasureRegistry BuiltinConditions();

/// All of a trial: `metrics` is a mapping of names to {kind: ..., ...}; `pass` a list of mappings
/// with one key, the kind: {goal: {...}}. Reports what is wrong.
std::vector<std::unique_ptr<Measure>> MakeMetrics(const world::Element& metrics,
                                                  Problems* problems);
std::vector<std::unique_ptr<Measure>> MakeConditions(const world::Element& pass,
                                                     Problems* problems);

}  // namespace surefoot::experiment
