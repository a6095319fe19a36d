#include "surefoot/gateways/usarsim/test/fake_server.h"

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/rosgraph_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

namespace control = msgs::simulation_interfaces;

/// Offers a service that is implemented by a function of its typed request and response.
template <typename S, typename Function>
void Offer(graph::Graph* graph, const std::string& name, Function function) {
  const Status status =
      graph->AdvertiseService(name, S::service(), [function](const void* request, void* response) {
        function(*static_cast<const typename S::Request*>(request),
                 static_cast<typename S::Response*>(response));
        return Status();
      });
  SUREFOOT_CHECK(status.ok(), name);
}

}  // namespace

FakeServer::FakeServer()
    : bridge_({[this](const graph::Publication& publication) {
                 if (!refuse_commands.empty()) return Status(Error{refuse_commands});
                 taken_[publication.topic].push_back(publication);
                 return Status();
               },
               [this](const std::string& client) { left.push_back(client); }, nullptr}) {
  OfferServices();
  OfferStates();
  bridge_.Attach(&graph_);
}

void FakeServer::Advance(double seconds) {
  time_ns_ += ToNanoseconds(seconds);
  bridge_.set_time(time_ns_);
  msgs::rosgraph_msgs::Clock clock;
  clock.clock = msgs::ToTime(time_ns_);
  Publish("/clock", clock);
}

void FakeServer::Spawn(const control::SpawnEntityService::Request& request,
                       control::SpawnEntityService::Response* response) {
  spawned.push_back(request);
  if (!refuse_spawn.empty()) {
    response->result.result = control::SpawnEntityService::Response::RESOURCE_PARSE_ERROR;
    response->result.error_message = refuse_spawn;
    return;
  }
  std::string name = request.name;
  for (int i = 1; entities.count(name) > 0; ++i) name = request.name + "_" + std::to_string(i);
  entities[name] = request.initial_pose.pose;
  for (const auto& [topic, type] : topics_[request.uri]) {
    (void)graph_.Advertise(graph::TopicName(graph::TopicName("", name), topic), *type);
  }
  response->result.result = control::Result::RESULT_OK;
  response->entity_name = name;
}

void FakeServer::OfferServices() {
  Offer<control::SpawnEntityService>(
      &graph_, "/spawn_entity", [this](const auto& request, auto* out) { Spawn(request, out); });
  Offer<control::DeleteEntity>(&graph_, "/delete_entity", [this](const auto& request, auto* out) {
    deleted.push_back(request.entity);
    out->result.result = entities.erase(request.entity) > 0 ? control::Result::RESULT_OK
                                                            : control::Result::RESULT_NOT_FOUND;
  });
  Offer<control::GetNamedPoses>(&graph_, "/get_named_poses", [this](const auto&, auto* out) {
    out->poses = named_poses;
    out->result.result = control::Result::RESULT_OK;
  });
  Offer<control::GetCurrentWorld>(&graph_, "/get_current_world", [](const auto&, auto* out) {
    out->world.name = "arena";
    out->result.result = control::Result::RESULT_OK;
  });
}

void FakeServer::OfferStates() {
  Offer<control::GetEntityState>(
      &graph_, "/get_entity_state", [this](const auto& request, auto* out) {
        const auto found = entities.find(request.entity);
        out->result.result = found == entities.end() ? control::Result::RESULT_NOT_FOUND
                                                     : control::Result::RESULT_OK;
        if (found != entities.end()) out->state.pose = found->second;
      });
  Offer<control::SetEntityState>(
      &graph_, "/set_entity_state", [this](const auto& request, auto* out) {
        const auto found = entities.find(request.entity);
        out->result.result = found == entities.end() ? control::Result::RESULT_NOT_FOUND
                                                     : control::Result::RESULT_OK;
        if (found != entities.end()) found->second = request.state.pose;
      });
  Offer<control::GetEntitiesStates>(&graph_, "/get_entities_states",
                                    [this](const auto&, auto* out) {
                                      for (const auto& [name, pose] : entities) {
                                        out->entities.push_back(name);
                                        out->states.emplace_back();
                                        out->states.back().pose = pose;
                                      }
                                      out->result.result = control::Result::RESULT_OK;
                                    });
}

msgs::geometry_msgs::Pose PoseAt(double x, double y, double z, double yaw) {
  RigidTransform X;
  X.p = Vector3d(x, y, z);
  X.q = QuaternionFromRpy(0, 0, yaw);
  return msgs::ToPose(X);
}

}  // namespace surefoot::gateways::usarsim
