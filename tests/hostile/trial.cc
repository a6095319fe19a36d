#include "tests/hostile/trial.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "surefoot/session/session.h"

namespace surefoot::hostile {
namespace {

constexpr int kLoadedStatus = 0;
constexpr int kRefusedStatus = 2;
constexpr int kNoReasonStatus = 3;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

void SetLimit(int what, rlim_t max) {
  const rlimit limit{max, max};
  ::setrlimit(static_cast<__rlimit_resource>(what), &limit);
}

/// An error message must name the file that it is about.
bool HasReason(const Problems& problems) {
  for (const Problem& problem : problems.all()) {
    if (problem.severity == Severity::kError && !problem.message.empty() &&
        !problem.source.file.empty()) {
      return true;
    }
  }
  return false;
}

int LoadAndRun(const Parts& parts, const std::string& engine, const std::string& file, int steps) {
  Problems problems;
  SessionOptions options;
  options.engine = engine;
  const auto session = Session::Open(parts, file, options, &problems);
  if (!session.ok()) {
    return problems.ok() ? !session.error().message.empty() ? kRefusedStatus : kNoReasonStatus
           : HasReason(problems) ? kRefusedStatus
                                 : kNoReasonStatus;
  }
  // A failing step reports an error. Unbounded motion is caused by the file and is accepted.
  const Status stepped = session.value()->Step(steps);
  return stepped.ok() || !stepped.error().message.empty() ? kLoadedStatus : kNoReasonStatus;
}

[[noreturn]] void RunChild(const Parts& parts, const std::string& engine, const std::string& file,
                           const Limits& limits) {
  const int null = ::open("/dev/null", O_RDWR);
  for (int descriptor = 0; descriptor < (kSanitized ? 2 : 3); ++descriptor) {
    ::dup2(null, descriptor);
  }
  SetLimit(RLIMIT_CORE, 0);
  if (!kSanitized) SetLimit(RLIMIT_AS, static_cast<rlim_t>(limits.bytes));
  ::_exit(LoadAndRun(parts, engine, file, limits.steps));
}

std::string StatusText(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
  }
  if (WEXITSTATUS(status) == kNoReasonStatus) return "refused without naming a file";
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns false if the child process exceeded its time and was killed.
bool WaitFor(pid_t child, double seconds, int* status, rusage* usage) {
  const auto start = std::chrono::steady_clock::now();
  auto pause = std::chrono::microseconds(200);
  while (::wait4(child, status, WNOHANG, usage) == 0) {
    if (SecondsSince(start) > seconds) {
      ::kill(child, SIGKILL);
      ::wait4(child, status, 0, usage);
      return false;
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(5)) pause *= 2;
  }
  return true;
}

}  // namespace

Outcome Try(const Parts& parts, const std::string& engine, const std::string& file,
            const Limits& limits) {
  Outcome outcome;
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) RunChild(parts, engine, file, limits);
  if (child < 0) {
    outcome.what = "cannot create a child process";
    return outcome;
  }
  int status = 0;
  rusage usage{};
  const bool ended = WaitFor(child, limits.seconds, &status, &usage);
  outcome.seconds = SecondsSince(start);
  outcome.bytes = usage.ru_maxrss * 1024LL;
  if (!ended) {
    outcome.what = "still busy after " + std::to_string(limits.seconds) + " s";
  } else if (!kSanitized && outcome.bytes > limits.bytes) {
    outcome.what = std::to_string(outcome.bytes >> 20) + " MB of memory";
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kLoadedStatus) {
    outcome.ending = Ending::kLoaded;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kRefusedStatus) {
    outcome.ending = Ending::kRefused;
  } else {
    outcome.what = StatusText(status);
  }
  return outcome;
}

}  // namespace surefoot::hostile
