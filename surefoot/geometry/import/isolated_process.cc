#include "surefoot/geometry/import/isolated_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "surefoot/base/process/spawn.h"
#include "surefoot/geometry/import/import_message.h"

// The child gets its input and one pipe for its result, no other descriptors and no environment;
// its time and the size of its output are limited.

namespace surefoot {
namespace {

using Clock = std::chrono::steady_clock;

/// Arguments of posix_spawn, released at the end.
class SpawnPlan {
 public:
  explicit SpawnPlan(int write_end) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // The pipe first: if this process has closed its standard streams, the pipe may have one of
    // their numbers.
    posix_spawn_file_actions_adddup2(&actions, write_end, kImportDescriptor);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, kImportDescriptor + 1);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

/// Locale and threads are fixed, so results do not depend on the user's settings.
std::vector<std::string> Environment() {
  std::vector<std::string> environment = {"LC_ALL=C", "OMP_NUM_THREADS=1"};
  for (const char* name : {"LD_LIBRARY_PATH", "GDAL_DATA", "PROJ_LIB", "PROJ_DATA", "ASAN_OPTIONS",
                           "TSAN_OPTIONS", "SUREFOOT_IMPORT_UNCONFINED"}) {
    if (const char* value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  }
  return environment;
}

std::vector<char*> Pointers(std::vector<std::string>* texts) {
  std::vector<char*> pointers;
  for (std::string& text : *texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Returns 0 or the error number.
int Spawn(const std::string& program, const std::vector<std::string>& arguments, int write_end,
          pid_t* pid) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = Environment();
  const SpawnPlan plan(write_end);
  return ::posix_spawn(pid, program.c_str(), &plan.actions, &plan.attributes,
                       Pointers(&words).data(), Pointers(&environment).data());
}

/// Reads until the writer closes its end, the deadline passes, or there is too much data.
void ReadUntilEnd(int file, Clock::time_point deadline, std::uint64_t max_bytes,
                  IsolatedOutcome* outcome) {
  std::vector<std::uint8_t> buffer(1 << 18);
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      outcome->timed_out = true;
      return;
    }
    pollfd waiting{file, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return;
    if (ready <= 0) continue;
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return;
    if (outcome->output.size() + static_cast<std::size_t>(count) > max_bytes) {
      outcome->too_long = true;
      return;
    }
    outcome->output.insert(outcome->output.end(), buffer.begin(), buffer.begin() + count);
  }
}

/// Waits for the process, and kills it if it does not end soon.
void Reap(pid_t pid, bool kill_now, IsolatedOutcome* outcome) {
  const Clock::time_point patience = Clock::now() + std::chrono::seconds(kill_now ? 0 : 2);
  bool killed = false;
  while (true) {
    if (!killed && Clock::now() >= patience) {
      ::kill(pid, SIGKILL);
      killed = true;
    }
    int status = 0;
    const pid_t ended = ::waitpid(pid, &status, killed ? 0 : WNOHANG);
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return;  // This program ignores SIGCHLD; the kernel has reaped the child.
    if (ended == pid) {
      if (WIFSIGNALED(status)) outcome->signal = WTERMSIG(status);
      if (WIFEXITED(status)) outcome->exit_code = WEXITSTATUS(status);
      return;
    }
    ::poll(nullptr, 0, 1);
  }
}

}  // namespace

Result<IsolatedOutcome> RunIsolated(const std::string& program,
                                    const std::vector<std::string>& arguments, double wall_seconds,
                                    std::uint64_t max_bytes) {
  const Clock::time_point deadline =
      Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000.0 * wall_seconds));
  Pipe pipe;
  if (!pipe.Open()) return Error{std::string("no pipe: ") + std::strerror(errno)};
  pid_t pid = 0;
  const int error = Spawn(program, arguments, pipe.write.get(), &pid);
  if (error != 0) return Error{program + " cannot be started: " + std::strerror(error)};
  pipe.write.Close();
  IsolatedOutcome outcome;
  try {
    ReadUntilEnd(pipe.read.get(), deadline, max_bytes, &outcome);
  } catch (...) {  // Out of memory.
    Reap(pid, true, &outcome);
    throw;
  }
  Reap(pid, outcome.timed_out || outcome.too_long, &outcome);
  return outcome;
}

}  // namespace surefoot
