#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "surefoot/graph/call.h"

namespace surefoot::serve {

/// Steps that a client asked for while the simulation is paused, by a call or as a goal; one client
/// at a time. The client is answered when all are taken.
class StepJob {
 public:
  void Begin(std::uint64_t steps, std::shared_ptr<graph::Call> call);
  void Begin(std::uint64_t steps, std::shared_ptr<graph::Goal> goal);

  /// Whether steps are still to be taken.
  bool runs() const { return call_ != nullptr || goal_ != nullptr; }
  bool IsAtLastStep() const { return runs() && taken_ + 1 >= total_; }

  /// One more is taken.
  void CountStep();
  /// All taken, or why not.
  void End(const Status& status);
  /// The client no longer wants the goal.
  void Cancel(const std::shared_ptr<graph::Goal>& goal);
  /// The client has left.
  void Leave(const std::string& client);

 private:
  std::uint64_t total_ = 0;
  std::uint64_t taken_ = 0;
  /// One of the two, or none.
  std::shared_ptr<graph::Call> call_;
  std::shared_ptr<graph::Goal> goal_;
};

}  // namespace surefoot::serve
