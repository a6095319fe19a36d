#pragma once

#include <memory>
#include <mutex>
#include <vector>

struct mjData_;

namespace surefoot::engines::mujoco {

/// Scratch memory of MuJoCo's functions, for many mjData: one that is in use has it, and the next
/// finds it warm in the processor's cache. May be used by several threads.
class StackPool {
 public:
  /// Sizes are in mjtNum.
  explicit StackPool(int size) : size_(size) {}
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  int size() const { return size_; }
  /// nullptr: not enough memory.
  double* Take() const;
  void GiveBack(double* stack) const;

 private:
  int size_ = 0;
  mutable std::mutex mutex_;
  mutable std::vector<double*> free_;
};

/// Lends a stack to an mjData as long as it exists. Throws std::bad_alloc.
class StackLoan {
 public:
  StackLoan(const StackPool& pool, mjData_* data);
  ~StackLoan();
  StackLoan(const StackLoan&) = delete;
  StackLoan& operator=(const StackLoan&) = delete;

 private:
  const StackPool& pool_;
  mjData_* data_;
  double* own_ = nullptr;
  int own_size_ = 0;
};

}  // namespace surefoot::engines::mujoco
