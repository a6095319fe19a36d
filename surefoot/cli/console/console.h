#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/cli/console/rosbridge_client.h"

namespace surefoot::cli {

/// Carries out lines of commands at a running server.
class Console {
 public:
  /// What a line led to.
  struct Outcome {
    /// For people, or the server's answer in JSON.
    std::string text;
    /// The line itself is wrong: nothing was sent.
    bool bad_line = false;
    bool quit = false;
    Status status = {};
  };

  Console(RosbridgeClient* client, bool json) : client_(client), json_(json) {}

  /// Blank lines and those that begin with # do nothing.
  Outcome Do(const std::string& line);
  /// What the last word of the line may become.
  std::vector<std::string> Complete(const std::string& line);

 private:
  Outcome Help(const std::string& line) const;

  RosbridgeClient* client_;
  bool json_;
};

/// The server's answer to a call, for people; an error when it refused.
Result<std::string> AnswerText(const std::string& service, const std::string& answer);

}  // namespace surefoot::cli
