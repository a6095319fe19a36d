#pragma once

/// Scripts of the world in Lua, each run in a state of its own that is gone afterwards: all that
/// stays is the table `state`, as bytes. Same bytes, same world, same script: same result.

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/events/event_spec.h"

namespace surefoot::events {

/// What a script can see and do.
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
  /// Of a model or link: x y z roll pitch yaw; velocity and turning. False: there is none.
  virtual bool Pose(const std::string& name, double* six) const = 0;
  virtual bool Velocity(const std::string& name, double* six) const = 0;
  /// Position and velocity of a joint's first axis.
  virtual bool Joint(const std::string& name, double* two) const = 0;
  /// Models in a trigger, in the world's order.
  virtual bool Inside(const std::string& trigger, std::vector<std::string>* models) const = 0;
  /// How often an event has fired.
  virtual bool Fired(const std::string& event, std::uint64_t* count) const = 0;
  /// How many pairs of links touch: what Touching has to look through.
  virtual std::size_t touch_count() const = 0;
  /// Whether two models or links touch; `to` nullptr: the one and anything. False: there is none.
  virtual bool Touching(const std::string& of, const std::string* to, bool* touches) const = 0;
};

/// What all scripts of one step may use together, so that many short ones cannot take longer than
/// one long one.
struct ScriptBudget {
  long long left = kMaxScriptInstructions;
  /// A script used so much processor time that its instructions cannot have been counted right.
  bool out_of_time = false;
};

/// Runs it to its end, or to an error, which names file and line. After an error `state` is as it
/// was. A script cannot catch the errors of its limits. Limits are counted in instructions, so that
/// they are the same on every machine; processor time is only a second guard (`out_of_time`).
/// `budget`: nullptr for none but the script's own.
Status RunScript(const ScriptSpec& script, ScriptHost* host, Bytes* state,
                 ScriptBudget* budget = nullptr);

/// Whether it can be compiled.
Status CheckScript(const ScriptSpec& script);

/// The table `state` for people, in the manner of JSON; keys sorted.
std::string StateText(const Bytes& state);

}  // namespace surefoot::events
