#pragma once

#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"

namespace surefoot::cli {

/// surefoot console.
struct ConsoleOptions {
  std::string host = "127.0.0.1";
  int port = 8080;
  std::string token;
  double timeout = 30.0;
  std::vector<std::string> commands;
  /// "-": standard input.
  std::string file;
  /// Instead of a command: what the line may become.
  std::string complete;
  bool keep_going = false;
  bool json = false;
};
void AddArguments(CommandArguments command, ConsoleOptions* options);

/// Exit status: 0 all done, 1 the server refused or is not there, 2 a line is wrong.
int ConsoleCommand(const ConsoleOptions& options);

}  // namespace surefoot::cli
