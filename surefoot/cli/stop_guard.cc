#include "surefoot/cli/stop_guard.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

namespace surefoot::cli {
namespace {

using std::chrono::milliseconds;

/// The watching thread polls: a signal handler cannot notify a condition variable.
constexpr milliseconds kPollInterval(20);

/// systemd and users expect an end within about a second; saving a large recording takes longer.
milliseconds TimeFor(StopGuard::Stage stage) {
  if (stage == StopGuard::kRunning) return milliseconds(700);
  return milliseconds(stage == StopGuard::kLoopLeft ? 5000 : 200);
}

/// May neither lock nor allocate: the blocked thread may hold the lock of the heap or of stderr.
[[noreturn]] void EndNow(StopGuard::Stage stage) {
  constexpr const char* kHeldUp =
      "The server did not end in time and was ended; a recording reads up to its last half "
      "second.\n";
  if (stage != StopGuard::kSaved) {
    static_cast<void>(!::write(STDERR_FILENO, kHeldUp, std::strlen(kHeldUp)));
  }
  ::_exit(stage == StopGuard::kSaved ? 0 : 1);
}

}  // namespace

StopGuard::StopGuard(const StopSignal& stop) : stop_(stop) {
  // Threads inherit the mask: signals must go to the main thread, to interrupt its system calls.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  thread_ = std::thread([this] { Watch(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

StopGuard::~StopGuard() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  condition_.notify_all();
  thread_.join();
}

void StopGuard::Reached(Stage stage) { stage_ = stage; }

void StopGuard::Watch() {
  using Clock = std::chrono::steady_clock;
  Stage stage = kRunning;
  Clock::time_point since = Clock::now();
  bool asked = false;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!condition_.wait_for(lock, kPollInterval, [this] { return ends_; })) {
    const Clock::time_point now = Clock::now();
    if (!asked || stage != stage_) since = now;
    asked = asked || stop_.requested();
    stage = stage_;
    if (asked && now - since > TimeFor(stage)) EndNow(stage);
  }
}

}  // namespace surefoot::cli
