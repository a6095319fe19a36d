#pragma once

/// Shared by the ways to run a child process. Spawn is private to this folder.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace surefoot {

/// A file descriptor that is closed automatically, once.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return value_; }
  bool open() const { return value_ >= 0; }
  void Set(int value) { value_ = value; }
  void Close();

 private:
  int value_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  /// Closed in every child, except for the ends passed to it.
  bool Open();
};

struct SpawnOptions {
  /// The program and its arguments. A program without a slash is searched in PATH.
  std::vector<std::string> arguments;
  /// Added to this process's environment.
  std::vector<std::pair<std::string, std::string>> environment;
  int output = -1;
  int errors = -1;
  /// Whether it gets its own process group, so that it can be killed with its children, and is
  /// killed when the thread that started it ends. Only with this:
  bool own_group = false;
  /// its standard input (otherwise it is empty),
  int input = -1;
  /// and its working directory; empty: that of this process.
  std::string folder;
};

/// Waits until the child has ended, and returns its status as waitpid does.
int WaitFor(int child);

/// Returns false if not everything could be written.
bool WriteAll(int file, const char* data, std::size_t size);

/// Stores the child's process id. Returns 0 or an errno.
int Spawn(const SpawnOptions& options, int* child);

}  // namespace surefoot
