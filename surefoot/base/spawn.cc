#include "surefoot/base/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>

extern char** environ;

namespace surefoot {
namespace {

/// Our environment with what is set on top of it.
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

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

void SetAttributes(const SpawnOptions& options, posix_spawnattr_t* attributes) {
  if (!options.own_group) return;
  posix_spawnattr_setpgroup(attributes, 0);
  // What we ignore must not be ignored by it.
  sigset_t defaults;
  sigemptyset(&defaults);
  for (int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(attributes, &defaults);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
}

}  // namespace

void Descriptor::Close() {
  if (value_ >= 0) ::close(value_);
  value_ = -1;
}

bool Pipe::Open() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  read.Set(ends[0]);
  write.Set(ends[1]);
  return true;
}

int Spawn(const SpawnOptions& options, int* child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (options.input < 0) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, options.input, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, options.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, options.errors, STDERR_FILENO);
  if (!options.folder.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  SetAttributes(options, &attributes);
  const std::vector<std::string> environment = MakeEnvironment(options);
  const std::vector<char*> arguments = Pointers(options.arguments);
  const int result = ::posix_spawnp(child, arguments[0], &actions, &attributes, arguments.data(),
                                    Pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

}  // namespace surefoot
