#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

struct BackgroundChildOptions {
  /// The program and its arguments, without a shell. A program without a slash is searched in PATH.
  std::vector<std::string> arguments;
  /// Added to this process's environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Working directory; empty: that of this process.
  std::string folder;
  /// File to which its output is appended; empty: the output is discarded.
  std::string log_file;
};

/// A program that runs in parallel. It has its own process group, which is ended with it, so that
/// nothing of it remains; and it is killed when the thread that started it ends, even by SIGKILL.
class BackgroundChild {
 public:
  static Result<std::unique_ptr<BackgroundChild>> Start(const BackgroundChildOptions& options);
  /// Kills the program if it is still running.
  ~BackgroundChild();
  BackgroundChild(const BackgroundChild&) = delete;
  BackgroundChild& operator=(const BackgroundChild&) = delete;

  /// Non-blocking.
  bool HasEnded();
  /// Requests termination (SIGTERM); non-blocking.
  void AskToEnd();
  /// Kills the program and everything it started.
  void Kill();
  /// How it ended: "exit status 3", "signal 9"; empty while it is running.
  std::string HowItEnded() const;
  bool ended_well() const { return ended_ && status_ == 0; }

 private:
  explicit BackgroundChild(int process) : process_(process) {}

  int process_;
  bool ended_ = false;
  /// As returned by waitpid.
  int status_ = 0;
};

}  // namespace surefoot
