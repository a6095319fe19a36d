#include "surefoot/base/process/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

extern char** environ;

// Children that must end with this process are started by fork(), because posix_spawn() cannot
// request a signal at the parent's death; all get only the descriptors they need.

namespace surefoot {
namespace {

/// The environment of this process with additions.
std::vector<std::string> MakeEnvironment(const SpawnOptions& options) {
  std::vector<std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto replaced = [&](const std::pair<std::string, std::string>& set) {
      return text.compare(0, set.first.size() + 1, set.first + "=") == 0;
    };
    if (std::none_of(options.environment.begin(), options.environment.end(), replaced)) {
      variables.push_back(text);
    }
  }
  for (const auto& set : options.environment) variables.push_back(set.first + "=" + set.second);
  return variables;
}

/// The array with a final null that exec takes; valid as long as the texts.
std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// In the child: executes the program, or returns an errno.
int Become(const SpawnOptions& options, pid_t parent, char* const* arguments,
           char* const* environment) {
  ::setpgid(0, 0);
  // If this process is killed, nobody else ends the child.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) return ESRCH;
  // Signals ignored by this process must not be ignored by the child.
  for (int signal : {SIGPIPE, SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
  if (::dup2(options.input, STDIN_FILENO) < 0 || ::dup2(options.output, STDOUT_FILENO) < 0 ||
      ::dup2(options.errors, STDERR_FILENO) < 0) {
    return errno;
  }
  if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) return errno;
  ::execvpe(arguments[0], arguments, environment);
  return errno;
}

/// posix_spawn cannot request the signal at the parent's death.
int SpawnInGroup(const SpawnOptions& options, char* const* arguments, char* const* environment,
                 int* child) {
  Pipe failure;
  if (!failure.Open()) return errno;
  const pid_t parent = ::getpid();
  *child = ::fork();
  if (*child < 0) return errno;
  int error = 0;
  if (*child == 0) {
    error = Become(options, parent, arguments, environment);
    if (::write(failure.write.get(), &error, sizeof error) < 0) ::_exit(126);
    ::_exit(127);
  }
  // Set by both processes: the group must exist before this process kills it.
  ::setpgid(*child, *child);
  failure.write.Close();
  ssize_t count = 0;
  while ((count = ::read(failure.read.get(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (count != static_cast<ssize_t>(sizeof error)) return 0;
  WaitFor(*child);
  return error;
}

}  // namespace

// Continues after signals.
int WaitFor(int child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Continues after partial writes and signals.
bool WriteAll(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::write(file, data, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    data += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

void Descriptor::Close() {
  if (value_ >= 0) ::close(value_);
  value_ = -1;
}

// Closed on exec, so that other children do not keep it open.
bool Pipe::Open() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  read.Set(ends[0]);
  write.Set(ends[1]);
  return true;
}

// By posix_spawn, which does not copy the page tables of a large process; a group needs fork.
int Spawn(const SpawnOptions& options, int* child) {
  const std::vector<std::string> variables = MakeEnvironment(options);
  const std::vector<char*> environment = Pointers(variables);
  const std::vector<char*> arguments = Pointers(options.arguments);
  if (options.own_group) {
    return SpawnInGroup(options, arguments.data(), environment.data(), child);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, options.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, options.errors, STDERR_FILENO);
  const int result =
      ::posix_spawnp(child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

}  // namespace surefoot
