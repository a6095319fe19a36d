/// Services about entities of simulation_interfaces: lists, states, bounds and information, and
/// changes of them. Handlers run on the server thread.

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/services/edit_job.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/world/base_link.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;

/// All three components; a single NaN is a mistake and is reported as such later.
bool IsNan(const msgs::geometry_msgs::Vector3& v) {
  return std::isnan(v.x) && std::isnan(v.y) && std::isnan(v.z);
}

/// Fields that are not to be set are NaN: null in JSON, or set_pose and set_twist false
/// (msgs/json_shapes.h).
bool KeepsPose(const si::EntityState& state) {
  const auto& p = state.pose.position;
  return std::isnan(p.x) && std::isnan(p.y) && std::isnan(p.z);
}

bool KeepsTwist(const si::EntityState& state) {
  return IsNan(state.twist.linear) && IsNan(state.twist.angular);
}

ResultMessage SetState(sim::Simulation& simulation, const si::SetEntityState::Request& request) {
  ResultMessage result;
  const int model = FindEntity(simulation, request.entity, &result);
  if (model < 0) return result;
  const si::EntityState& state = request.state;
  sim::Teleport teleport{request.entity, simulation.ModelPose(model),
                         simulation.ModelVelocity(model)};
  const Result<RigidTransform> X_WF = FindFrame(simulation, state.header.frame_id);
  if (!X_WF.ok()) {
    return MakeResult(si::SetEntityState::Response::INVALID_POSE, X_WF.error().message);
  }
  if (!KeepsPose(state)) {
    const Result<RigidTransform> X_WM = PoseInWorld(simulation, state.header.frame_id, state.pose);
    if (!X_WM.ok()) {
      return MakeResult(si::SetEntityState::Response::INVALID_POSE, X_WM.error().message);
    }
    teleport.X_WM = X_WM.value();
  }
  // The twist is expressed in the header's frame, as is the pose.
  if (!KeepsTwist(state)) {
    teleport.V_WM_W.v = X_WF->q * msgs::FromVector3(state.twist.linear);
    teleport.V_WM_W.w = X_WF->q * msgs::FromVector3(state.twist.angular);
  }
  return MakeResult(simulation.Apply(teleport));
}

/// The box of a model's shapes in the frame of its base link; empty for infinite models.
si::Bounds BoundsOf(const sim::Simulation& simulation, int model) {
  const world::World& world = simulation.world();
  const int base = world::BaseLink(world, model);
  const int link = base >= 0 ? base : world.layout(model).links.first;
  si::Bounds bounds;
  Extent extent;
  const bool has_links = world.layout(model).links.count > 0;
  if (!has_links) return bounds;
  const RigidTransform X_LW = simulation.state().X_WL[static_cast<std::size_t>(link)].Inverse();
  if (!FindExtent(simulation, model, X_LW, &extent)) return bounds;
  bounds.type_ = si::Bounds::TYPE_BOX;
  bounds.points = {msgs::ToVector3(extent.high), msgs::ToVector3(extent.low)};
  return bounds;
}

void GetEntities(Session* session, Run* run, const si::GetEntities::Request& request,
                 si::GetEntities::Response* response) {
  for (int model : Filtered(run, request.filters, &response->result)) {
    response->entities.push_back(session->world().instance(model).name);
  }
}

void GetStates(Session* session, Run* run, const si::GetEntitiesStates::Request& request,
               si::GetEntitiesStates::Response* response) {
  for (int model : Filtered(run, request.filters, &response->result)) {
    response->entities.push_back(session->world().instance(model).name);
    response->states.push_back(StateOf(session->simulation(), model));
  }
}

/// Offers a service about one entity; `handler` is called with the index of its model.
template <typename S, typename F>
void OfferOfEntity(Run* run, const std::string& name, F handler) {
  OfferInWorld<S>(run, name, [handler](Session* session, const auto& request, auto* response) {
    const int model = FindEntity(session->simulation(), request.entity, &response->result);
    if (model >= 0) handler(session->simulation(), model, request, response);
  });
}

