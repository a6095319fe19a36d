#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// Rights that remain to a process that handles hostile files.
struct SandboxRules {
  /// Files and folders that it may read. Those that do not exist are ignored.
  std::vector<std::string> read;
  /// Folders whose programs it may read and start. Empty: it cannot start programs.
  std::vector<std::string> run;
};

/// Removes rights from a process permanently: it can only read what the rules list; it cannot write
/// files, open sockets, start programs (except those the rules permit) or access other processes.
/// Such calls fail with EACCES or EPERM. Implemented by Landlock for files and TCP, and by a
/// seccomp filter for everything else; memory and processor time are limited by setrlimit
/// elsewhere.
///
///   Result<Sandbox> sandbox = Sandbox::Prepare({{input_folder, "/usr"}, {}});
///   if (!sandbox) return sandbox.error();   // the kernel cannot do it
///   const Status entered = sandbox->Enter();
///
/// Enter only makes system calls, so a child may call it between fork and exec.
class Sandbox {
 public:
  static Result<Sandbox> Prepare(const SandboxRules& rules);

  /// Confines the calling thread and all threads and programs that it starts later; call it before
  /// there are others.
  Status Enter();
  /// The same for a child after fork: returns 0 or an errno.
  int EnterQuietly();

 private:
  struct Filter;
  Sandbox(int ruleset, std::shared_ptr<Filter> filter);

  /// Landlock's descriptor, closed with the last copy.
  std::shared_ptr<const int> ruleset_;
  std::shared_ptr<Filter> filter_;
};

}  // namespace surefoot
