/// EventSet: state saved, restored and carried over into an edited world, and as lists for clients.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/events/event_set.h"

namespace surefoot::events {

void EventSet::CarryOver(const EventSet& from) {
  // An edit of the world does not change its events, so another number means another world.
  if (from.spec_.events.size() != spec_.events.size() ||
      from.spec_.triggers.size() != spec_.triggers.size()) {
    return;
  }
  states_ = from.states_;
  pending_ = from.pending_;
  queue_ = from.queue_;
  firings_ = from.firings_;
  outside_ = from.outside_;
  script_state_ = from.script_state_;
  hash_ = from.hash_;
  fatal_ = from.fatal_;
  touches_.CarryOver(from.touches_, from.world_, world_);
  CarryReferee(from);
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    conditions_[i].since_ns = from.conditions_[i].since_ns;
    conditions_[i].fired = from.conditions_[i].fired;
  }
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    for (const Watched& old : from.triggers_[i].watched) {
      const std::string& name = from.world_.instance(old.model).name;
      for (Watched& watched : triggers_[i].watched) {
        if (world_.instance(watched.model).name != name) continue;
        watched.inside = old.inside;
        watched.next_stay_ns = old.next_stay_ns;
      }
      // A model that was removed from the world leaves the trigger.
      if (old.inside && world_.FindModel(name) < 0) Queue(spec_.triggers[i].leave, name);
    }
  }
}

// For bytes from outside: an index that is out of range must not be used.
bool EventSet::IsKnown(int event, int action) const {
  if (event < 0 || At(event) >= spec_.events.size()) return false;
  return action >= -1 && action < static_cast<int>(spec_.events[At(event)].actions.size());
}

void EventSet::Archive(StateArchive* archive) {
  if (empty()) return;
  archive->SameCount(states_);
  for (EventState& state : states_) {
    archive->Items(&state.enabled, &state.fired, &state.last_ns, &state.last_subject,
                   &state.next_ns, &state.random);
  }
  for (ConditionState& state : conditions_) archive->Items(&state.since_ns, &state.fired);
  for (TriggerState& trigger : triggers_) {
    archive->SameCount(trigger.watched);
    for (Watched& watched : trigger.watched) {
      archive->Items(&watched.inside, &watched.next_stay_ns);
    }
  }
  archive->List(&pending_);
  archive->List(&queue_);
  for (const Pending& one : pending_) archive->Require(IsKnown(one.event, one.action));
  for (const QueuedFire& one : queue_) archive->Require(IsKnown(one.event, -1));
  archive->Items(&outside_, &script_state_, &hash_);
  if (watches_touches_) touches_.Archive(world_, archive);
  if (referee_) archive->Items(referee_.get());
  if (!archive->restores()) return;
  firings_.clear();
  fatal_.clear();
}

std::vector<msgs::surefoot_msgs::EventInfo> EventSet::Infos() const {
  std::vector<msgs::surefoot_msgs::EventInfo> infos(spec_.events.size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const EventSpec& spec = spec_.events[i];
    const EventState& state = states_[i];
    infos[i].name = spec.name;
    infos[i].kind = EventKindName(spec.kind);
    infos[i].enabled = state.enabled;
    infos[i].fired = state.fired;
    infos[i].last_time = state.last_ns < 0 ? -1.0 : ToSeconds(state.last_ns);
    infos[i].last_subject = state.last_subject;
    for (const Action& action : spec.actions) infos[i].actions.push_back(action.line);
    infos[i].source = spec.source.file + ":" + std::to_string(spec.source.line);
  }
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    auto& inside = infos[At(spec_.triggers[i].enter)].inside;
    for (const Watched& watched : triggers_[i].watched) {
      if (watched.inside) inside.push_back(world_.instance(watched.model).name);
    }
  }
  return infos;
}

}  // namespace surefoot::events
