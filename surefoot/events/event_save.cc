/// Events saved, restored and carried over into an edited world; and as lists.

#include <algorithm>

#include "surefoot/events/event_set.h"
#include "surefoot/events/script.h"

namespace surefoot::events {

void EventSet::CarryOver(const EventSet& from) {
  // An edit of the world leaves its events as they are.
  if (from.spec_.events.size() != spec_.events.size() ||
      from.spec_.triggers.size() != spec_.triggers.size()) {
    return;
  }
  states_ = from.states_;
  pending_ = from.pending_;
  wanted_ = from.wanted_;
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
      // It was taken out of the world.
      if (old.inside && world_.FindModel(name) < 0) Want(spec_.triggers[i].leave, name);
    }
  }
}

void EventSet::Save(ByteWriter* writer) const {
  if (empty()) return;
  writer->Put<std::uint64_t>(states_.size());
  for (const EventState& state : states_) {
    writer->Put<std::uint8_t>(state.enabled ? 1 : 0);
    writer->Put(state.fired);
    writer->Put(state.last_ns);
    writer->PutString(state.last_subject);
    writer->Put(state.next_ns);
    writer->Put(state.random.state());
  }
  for (const ConditionState& state : conditions_) {
    writer->Put(state.since_ns);
    writer->Put<std::uint8_t>(state.fired ? 1 : 0);
  }
  for (const TriggerState& trigger : triggers_) {
    writer->Put<std::uint64_t>(trigger.watched.size());
    for (const Watched& watched : trigger.watched) {
      writer->Put<std::uint8_t>(watched.inside ? 1 : 0);
      writer->Put(watched.next_stay_ns);
    }
  }
  writer->Put<std::uint64_t>(pending_.size());
  for (const Pending& pending : pending_) {
    writer->Put(pending.due_ns);
    writer->Put<std::int32_t>(pending.event);
    writer->Put<std::int32_t>(pending.action);
    writer->PutString(pending.subject);
  }
  writer->Put<std::uint64_t>(wanted_.size());
  for (const Wanted& wanted : wanted_) {
    writer->Put<std::int32_t>(wanted.event);
    writer->PutString(wanted.subject);
  }
  writer->Put(outside_.state());
  writer->PutBytes(script_state_);
  writer->Put(hash_);
  if (watches_touches_) touches_.Save(writer);
  if (referee_) referee_->Save(writer);
}

bool EventSet::Restore(ByteReader* reader) {
  if (empty()) return true;
  const auto count = static_cast<std::int32_t>(spec_.events.size());
  if (reader->Get<std::uint64_t>() != states_.size()) return false;
  for (EventState& state : states_) {
    state.enabled = reader->Get<std::uint8_t>() != 0;
    state.fired = reader->Get<std::uint64_t>();
    state.last_ns = reader->Get<SimTimeNs>();
    state.last_subject = reader->GetString();
    state.next_ns = reader->Get<SimTimeNs>();
    state.random.set_state(reader->Get<RandomStream::State>());
  }
  for (ConditionState& state : conditions_) {
    state.since_ns = reader->Get<SimTimeNs>();
    state.fired = reader->Get<std::uint8_t>() != 0;
  }
  for (TriggerState& trigger : triggers_) {
    if (reader->Get<std::uint64_t>() != trigger.watched.size()) return false;
    for (Watched& watched : trigger.watched) {
      watched.inside = reader->Get<std::uint8_t>() != 0;
      watched.next_stay_ns = reader->Get<SimTimeNs>();
    }
  }
  pending_.clear();
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    Pending pending;
    pending.due_ns = reader->Get<SimTimeNs>();
    pending.event = reader->Get<std::int32_t>();
    pending.action = reader->Get<std::int32_t>();
    pending.subject = reader->GetString();
    if (pending.event < 0 || pending.event >= count || pending.action < -1) return false;
    const auto& actions = spec_.events[static_cast<std::size_t>(pending.event)].actions;
    if (pending.action >= static_cast<int>(actions.size())) return false;
    pending_.push_back(std::move(pending));
  }
  wanted_.clear();
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    Wanted wanted;
    wanted.event = reader->Get<std::int32_t>();
    wanted.subject = reader->GetString();
    if (wanted.event < 0 || wanted.event >= count) return false;
    wanted_.push_back(std::move(wanted));
  }
  outside_.set_state(reader->Get<RandomStream::State>());
  script_state_ = reader->GetBytes();
  hash_ = reader->Get<std::uint64_t>();
  if (watches_touches_ && !touches_.Restore(world_, reader)) return false;
  if (referee_ && !referee_->Restore(reader)) return false;
  firings_.clear();
  fatal_.clear();
  return reader->ok();
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
    auto& inside = infos[static_cast<std::size_t>(spec_.triggers[i].enter)].inside;
    for (const Watched& watched : triggers_[i].watched) {
      if (watched.inside) inside.push_back(world_.instance(watched.model).name);
    }
  }
  return infos;
}

std::string EventSet::ScriptState() const { return StateText(script_state_); }

}  // namespace surefoot::events
