/// EventSet: requests from outside, and the referee, whose calls are events and whose decisions
/// become commands.

#include "surefoot/base/check.h"
#include "surefoot/base/index.h"
#include "surefoot/events/event_set.h"
#include "surefoot/world/parse.h"

namespace surefoot::events {
namespace {

constexpr std::size_t kMaxQueuedEvents = 1000;

/// Commands that are accepted as lines from outside. All others have services, which check
/// permissions.
bool IsForOutside(const Command& command) {
  return InputOf<sim::Attach>(command) != nullptr || InputOf<sim::Detach>(command) != nullptr ||
         std::holds_alternative<ToggleCommand>(command) ||
         std::holds_alternative<SayCommand>(command) ||
         std::holds_alternative<FireCommand>(command) ||
         std::holds_alternative<ScriptCommand>(command);
}

}  // namespace

const std::string& EventSet::NameOf(const Firing& firing) const {
  static const std::string outside = "console";
  return firing.event < 0 ? outside : spec_.events[At(firing.event)].name;
}

Error EventSet::NoEvent(const std::string& name) const {
  const bool none = spec_.events.empty();
  return Error{"unknown event '" + name + "'; " +
               (none ? "the world has none" : world::NameAdvice(name, NamesOf(spec_.events)))};
}

Status EventSet::FireFromOutside(const std::string& event, const std::string& subject,
                                 const std::string& action) {
  if (action == "referee") return OrderReferee(subject);
  const int index = spec_.FindEvent(event);
  if (index < 0) return NoEvent(event);
  if (action == "fire" || action.empty()) {
    if (queue_.size() >= kMaxQueuedEvents) return Error{"too many events are fired in one step"};
    Queue(index, subject);
  } else if (action == "enable" || action == "disable") {
    states_[At(index)].enabled = action == "enable";
  } else {
    return Error{"the action must be one of: fire, enable, disable, referee, do; not '" + action +
                 "'"};
  }
  return Status();
}

Status EventSet::RunCommand(const EventView& view, const std::string& line, std::vector<Due>* due,
                            Firing* result) {
  const Result<Command> command = ParseCommand(line);
  if (!command.ok()) return command.error();
  if (!IsForOutside(command.value())) {
    return Error{"'" + line +
                 "' has a separate service; accepted here: light LIGHT toggle, attach, detach, "
                 "fire, say, script"};
  }
  if (const auto* fire = std::get_if<FireCommand>(&command.value())) {
    for (const std::string& name : fire->events) {
      if (spec_.FindEvent(name) < 0) return NoEvent(name);
    }
    if (queue_.size() >= kMaxQueuedEvents) return Error{"too many events are fired in one step"};
  }
  const auto at = firings_.size();
  firings_.push_back(Firing{-1, "", {}});
  const int firing = static_cast<int>(at);
  Status status;
  if (const auto* script = std::get_if<ScriptCommand>(&command.value())) {
    status = RunScript(view, script->script, firing, due);
  } else {
    Do(view, command.value(), line, firing, due);
  }
  *result = firings_[at];
  firings_.resize(at);
  for (Due& one : *due) one.firing = 0;
  return status;
}

void EventSet::Connect(graph::Graph* graph) {
  if (referee_) referee_->Connect(graph);
}

void EventSet::LookAtReferee(const EventView& view, std::vector<Due>* due) {
  calls_.clear();
  referee_->Update(view, &calls_);
  for (const Referee::Call& call : calls_) {
    const int event = spec_.referee_events[static_cast<std::size_t>(call.kind)];
    const std::size_t before = firings_.size();
    Fire(view, QueuedFire{event, call.subject}, due);
    // The referee's decisions are executed even if its event is disabled.
    if (firings_.size() == before) firings_.push_back(Firing{event, call.subject, {}});
    const int firing = static_cast<int>(before);
    const std::string& name = spec_.events[At(event)].name;
    due->push_back(Due{SayCommand{call.text}, "say " + call.text, firing, name});
    for (const sim::Move& move : call.moves) {
      due->push_back(Due{move, "place " + move.model, firing, name});
    }
  }
  const std::string problem = referee_->TakeProblem();
  if (!problem.empty()) {
    firings_.push_back(Firing{spec_.referee_events.front(), "", {problem}});
  }
  referee_->Publish(view, !calls_.empty());
}

Status EventSet::OrderReferee(const std::string& order) {
  if (!referee_) return Error{"the world has no referee; see docs/guides/robocup.md"};
  return referee_->Order(order);
}

void EventSet::CarryReferee(const EventSet& from) {
  if (!referee_ || !from.referee_) return;
  // An edit of the world does not change the description of its referee.
  const bool same = RestoreState(SavedState(from.referee_.get()), referee_.get());
  SUREFOOT_DCHECK(same, "another referee");
  static_cast<void>(same);
}

}  // namespace surefoot::events
