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
  /// Set on top of our own environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Where it runs; empty: where we do.
  std::string folder;
  /// What it prints is added to the end of this file; empty: it goes nowhere.
  std::string log_file;
};

/// A program that runs beside us. It has a process group of its own, which is ended with it, so
/// that nothing of it is left; and it is killed when the thread that started it ends, be it by
/// SIGKILL.
class BackgroundChild {
 public:
  static Result<std::unique_ptr<BackgroundChild>> Start(const BackgroundChildOptions& options);
  /// Kills it when it still runs.
  ~BackgroundChild();
  BackgroundChild(const BackgroundChild&) = delete;
  BackgroundChild& operator=(const BackgroundChild&) = delete;

  /// Does not wait.
  bool HasEnded();
  /// Asks it to end (SIGTERM); does not wait.
  void AskToEnd();
  /// Kills it and all that it started.
  void Kill();
  /// How it ended: "exit status 3", "signal 9"; empty while it runs.
  std::string HowItEnded() const;
  bool ended_well() const { return ended_ && status_ == 0; }

 private:
  explicit BackgroundChild(int process) : process_(process) {}

  int process_;
  bool ended_ = false;
  /// As waitpid gives it.
  int status_ = 0;
};

}  // namespace surefoot
