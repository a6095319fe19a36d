#pragma once

/// Manoeuvres: the commands that a robot receives in a trial.

#include <memory>

#include "surefoot/base/problem.h"
#include "surefoot/evaluation/run/trial.h"
#include "surefoot/session/session.h"

namespace surefoot::experiment {

/// Source of commands during a run.
class Manoeuvre {
 public:
  virtual ~Manoeuvre() = default;

  /// Called when the world is loaded and settled; the manoeuvre's time 0.
  virtual Status Start(const Trial& trial, Session* session) = 0;
  /// Called before each step.
  virtual Status Update(Session* session) = 0;
  /// True when it is complete, which ends the trial.
  virtual bool done() const { return false; }
  /// Called at the end of the trial. An error when a user's program failed.
  virtual Status Finish() { return Status(); }
};

/// Creates a manoeuvre from the keys of the mapping: `publish` (messages at a rate), `joints`
/// (commands to joints), `navigate` (to a target with the robot's own sensors), `replay` (the
/// commands of a recording), `program` (a user's program in lock-step, controller.h); an empty
/// mapping does nothing. nullptr after reporting errors.
std::unique_ptr<Manoeuvre> MakeManoeuvre(const world::Element& manoeuvre, Problems* problems);

}  // namespace surefoot::experiment
