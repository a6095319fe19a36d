#pragma once

/// Events as the world's file describes them: <surefoot:trigger>, <surefoot:timer>,
/// <surefoot:random>, <surefoot:condition>, <surefoot:event>, <surefoot:script> and
/// <surefoot:referee>; docs/guides/events.md, docs/guides/robocup.md.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/index.h"
#include "surefoot/base/problem.h"
#include "surefoot/events/command.h"
#include "surefoot/events/referee.h"
#include "surefoot/world/world.h"

namespace surefoot::events {

/// A command of an event.
struct Action {
  std::string line;
  /// Absent if the line has "{who}", which is known only when the event fires.
  std::optional<Command> command;
  /// Delay (s), and probability of execution.
  double after = 0.0;
  double chance = 1.0;
  Source source;
};

enum class EventKind { kEvent, kTimer, kRandom, kCondition, kEnter, kLeave, kStay, kReferee };
const char* EventKindName(EventKind kind);

/// An event as described. Durations in s of simulated time.
struct EventSpec {
  /// The events of a trigger are "door" (enter), "door.leave" and "door.stay".
  std::string name;
  EventKind kind = EventKind::kEvent;
  bool enabled = true;
  /// Largest number of firings; 0: no limit.
  std::uint64_t times = 0;
  /// Least time between two firings (s).
  double pause = 0.0;
  /// Executes one random action instead of all.
  bool pick_one = false;
  std::vector<Action> actions;
  Source source;
  /// Timers: first time and period. Stay: the same, per model inside.
  double first = 0.0;
  double every = 0.0;
  /// Random events: mean interval (exponential), or uniform intervals from `min` to `max`.
  double mean = 0.0;
  double min = 0.0;
  double max = 0.0;
};

/// The volume of a trigger, in its frame T. Lengths in m.
struct Volume {
  enum class Shape { kBox, kSphere, kCylinder };
  Shape shape = Shape::kBox;
  /// Full lengths of a box.
  Vector3d size = Vector3d::Ones();
  double radius = 0.5;
  double length = 1.0;

  bool Contains(const Vector3d& p_TQ) const;
  world::Geometry ToGeometry() const;
  /// Radius of the bounding sphere about its centre (m).
  double Reach() const;
};

/// A volume that fires events when models enter, leave or stay.
struct TriggerSpec {
  std::string name;
  Volume volume;
  RigidTransform X_FT;
  /// The "model::link" that it is fixed to; empty: the world.
  std::string frame;
  /// Names of models, "*" for any characters; empty: all models that can move.
  std::vector<std::string> who;
  /// Which points of a model are tested: the centre of mass of its base, those of all links, or all
  /// collision shapes.
  enum class By { kBase, kAny, kShape };
  By by = By::kBase;
  /// Indices of events; -1: none.
  int enter = -1;
  int leave = -1;
  int stay = -1;
  Source source;
};

/// A quantity of the state that a condition compares with bounds.
struct Quantity {
  enum class Kind { kJoint, kJointSpeed, kX, kY, kZ, kSpeed, kTilt, kDistance, kContact };
  Kind kind = Kind::kZ;
  std::string of;
  /// The other model of a distance or contact; empty for a contact: anything.
  std::string to;
};

/// Fires an event when above < quantity < below has held for a time.
struct ConditionSpec {
  /// Index of the event.
  int event = 0;
  Quantity quantity;
  double above = -world::kInfinity;
  double below = world::kInfinity;
  /// Time for which it must hold (s).
  double lasting = 0.0;
  Source source;
};

/// Largest limits of a script, which are also those of all scripts of a step together. 300,000
/// instructions take 1 to 5 ms, and 50 ms with the slowest instruction (concatenation of a huge
/// number and a text).
constexpr long long kMaxScriptInstructions = 300'000;
constexpr long long kMaxScriptMemory = 1 << 24;
constexpr std::size_t kMaxScriptText = std::size_t{1} << 18;

/// A script in Lua with its limits: instructions per run, and memory in bytes.
struct ScriptSpec {
  std::string name;
  std::string text;
  long long instructions = 100'000;
  long long memory = 1 << 20;
  /// Whether an error in it ends the run.
  bool stops_run = false;
  Source source;
};

/// All event elements of a world.
struct EventsSpec {
  std::vector<EventSpec> events;
  std::vector<TriggerSpec> triggers;
  std::vector<ConditionSpec> conditions;
  std::vector<ScriptSpec> scripts;
  /// Events of the referee, indexed as RefereeKind::calls; empty: no referee.
  std::vector<int> referee_events;
  std::unique_ptr<Referee> referee;

  bool empty() const { return events.empty(); }
  /// Index of the event or script; -1: unknown.
  int FindEvent(const std::string& name) const { return FindNamed(events, name); }
  int FindScript(const std::string& name) const { return FindNamed(scripts, name); }
};

/// Reads all event elements of a world; reports errors to `problems`.
EventsSpec ReadEvents(const world::World& world, const RefereeKind& referee, Problems* problems);

/// Whether a name matches a pattern in which "*" matches any characters.
bool MatchesPattern(const std::string& name, const std::string& pattern);

/// The line with "{who}" replaced by the model's name.
std::string WithSubject(const std::string& line, const std::string& subject);

}  // namespace surefoot::events
