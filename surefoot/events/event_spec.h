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

/// A command that an event gives.
struct Action {
  std::string line;
  /// Absent where the line has "{who}", which is known when it fires.
  std::optional<Command> command;
  double after = 0.0;
  double chance = 1.0;
  Source source;
};

enum class EventKind { kEvent, kTimer, kRandom, kCondition, kEnter, kLeave, kStay, kReferee };
const char* EventKindName(EventKind kind);

struct EventSpec {
  /// Those of a trigger: "door" (enter), "door.leave", "door.stay".
  std::string name;
  EventKind kind = EventKind::kEvent;
  bool enabled = true;
  /// Fires so many times at most; 0: any.
  std::uint64_t times = 0;
  /// Not again within so many seconds.
  double pause = 0.0;
  /// One of the actions, by chance, and not all.
  bool pick_one = false;
  std::vector<Action> actions;
  Source source;
  /// Timers: s; stay: between two firings for the same model.
  double first = 0.0;
  double every = 0.0;
  /// Random: mean time between two (exponential), or uniform from `least` to `most`.
  double mean = 0.0;
  double least = 0.0;
  double most = 0.0;
};

struct Volume {
  enum class Shape { kBox, kSphere, kCylinder };
  Shape shape = Shape::kBox;
  /// Full lengths of a box.
  Vector3d size = Vector3d::Ones();
  double radius = 0.5;
  double length = 1.0;

  bool Contains(const Vector3d& p_TQ) const;
  world::Geometry ToGeometry() const;
  /// No place of it is farther from its middle.
  double Reach() const;
};

struct TriggerSpec {
  std::string name;
  Volume volume;
  RigidTransform X_FT;
  /// "model::link" that carries it; empty: the world.
  std::string frame;
  /// Names of models, "*" for any letters; empty: all that can move.
  std::vector<std::string> who;
  /// What of a model counts: the centre of mass of its base, those of all its links, or all of its
  /// collision shapes.
  enum class By { kBase, kAny, kShape };
  By by = By::kBase;
  /// Indices of events; -1: none.
  int enter = -1;
  int leave = -1;
  int stay = -1;
  Source source;
};

/// A number of the state that is compared.
struct Quantity {
  enum class Kind { kJoint, kJointSpeed, kX, kY, kZ, kSpeed, kTilt, kDistance, kContact };
  Kind kind = Kind::kZ;
  std::string of;
  /// The other model of a distance or contact; of a contact empty: anything.
  std::string to;
};

struct ConditionSpec {
  /// Index of the event.
  int event = 0;
  Quantity quantity;
  double above = -world::kInfinity;
  double below = world::kInfinity;
  /// So long it must hold.
  double lasting = 0.0;
  Source source;
};

/// The most that a script may ask for, and what all scripts of a step may use together: 1 to 5 ms,
/// and 50 ms for the slowest instruction there is (a huge number joined to a text).
constexpr long long kMaxScriptInstructions = 300'000;
constexpr long long kMaxScriptMemory = 1 << 24;
constexpr std::size_t kMaxScriptText = std::size_t{1} << 18;

struct ScriptSpec {
  std::string name;
  std::string text;
  long long instructions = 100'000;
  long long memory = 1 << 20;
  /// An error in it ends the run.
  bool stops_run = false;
  Source source;
};

struct EventsSpec {
  std::vector<EventSpec> events;
  std::vector<TriggerSpec> triggers;
  std::vector<ConditionSpec> conditions;
  std::vector<ScriptSpec> scripts;
  /// Events of the referee, by RefereeKind::calls; empty: there is none.
  std::vector<int> referee_events;
  std::unique_ptr<Referee> referee;

  bool empty() const { return events.empty(); }
  /// Index, or -1.
  int FindEvent(const std::string& name) const { return FindNamed(events, name); }
  int FindScript(const std::string& name) const { return FindNamed(scripts, name); }
};

EventsSpec ReadEvents(const world::World& world, const RefereeKind& referee, Problems* problems);

/// Whether a name fits a pattern in which "*" stands for any letters.
bool Fits(const std::string& name, const std::string& pattern);

/// The line with the model's name for "{who}".
std::string WithSubject(const std::string& line, const std::string& subject);

}  // namespace surefoot::events
