/// Events of the world, seen and fired from outside; moves that take their time; names of things.

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

Status FireEvent(Control* control, const sm::FireEvent::Request& request) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  sim::FireEvent input{request.name, request.subject};
  if (!request.action.empty()) input.action = request.action;
  return session->simulation().Apply(input);
}

void ListEvents(const Control& control, sm::ListEvents::Response* response) {
  const Session* session = control.run.session();
  if (session == nullptr) return Tell(Status(NoWorld()), response);
  const events::EventSet& set = session->simulation().machine().events();
  response->success = true;
  response->events = set.Infos();
  for (const events::ScriptSpec& script : set.spec().scripts) {
    response->scripts.push_back(script.name);
  }
  response->script_state = set.ScriptState();
}

/// Whoever has control of a robot decides where it goes.
Status CheckClaim(const Control& control, const world::World& world, int model,
                  const std::string& client) {
  return model < 0 ? Status() : control.claims.Check(world.instance(model).name, client);
}

Status MoveJoint(Control* control, const sm::MoveJoint::Request& request,
                 const std::string& client) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const world::World& world = session->world();
  const int joint = world.FindJoint(request.joint);
  const Status allowed =
      CheckClaim(*control, world, joint < 0 ? -1 : world.joint(joint).model, client);
  if (!allowed.ok()) return allowed;
  return session->simulation().Apply(
      sim::JointMotion{request.joint, request.axis, request.position, request.duration});
}

Status MoveModel(Control* control, const sm::MoveModel::Request& request,
                 const std::string& client) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const Status allowed =
      CheckClaim(*control, session->world(), session->world().FindModel(request.model), client);
  if (!allowed.ok()) return allowed;
  const Result<RigidTransform> X_WM = PoseInWorld(session->simulation(), "", request.pose);
  if (!X_WM.ok()) return X_WM.error();
  const Status status = session->simulation().Apply(
      sim::Move{request.model, X_WM.value(), request.duration, request.check});
  if (status.ok()) control->edits.Count();
  return status;
}

Status SetPower(Control* control, const sm::SetPower::Request& request, const std::string& client) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const Status allowed =
      CheckClaim(*control, session->world(), session->world().FindModel(request.model), client);
  if (!allowed.ok()) return allowed;
  return session->simulation().Apply(sim::PowerChange{request.model, request.on});
}

using Names = std::vector<std::string>;

void AddFound(const std::vector<Found>& found, Names* names) {
  for (const Found& one : found) names->push_back(one.uri);
}

/// Names that need no world.
bool AddOutside(const Control& control, const std::string& kind, Names* names) {
  std::string unknown;
  if (kind == "spawnable") {
    AddFound(FindModels(control.run.parts(), {}, &unknown), names);
  } else if (kind == "world") {
    AddFound(FindWorlds(control.run.parts(), {}, &unknown), names);
  } else if (kind == "engine") {
    for (const auto& [name, engine] : control.run.parts().engines.entries()) {
      names->push_back(name);
    }
  } else if (kind == "snapshot") {
    for (const auto& [name, saved] : control.run.snapshots()) names->push_back(name);
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

void ListNames(Control* control, const std::string& kind, sm::ListNames::Response* response) {
  const auto& kinds = events::NameKinds();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    const std::string text = Joined(kinds);
    return Tell(Status(Error{"the kind must be one of: " + text + "; not '" + kind + "'"}),
                response);
  }
  response->success = true;
  if (AddOutside(*control, kind, &response->names)) return;
  AddOfGraph(control->run.graph(), kind, &response->names);
  const Session* session = control->run.session();
  if (session != nullptr) AddOfWorld(*session, kind, &response->names);
}

}  // namespace

void OfferTriggerServices(Control* control) {
  graph::Graph* graph = &control->run.graph();
  Offer<sm::ListEvents>(graph, "/surefoot/events/list",
                        [control](const auto&, auto* response) { ListEvents(*control, response); });
  Offer<sm::FireEvent>(graph, "/surefoot/events/fire",
                       [control](const auto& request, auto* response) {
                         Tell(FireEvent(control, request), response);
                       });
  Offer<sm::ListNames>(graph, "/surefoot/list_names",
                       [control](const auto& request, auto* response) {
                         ListNames(control, request.kind, response);
                       });
  OfferFrom<sm::MoveJoint>(graph, "/surefoot/move_joint",
                           [control](const auto& request, const auto& client, auto* response) {
                             Tell(MoveJoint(control, request, client), response);
                           });
  OfferFrom<sm::MoveModel>(graph, "/surefoot/move_model",
                           [control](const auto& request, const auto& client, auto* response) {
                             Tell(MoveModel(control, request, client), response);
                           });
  OfferFrom<sm::SetPower>(graph, "/surefoot/set_power",
                          [control](const auto& request, const auto& client, auto* response) {
                            Tell(SetPower(control, request, client), response);
                          });
}

void ListenToEvents(Control* control) {
  control->fired =
      control->run.graph().Subscribe(kFiredTopic, [control](const graph::Delivery& delivery) {
        const auto* message = delivery.As<sm::EventFired>();
        if (message == nullptr) return;
        const std::string say = "say ";
        for (const std::string& line : message->commands) {
          if (!line.starts_with(say)) continue;
          control->events.Add(EventLog::kInfo, message->subject, line.substr(say.size()));
        }
      });
}

}  // namespace surefoot::serve
