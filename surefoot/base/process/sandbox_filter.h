#pragma once

/// Private to sandbox.cc: the system calls that a confined process is denied.

#include <cstdint>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// A seccomp program. Denied calls fail with EPERM; calls of another architecture end the process.
class SyscallFilter {
 public:
  /// Fails on unsupported processors.
  static Result<SyscallFilter> Make(bool may_start_programs);

  /// For this thread and those that it starts; returns 0 or an errno. Makes system calls only.
  int Install();

 private:
  /// struct sock_filter.
  struct Instruction {
    std::uint16_t code;
    std::uint8_t jump_true;
    std::uint8_t jump_false;
    std::uint32_t value;
  };
  void Add(std::uint16_t code, std::uint32_t value, std::uint8_t jump_true = 0,
           std::uint8_t jump_false = 0);
  void Load(std::uint32_t offset);
  void Return(std::uint32_t action);
  /// Applies `action` to this call.
  void Refuse(long call, std::uint32_t action);
  /// EPERM if the argument has one of the bits (`requested` true), or none of them (false).
  void RefuseByBits(long call, int argument, std::uint32_t bits, bool requested);
  /// EPERM unless the first argument is this process, or 0 where that means this process.
  void RefuseForOthers(long call, bool zero_is_self);

  std::vector<Instruction> program_;
  /// Instructions whose value is the process id, which is known only in Install.
  std::vector<std::size_t> own_id_;
};

}  // namespace surefoot
