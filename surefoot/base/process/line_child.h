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
  /// Added to this process's environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Working directory; empty: that of this process.
  std::string folder;
  /// File for its standard error; empty: only the last lines are kept, for messages.
  std::string log_file;
  std::size_t max_log = 16u << 20;
  std::size_t max_line = 16u << 20;
};

/// A program with a line-based protocol: a line is sent to its standard input, and one is received
/// from its standard output. It has its own process group, which is killed at the end, so that
/// nothing of it remains; and it is killed when the thread that started it ends, even by SIGKILL.
class LineChild {
 public:
  static Result<std::unique_ptr<LineChild>> Start(const LineChildOptions& options);
  /// Kills the program if it is still running.
  ~LineChild();
  LineChild(const LineChild&) = delete;
  LineChild& operator=(const LineChild&) = delete;

  /// Sends a line (without its end) and waits for the response, at most so many seconds. The error
  /// describes what the program did instead, with the last lines of its standard error.
  Result<std::string> Ask(const std::string& line, double limit);

  /// Sends a last line, closes the input, and gives the program some seconds to end before it is
  /// killed. Fails if its exit status is not 0.
  Status Finish(const std::string& line, double grace);

 private:
  struct Streams;
  using Clock = std::chrono::steady_clock;

  explicit LineChild(const LineChildOptions& options);
  Status Launch();
  /// Writes pending output and reads available input; waits for events until the deadline.
  bool Pump(Clock::time_point until);
  void Write();
  void ReadOutput();
  void ReadErrors();
  /// The next complete line; false if there is none.
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
  /// As returned by waitpid; -1 before that.
  int status_ = -1;
  std::string to_write_;
  std::string output_;
  /// The end of its standard error output.
  std::string errors_;
  std::size_t logged_ = 0;
};

}  // namespace surefoot
