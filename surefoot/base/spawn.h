#pragma once

/// What the ways to run a child share. Spawn is private to this folder.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace surefoot {

/// A file descriptor that closes itself, once.
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

  /// Closed in every child but for the ends that it is given.
  bool Open();
};

struct SpawnOptions {
  /// The program and its arguments. A program without a slash is searched in PATH.
  std::vector<std::string> arguments;
  /// Set on top of our own environment.
  std::vector<std::pair<std::string, std::string>> environment;
  int output = -1;
  int errors = -1;
  /// In a process group of its own, so that it can be killed with its children, and killed when the
  /// thread that started it ends. Only with this:
  bool own_group = false;
  /// its standard input (otherwise it has nothing to read),
  int input = -1;
  /// and where it runs; empty: where we do.
  std::string folder;
};

/// Waits until the child has ended, and gives its status as waitpid does.
int WaitFor(int child);

/// False when not all of it could be written.
bool WriteAll(int file, const char* data, std::size_t size);

/// Gives the child's process id. 0, or what went wrong (an errno).
int Spawn(const SpawnOptions& options, int* child);

}  // namespace surefoot
