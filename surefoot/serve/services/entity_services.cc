/// Entities of simulation_interfaces: what there is, where it is, what it is like.

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/feeds/named_poses.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/world/base_link.h"

namespace surefoot::serve {
namespace {

namespace si = msgs::simulation_interfaces;

ResultMessage NotWithoutWorld() {
  return MakeResult(ResultMessage::RESULT_INCORRECT_STATE, NoWorld().message);
}

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

ResultMessage SetState(Session* session, const si::SetEntityState::Request& request) {
  sim::Simulation& simulation = session->simulation();
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
  if (!KeepsTwist(state)) {
    teleport.V_WM_W.v = X_WF->q * msgs::FromVector3(state.twist.linear);
    teleport.V_WM_W.w = X_WF->q * msgs::FromVector3(state.twist.angular);
  }
  return MakeResult(simulation.Apply(teleport));
}

/// In the frame of the link that stands for the model.
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

void OfferLists(Control* control, graph::Graph* graph) {
  Offer<si::GetEntities>(graph, "/get_entities", [control](const auto& request, auto* response) {
    Session* session = control->run.session();
    if (session == nullptr) return void(response->result = NotWithoutWorld());
    for (int model : Filtered(&control->run, request.filters, &response->result)) {
      response->entities.push_back(session->world().instance(model).name);
    }
  });
  Offer<si::GetEntitiesStates>(
      graph, "/get_entities_states", [control](const auto& request, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        for (int model : Filtered(&control->run, request.filters, &response->result)) {
          response->entities.push_back(session->world().instance(model).name);
          response->states.push_back(StateOf(session->simulation(), model));
        }
      });
}

void OfferStates(Control* control, graph::Graph* graph) {
  Offer<si::GetEntityState>(
      graph, "/get_entity_state", [control](const auto& request, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        const int model = FindEntity(session->simulation(), request.entity, &response->result);
        if (model >= 0) response->state = StateOf(session->simulation(), model);
      });
  OfferFrom<si::SetEntityState>(
      graph, "/set_entity_state",
      [control](const auto& request, const std::string& client, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        const Status allowed = control->claims.Check(request.entity, client);
        response->result = allowed.ok() ? SetState(session, request) : MakeResult(allowed);
        if (response->result.result == ResultMessage::RESULT_OK) control->edits.Count();
      });
  Offer<si::GetEntityBounds>(
      graph, "/get_entity_bounds", [control](const auto& request, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        const int model = FindEntity(session->simulation(), request.entity, &response->result);
        if (model >= 0) response->bounds = BoundsOf(session->simulation(), model);
      });
}

void OfferInfos(Control* control, graph::Graph* graph) {
  Offer<si::GetEntityInfo>(
      graph, "/get_entity_info", [control](const auto& request, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        const int model = FindEntity(session->simulation(), request.entity, &response->result);
        if (model >= 0) response->info = InfoOf(&control->run, model);
      });
  Offer<si::SetEntityInfo>(
      graph, "/set_entity_info", [control](const auto& request, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        const int model = FindEntity(session->simulation(), request.entity, &response->result);
        if (model >= 0) control->run.infos()[request.entity] = request.info;
      });
  OfferFrom<si::DeleteEntity>(
      graph, "/delete_entity",
      [control](const auto& request, const std::string& client, auto* response) {
        Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        if (FindEntity(session->simulation(), request.entity, &response->result) < 0) return;
        const Status allowed = control->claims.Check(request.entity, client);
        if (!allowed.ok()) return void(response->result = MakeResult(allowed));
        response->result = MakeResult(session->Remove(request.entity));
        control->edits.Count();
        control->run.infos().erase(request.entity);
      });
}

void OfferPoses(Control* control, graph::Graph* graph) {
  Offer<si::GetNamedPoses>(graph, "/get_named_poses",
                           [control](const auto& request, auto* response) {
                             const Session* session = control->run.session();
                             if (session == nullptr)
                               return void(response->result = NotWithoutWorld());
                             for (const NamedPlace& place : NamedPlaces(session->world().spec())) {
                               if (PassesTags(request.tags, place.pose.tags))
                                 response->poses.push_back(place.pose);
                             }
                             response->result = MakeResult(Status());
                           });
  Offer<si::GetNamedPoseBounds>(
      graph, "/get_named_pose_bounds", [control](const auto& request, auto* response) {
        const Session* session = control->run.session();
        if (session == nullptr) return void(response->result = NotWithoutWorld());
        for (const NamedPlace& place : NamedPlaces(session->world().spec())) {
          if (place.pose.name != request.name) continue;
          response->bounds = place.bounds;
          return void(response->result = MakeResult(Status()));
        }
        response->result = MakeResult(ResultMessage::RESULT_NOT_FOUND,
                                      "there is no named pose '" + request.name + "'");
      });
}

}  // namespace

void OfferEntityServices(Control* control) {
  graph::Graph* graph = &control->run.graph();
  OfferLists(control, graph);
  OfferStates(control, graph);
  OfferInfos(control, graph);
  OfferPoses(control, graph);
}

}  // namespace surefoot::serve
