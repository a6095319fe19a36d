#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// What a process that handles hostile files may still do.
struct SandboxRules {
  /// Files and folders that it may read. Those that do not exist are left out.
  std::vector<std::string> read;
  /// Folders whose programs it may read and start. Empty: it starts no program.
  std::vector<std::string> run;
};

/// Takes rights from a process for good: it reads only what the rules name, writes no file, opens
/// no socket, starts no program (unless the rules say which) and does not reach other processes.
/// Such calls fail with EACCES or EPERM. Made of Landlock for files and TCP, and of a seccomp
/// filter for the rest; memory and processor time are limited by setrlimit elsewhere.
///
///   Result<Sandbox> sandbox = Sandbox::Prepare({{input_folder, "/usr"}, {}});
///   if (!sandbox) return sandbox.error();   // the kernel cannot do it
///   const Status entered = sandbox->Enter();
///
/// Enter makes system calls only, so a child may call it between fork and exec.
class Sandbox {
 public:
  static Result<Sandbox> Prepare(const SandboxRules& rules);

  /// Confines the calling thread and all threads and programs that it starts later: call it before
  /// there are others.
  Status Enter();
  /// The same for a child after fork: 0, or an errno.
  int EnterQuietly();

 private:
  struct Filter;
  Sandbox(int ruleset, std::shared_ptr<Filter> filter);

  /// Landlock's, closed with the last copy.
  std::shared_ptr<const int> ruleset_;
  std::shared_ptr<Filter> filter_;
};

}  // namespace surefoot
