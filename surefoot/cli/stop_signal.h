#pragma once

namespace surefoot::cli {

/// While it exists, Ctrl-C (SIGINT) and SIGTERM ask the run to end in good order. A second one, a
/// moment later, ends the program at once. One at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  bool requested() const;
};

}  // namespace surefoot::cli
