#pragma once

#include <memory>
#include <mutex>
#include <vector>

struct mjData_;

namespace surefoot::engines::mujoco {

/// Scratch memory (stacks) of MuJoCo's functions, shared by many mjData: the instance that steps
/// borrows a stack, and the next one finds it warm in the processor's cache. Thread-safe.
class StackPool {
 public:
  /// `size` in mjtNum.
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

/// Lends a stack to an mjData for its own lifetime. Throws std::bad_alloc.
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
