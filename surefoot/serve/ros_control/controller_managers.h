#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/serve/clients/claims.h"
#include "surefoot/serve/ros_control/switching.h"
#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// A controller manager of ros2_control for each robot: the services
/// /ROBOT/controller_manager/list_controllers and so on, for spawners, rqt_controller_manager,
/// MoveIt and scripts (docs/guides/ros2_control.md). What they change enters the run as
/// sim::ControllerChange. Server thread.
class ControllerManagers {
 public:
  ControllerManagers(Run* run, Claims* claims) : run_(*run), claims_(*claims) {}

  /// Robots start with all controllers unloaded, as with gz_ros2_control.
  void set_unloaded(bool unloaded) { unloaded_ = unloaded; }
  /// Reports why requests are refused: most of the services have no message for it.
  void set_log(std::function<void(const std::string&)> log) { log_ = std::move(log); }
  /// The run has another graph.
  void Enter();
  /// The graph is about to be destroyed.
  void Leave();
  /// Offers the services of new robots and removes those of robots that are gone. Call between two
  /// steps.
  void Update();

 private:
  using PlanOne = Result<PlannedChange> (*)(const RobotControllers&, const std::string&);

  void FindRobots();
  /// Unloads the controllers of new robots, if that is set: not when the graph is entered, because
  /// the recording begins after that.
  void UnloadNew();
  void OfferAll(const std::string& robot);
  void Remove(const std::string& robot);
  template <typename S, typename F>
  void OfferOne(const std::string& robot, const char* service, F handler);
  /// A service with a name as its request, and whether it succeeded as its response.
  template <typename S>
  void OfferPlan(const std::string& robot, const char* service, PlanOne plan);

  RobotControllers ControllersOf(const std::string& robot) const;
  const world::Model& ModelOf(const std::string& robot) const;
  bool HasPower(const std::string& robot) const;
  Status Apply(const std::string& robot, const std::string& client,
               const std::vector<std::string>& used, const Result<PlannedChange>& plan);
  Status SetPower(const std::string& robot, const std::string& component, std::uint8_t state,
                  const std::string& client);
  /// Writes a refusal to the log.
  bool Report(const std::string& robot, const Status& status) const;

  Run& run_;
  Claims& claims_;
  bool unloaded_ = false;
  std::function<void(const std::string&)> log_;
  std::shared_ptr<const world::World> world_;
  /// The services of each robot, in the graph of the run.
  std::map<std::string, std::vector<std::string>> services_;
  std::set<std::string> to_unload_;
  /// Controllers that clients have changed, as "robot::controller".
  std::set<std::string> used_;
};

}  // namespace surefoot::serve
