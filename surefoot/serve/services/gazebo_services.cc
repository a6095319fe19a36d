/// The services of Gazebo (gazebo_ros of ROS 1) that scripts of users call, for programs that were
/// written for Gazebo. What changes the run is done by the services of simulation_interfaces;
/// these translate. Messages are worded as Gazebo's. Handlers run on the server thread.

#include <algorithm>
#include <functional>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/gazebo_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/world/base_link.h"

namespace surefoot::serve {
namespace {

namespace gz = msgs::gazebo_msgs;
namespace si = msgs::simulation_interfaces;
using CallPtr = std::shared_ptr<graph::Call>;
using msgs::std_srvs::Empty;

/// Calls another service for the same client. `done` gets the outcome.
template <typename S>
void Forward(Run* run, const char* service, const typename S::Request& request,
             const std::string& client, std::function<void(const Status&)> done) {
  Bytes bytes;
  msgs::Encode(request, &bytes);
  const auto answered = [done = std::move(done)](const Result<Bytes>& answer) {
    typename S::Response response;
    if (!answer.ok()) return done(answer.error());
    if (!msgs::Decode(answer.value(), &response)) return done(Error{"a damaged answer"});
    done(IsOk(response.result) ? Status() : Status(Error{response.result.error_message}));
  };
  run->graph().CallCdr(service, bytes, answered, client);
}

/// Answers a call with success and a message: Gazebo's, or why it failed.
template <typename Response>
void Report(const CallPtr& call, const Status& status, const std::string& name,
            const std::string& message) {
  Response response;
  response.success = status.ok();
  response.status_message = name + ": " + (status.ok() ? message : status.error().message);
  call->Respond(&response);
}

/// Gazebo takes these names, and no name, for the world.
std::string FrameName(const std::string& frame) {
  return frame == "map" || frame == "/map" || frame == "world" ? "" : frame;
}

/// A pose and velocity in the world.
struct Motion {
  RigidTransform X;
  Twist V;
};

/// Those of the world, a model or a link.
Result<Motion> MotionOf(const sim::Simulation& simulation, const std::string& given) {
  const std::string frame = FrameName(given);
  if (frame.empty()) return Motion();
  const world::World& world = simulation.world();
  const int model = world.FindModel(frame);
  if (model >= 0) return Motion{simulation.ModelPose(model), simulation.ModelVelocity(model)};
  const int link = world.FindLink(frame);
  if (link >= 0) {
    const auto index = static_cast<std::size_t>(link);
    return Motion{simulation.state().X_WL[index], simulation.state().V_WL_W[index]};
  }
  return Error{"reference frame '" + given +
               "' not found, did you forget to scope the link by model name?"};
}

/// As Gazebo defines it: the difference of both velocities, turned into the frame. The frame's
/// rotation does not count.
Motion Relative(const Motion& body, const Motion& frame) {
  const Quaterniond R_FW = frame.X.q.conjugate();
  Motion result;
  result.X = frame.X.Inverse() * body.X;
  result.V.v = R_FW * (body.V.v - frame.V.v);
  result.V.w = R_FW * (body.V.w - frame.V.w);
  return result;
}

msgs::geometry_msgs::Twist ToTwist(const Twist& V) {
  msgs::geometry_msgs::Twist twist;
  twist.linear = msgs::ToVector3(V.v);
  twist.angular = msgs::ToVector3(V.w);
  return twist;
}

/// Gazebo's namespace "/" and none are the same; Surefoot's is the name of the model.
std::string NamespaceOf(std::string given) {
  while (!given.empty() && given.back() == '/') given.pop_back();
  return given;
}

void Spawn(Run* run, const gz::SpawnModel::Request& request, const CallPtr& call) {
  si::SpawnEntityService::Request spawn;
  spawn.name = request.model_name;
  spawn.resource_string = request.model_xml;
  spawn.entity_namespace = NamespaceOf(request.robot_namespace);
  spawn.initial_pose.header.frame_id = FrameName(request.reference_frame);
  spawn.initial_pose.pose = request.initial_pose;
  Forward<si::SpawnEntityService>(
      run, "/spawn_entity", spawn, call->client(), [call](const Status& status) {
        Report<gz::SpawnModel::Response>(call, status, "SpawnModel", "Successfully spawned entity");
      });
}

void Delete(Run* run, const gz::DeleteModel::Request& request, const CallPtr& call) {
  Forward<si::DeleteEntity>(run, "/delete_entity", {.entity = request.model_name}, call->client(),
                            [call](const Status& status) {
                              Report<gz::DeleteModel::Response>(call, status, "DeleteModel",
                                                                "successfully deleted model");
                            });
}

void SetModelState(Run* run, const gz::SetModelState::Request& request, const CallPtr& call) {
  si::SetEntityState::Request set;
  set.entity = request.model_state.model_name;
  set.state.header.frame_id = FrameName(request.model_state.reference_frame);
  set.state.pose = request.model_state.pose;
  set.state.twist = request.model_state.twist;
  Forward<si::SetEntityState>(
      run, "/set_entity_state", set, call->client(), [call](const Status& status) {
        Report<gz::SetModelState::Response>(call, status, "SetModelState", "set model state done");
      });
}

Status GetModelState(const sim::Simulation& simulation, const gz::GetModelState::Request& request,
                     gz::GetModelState::Response* response) {
  const int model = simulation.world().FindModel(request.model_name);
  if (model < 0) return Error{"GetModelState: model does not exist"};
  const Result<Motion> frame = MotionOf(simulation, request.relative_entity_name);
  if (!frame.ok()) return frame.error().Within("GetModelState");
  const Motion motion =
      Relative({simulation.ModelPose(model), simulation.ModelVelocity(model)}, *frame);
  response->header.stamp = msgs::ToTime(simulation.time_ns());
  response->header.frame_id = request.relative_entity_name;
  response->pose = msgs::ToPose(motion.X);
  response->twist = ToTwist(motion.V);
  response->status_message = "GetModelState: got properties";
  return Status();
}

Status GetLinkState(const sim::Simulation& simulation, const gz::GetLinkState::Request& request,
                    gz::GetLinkState::Response* response) {
  const int link = simulation.world().FindLink(request.link_name);
  if (link < 0) {
    return Error{"GetLinkState: link not found, did you forget to scope the link by model name?"};
  }
  const Result<Motion> frame = MotionOf(simulation, request.reference_frame);
  if (!frame.ok()) return frame.error().Within("GetLinkState");
  const auto index = static_cast<std::size_t>(link);
  const Motion motion =
      Relative({simulation.state().X_WL[index], simulation.state().V_WL_W[index]}, *frame);
  response->link_state.link_name = request.link_name;
  response->link_state.reference_frame = request.reference_frame;
  response->link_state.pose = msgs::ToPose(motion.X);
  response->link_state.twist = ToTwist(motion.V);
  response->status_message = "GetLinkState: got state";
  return Status();
}

Status GetWorldProperties(const sim::Simulation& simulation, const gz::GetWorldProperties::Request&,
                          gz::GetWorldProperties::Response* response) {
  response->sim_time = ToSeconds(simulation.time_ns());
  for (const world::ModelInstance& model : simulation.world().spec().models) {
    response->model_names.push_back(model.name);
  }
  response->rendering_enabled = true;
  response->status_message = "GetWorldProperties: got properties";
  return Status();
}

Status GetModelProperties(const sim::Simulation& simulation,
                          const gz::GetModelProperties::Request& request,
                          gz::GetModelProperties::Response* response) {
  const world::World& world = simulation.world();
  const int index = world.FindModel(request.model_name);
  if (index < 0) return Error{"GetModelProperties: model does not exist"};
  const world::Model& model = world.model(index);
  for (const world::Link& link : model.links) {
    response->body_names.push_back(link.name);
    for (const world::Collision& collision : link.collisions) {
      response->geom_names.push_back(collision.name);
    }
  }
  for (const world::Joint& joint : model.joints) response->joint_names.push_back(joint.name);
  const int base = world::BaseLink(world, index);
  if (base >= 0) response->canonical_body_name = world.link(base).name;
  response->is_static = model.is_static;
  response->status_message = "GetModelProperties: got properties";
  return Status();
}

/// Gazebo's number of a type; -1 for types that it does not have.
int TypeOf(const world::Joint& joint) {
  using Response = gz::GetJointProperties::Response;
  switch (joint.type) {
    case world::JointType::kFixed:
      return Response::FIXED;
    case world::JointType::kRevolute:
    case world::JointType::kScrew:
      return Response::REVOLUTE;
    case world::JointType::kContinuous:
      return Response::CONTINUOUS;
    case world::JointType::kPrismatic:
      return Response::PRISMATIC;
    case world::JointType::kUniversal:
      return Response::UNIVERSAL;
    case world::JointType::kBall:
      return Response::BALL;
    case world::JointType::kPlanar:
    case world::JointType::kFloating:
      break;
  }
  return -1;
}

/// One number per axis; ball joints have none, as in Gazebo.
Status GetJointProperties(const sim::Simulation& simulation,
                          const gz::GetJointProperties::Request& request,
                          gz::GetJointProperties::Response* response) {
  const world::World& world = simulation.world();
  const int index = world.FindJoint(request.joint_name);
  if (index < 0) return Error{"GetJointProperties: joint not found"};
  const world::Joint& joint = world.joint_spec(index);
  const int type = TypeOf(joint);
  if (type < 0) {
    return Error{std::string("GetJointProperties: Gazebo has no joints of the type ") +
                 world::JointTypeName(joint.type)};
  }
  response->type_ = static_cast<std::uint8_t>(type);
  const physics::State& state = simulation.state();
  for (int axis = 0; axis < world::LimitedAxisCount(joint.type); ++axis) {
    response->damping.push_back(joint.axes[axis].damping);
    response->position.push_back(state.q[static_cast<std::size_t>(world.joint(index).q + axis)]);
    response->rate.push_back(state.v[static_cast<std::size_t>(world.joint(index).v + axis)]);
  }
  response->status_message = "GetJointProperties: got properties";
  return Status();
}

/// Offers a service that reads the world. Its handler returns why it failed.
template <typename S, typename F>
void OfferReading(Run* run, const char* name, F handler) {
  Offer<S>(&run->graph(), name,
           [run, handler](const typename S::Request& request, typename S::Response* response) {
             const Session* session = run->session();
             const Status status = session != nullptr
                                       ? handler(session->simulation(), request, response)
                                       : Status(NoWorld());
             response->success = status.ok();
             if (!status.ok()) response->status_message = status.error().message;
           });
}

/// Answers a call without response: only a failure can be reported.
void Finish(const CallPtr& call, const Status& status) {
  const Empty::Response nothing;
  if (status.ok()) return call->Respond(&nothing);
  call->Fail(status.error());
}

/// Offers a service that changes the state of the simulation. Setting the present state again is no
/// failure in Gazebo.
void OfferState(Run* run, const char* name, std::uint8_t state) {
  Offer<Empty>(&run->graph(), name, [run, state](const Empty::Request&, const CallPtr& call) {
    if (static_cast<std::uint8_t>(run->mode()) == state) return Finish(call, Status());
    si::SetSimulationState::Request request;
    request.state.state = state;
    Forward<si::SetSimulationState>(run, "/set_simulation_state", request, call->client(),
                                    [call](const Status& status) { Finish(call, status); });
  });
}

void OfferReset(Run* run, const char* name, std::uint8_t scope) {
  Offer<Empty>(&run->graph(), name, [run, scope](const Empty::Request&, const CallPtr& call) {
    Forward<si::ResetSimulation>(run, "/reset_simulation", {.scope = scope}, call->client(),
                                 [call](const Status& status) { Finish(call, status); });
  });
}

}  // namespace

void OfferGazeboServices(Run* run) {
  graph::Graph* graph = &run->graph();
  Offer<gz::SpawnModel>(graph, "/gazebo/spawn_sdf_model", Spawn, run);
  Offer<gz::SpawnModel>(graph, "/gazebo/spawn_urdf_model", Spawn, run);
  Offer<gz::DeleteModel>(graph, "/gazebo/delete_model", Delete, run);
  Offer<gz::SetModelState>(graph, "/gazebo/set_model_state", SetModelState, run);
  OfferReading<gz::GetModelState>(run, "/gazebo/get_model_state", GetModelState);
  OfferReading<gz::GetLinkState>(run, "/gazebo/get_link_state", GetLinkState);
  OfferReading<gz::GetWorldProperties>(run, "/gazebo/get_world_properties", GetWorldProperties);
  OfferReading<gz::GetModelProperties>(run, "/gazebo/get_model_properties", GetModelProperties);
  OfferReading<gz::GetJointProperties>(run, "/gazebo/get_joint_properties", GetJointProperties);
  OfferState(run, "/gazebo/pause_physics", si::SimulationState::STATE_PAUSED);
  OfferState(run, "/gazebo/unpause_physics", si::SimulationState::STATE_PLAYING);
  // reset_world keeps the time; both keep models that were added.
  OfferReset(run, "/gazebo/reset_world", Run::kResetState);
  OfferReset(run, "/gazebo/reset_simulation", Run::kResetTime | Run::kResetState);
}

}  // namespace surefoot::serve
