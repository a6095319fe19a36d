/// Services for events of the world, for motions of given duration, and for lists of names
/// (completion in the console and on the page). Handlers run on the server thread.

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/events/event_set.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/world/light/find_light.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

constexpr const char* kFiredTopic = "/surefoot/events/fired";

Status FireEvent(Session* session, const sm::FireEvent::Request& request) {
  sim::FireEvent input{request.name, request.subject};
  if (!request.action.empty()) input.action = request.action;
  return session->simulation().Apply(input);
}

void ListEvents(Session* session, const sm::ListEvents::Request&,
                sm::ListEvents::Response* response) {
  const events::EventSet& set = session->simulation().machine().events();
  response->success = true;
  response->events = set.Infos();
  for (const events::ScriptSpec& script : set.spec().scripts) {
    response->scripts.push_back(script.name);
  }
  response->script_state = set.ScriptState();
}

/// Only the client in control of a robot may move its joints.
Status MoveJoint(Session* session, Claims* claims, const sm::MoveJoint::Request& request,
                 const std::string& client) {
  const world::World& world = session->world();
  const int joint = world.FindJoint(request.joint);
  const Status allowed = claims->Check(world, joint < 0 ? -1 : world.joint(joint).model, client);
  if (!allowed.ok()) return allowed;
  return session->simulation().Apply(
      sim::JointMotion{request.joint, request.axis, request.position, request.duration});
}

Status MoveModel(Session* session, Claims* claims, Edits* edits,
                 const sm::MoveModel::Request& request, const std::string& client) {
  const world::World& world = session->world();
  const Status allowed = claims->Check(world, world.FindModel(request.model), client);
  if (!allowed.ok()) return allowed;
  const Result<RigidTransform> X_WM = PoseInWorld(session->simulation(), "", request.pose);
  if (!X_WM.ok()) return X_WM.error();
  const Status status = session->simulation().Apply(
      sim::Move{request.model, X_WM.value(), request.duration, request.check});
  if (status.ok()) edits->Count();
  return status;
}

Status SetPower(Session* session, Claims* claims, const sm::SetPower::Request& request,
                const std::string& client) {
  const world::World& world = session->world();
  const Status allowed = claims->Check(world, world.FindModel(request.model), client);
  if (!allowed.ok()) return allowed;
  return session->simulation().Apply(sim::PowerChange{request.model, request.on});
}

using Names = std::vector<std::string>;

void AddFound(const std::vector<Found>& found, Names* names) {
  for (const Found& one : found) names->push_back(one.uri);
}

/// Appends names that do not depend on the world; false for other kinds.
bool AddOutside(const Run& run, const std::string& kind, Names* names) {
  std::string unknown;
  if (kind == "spawnable") {
    AddFound(FindModels(run.parts(), {}, {}, &unknown), names);
  } else if (kind == "world") {
    AddFound(FindWorlds(run.parts(), {}, {}, &unknown), names);
  } else if (kind == "engine") {
    for (const auto& [name, engine] : run.parts().engines.entries()) names->push_back(name);
  } else if (kind == "snapshot") {
    for (const auto& [name, saved] : run.snapshots()) names->push_back(name);
  } else {
    return false;
  }
  return true;
}

void AddOfGraph(const graph::Graph& graph, const std::string& kind, Names* names) {
  if (kind == "topic") {
    for (const auto& topic : graph.topics()) names->push_back(topic->name);
  }
  if (kind != "service") return;
  for (const auto& [name, info] : graph.Services()) names->push_back(name);
}

void AddOfWorld(const Session& session, const std::string& kind, Names* names) {
  const world::World& world = session.world();
  const events::EventsSpec& spec = session.simulation().machine().events().spec();
  if (kind == "model") {
    for (int i = 0; i < world.model_count(); ++i) names->push_back(world.instance(i).name);
  } else if (kind == "link") {
    for (int i = 0; i < world.link_count(); ++i) names->push_back(world.LinkName(i));
  } else if (kind == "joint") {
    for (int i = 0; i < world.joint_count(); ++i) {
      if (world.joint(i).v_count > 0) names->push_back(world.JointName(i));
    }
  } else if (kind == "light") {
    *names = world::LightNames(world.spec());
  } else if (kind == "event") {
    for (const events::EventSpec& event : spec.events) names->push_back(event.name);
  } else if (kind == "script") {
    for (const events::ScriptSpec& script : spec.scripts) names->push_back(script.name);
  }
}

Status ListNames(Run* run, const sm::ListNames::Request& request,
                 sm::ListNames::Response* response) {
  const auto& kinds = events::NameKinds();
  if (std::find(kinds.begin(), kinds.end(), request.kind) == kinds.end()) {
    return Error{"the kind must be one of: " + Joined(kinds) + "; not '" + request.kind + "'"};
  }
  if (AddOutside(*run, request.kind, &response->names)) return Status();
  AddOfGraph(run->graph(), request.kind, &response->names);
  const Session* session = run->session();
  if (session != nullptr) AddOfWorld(*session, request.kind, &response->names);
  return Status();
}

}  // namespace

void OfferTriggerServices(WorldControl* world, Claims* claims) {
  Run* run = &world->run;
  OfferInWorld<sm::ListEvents>(run, "/surefoot/events/list", ListEvents);
  OfferInWorld<sm::FireEvent>(run, "/surefoot/events/fire", FireEvent);
  Offer<sm::ListNames>(&run->graph(), "/surefoot/list_names", ListNames, run);
  OfferInWorld<sm::MoveJoint>(run, "/surefoot/move_joint", MoveJoint, claims);
  OfferInWorld<sm::MoveModel>(run, "/surefoot/move_model", MoveModel, claims, &world->edits);
  OfferInWorld<sm::SetPower>(run, "/surefoot/set_power", SetPower, claims);
}

// "say TEXT" is the command by which events report to people.
graph::Subscription ListenToEvents(graph::Graph* graph, EventLog* log) {
  return graph->Subscribe(kFiredTopic, [log](const graph::Delivery& delivery) {
    const auto* message = delivery.As<sm::EventFired>();
    if (message == nullptr) return;
    const std::string say = "say ";
    for (const std::string& line : message->commands) {
      if (line.starts_with(say)) log->Info(message->subject, line.substr(say.size()));
    }
  });
}

}  // namespace surefoot::serve
