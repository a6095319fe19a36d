#pragma once

/// Scripts of the world in Lua. Each run has a new Lua state, which is discarded afterwards; only
/// the table `state` is kept, as bytes. The result is a function of the script, the bytes and the
/// world, on every machine.

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/events/event_spec.h"

namespace surefoot::events {

/// The interface of a script to the simulation. Only its functions are reachable from a script.
class ScriptHost {
 public:
  virtual ~ScriptHost() = default;

  virtual const std::string& event() const = 0;
  virtual const std::string& subject() const = 0;
  virtual double time() const = 0;
  virtual std::int64_t step() const = 0;
  /// Uniform in [0, 1).
  virtual double Random() = 0;
  virtual Status Command(const std::string& line) = 0;
  virtual void Print(const std::string& text) = 0;
  /// Of a model or link: x y z (m) roll pitch yaw (rad); linear and angular velocity in the world's
  /// axes. False: unknown name.
  virtual bool Pose(const std::string& name, double* six) const = 0;
  virtual bool Velocity(const std::string& name, double* six) const = 0;
  /// Position and velocity of a joint's first axis.
  virtual bool Joint(const std::string& name, double* two) const = 0;
  /// The models inside a trigger, in the world's order.
  virtual bool Inside(const std::string& trigger, std::vector<std::string>* models) const = 0;
  /// How many times an event has fired.
  virtual bool Fired(const std::string& event, std::uint64_t* count) const = 0;
  /// Number of pairs of links in contact, which is the cost of Touching.
  virtual std::size_t touch_count() const = 0;
  /// Whether two models or links touch; `to` nullptr: whether one touches anything. Returns false
  /// for an unknown name.
  virtual bool Touching(const std::string& of, const std::string* to, bool* touches) const = 0;
};

/// Common budget of all scripts of a step, so that many short scripts cannot take longer than a
/// long one.
struct ScriptBudget {
  /// Instructions.
  long long left = kMaxScriptInstructions;
  /// Whether a script used so much processor time that its instructions were miscounted.
  bool out_of_time = false;
};

/// Runs a script to its end or to an error, which has file and line. After an error `state` is
/// unchanged. A script cannot catch the errors of its limits. Limits are in instructions, so that
/// they are the same on every machine; processor time is only a second guard (`out_of_time`).
/// `budget`: nullptr for the script's own limit only.
Status RunScript(const ScriptSpec& script, ScriptHost* host, Bytes* state,
                 ScriptBudget* budget = nullptr);

/// Whether the script compiles.
Status CheckScript(const ScriptSpec& script);

/// The table `state` as a JSON-like text for people, keys sorted.
std::string StateText(const Bytes& state);

}  // namespace surefoot::events
