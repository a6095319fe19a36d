#include "surefoot/cli/stop_signal.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace surefoot::cli {
namespace {

/// Time of the first request (monotonic clock, ns); 0: none. The only global variable of the
/// program: a signal handler has no argument for an object.
std::atomic<std::int64_t> requested_at_ns{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a handler must not wait");

/// Signals within this time count as one request: wrappers such as timeout(1) deliver it to the
/// process and to its group.
constexpr std::int64_t kSameRequestNs = 300'000'000;

void OnSignal(int signal) {
  timespec time = {};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now_ns = std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
  std::int64_t first_ns = 0;
  if (requested_at_ns.compare_exchange_strong(first_ns, now_ns)) return;
  if (now_ns - first_ns < kSameRequestNs) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // takes effect when this handler returns
}

void Install(int signal) {
  struct sigaction old = {};
  ::sigaction(signal, nullptr, &old);
  if (old.sa_handler == SIG_IGN) return;  // shells set this for background jobs
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;  // a write to the recording is not interrupted
  ::sigaction(signal, &action, nullptr);
}

void Uninstall(int signal) {
  struct sigaction old = {};
  ::sigaction(signal, nullptr, &old);
  if (old.sa_handler == OnSignal) std::signal(signal, SIG_DFL);
}

}  // namespace

StopSignal::StopSignal() {
  requested_at_ns = 0;
  Install(SIGINT);
  Install(SIGTERM);
}

StopSignal::~StopSignal() {
  Uninstall(SIGINT);
  Uninstall(SIGTERM);
}

bool StopSignal::requested() const { return requested_at_ns.load(std::memory_order_relaxed) != 0; }

}  // namespace surefoot::cli
