#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "surefoot/sim/simulation.h"

namespace surefoot {

/// What a run asks for and what people should know of it, between two steps: services that its
/// events call, and warnings.
class RunWatch {
 public:
  /// After each step: calls what events of the world want called. Late answers are not waited for.
  void CallServices(sim::Simulation* simulation);
  /// After some steps: looks for what is to be warned of.
  void Look(sim::Simulation* simulation);

  /// What came up on the way, once each: tyres that are too stiff for the step, events that failed.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void LookAtTyres(const sim::Simulation& simulation);
  void Warn(const std::string& text);

  std::vector<std::string> warnings_;
  std::size_t event_problems_ = 0;
  /// Links of wheels that were warned of, and how many softened steps make it look again.
  std::set<std::string> soft_wheels_;
  std::int64_t next_look_ = 0;
};

}  // namespace surefoot
