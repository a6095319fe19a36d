/// Events told from outside, and scripts.

#include "surefoot/base/hash.h"
#include "surefoot/events/event_host.h"
#include "surefoot/events/event_set.h"
#include "surefoot/events/script.h"
#include "surefoot/world/parse.h"

namespace surefoot::events {
namespace {

constexpr std::size_t kMostWanted = 1000;

/// What is done by lines from outside: the rest has services of its own, which know who may.
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
  return firing.event < 0 ? outside : spec_.events[static_cast<std::size_t>(firing.event)].name;
}

Error EventSet::NoEvent(const std::string& name) const {
  const bool none = spec_.events.empty();
  return Error{"there is no event '" + name + "'; " +
               (none ? "the world has none" : world::NameAdvice(name, NamesOf(spec_.events)))};
}

Status EventSet::Tell(const std::string& event, const std::string& subject,
                      const std::string& action) {
  if (action == "referee") return TellReferee(subject);
  const int index = spec_.FindEvent(event);
  if (index < 0) return NoEvent(event);
  if (action == "fire" || action.empty()) {
    if (wanted_.size() >= kMostWanted) return Error{"too many events are fired in one step"};
    Want(index, subject);
  } else if (action == "enable" || action == "disable") {
    states_[static_cast<std::size_t>(index)].enabled = action == "enable";
  } else {
    return Error{"the action must be one of: fire, enable, disable, referee, do; not '" + action +
                 "'"};
  }
  return Status();
}

Status EventSet::TellCommand(const EventView& view, const std::string& line, std::vector<Due>* due,
                             Firing* told) {
  const Result<Command> command = ParseCommand(line);
  if (!command.ok()) return command.error();
  if (!IsForOutside(command.value())) {
    return Error{"'" + line +
                 "' has a service of its own; here are done: light LIGHT toggle, attach, detach, "
                 "fire, say, script"};
  }
  if (const auto* fire = std::get_if<FireCommand>(&command.value())) {
    for (const std::string& name : fire->events) {
      if (spec_.FindEvent(name) < 0) return NoEvent(name);
    }
    if (wanted_.size() >= kMostWanted) return Error{"too many events are fired in one step"};
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
  *told = firings_[at];
  firings_.resize(at);
  for (Due& one : *due) one.firing = 0;
  return status;
}

/// From outside it does nothing when it fails. What an event's script asked for before an error is
/// done all the same: it cannot be told how far it got.
Status EventSet::RunScript(const EventView& view, const std::string& name, int firing,
                           std::vector<Due>* due) {
  const int index = spec_.FindScript(name);
  if (index < 0) return Error{"there is no script '" + name + "'"};
  const ScriptSpec& script = spec_.scripts[static_cast<std::size_t>(index)];
  const Firing now = firings_[static_cast<std::size_t>(firing)];
  const bool from_outside = now.event < 0;
  RandomStream* random =
      from_outside ? &outside_ : &states_[static_cast<std::size_t>(now.event)].random;
  const RandomStream before = *random;
  EventHost::Facts facts{view, NameOf(now), now.subject, random};
  facts.inside = [this](const std::string& trigger, std::vector<std::string>* models) {
    return ListInside(trigger, models);
  };
  facts.fired = [this](const std::string& event, std::uint64_t* count) {
    return CountFired(event, count);
  };
  facts.touches = &touches_;
  EventHost host(std::move(facts));
  const Status status = events::RunScript(script, &host, &script_state_);
  if (from_outside && !status.ok()) {
    *random = before;
    return status;
  }
  hash_ = HashBytes(script_state_.data(), script_state_.size(), hash_);
  for (EventHost::Asked& asked : host.asked()) {
    const bool runs = std::holds_alternative<ScriptCommand>(asked.command);
    if (!runs) Do(view, asked.command, asked.line, firing, due);
    if (!runs) continue;
    firings_[static_cast<std::size_t>(firing)].problems.push_back(
        "a script cannot run a script; fire an event that does");
  }
  if (!status.ok() && script.stops_run && fatal_.empty()) fatal_ = status.error().message;
  return status;
}

bool EventSet::ListInside(const std::string& trigger, std::vector<std::string>* models) const {
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    if (spec_.triggers[i].name != trigger) continue;
    for (const Watched& watched : triggers_[i].watched) {
      if (watched.inside) models->push_back(world_.instance(watched.model).name);
    }
    return true;
  }
  return false;
}

bool EventSet::CountFired(const std::string& event, std::uint64_t* count) const {
  const int found = spec_.FindEvent(event);
  if (found >= 0) *count = states_[static_cast<std::size_t>(found)].fired;
  return found >= 0;
}

}  // namespace surefoot::events
