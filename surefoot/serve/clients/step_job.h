#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "surefoot/graph/call.h"

namespace surefoot::serve {

/// Steps requested by a client while the simulation is paused, by a service call or as a goal of
/// the action /simulate_steps. One client at a time; it is answered when all steps are taken.
/// Server thread.
class StepJob {
 public:
  /// Starts a job; only while runs() is false. Zero steps end at once.
  void Begin(std::uint64_t steps, std::shared_ptr<graph::Call> call);
  void Begin(std::uint64_t steps, std::shared_ptr<graph::Goal> goal);

  /// Whether steps are still to be taken.
  bool runs() const { return call_ != nullptr || goal_ != nullptr; }
  bool IsAtLastStep() const { return runs() && taken_ + 1 >= total_; }

  /// Call after each step; sends feedback to a goal.
  void CountStep();
  /// Ends the job and answers the client: OK, or the reason why not all steps were taken.
  void End(const Status& status);
  /// The client canceled the goal.
  void Cancel(const std::shared_ptr<graph::Goal>& goal);
  /// The client has left.
  void Leave(const std::string& client);

 private:
  std::uint64_t total_ = 0;
  std::uint64_t taken_ = 0;
  /// At most one of the two is set.
  std::shared_ptr<graph::Call> call_;
  std::shared_ptr<graph::Goal> goal_;
};

}  // namespace surefoot::serve
