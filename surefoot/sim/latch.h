#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "surefoot/sim/input.h"

namespace surefoot::sim {

/// The one door through which the outside enters: posted at any time from any thread, taken in
/// at the start of a step, in the order posted.
class Latch {
 public:
  void Post(Input input);

  /// Moves all posted inputs to the end of `out`. Costs one atomic load when there are none.
  void Drain(std::vector<Input>* out);

 private:
  std::atomic<bool> any_{false};
  std::mutex mutex_;
  std::vector<Input> inbox_;
};

}  // namespace surefoot::sim
