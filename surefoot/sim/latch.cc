#include "surefoot/sim/latch.h"

#include <utility>

namespace surefoot::sim {

void Latch::Post(Input input) {
  const std::lock_guard<std::mutex> lock(mutex_);
  inbox_.push_back(std::move(input));
  any_.store(true, std::memory_order_release);
}

void Latch::Drain(std::vector<Input>* out) {
  if (!any_.load(std::memory_order_acquire)) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Input& input : inbox_) out->push_back(std::move(input));
  inbox_.clear();
  any_.store(false, std::memory_order_release);
}

}  // namespace surefoot::sim
