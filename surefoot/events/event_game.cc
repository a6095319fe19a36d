/// The referee among the events: its calls are events, what it decides becomes commands.

#include "surefoot/events/event_set.h"
#include "surefoot/msgs/convert.h"

namespace surefoot::events {
namespace {

constexpr const char* kStateTopic = "/game/state";
constexpr const char* kControlTopic = "/game/control";
/// As often as the official game controller tells of the game.
constexpr SimTimeNs kEvery = 500'000'000;

/// For people: "say red: goal".
std::string SayOf(const game::Call& call, game::Call::Kind kind) {
  std::string text = "say referee: ";
  text += call.what.empty() ? CallName(kind) : call.what;
  return call.subject.empty() ? text : text + " " + call.subject;
}

}  // namespace

void EventSet::Connect(graph::Graph* graph) {
  if (!referee_) return;
  graph_ = graph;
  using msgs::surefoot_msgs::GameState;
  const Result<int> topic = graph->Advertise<GameState>(kStateTopic, {.latched = true});
  game_topic_ = topic.ok() ? topic.value() : -1;
  game_control_ = graph->Subscribe(kControlTopic, [this](const graph::Delivery& delivery) {
    const auto* message = delivery.As<GameState>();
    const Status status = message != nullptr ? referee_->mutable_game()->Follow(*message)
                                             : Status(Error{"not a surefoot_msgs/GameState"});
    if (!status.ok()) game_problem_ = std::string(kControlTopic) + ": " + status.error().message;
  });
}

void EventSet::LookAtGame(const EventView& view, std::vector<Due>* due) {
  calls_.clear();
  referee_->Update(view.state, view.time_ns, &calls_);
  for (const game::Call& call : calls_) {
    const int event = spec_.referee->events[static_cast<int>(call.kind)];
    const std::size_t before = firings_.size();
    Fire(view, Wanted{event, call.subject}, due);
    // What the referee decides is done, whether or not somebody wants to hear of it.
    if (firings_.size() == before) firings_.push_back(Firing{event, call.subject, {}});
    const int firing = static_cast<int>(before);
    const std::string& name = spec_.events[static_cast<std::size_t>(event)].name;
    const std::string say = SayOf(call, call.kind);
    due->push_back(Due{SayCommand{say.substr(4)}, say, firing, name});
    for (const game::Put& put : call.puts) {
      const sim::Move move = referee_->ToMove(put);
      due->push_back(Due{move, "place " + move.model, firing, name});
    }
  }
  if (!game_problem_.empty()) {
    const int event = spec_.referee->events[0];
    firings_.push_back(Firing{event, "", {game_problem_}});
    game_problem_.clear();
  }
  PublishGame(view, !calls_.empty());
}

/// When there is news, and for those who listen on a grid of its own, whatever the step.
void EventSet::PublishGame(const EventView& view, bool news) {
  if (game_topic_ < 0) return;
  const bool first = view.step == 0;
  const bool due = view.time_ns / kEvery != last_game_ns_ / kEvery;
  if (!first && !news && !(due && graph_->HasSubscribers(game_topic_))) return;
  last_game_ns_ = view.time_ns;
  msgs::surefoot_msgs::GameState message = referee_->game().Message();
  message.time = msgs::ToTime(view.time_ns);
  graph_->Publish(game_topic_, view.time_ns, message);
}

Status EventSet::TellReferee(const std::string& order) {
  constexpr std::size_t kMostOrders = 100;
  if (!referee_) return Error{"the world has no referee; see docs/robocup.md"};
  const Result<game::Order> parsed = game::ParseOrder(spec_.referee->game, order);
  if (!parsed.ok()) return parsed.error();
  if (referee_->mutable_game()->waiting() >= kMostOrders) {
    return Error{"the referee is told too much in one step"};
  }
  referee_->mutable_game()->Give(*parsed);
  return Status();
}

}  // namespace surefoot::events
