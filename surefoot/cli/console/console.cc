#include "surefoot/cli/console/console.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "surefoot/base/text.h"
#include "surefoot/cli/output.h"
#include "surefoot/events/command.h"
#include "surefoot/msgs/json.h"
#include "surefoot/serve/services/command_call.h"
#include "surefoot/world/parse.h"

namespace surefoot::cli {
namespace {

std::string AllHelp() {
  std::string text;
  for (const events::CommandHelp& help : events::AllCommands()) {
    text += StrFormat("  %-9s %s\n", help.name.c_str(), help.help.c_str());
  }
  return text +
         "  help      tells how a command is written: help move\n"
         "  quit      ends the console\n";
}

Console::Outcome BadLine(const std::string& message) {
  Console::Outcome outcome;
  outcome.bad_line = true;
  outcome.status = Error{message};
  return outcome;
}

/// What the services of simulation_interfaces and our own say of success.
Status SuccessOf(const nlohmann::json& answer) {
  if (answer.contains("success") && answer["success"].is_boolean() &&
      !answer["success"].get<bool>()) {
    return Error{answer.value("message", "refused")};
  }
  if (!answer.contains("result") || !answer["result"].is_object()) return Status();
  constexpr int kOk = 1;
  if (answer["result"].value("result", kOk) == kOk) return Status();
  return Error{answer["result"].value("error_message", "refused")};
}

std::string StatusText(const nlohmann::json& answer) {
  std::string text = StrFormat("%s, %.3f s, step %lld, %.2f times real time\n",
                               answer.value("state", "").c_str(), answer.value("time", 0.0),
                               answer.value("step", 0LL), answer.value("real_time_factor", 0.0));
  text += "world " + answer.value("world", "") + ", engine " + answer.value("engine", "") +
          StrFormat(", seed %llu\n", answer.value("seed", 0ULL));
  if (answer.value("pictures", 0LL) > 0 || answer.value("pictures_dropped", 0LL) > 0) {
    text += StrFormat("cameras took %lld pictures, %lld were dropped\n",
                      answer.value("pictures", 0LL), answer.value("pictures_dropped", 0LL));
  }
  const std::string recording = answer.value("recording", "");
  return recording.empty() ? text : text + "records into " + recording + "\n";
}

std::string EventsText(const nlohmann::json& answer) {
  std::string text;
  for (const nlohmann::json& event : answer.value("events", nlohmann::json::array())) {
    text += StrFormat("%-24s %-9s %s fired %llu", event.value("name", "").c_str(),
                      event.value("kind", "").c_str(), event.value("enabled", true) ? "  " : "off",
                      event.value("fired", 0ULL));
    if (event.value("fired", 0ULL) > 0) {
      text += StrFormat(", last at %.3f s", event.value("last_time", 0.0));
      const std::string who = event.value("last_subject", "");
      if (!who.empty()) text += " by " + who;
    }
    text += "\n";
  }
  const std::string state = answer.value("script_state", "{}");
  return state == "{}" ? text : text + "scripts keep " + state + "\n";
}

std::string NamesText(const nlohmann::json& answer) {
  std::string text;
  for (const nlohmann::json& name : answer.value("names", nlohmann::json::array()))
    text += name.get<std::string>() + "\n";
  return text;
}

}  // namespace

Result<std::string> AnswerText(const std::string& service, const std::string& answer) {
  const nlohmann::json values = nlohmann::json::parse(answer, nullptr, false);
  if (!values.is_object()) return answer + "\n";
  const Status status = SuccessOf(values);
  if (!status.ok()) return status.error();
  if (service == "/surefoot/status") return StatusText(values);
  if (service == "/surefoot/events/list") return EventsText(values);
  if (service == "/surefoot/list_names") return NamesText(values);
  if (service == "/spawn_entity") return values.value("entity_name", "") + "\n";
  if (service == "/surefoot/record/start") return "records into " + values.value("file", "") + "\n";
  const std::string message = values.value("message", "");
  if (!message.empty()) return message + "\n";
  const bool plain = values.contains("success") || values.contains("result");
  return plain ? std::string() : values.dump(2) + "\n";
}

Console::Outcome Console::Help(const std::string& line) const {
  const std::vector<std::string> words = world::SplitWords(line);
  Outcome outcome;
  if (words.size() == 1) {
    outcome.text = AllHelp();
    return outcome;
  }
  std::vector<std::string> names;
  for (const events::CommandHelp& help : events::AllCommands()) {
    names.push_back(help.name);
    if (help.name != words[1]) continue;
    outcome.text = help.usage + "\n  " + help.help + "\n  for example: " + help.example + "\n";
    return outcome;
  }
  return BadLine("there is no command '" + words[1] + "'; " + world::NameAdvice(words[1], names));
}

Console::Outcome Console::Do(const std::string& line) {
  const std::vector<std::string> words = world::SplitWords(line);
  if (words.empty() || words.front()[0] == '#') return Outcome();
  if (words.front() == "help") return Help(line);
  Outcome outcome;
  if (words.front() == "quit" || words.front() == "exit") {
    outcome.quit = true;
    return outcome;
  }
  const Result<events::Command> command = events::ParseCommand(line);
  if (!command.ok()) return BadLine(command.error().message);
  if (const auto* publish = events::InputOf<sim::TopicMessage>(command.value())) {
    const std::string json = msgs::ToJson(*msgs::FindType(publish->type), publish->message.get());
    outcome.status = client_->Publish(publish->topic, publish->type, json);
    return outcome;
  }
  const Result<events::CallCommand> call = serve::ToCall(command.value(), line);
  if (!call.ok()) return BadLine(words.front() + ": " + call.error().message);
  const Result<std::string> answer = client_->Call(call->service, call->request);
  if (!answer.ok()) {
    outcome.status = answer.error();
    return outcome;
  }
  const Result<std::string> text = AnswerText(call->service, answer.value());
  outcome.status = text.ok() ? Status() : Status(text.error());
  outcome.text = json_ ? answer.value() + "\n" : text.ok() ? text.value() : "";
  return outcome;
}

std::vector<std::string> Console::Complete(const std::string& line) {
  events::Completion completion = events::CompleteLine(line);
  if (completion.kind.empty() || !client_->is_open()) return completion.words;
  const nlohmann::json request = {{"kind", completion.kind}};
  const Result<std::string> answer = client_->Call("/surefoot/list_names", request.dump());
  if (!answer.ok()) return completion.words;
  const nlohmann::json values = nlohmann::json::parse(answer.value(), nullptr, false);
  if (!values.is_object() || !values.contains("names")) return completion.words;
  for (const nlohmann::json& name : values["names"]) {
    const std::string text = name.get<std::string>();
    const bool fits = text.compare(0, completion.begun.size(), completion.begun) == 0;
    if (fits) completion.words.push_back(text);
  }
  return completion.words;
}

}  // namespace surefoot::cli
