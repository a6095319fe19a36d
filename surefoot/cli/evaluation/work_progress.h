#pragma once

#include <chrono>
#include <string>

namespace surefoot::cli {

/// Tells on standard error how much of some work is done: on a terminal one line that is rewritten,
/// elsewhere a line every five seconds.
class WorkProgress {
 public:
  /// `unit`: what is counted, "s simulated".
  WorkProgress(bool quiet, std::string unit);

  void Update(double done, double total);
  /// Takes the line away again.
  void Finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool terminal_;
  std::string unit_;
  bool shown_ = false;
  Clock::time_point due_;
};

}  // namespace surefoot::cli
