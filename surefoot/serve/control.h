#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "surefoot/graph/call.h"
#include "surefoot/serve/claims.h"
#include "surefoot/serve/lockstep.h"
#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// Steps that a client asked for while the simulation is paused. One of call and goal.
struct StepJob {
  std::uint64_t total = 0;
  std::uint64_t taken = 0;
  std::shared_ptr<graph::Call> call;
  std::shared_ptr<graph::Goal> goal;
};

/// All that services look at and change; lives on the server's thread.
struct Control {
  Control(const Parts& parts, bool shared, Run::Listener listener)
      : run(parts, std::move(listener)), claims(shared) {}

  Run run;
  Lockstep lockstep;
  Claims claims;
  /// Simulated seconds per wall second; 0: as fast as possible.
  double speed = 1.0;
  /// Measured over the last second or so.
  double real_time_factor = 0.0;
  std::optional<StepJob> job;
  /// Those that have said something.
  std::set<std::string> clients;
  /// Done after all that came in was looked at: what replaces the graph, whose services must not be
  /// running then.
  std::vector<std::function<void()>> later;
  bool quit = false;
};

/// Each offers a family of services in the run's graph.
void OfferStateServices(Control* control);
void OfferEntityServices(Control* control);
void OfferSpawnServices(Control* control);
void OfferWorldServices(Control* control);
void OfferRunServices(Control* control);
void OfferLockstepServices(Control* control);

/// Ends the steps that a client waits for: all taken, or why not.
void EndJob(Control* control, const Status& status);
/// One more is taken.
void CountStep(Control* control);

}  // namespace surefoot::serve
