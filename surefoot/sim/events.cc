/// Executes the actions of the world's events.

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/events/event_set.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/sim/editor.h"
#include "surefoot/world/light/find_light.h"

namespace surefoot::sim {
namespace {

constexpr const char* kFiredTopic = "/surefoot/events/fired";
constexpr std::size_t kMaxProblems = 100;
constexpr std::size_t kMaxServiceRequests = 1000;
/// Upper limit for commands in one step that rebuild the world; each takes milliseconds.
constexpr int kMaxRebuilds = 16;

bool Rebuilds(const events::Command& command) {
  if (std::holds_alternative<events::ToggleCommand>(command) ||
      std::holds_alternative<events::SpawnCommand>(command)) {
    return true;
  }
  const auto* input = std::get_if<Input>(&command);
  return input != nullptr &&
         (std::holds_alternative<Spawn>(*input) || std::holds_alternative<Remove>(*input) ||
          std::holds_alternative<Attach>(*input) || std::holds_alternative<Detach>(*input) ||
          std::holds_alternative<LightChange>(*input) || std::holds_alternative<PutBack>(*input) ||
          std::holds_alternative<Duplicate>(*input) ||
          std::holds_alternative<PropertyChange>(*input) ||
          std::holds_alternative<StateReset>(*input));
}

/// Whether a light is on, according to its file or the last change.
bool IsOn(const world::World& world, const std::string& name) {
  const Result<world::LightPlace> place = world::FindLight(world.spec(), name);
  if (!place.ok()) return false;
  const world::Element* on = world::LightAt(world.spec(), *place).element.Child("light_on");
  return on == nullptr || (on->text != "false" && on->text != "0");
}

/// A free model name: a number replaces '#', or is appended.
std::string FreeName(const world::World& world, const std::string& requested, bool chosen) {
  const std::size_t mark = requested.find('#');
  if (mark == std::string::npos && (chosen || world.FindModel(requested) < 0)) return requested;
  for (int number = 1;; ++number) {
    const std::string text = std::to_string(number);
    const std::string name = mark == std::string::npos
                                 ? requested + "_" + text
                                 : requested.substr(0, mark) + text + requested.substr(mark + 1);
    if (world.FindModel(name) < 0) return name;
  }
}

}  // namespace

events::EventView Editor::MakeEventView() const {
  return {*rig_.world, rig_.run.physics, rig_.run.time_ns, rig_.run.step};
}

void Editor::RunEvents() {
  if (rig_.events->empty()) return;
  due_.clear();
  rig_.events->Update(MakeEventView(), &due_);
  if (rig_.events->firings().empty()) return;
  // Actions may replace the set of events, so its results are copied first.
  std::vector<events::Firing> firings = rig_.events->firings();
  const std::vector<events::Due> due = std::move(due_);
  due_.clear();
  int rebuilds = 0;
  for (const events::Due& one : due) {
    const bool too_many = Rebuilds(one.command) && ++rebuilds > kMaxRebuilds;
    const Status status = too_many
                              ? Error{"more than " + std::to_string(kMaxRebuilds) +
                                      " changes of the world in one step; spread them over several"}
                              : Perform(one);
    if (status.ok()) continue;
    firings[At(one.firing)].problems.push_back(one.line + ": " + status.error().message);
  }
  due_ = due;
  ReportEvents(firings);
}

Status Editor::SpawnFor(const events::SpawnCommand& command) {
  if (rig_.options.load_model == nullptr) return Error{"this run cannot load models"};
  Spawn spawn = SUREFOOT_TRY(rig_.options.load_model(command.uri));
  const bool chosen = !command.name.empty();
  spawn.instance.name =
      FreeName(*rig_.world, chosen ? command.name : spawn.instance.model->name, chosen);
  spawn.instance.X_WM = command.X_WM;
  return Take(spawn);
}

Status Editor::Perform(const events::Due& due) {
  const events::Command& command = due.command;
  if (const auto* message = events::InputOf<TopicMessage>(command)) {
    // Others would take it for the simulator's: a false /clock, a false sensor.
    const graph::Topic* topic = rig_.graph->FindTopic(message->topic);
    if (topic != nullptr && !topic->options.open) {
      return Error{"'" + message->topic +
                   "' is published by the simulator itself; choose another topic"};
    }
    // In a replay, the recording already contains what events published to listeners.
    const bool silent = !events_publish_ && rig_.graph->IsListenedTo(message->topic);
    return silent ? Status() : Take(*message);
  }
  if (const auto* input = std::get_if<Input>(&command)) return TakeAny(*input);
  if (const auto* toggle = std::get_if<events::ToggleCommand>(&command)) {
    LightChange change = toggle->change;
    change.on = !IsOn(*rig_.world, change.name);
    return Take(change);
  }
  if (const auto* push = std::get_if<events::PushCommand>(&command)) {
    LinkWrench wrench = push->wrench;
    wrench.steps = std::max(1LL, std::llround(push->seconds / rig_.step_size));
    return Take(wrench);
  }
  if (const auto* spawn = std::get_if<events::SpawnCommand>(&command)) return SpawnFor(*spawn);
  if (const auto* call = std::get_if<events::CallCommand>(&command)) {
    if (service_requests_.size() >= kMaxServiceRequests)
      return Error{"too many service calls are waiting: at most 1000"};
    service_requests_.push_back(ServiceRequest{call->service, call->request, due.event});
  }
  // Messages of `say` are reported with the firing; other commands are handled by the set of
  // events.
  return Status();
}

/// Reports to subscribers and to the log. The run does not depend on it.
void Editor::ReportEvents(const std::vector<events::Firing>& firings) {
  using msgs::surefoot_msgs::EventFired;
  const Result<int> topic = rig_.graph->Advertise<EventFired>(kFiredTopic, {.reliable = true});
  for (std::size_t i = 0; i < firings.size(); ++i) {
    const events::Firing& firing = firings[i];
    const std::string& name = rig_.events->NameOf(firing);
    for (const std::string& problem : firing.problems) {
      const std::string text = "event '" + name + "': " + problem;
      const bool known =
          std::find(event_problems_.begin(), event_problems_.end(), text) != event_problems_.end();
      if (!known && event_problems_.size() < kMaxProblems) event_problems_.push_back(text);
    }
    if (!topic.ok() || !rig_.graph->HasSubscribers(topic.value())) continue;
    EventFired message;
    message.time = msgs::ToTime(rig_.run.time_ns);
    message.step = rig_.run.step;
    message.event = name;
    message.subject = firing.subject;
    message.problems = firing.problems;
    for (const events::Due& due : due_) {
      if (due.firing == static_cast<int>(i)) message.commands.push_back(due.line);
    }
    rig_.graph->Publish(topic.value(), rig_.run.time_ns, message);
  }
}

std::vector<ServiceRequest> Editor::TakeServiceRequests() {
  std::vector<ServiceRequest> requests;
  requests.swap(service_requests_);
  return requests;
}

Status Editor::CheckEvents() const {
  if (rig_.options.load_model == nullptr) return Status();
  Problems problems;
  for (const events::EventSpec& event : rig_.events->spec().events) {
    for (const events::Action& action : event.actions) {
      const auto* spawn =
          action.command ? std::get_if<events::SpawnCommand>(&*action.command) : nullptr;
      if (spawn == nullptr) continue;
      const Result<Spawn> loaded = rig_.options.load_model(spawn->uri);
      if (!loaded.ok()) problems.Error(action.source, loaded.error().message, spawn->uri);
    }
  }
  return problems.ok() ? Status() : Status(Error{problems.ErrorText()});
}

/// A command from outside is executed immediately, as an event's action is in its step.
Status Editor::TakeLine(const std::string& line) {
  due_.clear();
  events::Firing result;
  SUREFOOT_TRY(rig_.events->RunCommand(MakeEventView(), line, &due_, &result));
  const std::vector<events::Due> due = std::move(due_);
  due_.clear();
  for (const events::Due& one : due) {
    const Status done = Perform(one);
    if (done.ok()) continue;
    // If it is a script, other commands may have been executed; only a single command can be
    // rejected.
    if (due.size() == 1 && one.line == line) return done;
    result.problems.push_back(one.line + ": " + done.error().message);
  }
  due_ = due;
  ReportEvents({result});
  return Status();
}

Status Editor::Take(const FireEvent& input) {
  if (input.action == "do") return TakeLine(input.subject);
  return rig_.events->FireFromOutside(input.event, input.subject, input.action);
}

}  // namespace surefoot::sim
