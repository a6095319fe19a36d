#pragma once

/// Ctrl-C and SIGTERM as a flag that the main loop reads.

namespace surefoot::cli {

/// While it exists, Ctrl-C (SIGINT) and SIGTERM request an orderly end of the run. A second signal,
/// at least 0.3 s later, ends the program at once. Only one object may exist at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// From any thread.
  bool requested() const;
};

}  // namespace surefoot::cli
