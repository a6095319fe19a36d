#include "surefoot/base/process/background_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "surefoot/base/process/spawn.h"

// The child leads a process group of its own, so that one signal reaches everything that it
// started.

namespace surefoot {

// The child gets a process group of its own, so that Kill ends its children too.
Result<std::unique_ptr<BackgroundChild>> BackgroundChild::Start(
    const BackgroundChildOptions& options) {
  if (options.arguments.empty() || options.arguments[0].empty()) {
    return Error{"there is no program to start"};
  }
  Descriptor input;
  Descriptor output;
  input.Set(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const std::string log = options.log_file.empty() ? "/dev/null" : options.log_file;
  output.Set(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!output.open()) return Error{"cannot write '" + log + "': " + std::strerror(errno)};
  if (!input.open()) return Error{std::string("cannot open /dev/null: ") + std::strerror(errno)};
  SpawnOptions spawn;
  spawn.arguments = options.arguments;
  spawn.environment = options.environment;
  spawn.folder = options.folder;
  spawn.input = input.get();
  spawn.output = output.get();
  spawn.errors = output.get();
  spawn.own_group = true;
  int process = -1;
  const int error = Spawn(spawn, &process);
  if (error != 0) {
    const std::string where = options.folder.empty() ? "" : " in '" + options.folder + "'";
    return Error{"cannot start '" + options.arguments[0] + "'" + where + ": " +
                 std::strerror(error)};
  }
  return std::unique_ptr<BackgroundChild>(new BackgroundChild(process));
}

BackgroundChild::~BackgroundChild() { Kill(); }

// Does not wait.
bool BackgroundChild::HasEnded() {
  if (ended_) return true;
  int status = 0;
  const pid_t found = ::waitpid(process_, &status, WNOHANG);
  if (found == process_) {
    ended_ = true;
    status_ = status;
    // Processes that it started and left behind.
    ::kill(-process_, SIGKILL);
  }
  return ended_;
}

void BackgroundChild::AskToEnd() {
  if (!HasEnded()) ::kill(-process_, SIGTERM);
}

void BackgroundChild::Kill() {
  if (ended_) return;
  ::kill(-process_, SIGKILL);
  status_ = WaitFor(process_);
  ended_ = true;
}

// For messages.
std::string BackgroundChild::HowItEnded() const {
  if (!ended_) return {};
  if (WIFSIGNALED(status_)) return "signal " + std::to_string(WTERMSIG(status_));
  return "exit status " + std::to_string(WEXITSTATUS(status_));
}

}  // namespace surefoot
