#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

struct LineChildOptions {
  /// The program and its arguments, without a shell. A program without a slash is searched in PATH.
  std::vector<std::string> arguments;
  /// Set on top of our own environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Where it runs; empty: where we do.
  std::string folder;
  /// Its standard error goes here; empty: only the last lines are kept, for messages.
  std::string log_file;
  std::size_t max_log = 16u << 20;
  std::size_t max_line = 16u << 20;
};

/// A program that is spoken to in lines: one goes to its standard input, one comes back from its
/// standard output. It runs in a process group of its own, which is killed at the end, so that
/// nothing of it is left; and it is killed when the thread that started it ends, be it by SIGKILL.
class LineChild {
 public:
  static Result<std::unique_ptr<LineChild>> Start(const LineChildOptions& options);
  /// Kills it when it still runs.
  ~LineChild();
  LineChild(const LineChild&) = delete;
  LineChild& operator=(const LineChild&) = delete;

  /// Sends a line (without its end) and waits for one, at most so many seconds. The error says what
  /// the program did instead, with the last lines of its standard error.
  Result<std::string> Ask(const std::string& line, double limit);

  /// Sends a last line, closes its input, and gives it some seconds to end by itself before it is
  /// killed. An error when it ended with another status than 0.
  Status Finish(const std::string& line, double grace);

 private:
  struct Streams;
  using Clock = std::chrono::steady_clock;

  explicit LineChild(const LineChildOptions& options);
  Status Launch();
  /// Writes what is left, reads what is there; waits until the time for something to happen.
  bool Pump(Clock::time_point until);
  void Write();
  void ReadOutput();
  void ReadErrors();
  /// The next whole line that came; false when there is none.
  bool TakeLine(std::string* line);
  bool HasEnded() const;
  /// Kills the whole group and collects the status.
  void Kill();
  Error Explain(const std::string& what);
  Error ExplainEnd();
  std::string StatusText() const;

  LineChildOptions options_;
  std::unique_ptr<Streams> streams_;
  int child_ = -1;
  /// As waitpid gives it; -1 before.
  int status_ = -1;
  std::string to_write_;
  std::string output_;
  /// The end of what it wrote to its standard error.
  std::string errors_;
  std::size_t logged_ = 0;
};

}  // namespace surefoot
