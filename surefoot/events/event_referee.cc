/// The referee among the events: its calls are events, what it decides becomes commands.

#include "surefoot/base/check.h"
#include "surefoot/events/event_set.h"

namespace surefoot::events {

void EventSet::Connect(graph::Graph* graph) {
  if (referee_) referee_->Connect(graph);
}

void EventSet::LookAtReferee(const EventView& view, std::vector<Due>* due) {
  calls_.clear();
  referee_->Update(view, &calls_);
  for (const Referee::Call& call : calls_) {
    const int event = spec_.referee_events[static_cast<std::size_t>(call.kind)];
    const std::size_t before = firings_.size();
    Fire(view, Wanted{event, call.subject}, due);
    // What the referee decides is done, whether or not somebody wants to hear of it.
    if (firings_.size() == before) firings_.push_back(Firing{event, call.subject, {}});
    const int firing = static_cast<int>(before);
    const std::string& name = spec_.events[static_cast<std::size_t>(event)].name;
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

Status EventSet::TellReferee(const std::string& order) {
  if (!referee_) return Error{"the world has no referee; see docs/robocup.md"};
  return referee_->Order(order);
}

void EventSet::CarryReferee(const EventSet& from) {
  if (!referee_ || !from.referee_) return;
  // An edit of the world leaves its referee as it is described.
  const bool same = RestoreState(SavedState(from.referee_.get()), referee_.get());
  SUREFOOT_DCHECK(same, "another referee");
  static_cast<void>(same);
}

}  // namespace surefoot::events
