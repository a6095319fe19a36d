#include "surefoot/serve/ros_control/trajectory_actions.h"

#include <cmath>

#include "surefoot/base/try.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/serve/services/offer.h"

// Rules, codes and texts of results are those of joint_trajectory_controller (Jazzy).

namespace surefoot::serve {
namespace {

using control = msgs::control_msgs::FollowJointTrajectory;
using Codes = control::Result;
using graph::GoalEnd;
using msgs::control_msgs::QueryTrajectoryState;
using msgs::trajectory_msgs::JointTrajectory;
using msgs::trajectory_msgs::JointTrajectoryPoint;

/// Feedback at 20 Hz of simulated time, the default of action_monitor_rate.
constexpr SimTimeNs kFeedbackPeriodNs = 50'000'000;

drives::DriveView ViewOf(const sim::Simulation& simulation) {
  return {simulation.world(), simulation.state(), simulation.time_ns(), simulation.step_size()};
}

/// Whether a trajectory ends at rest, as the controller requires.
Status CheckEnd(const JointTrajectory& trajectory) {
  const JointTrajectoryPoint& last = trajectory.points.back();
  for (std::size_t i = 0; i < last.velocities.size(); ++i) {
    if (std::abs(last.velocities[i]) <= 1e-7) continue;
    return Error{"the velocity at the last point is not zero" +
                 (i < trajectory.joint_names.size() ? ": " + trajectory.joint_names[i] : "")};
  }
  return Status();
}

void AddJoint(const drives::JointMotion& motion, JointTrajectoryPoint* point) {
  point->positions.push_back(motion.position);
  point->velocities.push_back(motion.velocity);
}

}  // namespace

void TrajectoryActions::Enter() {
  servers_.clear();
  world_ = nullptr;
  Update();
}

void TrajectoryActions::Leave() {
  EndAll("the world was unloaded or replaced");
  servers_.clear();
  world_ = nullptr;
}

void TrajectoryActions::OnRewound() { EndAll("the time of the simulation was set"); }

void TrajectoryActions::EndAll(const std::string& reason) {
  for (auto& [name, server] : servers_) {
    End(&server, GoalEnd::kAborted, Codes::INVALID_GOAL, reason);
  }
}

void TrajectoryActions::Update() {
  Session* session = run_.session();
  if (session == nullptr || session->simulation().shared_world() == world_) return;
  world_ = session->simulation().shared_world();
  const drives::DriveSet& drives = session->simulation().machine().drives();
  std::set<std::pair<std::string, std::string>> present;
  for (const drives::ControllerInfo& info : drives.Controllers()) {
    if (drives.FindTrajectory(info.model, info.name) != nullptr) {
      present.emplace(info.model, info.name);
    }
  }
  for (auto it = servers_.begin(); it != servers_.end();) {
    if (present.erase({it->second.robot, it->second.controller}) > 0) {
      ++it;
      continue;
    }
    End(&it->second, GoalEnd::kAborted, Codes::INVALID_GOAL, "the robot was removed");
    run_.graph().RemoveAction(it->first);
    run_.graph().RemoveService(it->second.query);
    it = servers_.erase(it);
  }
  for (const auto& [robot, controller] : present) Offer(robot, controller);
}

void TrajectoryActions::Offer(const std::string& robot, const std::string& controller) {
  const std::string prefix = graph::TopicName(graph::TopicName("", robot), controller);
  const std::string name = prefix + "/follow_joint_trajectory";
  graph::ActionHandler handler;
  handler.start = [this, name](const GoalPtr& goal) { Start(&servers_.at(name), goal); };
  handler.cancel = [this, name](const GoalPtr& goal) { Cancel(&servers_.at(name), goal); };
  const Status status = run_.graph().AdvertiseAction(name, control::action(), std::move(handler));
  if (!status.ok()) return;
  servers_[name] = {robot, controller, prefix + "/query_state", nullptr, {}, 0};
  serve::Offer<QueryTrajectoryState>(&run_.graph(), prefix + "/query_state",
                                     [this, name](const QueryTrajectoryState::Request& request,
                                                  QueryTrajectoryState::Response* response) {
                                       return Query(servers_.at(name), request, response);
                                     });
}

Status TrajectoryActions::Query(const Server& server, const QueryTrajectoryState::Request& request,
                                QueryTrajectoryState::Response* response) const {
  const drives::TrajectoryFollower* drive = DriveOf(server);
  if (drive == nullptr || !IsActive(server)) return Error{"Controller is not active"};
  response->name = drive->JointNames();
  for (std::size_t i = 0; i < response->name.size(); ++i) {
    const drives::JointMotion motion = drive->Desired(i, msgs::FromTime(request.time));
    response->position.push_back(motion.position);
    response->velocity.push_back(motion.velocity);
    response->acceleration.push_back(motion.acceleration);
  }
  return Status();
}

std::string TrajectoryActions::TopicOf(const Server& server) const {
  return graph::TopicName(graph::TopicName("", server.robot),
                          server.controller + "/joint_trajectory");
}

const drives::TrajectoryFollower* TrajectoryActions::DriveOf(const Server& server) const {
  const Session* session = run_.session();
  if (session == nullptr) return nullptr;
  return session->simulation().machine().drives().FindTrajectory(server.robot, server.controller);
}

bool TrajectoryActions::IsActive(const Server& server) const {
  return run_.session()->simulation().machine().drives().IsActive(server.robot, server.controller);
}

Status TrajectoryActions::Check(const Server& server, const GoalPtr& goal) const {
  const auto& request = *static_cast<const control::Goal*>(goal->goal());
  if (DriveOf(server) == nullptr || !IsActive(server)) {
    return Error{"Can't accept new action goals. Controller is not running."};
  }
  if (request.trajectory.joint_names.empty() && !request.trajectory.points.empty()) {
    return Error{"Empty joint names on incoming trajectory."};
  }
  if (request.trajectory.points.empty()) return Error{"Empty trajectory received."};
  if (!request.multi_dof_trajectory.points.empty()) {
    return Error{"trajectories of several degrees of freedom are not supported"};
  }
  SUREFOOT_TRY(CheckEnd(request.trajectory));
  return claims_.Check(server.robot, goal->client());
}

Status TrajectoryActions::Send(const Server& server, const JointTrajectory& trajectory) {
  sim::Simulation& simulation = run_.session()->simulation();
  const drives::DriveSet& drives = simulation.machine().drives();
  const auto before = drives.RefusedBy(server.robot, server.controller).count;
  sim::TopicMessage input;
  input.topic = TopicOf(server);
  input.type = JointTrajectory::type().name;
  msgs::Encode(trajectory, &input.cdr);
  SUREFOOT_TRY(simulation.Apply(input));
  const drives::RefusedMessages refused = drives.RefusedBy(server.robot, server.controller);
  return refused.count == before ? Status() : Status(Error{refused.last});
}

void TrajectoryActions::Start(Server* server, const GoalPtr& goal) {
  const Status valid = Check(*server, goal);
  if (!valid.ok()) return goal->Fail(valid.error());
  const auto& request = *static_cast<const control::Goal*>(goal->goal());
  const Result<GoalTolerances> tolerances = TolerancesOf(request, *DriveOf(*server));
  if (!tolerances.ok()) return goal->Fail(tolerances.error());
  Status status = claims_.Take(TopicOf(*server), goal->client());
  if (status.ok()) status = Send(*server, request.trajectory);
  if (!status.ok()) return goal->Fail(status.error());
  End(server, GoalEnd::kCanceled, Codes::INVALID_GOAL,
      "Current goal cancelled due to new incoming action.");
  server->goal = goal;
  server->tolerances = *tolerances;
  server->feedback_ns = run_.session()->simulation().time_ns();
}

void TrajectoryActions::Cancel(Server* server, const GoalPtr& goal) {
  if (server->goal != goal || goal == nullptr) return;
  Hold(*server);
  End(server, GoalEnd::kCanceled, Codes::SUCCESSFUL, "");
}

void TrajectoryActions::Hold(const Server& server) {
  const Status status = Send(server, JointTrajectory());
  SUREFOOT_CHECK(status.ok(), "a trajectory without points stops the joints");
}

void TrajectoryActions::End(Server* server, GoalEnd end, std::int32_t code,
                            const std::string& text) {
  const GoalPtr goal = std::exchange(server->goal, nullptr);
  if (goal == nullptr) return;
  control::Result result;
  result.error_code = code;
  result.error_string = text;
  goal->End(end, &result);
}

void TrajectoryActions::Watch() {
  for (auto& [name, server] : servers_) {
    if (server.goal != nullptr) WatchOne(&server);
  }
}

void TrajectoryActions::WatchOne(Server* server) {
  const drives::TrajectoryFollower* drive = DriveOf(*server);
  if (drive == nullptr || !IsActive(*server)) {
    return End(server, GoalEnd::kCanceled, Codes::INVALID_GOAL,
               "Current goal cancelled during deactivate transition.");
  }
  const drives::DriveView view = ViewOf(run_.session()->simulation());
  const bool moving = view.time_ns < drive->end_ns();
  const auto& tolerances = moving ? server->tolerances.path : server->tolerances.goal;
  bool within = true;
  for (std::size_t i = 0; i < tolerances.size(); ++i) {
    within = within && IsWithin(ErrorOf(*drive, i, view), tolerances[i]);
  }
  SendFeedback(server, *drive, view);
  if (moving && !within) {
    Hold(*server);
    return End(server, GoalEnd::kAborted, Codes::PATH_TOLERANCE_VIOLATED,
               "Aborted due to path tolerance violation");
  }
  if (!moving && within) {
    return End(server, GoalEnd::kSucceeded, Codes::SUCCESSFUL, "Goal successfully reached!");
  }
  const double late = ToSeconds(view.time_ns - drive->end_ns());
  if (moving || server->tolerances.goal_time <= 0.0 || late <= server->tolerances.goal_time) return;
  Hold(*server);
  End(server, GoalEnd::kAborted, Codes::GOAL_TOLERANCE_VIOLATED,
      "Aborted due to goal_time_tolerance exceeding by " + std::to_string(late) + " seconds");
}

void TrajectoryActions::SendFeedback(Server* server, const drives::TrajectoryFollower& drive,
                                     const drives::DriveView& view) {
  if (view.time_ns < server->feedback_ns) return;
  server->feedback_ns = view.time_ns + kFeedbackPeriodNs;
  control::Feedback feedback;
  feedback.header.stamp = msgs::ToTime(view.time_ns);
  feedback.joint_names = drive.JointNames();
  for (std::size_t i = 0; i < feedback.joint_names.size(); ++i) {
    AddJoint(drive.Desired(i, view.time_ns), &feedback.desired);
    AddJoint(drive.Actual(i, view), &feedback.actual);
    AddJoint(ErrorOf(drive, i, view), &feedback.error);
  }
  server->goal->Feedback(&feedback);
}

}  // namespace surefoot::serve