ResultMessage SetEntityInfo(Session* session, Run* run, Claims* claims,
                            const si::SetEntityInfo::Request& request, const std::string& client) {
  ResultMessage result;
  if (FindEntity(session->simulation(), request.entity, &result) < 0) return result;
  const Status allowed = claims->Check(request.entity, client);
  if (allowed.ok()) run->infos()[request.entity] = request.info;
  return MakeResult(allowed);
}

ResultMessage SetEntityState(Session* session, Edits* edits, Claims* claims,
                             const si::SetEntityState::Request& request,
                             const std::string& client) {
  const Status allowed = claims->Check(request.entity, client);
  const ResultMessage result =
      allowed.ok() ? SetState(session->simulation(), request) : MakeResult(allowed);
  if (IsOk(result)) edits->Count();
  return result;
}

void DeleteEntity(WorldControl* world, FileControl* files, Claims* claims,
                  const si::DeleteEntity::Request& request,
                  const std::shared_ptr<graph::Call>& call) {
  const auto respond = [call](const ResultMessage& result) {
    si::DeleteEntity::Response response;
    response.result = result;
    call->Respond(&response);
  };
  const Session* session = world->run.session();
  if (session == nullptr) return respond(NoWorldResult());
  ResultMessage found;
  if (FindEntity(session->simulation(), request.entity, &found) < 0) return respond(found);
  const Status allowed = claims->Check(request.entity, call->client());
  if (!allowed.ok()) return respond(MakeResult(allowed));
  ApplyAsync(world, files, call->client(), sim::Remove{request.entity},
             [=, entity = request.entity](const Status& status) {
               if (status.ok()) {
                 world->edits.Count();
                 world->run.infos().erase(entity);
               }
               respond(MakeResult(status));
             });
}

ResultMessage GetNamedPoses(Session* session, const si::GetNamedPoses::Request& request,
                            si::GetNamedPoses::Response* response) {
  for (const NamedPlace& place : NamedPlaces(session->world().spec())) {
    if (PassesTags(request.tags, place.pose.tags)) response->poses.push_back(place.pose);
  }
  return MakeResult(Status());
}

ResultMessage GetNamedPoseBounds(Session* session, const si::GetNamedPoseBounds::Request& request,
                                 si::GetNamedPoseBounds::Response* response) {
  for (const NamedPlace& place : NamedPlaces(session->world().spec())) {
    if (place.pose.name != request.name) continue;
    response->bounds = place.bounds;
    return MakeResult(Status());
  }
  return MakeResult(ResultMessage::RESULT_NOT_FOUND,
                    "unknown named pose '" + request.name + "'; /get_named_poses lists all");
}

}  // namespace

void OfferEntityServices(WorldControl* world, Claims* claims, FileControl* files) {
  Run* run = &world->run;
  OfferInWorld<si::GetEntities>(run, "/get_entities", GetEntities, run);
  OfferInWorld<si::GetEntitiesStates>(run, "/get_entities_states", GetStates, run);
  OfferOfEntity<si::GetEntityState>(
      run, "/get_entity_state",
      [](const sim::Simulation& simulation, int model, const auto&, auto* response) {
        response->state = StateOf(simulation, model);
      });
  OfferOfEntity<si::GetEntityBounds>(
      run, "/get_entity_bounds",
      [](const sim::Simulation& simulation, int model, const auto&, auto* response) {
        response->bounds = BoundsOf(simulation, model);
      });
  OfferOfEntity<si::GetEntityInfo>(run, "/get_entity_info",
                                   [run](const sim::Simulation&, int model, const auto&,
                                         auto* response) { response->info = InfoOf(run, model); });
  OfferInWorld<si::SetEntityInfo>(run, "/set_entity_info", SetEntityInfo, run, claims);
  OfferInWorld<si::SetEntityState>(run, "/set_entity_state", SetEntityState, &world->edits, claims);
  Offer<si::DeleteEntity>(&run->graph(), "/delete_entity", DeleteEntity, world, files, claims);
  OfferInWorld<si::GetNamedPoses>(run, "/get_named_poses", GetNamedPoses);
  OfferInWorld<si::GetNamedPoseBounds>(run, "/get_named_pose_bounds", GetNamedPoseBounds);
}

}  // namespace surefoot::serve
