#include <editline/readline.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <istream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/output.h"
#include "surefoot/events/command.h"
#include "surefoot/gateways/web/http/access.h"
#include "surefoot/gateways/web/http/token_file.h"
#include "surefoot/gateways/web/http/web_socket_client.h"
#include "surefoot/msgs/json.h"
#include "surefoot/serve/services/command_call.h"
#include "surefoot/world/parse.h"

// `surefoot console` is a rosbridge client like any other: it needs no access to the server's
// process and works on another machine.

namespace surefoot::cli {
namespace {

/// A client of the rosbridge v2 protocol that waits for each answer.
class RosbridgeClient {
 public:
  using Options = gateways::web::WebSocketClient::Options;

  static Result<RosbridgeClient> Connect(const Options& options) {
    return RosbridgeClient(SUREFOOT_TRY(gateways::web::WebSocketClient::Connect(options)));
  }

  /// Request and response are JSON. An error if the service refused, or if there was no answer in
  /// time.
  Result<std::string> Call(const std::string& service, const std::string& request) {
    const nlohmann::json args = nlohmann::json::parse(request, nullptr, false);
    if (args.is_discarded()) return Error{"the request is not JSON: " + request};
    const std::string id = "console:" + std::to_string(next_id_++);
    const nlohmann::json call = {
        {"op", "call_service"}, {"id", id}, {"service", service}, {"args", args}};
    SUREFOOT_TRY(socket_->Send(call.dump()));
    while (true) {
      const std::string text = SUREFOOT_TRY(socket_->Receive());
      const nlohmann::json answer = nlohmann::json::parse(text, nullptr, false);
      // Other messages may arrive before the answer: status messages.
      if (!answer.is_object() || answer.value("id", "") != id) continue;
      if (answer.value("op", "") != "service_response") continue;
      const nlohmann::json values =
          answer.contains("values") ? answer["values"] : nlohmann::json::object();
      if (answer.value("result", true)) return values.dump();
      return Error{values.is_string() ? values.get<std::string>() : values.dump()};
    }
  }

  /// Publishes one message and waits until the server has processed it.
  Status Publish(const std::string& topic, const std::string& type, const std::string& message) {
    const nlohmann::json body =
        nlohmann::json::parse(message.empty() ? "{}" : message, nullptr, false);
    if (body.is_discarded()) return Error{"the message is not JSON: " + message};
    const nlohmann::json advertise = {{"op", "advertise"}, {"topic", topic}, {"type", type}};
    SUREFOOT_TRY(socket_->Send(advertise.dump()));
    const nlohmann::json publish = {{"op", "publish"}, {"topic", topic}, {"msg", body}};
    SUREFOOT_TRY(socket_->Send(publish.dump()));
    // A server processes the messages of a client in order: an answer to this call means that the
    // message has arrived.
    const Result<std::string> answer = Call("/surefoot/status", "{}");
    return answer.ok() ? Status() : Status(answer.error());
  }

  /// False after a failure of the connection: all further calls fail.
  bool is_open() const { return socket_->is_open(); }

 private:
  explicit RosbridgeClient(std::unique_ptr<gateways::web::WebSocketClient> socket)
      : socket_(std::move(socket)) {}

  std::unique_ptr<gateways::web::WebSocketClient> socket_;
  int next_id_ = 1;
};

/// The candidates for the last word of a line.
using Completer = std::function<std::vector<std::string>(const std::string& line)>;

/// libedit's callbacks have no argument for an object, so only one editor can exist at a time.
struct Present {
  Completer completer;
  std::vector<std::string> words;
};
Present& CurrentEditor() {
  static Present present;
  return present;
}

/// Called until it returns nullptr. The library frees the result, hence strdup().
char* NextWord(const char*, int already) {
  const std::vector<std::string>& words = CurrentEditor().words;
  const auto index = static_cast<std::size_t>(already);
  static std::size_t at = 0;
  at = index == 0 ? 0 : at + 1;
  return at < words.size() ? strdup(words[at].c_str()) : nullptr;
}

char** CompleteAt(const char* word, int, int end) {
  const std::string line(rl_line_buffer, static_cast<std::size_t>(end));
  CurrentEditor().words = CurrentEditor().completer(line);
  // Otherwise the library would complete names of files if there is no candidate.
  rl_attempted_completion_over = 1;
  return rl_completion_matches(word, NextWord);
}

/// Reads lines from a terminal, with editing, a history and completion by the Tab key.
class LineEditor {
 public:
  explicit LineEditor(Completer completer) {
    CurrentEditor().completer = std::move(completer);
    static char breaks[] = " \t";
    static char name[] = "surefoot";
    rl_readline_name = name;
    rl_completer_word_break_characters = breaks;
    rl_basic_word_break_characters = breaks;
    rl_attempted_completion_function = CompleteAt;
    using_history();
  }

