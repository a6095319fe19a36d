#include "surefoot/cli/console/console_command.h"

#include <unistd.h>

#include <fstream>
#include <iostream>
#include <istream>

#include "surefoot/base/text.h"
#include "surefoot/cli/console/console.h"
#include "surefoot/cli/console/line_editor.h"
#include "surefoot/cli/exit_status.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

/// Carries lines out one by one and remembers the worst.
class Batch {
 public:
  Batch(Console* console, bool keep_going) : console_(console), keep_going_(keep_going) {}

  /// False: no more. `where` goes before an error, "file:3: ".
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

int DoLines(Console* console, const ConsoleOptions& options) {
  Batch batch(console, options.keep_going);
  for (const std::string& line : options.commands) {
    if (!batch.Do(line, "")) break;
  }
  return batch.status();
}

int DoStream(Console* console, std::istream& in, const std::string& name, bool keep_going) {
  Batch batch(console, keep_going);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!batch.Do(line, name + ":" + std::to_string(number) + ": ")) break;
  }
  return batch.status();
}

int Talk(Console* console, const RosbridgeClient& client) {
  LineEditor editor([console](const std::string& line) { return console->Complete(line); });
  WriteResult("help lists the commands, the tabulator key completes, quit ends\n");
  Batch batch(console, true);
  while (client.is_open()) {
    const std::optional<std::string> line = editor.Ask("surefoot> ");
    if (!line) break;
    if (!batch.Do(*line, "")) return kDone;
  }
  return client.is_open() ? kDone : kFailed;
}

}  // namespace

int ConsoleCommand(const ConsoleOptions& options) {
  if (options.port < 1 || options.port > 65535) {
    PrintError(StrFormat("--port must lie between 1 and 65535, not %d", options.port));
    return kBadInput;
  }
  if (!options.commands.empty() && !options.file.empty()) {
    PrintError("give commands with -c or in a FILE, not both");
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
  RosbridgeClient::Options server{options.host, options.port, options.token, options.timeout};
  Result<std::unique_ptr<RosbridgeClient>> client = RosbridgeClient::Connect(server);
  if (!client.ok()) {
    PrintError(client.error().message);
    return kFailed;
  }
  Console console(client->get(), options.json);
  if (!options.complete.empty()) {
    std::string text;
    for (const std::string& word : console.Complete(options.complete)) text += word + "\n";
    return WriteResult(text) ? kDone : kFailed;
  }
  if (!options.commands.empty()) return DoLines(&console, options);
  if (file.is_open()) return DoStream(&console, file, options.file, options.keep_going);
  if (options.file.empty() && IsTerminal(stdin)) return Talk(&console, **client);
  return DoStream(&console, std::cin, "-", options.keep_going);
}

void AddArguments(CommandArguments command, ConsoleOptions* options) {
  command.OptionalPositional("FILE", &options->file,
                             "File with commands, one per line; -: standard input");
  command.Option("--host", &options->host, "NAME", "Where the server runs; 127.0.0.1");
  command.Option("--port", &options->port, "N", "Its port; 8080");
  command.Option("--token", &options->token, "TEXT", "The token that it wants");
  command.Option("--timeout", &options->timeout, "SECONDS", "How long an answer may take; 30",
                 CheckPositiveSeconds);
  command.Repeated("-c,--command", &options->commands, "LINE", "Carries out a command; repeatable");
  command.Option("--complete", &options->complete, "LINE",
                 "Tells what the last word of the line may become");
  command.Flag("--keep-going", &options->keep_going, "Goes on after a command that failed");
  command.Json(&options->json);
  command.Footer(
      "Without commands and at a terminal, it asks for them; `help` lists them all.\n"
      "Exit status 0: all done; 1: the server refused or is not there; 2: a line is wrong.\n\n"
      "Example:\n"
      "  surefoot serve worlds/triggers.sdf\n"
      "  surefoot console -c 'spawn model://crate at 1 2 0.5' -c 'fire open_door' -c 'list model'");
}

}  // namespace surefoot::cli
