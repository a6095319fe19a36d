#include "surefoot/base/process/child_process.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "surefoot/base/process/spawn.h"

// Standard output and standard error are read at the same time with poll(): a child that fills one
// pipe while the parent reads the other would block both.

namespace surefoot {
namespace {

using Clock = std::chrono::steady_clock;

/// Appends the available input, up to `max` in total; closes at the end. Returns false if there
/// was more.
bool ReadSome(Descriptor* from, std::size_t max, std::string* text) {
  char buffer[1 << 16];
  const ssize_t count = ::read(from->get(), buffer, sizeof buffer);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) {
    from->Close();
    return true;
  }
  const std::size_t requested = std::min(static_cast<std::size_t>(count), max - text->size());
  text->append(buffer, requested);
  return requested == static_cast<std::size_t>(count);
}

/// Reads until both ends are closed; returns false if time or output exceeds its limit.
bool ReadAll(const ChildOptions& options, Pipe* output, Pipe* errors, ChildResult* result) {
  const Clock::time_point start = Clock::now();
  while (output->read.open() || errors->read.open()) {
    const double spent = std::chrono::duration<double>(Clock::now() - start).count();
    if (spent >= options.timeout) {
      result->timed_out = true;
      return false;
    }
    pollfd polled[2] = {{output->read.get(), POLLIN, 0}, {errors->read.get(), POLLIN, 0}};
    result->cancelled = options.cancelled && options.cancelled();
    if (result->cancelled) return false;
    const double longest_ms = options.cancelled ? 100.0 : 1e6;
    const double left_ms = std::min((options.timeout - spent) * 1e3, longest_ms);
    const int ready = ::poll(polled, 2, static_cast<int>(left_ms) + 1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    if (polled[0].revents != 0 && !ReadSome(&output->read, options.max_output, &result->output)) {
      result->too_much_output = true;
      return false;
    }
    if (polled[1].revents != 0) ReadSome(&errors->read, options.max_errors, &result->errors);
  }
  return true;
}

namespace fs = std::filesystem;

/// Files that may contain this code: libsurefoot, or a program linked with it.
std::vector<fs::path> OwnFiles() {
  std::vector<fs::path> files;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&OwnFiles), &info) != 0 && info.dli_fname != nullptr) {
    files.emplace_back(info.dli_fname);
  }
  files.emplace_back("/proc/self/exe");
  return files;
}

}  // namespace

// Both pipes are read until their end or the time limit, because a full pipe would block the child.
Result<ChildResult> RunChild(const ChildOptions& options) {
  if (options.arguments.empty()) return Error{"no program to run"};
  Pipe output, errors;
  if (!output.Open() || !errors.Open()) {
    return Error{std::string("no pipe: ") + std::strerror(errno)};
  }
  int child = -1;
  SpawnOptions spawn;
  spawn.arguments = options.arguments;
  spawn.environment = options.environment;
  spawn.output = output.write.get();
  spawn.errors = errors.write.get();
  const int failure = Spawn(spawn, &child);
  if (failure != 0) {
    return Error{"'" + options.arguments[0] + "' cannot be run: " + std::strerror(failure)};
  }
  if (options.max_memory > 0) {
    const rlimit limit = {options.max_memory, options.max_memory};
    ::prlimit(child, RLIMIT_AS, &limit, nullptr);
  }
  output.write.Close();
  errors.write.Close();
  ChildResult result;
  if (!ReadAll(options, &output, &errors, &result)) ::kill(child, SIGKILL);
  const int status = WaitFor(child);
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

// As a shell searches PATH, except that an empty entry is not the working folder.
std::string FindProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  const std::string folders = path != nullptr ? path : "";
  for (std::size_t first = 0; first <= folders.size();) {
    const std::size_t last = std::min(folders.find(':', first), folders.size());
    const std::string file = folders.substr(first, last - first) + "/" + name;
    if (last > first && ::access(file.c_str(), X_OK) == 0) return file;
    first = last + 1;
  }
  return "";
}

// Relative to the library or program, so that a build tree and an installation both work.
Result<std::string> FindOwnProgram(const std::string& name) {
  std::string tried;
  for (const fs::path& file : OwnFiles()) {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(file, error).parent_path();
    // A multiarch library folder (lib/x86_64-linux-gnu) is one level deeper. The last candidate is
    // for programs in libexec/surefoot themselves.
    for (const char* up : {"../libexec/surefoot", "../../libexec/surefoot", "."}) {
      const fs::path program = (folder / up / name).lexically_normal();
      if (::access(program.c_str(), X_OK) == 0) return program.string();
      tried += (tried.empty() ? "" : ", ") + program.string();
    }
  }
  return Error{"the program " + name + " is missing (tried " + tried + ")"};
}

}  // namespace surefoot
