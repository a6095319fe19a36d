#include "surefoot/engines/mujoco/stack_pool.h"

#include <mujoco/mujoco.h>

#include <cstdlib>
#include <new>

// MuJoCo's scratch memory is needed during a step only, so instances that are stepped one after the
// other share it.

namespace surefoot::engines::mujoco {

StackPool::~StackPool() {
  for (double* stack : free_) std::free(stack);
}

double* StackPool::Take() const {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!free_.empty()) {
      double* stack = free_.back();
      free_.pop_back();
      return stack;
    }
  }
  // Fresh zero pages, which cost nothing until they are written.
  return static_cast<double*>(std::calloc(static_cast<std::size_t>(size_), sizeof(double)));
}

void StackPool::GiveBack(double* stack) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  free_.push_back(stack);
}

StackLoan::StackLoan(const StackPool& pool, mjData_* data)
    : pool_(pool), data_(data), own_(data->stack), own_size_(data->nstack) {
  double* lent = pool.Take();
  if (lent == nullptr) throw std::bad_alloc();
  data_->stack = lent;
  data_->nstack = pool.size();
}

StackLoan::~StackLoan() {
  pool_.GiveBack(data_->stack);
  data_->stack = own_;
  data_->nstack = own_size_;
  // An error may have left allocations on it.
  data_->pstack = 0;
}

}  // namespace surefoot::engines::mujoco
