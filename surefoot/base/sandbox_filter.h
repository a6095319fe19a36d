#pragma once

/// Private to sandbox.cc: which system calls a confined process is refused.

#include <cstdint>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// A seccomp program. Refused calls fail with EPERM, calls of another architecture end the process.
class SyscallFilter {
 public:
  /// An error on processors that it was not written for.
  static Result<SyscallFilter> Make(bool may_start_programs);

  /// For this thread and what it starts; 0, or an errno. System calls only.
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
  /// `action` for this call.
  void Refuse(long call, std::uint32_t action);
  /// EPERM when the argument has one of the bits (`wanted` true), or none of them (false).
  void RefuseByBits(long call, int argument, std::uint32_t bits, bool wanted);
  /// EPERM unless the first argument is this process.
  void RefuseForOthers(long call);

  std::vector<Instruction> program_;
  /// Instructions whose value is the process id, which is known in Install only.
  std::vector<std::size_t> own_id_;
};

}  // namespace surefoot
