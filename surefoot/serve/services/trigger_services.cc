/// Services for events of the world, for motions of given duration, and for lists of names
/// (completion in the console and on the page). Handlers run on the server thread.

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/events/command.h"
#include "surefoot/events/event_set.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/entities.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/serve/services/long_call.h"
#include "surefoot/serve/services/offer.h"
#include "surefoot/world/light/find_light.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

constexpr const char* kFiredTopic = "/surefoot/events/fired";

/// Whether a client may connect or separate these links: not those of a robot that another drives.
Status CheckLinks(const world::World& world, const Claims& claims,
                  const std::vector<std::string>& links, const std::string& client) {
  for (const std::string& name : links) {
    const int link = world.FindLink(name);
    SUREFOOT_TRY(claims.Check(world, link < 0 ? -1 : world.model_of_link(link), client));
  }
  return Status();
}

/// The links of the attachments with this name.
std::vector<std::string> AttachedLinks(const world::World& world, const std::string& name) {
  std::vector<std::string> links;
  for (const world::Attachment& one : world.spec().attachments) {
    if (one.name != name) continue;
    links.push_back(one.model_a + "::" + one.link_a);
    links.push_back(one.model_b + "::" + one.link_b);
  }
  return links;
}

/// A command as text has the same limits as the services for such commands: robots of other clients
/// are left alone, and lights are everybody's. Events and scripts do what the world's author wrote,
/// whoever fires them.
Status CheckLine(const Session& session, const ClientControl& clients, const std::string& line,
                 const std::string& client) {
  const events::Command command = SUREFOOT_TRY(events::ParseCommand(line));
  const world::World& world = session.world();
  if (const auto* attach = events::InputOf<sim::Attach>(command)) {
    return CheckLinks(world, clients.claims, {attach->link_a, attach->link_b}, client);
  }
  if (const auto* detach = events::InputOf<sim::Detach>(command)) {
    return CheckLinks(world, clients.claims, AttachedLinks(world, detach->name), client);
  }
  if (std::holds_alternative<events::ToggleCommand>(command)) {
    return clients.access.CheckAlone(client, "a light");
  }
  return Status();
}

Status FireEvent(Session* session, ClientControl* clients, const sm::FireEvent::Request& request,
                 const std::string& client) {
  if (request.action == "do") SUREFOOT_TRY(CheckLine(*session, *clients, request.subject, client));
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

/// Kinds whose names are those of files.
bool IsOfFiles(const std::string& kind) { return kind == "spawnable" || kind == "world"; }

void AddOfFiles(const Parts& parts, const std::string& kind, Names* names) {
  std::string unknown;
  const auto found =
      kind == "world" ? FindWorlds(parts, {}, {}, &unknown) : FindModels(parts, {}, {}, &unknown);
  for (const Found& one : found) names->push_back(one.uri);
}

void AddOfServer(const Run& run, const std::string& kind, Names* names) {
  if (kind == "engine") {
    for (const auto& [name, engine] : run.parts().engines.entries()) names->push_back(name);
  }
  if (kind == "snapshot") {
    for (const auto& [name, saved] : run.snapshots()) names->push_back(name);
  }
}

void AddOfGraph(const graph::Graph& graph, const std::string& kind, Names* names) {
  if (kind == "topic") {
    for (const auto& topic : graph.topics()) {
      if (!topic->replaced) names->push_back(topic->name);
    }
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

/// Files are listed on the worker, because the folders may be large.
void ListNames(Run* run, FileControl* files, const sm::ListNames::Request& request,
               const std::shared_ptr<graph::Call>& call) {
  const auto& kinds = events::NameKinds();
  sm::ListNames::Response response;
  if (std::find(kinds.begin(), kinds.end(), request.kind) == kinds.end()) {
    SetResult(
        Status(Error{"the kind must be one of: " + Joined(kinds) + "; not '" + request.kind + "'"}),
        &response);
    return call->Respond(&response);
  }
  response.success = true;
  if (IsOfFiles(request.kind)) {
    const Status room = CheckCapacity(*files, call->client());
    if (!room.ok()) return call->Fail(room.error());
    return AnswerAsync<sm::ListNames>(
        files, call, [parts = &run->parts(), kind = request.kind](sm::ListNames::Response* found) {
          found->success = true;
          AddOfFiles(*parts, kind, &found->names);
        });
  }
  AddOfServer(*run, request.kind, &response.names);
  AddOfGraph(run->graph(), request.kind, &response.names);
  const Session* session = run->session();
  if (session != nullptr) AddOfWorld(*session, request.kind, &response.names);
  call->Respond(&response);
}

}  // namespace

void OfferTriggerServices(WorldControl* world, ClientControl* clients, FileControl* files) {
  Run* run = &world->run;
  Claims* claims = &clients->claims;
  OfferInWorld<sm::ListEvents>(run, "/surefoot/events/list", ListEvents);
  OfferInWorld<sm::FireEvent>(run, "/surefoot/events/fire", FireEvent, clients);
  Offer<sm::ListNames>(&run->graph(), "/surefoot/list_names", ListNames, run, files);
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
