#include "surefoot/session/replayer.h"

#include <algorithm>
#include <limits>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/record/replay.h"
#include "surefoot/session/run_log.h"

// Messages of a recording are given to the run before the step in which they took effect, so that a
// replay is equal bit for bit.

namespace surefoot {
namespace {

using record::Replay;

std::string Joined(const std::vector<std::string>& names) {
  const std::string text = surefoot::Joined(names);
  return text.empty() ? "none" : text;
}

/// The namespaces of robots that were spawned in the recorded run.
Result<std::vector<std::string>> SpawnedScopes(const std::string& path) {
  record::ReplayOptions options;
  options.requested = [](const std::string& topic) { return topic == run_log::kInputTopic; };
  const std::unique_ptr<Replay> opened = SUREFOOT_TRY(Replay::Open(path, options));
  std::vector<std::string> scopes;
  while (const Replay::Entry* entry = opened->NextUntil(std::numeric_limits<SimTimeNs>::max())) {
    msgs::surefoot_msgs::Input input;
    const bool spawned = msgs::Decode(entry->cdr, &input) && input.kind == "spawn";
    if (!spawned || input.names.empty()) continue;
    const std::string scope = graph::TopicName("", input.names[0]) + "/";
    if (std::count(scopes.begin(), scopes.end(), scope) == 0) scopes.push_back(scope);
  }
  return scopes;
}

bool IsInputs(const Replay::Topic& topic) {
  return topic.name == run_log::kInputTopic && topic.type == &msgs::surefoot_msgs::Input::type();
}

}  // namespace

Replayer::Replayer(std::unique_ptr<Replay> replay, ModelLoader load_model)
    : replay_(std::move(replay)), load_model_(std::move(load_model)) {}

Replayer::~Replayer() = default;

bool Replayer::is_run() const { return replay_->is_run(); }

// Decides for each topic of the recording whether it is an input of this world.
Result<std::unique_ptr<Replayer>> Replayer::Open(const std::string& path,
                                                 const ReplayChoice& choice,
                                                 const sim::Simulation& simulation,
                                                 ModelLoader load_model) {
  const graph::Graph& graph = simulation.graph();
  record::ReplayOptions options;
  options.remaps = choice.remaps;
  options.filter.topics = choice.topics;
  options.start_ns = simulation.time_ns();
  const std::vector<std::string> scopes = SUREFOOT_TRY(SpawnedScopes(path));
  const auto is_spawned = [&](const std::string& topic) {
    return std::any_of(scopes.begin(), scopes.end(),
                       [&](const std::string& scope) { return topic.starts_with(scope); });
  };
  const auto is_input = [&graph](const std::string& topic) {
    return topic == run_log::kInputTopic || graph.IsListenedTo(topic);
  };
  options.requested = [&](const std::string& topic) {
    return is_input(topic) || is_spawned(topic);
  };
  Result<std::unique_ptr<Replay>> opened = Replay::Open(path, options);
  std::string left_out;
  if (!opened.ok() && !scopes.empty()) {
    // Topics of spawned robots, e.g. cameras, may be too large to be searched.
    left_out = "commands of spawned robots are left out: " + opened.error().message;
    options.requested = is_input;
    opened = Replay::Open(path, options);
  }
  if (!opened.ok()) return opened.error();
  std::unique_ptr<Replayer> replayer(
      new Replayer(std::move(opened).value(), std::move(load_model)));
  const Replay& replay = *replayer->replay_;
  replayer->plan_.notes = replay.notes();
  replayer->plan_.damage = replay.damage();
  if (!left_out.empty()) replayer->plan_.notes.push_back(left_out);
  // A Surefoot run ends with its last step; other recordings last for one step after the last
  // command.
  const SimTimeNs step_ns = replay.is_run() ? 0 : ToNanoseconds(simulation.step_size());
  replayer->plan_.end_ns = replay.end_ns() + step_ns;
  for (const Replay::Topic& topic : replay.topics()) {
    const graph::Topic* known = graph.FindTopic(topic.name);
    const bool fits = known == nullptr || known->type == topic.type;
    replayer->used_.push_back(fits);
    const bool late = choice.topics.empty() && !IsInputs(topic) && !graph.IsListenedTo(topic.name);
    replayer->late_.push_back(late);
    // Whether a topic of a robot that does not exist yet is a command is known when the robot is
    // spawned.
    if (fits && !late) {
      replayer->plan_.topics.emplace_back(topic.name, topic.count);
    } else if (!fits) {
      replayer->plan_.notes.push_back(topic.name + " has messages of type " + topic.type->name +
                                      " in the recording and " + known->type->name +
                                      " in the run; it is skipped");
    }
  }
  // A run without commands can be repeated, too.
  if (replayer->plan_.topics.empty() && !(replay.is_run() && choice.topics.empty())) {
    std::string why = "there is nothing to replay in '" + path + "': the run listens to " +
                      Joined(graph.ListenedTopics()) + "; the recording has " +
                      Joined(replay.passed_over()) + "; remap or choose topics";
    for (const std::string& note : replayer->plan_.notes) why += "; " + note;
    if (!replay.damage().empty()) why += "; " + replay.damage();
    return Error{why};
  }
  replayer->replay_->SkipBefore(simulation.time_ns());
  return replayer;
}

// Recorded inputs as inputs, other messages as commands on their topic.
Result<std::optional<sim::Input>> Replayer::InputOf(std::size_t topic, const Bytes& cdr) const {
  const Replay::Topic& known = replay_->topics()[topic];
  if (!IsInputs(known)) {
    return std::optional<sim::Input>(sim::TopicMessage{known.name, known.type->name, cdr});
  }
  msgs::surefoot_msgs::Input message;
  if (!msgs::Decode(cdr, &message)) return Error{"a damaged message on " + known.name};
  // An input that was rejected had no effect.
  if (!message.accepted) return std::optional<sim::Input>();
  return std::optional<sim::Input>(SUREFOOT_TRY(FromMessage(message, load_model_)));
}

// Feeds what is due before the next step.
Status Replayer::Update(sim::Simulation* simulation) {
  // After a reset, start again.
  if (simulation->time_ns() < last_ns_) replay_->SkipBefore(simulation->time_ns());
  last_ns_ = simulation->time_ns();
  while (const Replay::Entry* entry = replay_->NextUntil(simulation->time_ns())) {
    if (!used_[entry->topic]) continue;
    // Topics of a spawned robot without subscribers are measurements, not commands.
    const Replay::Topic& topic = replay_->topics()[entry->topic];
    if (late_[entry->topic] && !simulation->graph().IsListenedTo(topic.name)) continue;
    const Result<std::optional<sim::Input>> input = InputOf(entry->topic, entry->cdr);
    Status status = input.ok() ? Status() : Status(input.error());
    if (input.ok() && input->has_value()) status = simulation->Apply(**input);
    if (!status.ok()) {
      return status.error().Within("replay of " + replay_->topics()[entry->topic].recorded +
                                   " before step " + std::to_string(simulation->step_count() + 1));
    }
  }
  return Status();
}

}  // namespace surefoot