  ~LineEditor() {
    rl_attempted_completion_function = nullptr;
    CurrentEditor() = Present();
  }

  /// Absent at the end of the input (Ctrl-D).
  std::optional<std::string> Ask(const std::string& prompt) {
    char* line = readline(prompt.c_str());
    if (line == nullptr) return std::nullopt;
    std::string text = line;
    std::free(line);
    if (!text.empty()) add_history(text.c_str());
    return text;
  }
};

/// The list of commands for `help`.
std::string AllHelp() {
  std::string text;
  for (const events::CommandHelp& help : events::AllCommands()) {
    text += StrFormat("  %-9s %s\n", help.name.c_str(), help.help.c_str());
  }
  return text +
         "  help      describes a command: help move\n"
         "  quit      ends the console\n";
}

/// Success or error in a response: Surefoot's services have `success`, those of
/// simulation_interfaces a Result with a code.
Status SuccessOf(const nlohmann::json& answer) {
  if (answer.contains("success") && answer["success"].is_boolean() &&
      !answer["success"].get<bool>()) {
    return Error{answer.value("message", "refused")};
  }
  if (!answer.contains("result") || !answer["result"].is_object()) return Status();
  constexpr int kOk = 1;  // simulation_interfaces/msg/Result: RESULT_OK
  if (answer["result"].value("result", kOk) == kOk) return Status();
  return Error{answer["result"].value("error_message", "refused")};
}

/// The response of /surefoot/status in two to four lines.
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

/// The response of /surefoot/events/list, a line per event.
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

/// The response of /surefoot/list_names, a name per line.
std::string NamesText(const nlohmann::json& answer) {
  std::string text;
  for (const nlohmann::json& name : answer.value("names", nlohmann::json::array()))
    text += name.get<std::string>() + "\n";
  return text;
}

/// The server's response as text; an error if it refused.
Result<std::string> AnswerText(const std::string& service, const std::string& answer) {
  const nlohmann::json values = nlohmann::json::parse(answer, nullptr, false);
  if (!values.is_object()) return answer + "\n";
  SUREFOOT_TRY(SuccessOf(values));
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

/// Executes lines of commands on a running server. Commands are parsed here, by the same parser as
/// those in events and scripts; the server receives calls of services.
class Console {
 public:
  /// The result of a line.
  struct Outcome {
    /// Text to print, or the server's response in JSON.
    std::string text;
    /// The line is invalid: nothing was sent.
    bool bad_line = false;
    bool quit = false;
    Status status = {};
  };

  Console(RosbridgeClient* client, bool json) : client_(client), json_(json) {}

  /// Empty lines and those that begin with # have no effect.
  Outcome Do(const std::string& line) {
    const std::vector<std::string> words = world::SplitWords(line);
    if (words.empty() || words.front()[0] == '#') return Outcome();
    // Answered here: the parser is part of this program.
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

  /// The candidates for the last word of the line. Names of models and the like come from the
  /// server.
  std::vector<std::string> Complete(const std::string& line) {
    events::Completion completion = events::CompleteLine(line);
    // Words of the grammar are known here; names of models, lights and events only to the server.
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

 private:
  static Outcome BadLine(const std::string& message) {
    Outcome outcome;
    outcome.bad_line = true;
    outcome.status = Error{message};
    return outcome;
  }

  Outcome Help(const std::string& line) const {
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

  RosbridgeClient* client_;
  bool json_;
};

/// Executes lines one by one and keeps the worst exit status.
class Batch {
 public:
  Batch(Console* console, bool keep_going) : console_(console), keep_going_(keep_going) {}

  /// False: end here. `where` is put before an error: "file:3: ".
  bool Do(const std::string& line, const std::string& where) {
    const Console::Outcome outcome = console_->Do(line);
    if (!outcome.text.empty() && !WriteResult(outcome.text)) status_ = kFailed;
    if (outcome.status.ok()) return !outcome.quit && (status_ == kDone || keep_going_);
    PrintError(where + outcome.status.error().message);
    if (outcome.bad_line) status_ = kBadInput;
    if (!outcome.bad_line && status_ == kDone) status_ = kFailed;
    return keep_going_;
  }

  int status() const { return status_; }

 private:
  Console* console_;
  bool keep_going_;
  int status_ = kDone;
};

/// The commands of -c.
int DoLines(Console* console, const ConsoleOptions& options) {
  Batch batch(console, options.keep_going);
  for (const std::string& line : options.commands) {
    if (!batch.Do(line, "")) break;
  }
  return batch.status();
}

/// The lines of a file or of standard input. Errors name file and line.
int DoStream(Console* console, std::istream& in, const std::string& name, bool keep_going) {
  Batch batch(console, keep_going);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!batch.Do(line, name + ":" + std::to_string(number) + ": ")) break;
  }
  return batch.status();
}

/// The interactive console. Errors of commands do not end it.
int Talk(Console* console, const RosbridgeClient& client) {
  LineEditor editor([console](const std::string& line) { return console->Complete(line); });
  WriteResult("help lists the commands, Tab completes, quit ends the console\n");
  Batch batch(console, true);
  while (client.is_open()) {
    const std::optional<std::string> line = editor.Ask("surefoot> ");
    if (!line) break;
    if (!batch.Do(*line, "")) return kDone;
  }
  return client.is_open() ? kDone : kFailed;
}

/// The token from --token, from the environment, or from the file that a server writes for programs
/// of the same user; empty: connect as a guest.
Result<std::string> TokenFor(const ConsoleOptions& options) {
  if (!options.token.empty()) {
    if (options.token[0] != '@')
      return Error{"--token takes @FILE: other users of this computer can read command lines"};
    std::string token;
    std::ifstream file(options.token.substr(1));
    if (std::getline(file, token) && !token.empty()) return token;
    return Error{"--token: the file '" + options.token.substr(1) + "' cannot be read or is empty"};
  }
  const char* variable = std::getenv("SUREFOOT_TOKEN");
  if (variable != nullptr && *variable != '\0') return std::string(variable);
  if (!gateways::IsLoopback(options.host)) return std::string();
  return gateways::web::TokenFile::Read(static_cast<std::uint16_t>(options.port));
}

}  // namespace

int ConsoleCommand(const ConsoleOptions& options) {
  if (options.port < 1 || options.port > 65535) {
    PrintError(StrFormat("--port must be between 1 and 65535, not %d", options.port));
    return kBadInput;
  }
  if (!options.commands.empty() && !options.file.empty()) {
    PrintError("commands were given with -c and in a FILE; use one of them");
    return kBadInput;
  }
  std::ifstream file;
  if (!options.file.empty() && options.file != "-") {
    file.open(options.file);
    if (!file) {
      PrintError("cannot read '" + options.file + "'");
      return kBadInput;
    }
  }
  const Result<std::string> token = TokenFor(options);
  if (!token.ok()) {
    PrintError(token.error().message);
    return kBadInput;
  }
  RosbridgeClient::Options server{options.host, options.port, *token, options.timeout};
  Result<RosbridgeClient> client = RosbridgeClient::Connect(server);
  if (!client.ok()) {
    PrintError(client.error().message);
    return kFailed;
  }
  Console console(&*client, options.json);
  if (!options.complete.empty()) {
    std::string text;
    for (const std::string& word : console.Complete(options.complete)) text += word + "\n";
    return WriteResult(text) ? kDone : kFailed;
  }
  if (!options.commands.empty()) return DoLines(&console, options);
  if (file.is_open()) return DoStream(&console, file, options.file, options.keep_going);
  if (options.file.empty() && IsTerminal(stdin)) return Talk(&console, *client);
  return DoStream(&console, std::cin, "-", options.keep_going);
}

void AddArguments(CommandArguments command, ConsoleOptions* options) {
  command.OptionalPositional("FILE", &options->file,
                             "File with commands, one per line; -: standard input");
  command.Option("--host", &options->host, "NAME", "Host of the server; default 127.0.0.1");
  command.Option("--port", &options->port, "N", "Port of the server; default 8080");
  command.Option("--token", &options->token, "@FILE",
                 "File with a token of the server; default: the environment\n"
                 "variable SUREFOOT_TOKEN, or the owner's token of a server\n"
                 "that this user runs on this computer");
  command.Option("--timeout", &options->timeout, "SECONDS", "Time limit for an answer; default 30",
                 CheckPositiveSeconds);
  command.Repeated("-c,--command", &options->commands, "LINE",
                   "Command to execute; may be repeated");
  command.Option("--complete", &options->complete, "LINE",
                 "Print the candidates for the last word of the line");
  command.Flag("--keep-going", &options->keep_going, "Continue after a command that failed");
  command.Json(&options->json);
  command.Footer(
      "At a terminal and without commands, it reads them from the keyboard; `help` lists them.\n"
      "Exit status 0: all done; 1: the server refused or cannot be reached; 2: a line is "
      "invalid.\n\n"
      "Example:\n"
      "  surefoot serve worlds/triggers.sdf\n"
      "  surefoot console -c 'spawn model://crate at 1 2 0.5' -c 'fire open_door' -c 'list model'");
}

}  // namespace surefoot::cli
