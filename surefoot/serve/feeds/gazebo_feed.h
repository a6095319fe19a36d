#pragma once

#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// Publishes the poses and velocities of all models and links as Gazebo does, on
/// /gazebo/model_states and /gazebo/link_states. Only while a client subscribes to exactly these
/// topics: recordings of all topics have the same data in smaller form. Server thread.
class GazeboFeed {
 public:
  explicit GazeboFeed(Run* run) : run_(*run) {}

  /// The run has another graph: advertises the topics there.
  void Enter();
  /// Call after steps of the run, as often as messages are to be published.
  void Publish();

 private:
  Run& run_;
  int models_ = -1;
  int links_ = -1;
};

}  // namespace surefoot::serve
