#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/serve/clients/claims.h"
#include "surefoot/serve/ros_control/tolerances.h"
#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// The action /ROBOT/CONTROLLER/follow_joint_trajectory of each drive that follows trajectories, as
/// of ROS's joint_trajectory_controller, for MoveIt and scripts. A goal enters the run as a message
/// on the topic of the controller, so that it is recorded; watching it does not change the run.
/// And its service query_state. Server thread.
class TrajectoryActions {
 public:
  TrajectoryActions(Run* run, Claims* claims) : run_(*run), claims_(*claims) {}

  /// The run has another graph.
  void Enter();
  /// The graph is about to be destroyed; goals end.
  void Leave();
  /// Time was set back; goals end.
  void OnRewound();
  /// Offers the actions of new robots and removes those of robots that are gone. Call between two
  /// steps.
  void Update();
  /// Ends goals that succeeded or failed, and sends feedback. Call after each step.
  void Watch();

 private:
  using GoalPtr = std::shared_ptr<graph::Goal>;
  struct Server {
    std::string robot;
    std::string controller;
    /// The service that returns the desired motion.
    std::string query;
    /// The goal in progress; nullptr: none.
    GoalPtr goal;
    GoalTolerances tolerances;
    SimTimeNs feedback_ns = 0;
  };

  std::string TopicOf(const Server& server) const;
  const drives::TrajectoryFollower* DriveOf(const Server& server) const;
  bool IsActive(const Server& server) const;
  void Offer(const std::string& robot, const std::string& controller);
  Status Query(const Server& server,
               const msgs::control_msgs::QueryTrajectoryState::Request& request,
               msgs::control_msgs::QueryTrajectoryState::Response* response) const;
  void Start(Server* server, const GoalPtr& goal);
  /// Why a goal is rejected, before any of it is used.
  Status Check(const Server& server, const GoalPtr& goal) const;
  Status Send(const Server& server, const msgs::trajectory_msgs::JointTrajectory& trajectory);
  void Cancel(Server* server, const GoalPtr& goal);
  /// The joints stop where they are.
  void Hold(const Server& server);
  void WatchOne(Server* server);
  void SendFeedback(Server* server, const drives::TrajectoryFollower& drive,
                    const drives::DriveView& view);
  static void End(Server* server, graph::GoalEnd end, std::int32_t code, const std::string& text);
  void EndAll(const std::string& reason);

  Run& run_;
  Claims& claims_;
  std::shared_ptr<const world::World> world_;
  /// By the name of the action.
  std::map<std::string, Server> servers_;
};

}  // namespace surefoot::serve
