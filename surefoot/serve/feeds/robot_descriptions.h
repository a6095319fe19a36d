#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/serve/feeds/description_files.h"
#include "surefoot/serve/run.h"
#include "surefoot/serve/worker.h"

namespace surefoot::serve {

/// Publishes every robot's URDF on the latched topic /ROBOT/robot_description, for RViz,
/// robot_state_publisher and other programs of ROS. A description is written when somebody
/// subscribes for the first time, on the worker; afterwards again when the robot changes, and empty
/// when it is removed. Links have the names of the tf frames without the robot's prefix
/// (docs/guides/serve.md). Server thread.
class RobotDescriptions {
 public:
  using Clock = std::chrono::steady_clock;

  RobotDescriptions(Run* run, gateways::Files* files) : run_(*run), files_(files) {}

  /// How descriptions refer to meshes; before the first description is written.
  void set_meshes(const MeshUrls& meshes) { meshes_ = meshes; }
  /// The run has another graph.
  void Enter();
  /// The graph is about to be destroyed.
  void Leave();
  /// Call often, between two steps. Descriptions are written by `worker`.
  void Update(Clock::time_point now, Worker* worker);

 private:
  struct Robot {
    int topic = -1;
    /// nullptr after it was removed.
    std::shared_ptr<const world::Model> model;
    /// The model that was published, or is being written; nullptr for none.
    std::shared_ptr<const world::Model> requested;
    /// Number of the last description that was requested.
    std::int64_t request = 0;
    /// A description was published.
    bool published = false;
    /// The files of the last description.
    std::shared_ptr<const DescriptionFiles> files;
  };

  void FindRobots(const sim::Simulation& simulation);
  bool IsKnownRobot(const std::shared_ptr<const world::Model>& model);
  void Request(const std::string& name, Robot* robot, Worker* worker);
  void Publish(const std::string& name, std::int64_t request, const std::string& text,
               std::shared_ptr<const DescriptionFiles> files);

  Run& run_;
  gateways::Files* files_;
  MeshUrls meshes_;
  std::map<std::string, Robot> robots_;
  /// Whether models are robots. Holds the models, so that their addresses are not reused.
  std::map<std::shared_ptr<const world::Model>, bool> known_;
  std::shared_ptr<const world::World> world_;
  /// Changes with the graph: results for an earlier one are dropped. Never reset.
  std::int64_t requests_ = 0;
  Clock::time_point due_;
};

}  // namespace surefoot::serve
