#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "surefoot/sim/simulation.h"

namespace surefoot {

/// Handles what a run requests and reports between two steps: service calls by its events, and
/// warnings.
class RunWatch {
 public:
  /// Decides whether an event may call a service. Absent: it may.
  using Permit = std::function<Status(const std::string& service, const std::string& event)>;
  void set_permit(Permit permit) { permit_ = std::move(permit); }

  /// Call after each step: calls the services that events of the world have requested. Does not
  /// wait for late responses.
  void CallServices(sim::Simulation* simulation);
  /// Call after some steps: looks for conditions that deserve a warning.
  void Look(sim::Simulation* simulation);

  /// Adds a warning unless it is there already.
  void Warn(const std::string& text);
  /// Warnings so far, each once: tyres too stiff for the step size, failed events, a damaged
  /// recording that is replayed.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void LookAtTyres(const sim::Simulation& simulation);

  Permit permit_;
  std::vector<std::string> warnings_;
  std::size_t event_problems_ = 0;
  /// Links of wheels with a warning, and the number of softened steps that triggers the next check.
  std::set<std::string> soft_wheels_;
  std::int64_t next_look_ = 0;
};

}  // namespace surefoot
