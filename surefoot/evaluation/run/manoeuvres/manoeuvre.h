#pragma once

/// What a robot does in a trial.

#include <memory>

#include "surefoot/base/problem.h"
#include "surefoot/evaluation/run/trial.h"
#include "surefoot/session/session.h"

namespace surefoot::experiment {

/// Gives commands to a run.
class Manoeuvre {
 public:
  virtual ~Manoeuvre() = default;

  /// When the world is loaded and settled; times count from here.
  virtual Status Start(const Trial& trial, Session* session) = 0;
  /// Before each step.
  virtual Status Update(Session* session) = 0;
  /// True when it has nothing more to do: the trial ends.
  virtual bool done() const { return false; }
  /// At the end of the trial. An error: a program that failed.
  virtual Status Finish() { return Status(); }
};

/// By the keys of the mapping: `publish` (a list of messages at a rate), `joints` (commands to
/// joints), `navigate` (to a target by its own sensors), `replay` (the commands of a recording),
/// `program` (a user's own program in lock-step, controller.h); an empty one does nothing. nullptr
/// after reporting what is wrong.
std::unique_ptr<Manoeuvre> MakeManoeuvre(const world::Element& manoeuvre, Problems* problems);

}  // namespace surefoot::experiment
