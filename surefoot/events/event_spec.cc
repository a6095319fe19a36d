#include "surefoot/events/event_spec.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

// Reading of the events' elements. References to models, joints and other events are checked when
// all elements are known, since an element may refer to a later one.

namespace surefoot::events {
namespace {

using world::ElementReader;

/// Limits against hostile files: durations (s), and events.
constexpr double kMaxSeconds = 1e8;
constexpr std::size_t kMaxEvents = 10'000;
constexpr const char* kWho = "{who}";

/// Reads all event elements of a world; reports errors to the problems.
class Reader {
 public:
  Reader(const world::World& world, const RefereeKind& referee, Problems* problems)
      : world_(world), referee_(referee), problems_(problems) {}

  EventsSpec Read();

 private:
  void ReadElement(const world::Element& element);
  int AddEvent(const ElementReader& reader, const std::string& name, EventKind kind);
  void ReadActions(const ElementReader& reader, EventSpec* event);
  void ReadTrigger(const ElementReader& reader);
  void ReadVolume(const ElementReader& reader, TriggerSpec* trigger);
  void ReadTimer(const ElementReader& reader);
  void ReadRandom(const ElementReader& reader);
  void ReadCondition(const ElementReader& reader);
  void ReadEvent(const ElementReader& reader);
  void ReadScript(const ElementReader& reader);
  void ReadReferee(const ElementReader& reader);
  /// Empty after an error.
  std::string NameOf(const ElementReader& reader);
  void CheckReferences();
  void CheckReference(const Action& action);
  void CheckQuantity(const ConditionSpec& condition);

  const world::World& world_;
  const RefereeKind& referee_;
  Problems* problems_;
  EventsSpec spec_;
};

std::string Reader::NameOf(const ElementReader& reader) {
  const std::string name = reader.Text("name");
  const bool bad = name.empty() || name.find_first_of(" \t\n\"") != std::string::npos;
  if (bad) {
    reader.Error("name", "an event or script needs a name without blanks", name,
                 "write name=\"...\"");
    return "";
  }
  if (spec_.FindEvent(name) >= 0 || spec_.FindScript(name) >= 0) {
    reader.Error("name", "another event or script has this name", name, "choose another one");
    return "";
  }
  return name;
}

// Commands are parsed when the world is loaded, so that errors have the file and line of the world
// instead of appearing during the run.
void Reader::ReadActions(const ElementReader& reader, EventSpec* event) {
  for (const ElementReader& child : reader.Children("do")) {
    Action action;
    action.line = child.OwnText();
    action.after = child.Number("after", 0.0, 0.0, kMaxSeconds);
    action.chance = child.Number("chance", 1.0, 0.0, 1.0);
    action.source = child.element().source;
    const bool open = action.line.find(kWho) != std::string::npos;
    const Result<Command> command = ParseCommand(WithSubject(action.line, "someone"));
    if (!command.ok()) {
      problems_->Error(action.source, command.error().message, action.line,
                       "see docs/guides/console.md");
      continue;
    }
    if (std::holds_alternative<ListCommand>(command.value())) {
      problems_->Error(action.source, "'list' is accepted only in the console", action.line);
      continue;
    }
    if (!open) action.command = command.value();
    event->actions.push_back(std::move(action));
  }
}

int Reader::AddEvent(const ElementReader& reader, const std::string& name, EventKind kind) {
  if (spec_.events.size() >= kMaxEvents) {
    problems_->Error(reader.element().source, "too many events in a world: at most 10000");
    return -1;
  }
  EventSpec event;
  event.name = name;
  event.kind = kind;
  event.source = reader.element().source;
  event.enabled = reader.Flag("enabled", true);
  event.times = static_cast<std::uint64_t>(reader.Integer("times", 0, 0, 1'000'000'000'000LL));
  event.pause = reader.Number("pause", 0.0, 0.0, kMaxSeconds);
  event.pick_one = reader.Choice("pick", {"all", "one"}, "all") == "one";
  ReadActions(reader, &event);
  spec_.events.push_back(std::move(event));
  return static_cast<int>(spec_.events.size()) - 1;
}

void Reader::ReadVolume(const ElementReader& reader, TriggerSpec* trigger) {
  Volume& volume = trigger->volume;
  const int shapes = (reader.Has("box") ? 1 : 0) + (reader.Has("sphere") ? 1 : 0) +
                     (reader.Has("cylinder") ? 1 : 0);
  if (shapes != 1) {
    problems_->Error(reader.element().source, "a trigger needs exactly one volume",
                     std::to_string(shapes) + " given",
                     "write <box>X Y Z</box>, <sphere>RADIUS</sphere> or "
                     "<cylinder>RADIUS LENGTH</cylinder>");
    return;
  }
  const auto check = [&](const char* name, double length) {
    if (length > 0.0) return;
    reader.Error(name, "lengths must be greater than 0", reader.Text(name));
  };
  if (reader.Has("box")) {
    volume.size = reader.Vector("box", volume.size);
    check("box", volume.size.minCoeff());
  } else if (reader.Has("sphere")) {
    volume.shape = Volume::Shape::kSphere;
    volume.radius = reader.Number("sphere", 0.5);
    check("sphere", volume.radius);
  } else {
    volume.shape = Volume::Shape::kCylinder;
    const std::vector<double> sizes = reader.Numbers("cylinder", 2, {0.5, 1.0});
    volume.radius = sizes[0];
    volume.length = sizes[1];
    check("cylinder", std::min(sizes[0], sizes[1]));
  }
}

// A trigger is three events, which can be enabled and fired separately.
void Reader::ReadTrigger(const ElementReader& reader) {
  TriggerSpec trigger;
  trigger.name = NameOf(reader);
  if (trigger.name.empty()) return;
  trigger.source = reader.element().source;
  ReadVolume(reader, &trigger);
  trigger.X_FT = reader.Pose("pose");
  trigger.frame = reader.Text("frame");
  if (!trigger.frame.empty() && world_.FindLink(trigger.frame) < 0) {
    reader.Error("frame", "unknown link", trigger.frame, "write model::link");
  }
  const std::string by = reader.Choice("by", {"base", "any", "shape"}, "base");
  trigger.by = by == "shape" ? TriggerSpec::By::kShape
               : by == "any" ? TriggerSpec::By::kAny
                             : TriggerSpec::By::kBase;
  for (const std::string& word : world::SplitWords(reader.Text("who"))) trigger.who.push_back(word);
  if (reader.Has("do")) {
    reader.Error("do", "a trigger acts when something enters, leaves or stays", "",
                 "put it into <enter>, <leave> or <stay>");
  }
  trigger.enter = AddEvent(reader.Child("enter"), trigger.name, EventKind::kEnter);
  trigger.leave = AddEvent(reader.Child("leave"), trigger.name + ".leave", EventKind::kLeave);
  trigger.stay = AddEvent(reader.Child("stay"), trigger.name + ".stay", EventKind::kStay);
  if (trigger.stay < 0) return;
  const bool enabled = reader.Flag("enabled", true);
  for (const int event : {trigger.enter, trigger.leave, trigger.stay}) {
    EventSpec& spec = spec_.events[At(event)];
    spec.enabled = spec.enabled && enabled;
    spec.source = trigger.source;
  }
  EventSpec& stay = spec_.events[At(trigger.stay)];
  const ElementReader child = reader.Child("stay");
  stay.first = child.Number("after", 0.0, 0.0, kMaxSeconds);
  stay.every = child.Number("every", 0.0, 0.0, kMaxSeconds);
  spec_.triggers.push_back(std::move(trigger));
}

void Reader::ReadTimer(const ElementReader& reader) {
  const std::string name = NameOf(reader);
  if (name.empty()) return;
  const int index = AddEvent(reader, name, EventKind::kTimer);
  if (index < 0) return;
  EventSpec& event = spec_.events[At(index)];
  event.every = reader.Number("every", 0.0, 0.0, kMaxSeconds);
  event.first = reader.Number("first", event.every, 0.0, kMaxSeconds);
  if (!reader.Has("every") && !reader.Has("first")) {
    problems_->Error(event.source, "a timer needs a time", "", "write every=\"2\" or first=\"5\"");
  } else if (reader.Has("every") && event.every < 1e-6) {
    reader.Error("every", "must be at least 1e-6 s", reader.Text("every"));
  }
}

void Reader::ReadRandom(const ElementReader& reader) {
  const std::string name = NameOf(reader);
  if (name.empty()) return;
  const int index = AddEvent(reader, name, EventKind::kRandom);
  if (index < 0) return;
  EventSpec& event = spec_.events[At(index)];
  if (reader.Has("mean") == reader.Has("between")) {
    problems_->Error(event.source, "a random event needs one of mean and between", "",
                     "write mean=\"5\" or between=\"3 8\"");
    return;
  }
  if (reader.Has("mean")) {
    event.mean = reader.Number("mean", 1.0, 1e-3, kMaxSeconds);
    return;
  }
  const std::vector<double> range = reader.Numbers("between", 2, {1.0, 1.0});
  event.min = range[0];
  event.max = range[1];
  if (!(event.min >= 1e-3 && event.max >= event.min && event.max <= kMaxSeconds)) {
    reader.Error("between", "needs two times of at least 0.001 s, the shorter one first",
                 reader.Text("between"));
  }
}

/// Names in files, indexed by Quantity::Kind.
constexpr std::string_view kQuantities[] = {"joint", "joint_speed", "x",        "y",      "z",
                                            "speed", "tilt",        "distance", "contact"};

void Reader::ReadCondition(const ElementReader& reader) {
  const std::string name = NameOf(reader);
  if (name.empty()) return;
  ConditionSpec condition;
  condition.source = reader.element().source;
  const std::string requested = reader.Text("quantity");
  const auto* found = std::find(std::begin(kQuantities), std::end(kQuantities), requested);
  const bool known = found != std::end(kQuantities);
  if (known) condition.quantity.kind = static_cast<Quantity::Kind>(found - kQuantities);
  if (!known) reader.Error("quantity", "must be one of: " + Joined(kQuantities), requested);
  condition.quantity.of = reader.Text("of");
  condition.quantity.to = reader.Text("to");
  if (!reader.Has("above") && !reader.Has("below")) {
    problems_->Error(condition.source, "a condition needs a bound", "",
                     "write above=\"...\", below=\"...\" or both");
  }
  condition.above = reader.Number("above", -world::kInfinity);
  condition.below = reader.Number("below", world::kInfinity);
  condition.lasting = reader.Number("for", 0.0, 0.0, kMaxSeconds);
  condition.event = AddEvent(reader, name, EventKind::kCondition);
  if (condition.event >= 0 && known) spec_.conditions.push_back(std::move(condition));
}

void Reader::ReadEvent(const ElementReader& reader) {
  const std::string name = NameOf(reader);
  if (!name.empty()) AddEvent(reader, name, EventKind::kEvent);
}

void Reader::ReadScript(const ElementReader& reader) {
  ScriptSpec script;
  script.name = NameOf(reader);
  if (script.name.empty()) return;
  script.text = reader.element().text;
  script.source = reader.element().source;
  script.instructions =
      reader.Integer("instructions", script.instructions, 100, kMaxScriptInstructions);
  script.memory = reader.Integer("memory", script.memory, 65536, kMaxScriptMemory);
  if (script.text.size() > kMaxScriptText) {
    problems_->Error(script.source,
                     "a script has at most " + std::to_string(kMaxScriptText) +
                         " bytes, because it is compiled in each run; this one has " +
                         std::to_string(script.text.size()),
                     script.name, "keep data in the table `state`, or shorten the script");
    script.text.clear();
  }
  script.stops_run = reader.Choice("on_error", {"continue", "stop"}, "continue",
                                   {{"go_on", "continue"}}) == "stop";
  spec_.scripts.push_back(std::move(script));
}

/// Each call of the referee is an event, "referee.goal", whose commands are in <on_goal>.
void Reader::ReadReferee(const ElementReader& reader) {
  const std::string name = NameOf(reader);
  if (name.empty()) return;
  if (spec_.referee) {
    problems_->Error(reader.element().source, "a world has at most one referee", name);
    return;
  }
  if (referee_.make == nullptr) {
    problems_->Error(reader.element().source, "this program has no referee", name);
    return;
  }
  std::unique_ptr<Referee> referee = referee_.make(world_, reader);
  if (referee == nullptr) return;
  for (const std::string& call : referee_.calls) {
    const int event = AddEvent(reader.Child("on_" + call), name + "." + call, EventKind::kReferee);
    if (event < 0) return;
    spec_.events[At(event)].source = reader.element().source;
    spec_.referee_events.push_back(event);
  }
  spec_.referee = std::move(referee);
}

void Reader::ReadElement(const world::Element& element) {
  struct Row {
    const char* element;
    void (Reader::*read)(const ElementReader&);
    /// Children besides those that all events may have; absent: the element checks its own
    /// children.
    std::optional<std::vector<std::string>> parts;
  };
  static const Row kRows[] = {
      {"surefoot:trigger",
       &Reader::ReadTrigger,
       {{"box", "sphere", "cylinder", "pose", "frame", "who", "by", "enter", "leave", "stay"}}},
      {"surefoot:timer", &Reader::ReadTimer, {{"every", "first"}}},
      {"surefoot:random", &Reader::ReadRandom, {{"mean", "between"}}},
      {"surefoot:condition",
       &Reader::ReadCondition,
       {{"quantity", "of", "to", "above", "below", "for"}}},
      {"surefoot:event", &Reader::ReadEvent, {std::vector<std::string>()}},
      {"surefoot:script", &Reader::ReadScript, {}},
      {"surefoot:referee", &Reader::ReadReferee, {}}};
  for (const Row& row : kRows) {
    if (element.name != row.element) continue;
    const ElementReader reader(element, problems_);
    std::vector<std::string> known = {"do", "name", "enabled", "times", "pause", "pick"};
    if (row.parts) {
      known.insert(known.begin(), row.parts->begin(), row.parts->end());
      reader.WarnMisspelt(known);
    }
    (this->*row.read)(reader);
  }
}

void Reader::CheckReference(const Action& action) {
  if (!action.command) return;
  const auto check = [&](const std::string& name) {
    if (spec_.FindEvent(name) >= 0) return;
    problems_->Error(action.source, "unknown event", name,
                     world::NameAdvice(name, NamesOf(spec_.events)));
  };
  if (const auto* fire = std::get_if<FireCommand>(&*action.command)) {
    for (const std::string& name : fire->events) check(name);
  }
  const auto* fire_input = InputOf<sim::FireEvent>(*action.command);
  if (fire_input != nullptr && !fire_input->event.empty()) check(fire_input->event);
  const auto* script = std::get_if<ScriptCommand>(&*action.command);
  if (script == nullptr || spec_.FindScript(script->script) >= 0) return;
  problems_->Error(action.source, "unknown script", script->script,
                   world::NameAdvice(script->script, NamesOf(spec_.scripts)));
}

/// A warning instead of an error: the model may be spawned later, but the name may be misspelt.
void Reader::CheckQuantity(const ConditionSpec& condition) {
  const Quantity& quantity = condition.quantity;
  const bool joint =
      quantity.kind == Quantity::Kind::kJoint || quantity.kind == Quantity::Kind::kJointSpeed;
  const auto warn = [&](const std::string& name) {
    const bool found = joint ? world_.FindJoint(name) >= 0
                             : world_.FindModel(name) >= 0 || world_.FindLink(name) >= 0;
    if (found) return;
    problems_->Warning(condition.source,
                       joint ? "no joint has this name yet" : "no model or link has this name yet",
                       name, "the condition is false until there is one");
  };
  warn(quantity.of);
  const bool any = quantity.kind == Quantity::Kind::kContact && quantity.to.empty();
  const bool two =
      quantity.kind == Quantity::Kind::kDistance || quantity.kind == Quantity::Kind::kContact;
  if (two && !any) warn(quantity.to);
}

void Reader::CheckReferences() {
  for (const EventSpec& event : spec_.events) {
    for (const Action& action : event.actions) CheckReference(action);
  }
  for (const ConditionSpec& condition : spec_.conditions) CheckQuantity(condition);
}

EventsSpec Reader::Read() {
  for (const world::Element& element : world_.spec().extensions) ReadElement(element);
  CheckReferences();
  return std::move(spec_);
}

}  // namespace

const char* EventKindName(EventKind kind) {
  constexpr const char* kNames[] = {"event", "timer", "random", "condition",
                                    "enter", "leave", "stay",   "referee"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool Volume::Contains(const Vector3d& p_TQ) const {
  switch (shape) {
    case Shape::kBox:
      return (p_TQ.cwiseAbs().array() <= 0.5 * size.array()).all();
    case Shape::kSphere:
      return p_TQ.squaredNorm() <= radius * radius;
    case Shape::kCylinder:
      return p_TQ.head<2>().squaredNorm() <= radius * radius && std::abs(p_TQ.z()) <= 0.5 * length;
  }
  return false;
}

world::Geometry Volume::ToGeometry() const {
  switch (shape) {
    case Shape::kBox:
      return world::Box{size};
    case Shape::kSphere:
      return world::Sphere{radius};
    case Shape::kCylinder:
      break;
  }
  return world::Cylinder{radius, length};
}

double Volume::Reach() const {
  switch (shape) {
    case Shape::kBox:
      return 0.5 * size.norm();
    case Shape::kSphere:
      return radius;
    case Shape::kCylinder:
      break;
  }
  return std::hypot(radius, 0.5 * length);
}

bool MatchesPattern(const std::string& name, const std::string& pattern) {
  // Backtracking to the last star only, which is enough for '*': linear in practice, and at most
  // quadratic for hostile patterns.
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t star = std::string::npos;
  std::size_t star_n = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_n = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++star_n;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string WithSubject(const std::string& line, const std::string& subject) {
  std::string out = line;
  const std::string who = kWho;
  for (std::size_t at = out.find(who); at != std::string::npos; at = out.find(who, at)) {
    out.replace(at, who.size(), subject);
    at += subject.size();
  }
  return out;
}

EventsSpec ReadEvents(const world::World& world, const RefereeKind& referee, Problems* problems) {
  return Reader(world, referee, problems).Read();
}

}  // namespace surefoot::events
