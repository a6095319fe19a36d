/// The part of Server about clients: their requests, messages and departure. Server thread.

#include <algorithm>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/serve/clients/accept.h"
#include "surefoot/serve/server.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;

}  // namespace

void Server::HandleRequests() {
  shared_.worker->Pump();
  if (!gateways_.Pump()) return;
  // The tasks may add further ones, which are executed in a later turn.
  for (const std::function<void()>& task : std::exchange(world_.later, {})) task();
  gateways_.AnnounceOffers();
}

Status Server::TakePublication(graph::Publication publication) {
  clients_.active.insert(publication.caller.name);
  if (publication.topic == kDoneTopic) {
    sm::LockstepDone done;
    if (publication.type != &sm::LockstepDone::type() || !msgs::Decode(publication.cdr, &done)) {
      return Error{std::string("messages for ") + kDoneTopic + " are " +
                   sm::LockstepDone::type().name};
    }
    return time_.lockstep.Done(done.name, done.step, publication.caller.name);
  }
  Session* session = world_.run.session();
  if (session == nullptr) return NoWorld();
  const graph::Graph& graph = session->simulation().graph();
  SUREFOOT_TRY(graph.CheckKept(publication.topic, publication.cdr.size()));
  const sim::TopicMessage message = SUREFOOT_TRY(Accept(&publication, graph));
  UpdateClaims();
  const Status claimed = clients_.claims.Take(publication.topic, publication.caller.name);
  if (!claimed.ok()) return claimed;
  if (time_.lockstep.Has(publication.caller.name)) {
    return time_.lockstep.Hold(std::move(publication));
  }
  const Status applied = ApplyNow(publication, message);
  if (applied.ok()) clients_.held.Note(publication, message, session->simulation().time_ns());
  return applied;
}

/// Transforms are checked and merged here rather than in TakePublication, because those of clients
/// in lock-step wait in between, while others may change.
Status Server::ApplyNow(const graph::Publication& publication, const sim::TopicMessage& message) {
  using msgs::tf2_msgs::TFMessage;
  sim::Simulation& simulation = world_.run.session()->simulation();
  const bool is_static = publication.topic == "/tf_static";
  const bool is_transforms = (is_static || publication.topic == "/tf") &&
                             publication.type == &TFMessage::type() &&
                             publication.message != nullptr && frames_ != nullptr;
  if (!is_transforms) return simulation.Apply(message);
  const auto& given = *static_cast<const TFMessage*>(publication.message.get());
  const auto may_move = [&](const std::string& robot) {
    return clients_.claims.Check(robot, publication.caller.name);
  };
  Frames::Taken taken = is_static ? frames_->TakeStatic(given, simulation, may_move)
                                  : frames_->Take(given, simulation, may_move);
  if (taken.publish != nullptr) {
    sim::TopicMessage applied{message.topic, message.type, {}, taken.publish};
    msgs::Encode(*taken.publish, &applied.cdr);
    SUREFOOT_TRY(simulation.Apply(applied));
  }
  return taken.refused;
}

/// Repeats commands that remain valid. They end when another client has control of the robot, or
/// its drive no longer exists.
void Server::RepeatHeld(Session* session) {
  sim::Simulation& simulation = session->simulation();
  clients_.held.Repeat(simulation.time_ns(), [&](const HeldCommands::Command& held) {
    return simulation.graph().IsListenedTo(held.message.topic) &&
           clients_.claims.Take(held.message.topic, held.client).ok() &&
           simulation.Apply(held.message).ok();
  });
}

/// A client has left a robot that it controlled.
void Server::ReportRelease(const std::string& robot, const std::string& name) {
  const std::string owner = clients_.claims.OwnerOf(robot);
  clients_.events.Info(robot, name + " left; " +
                                  (owner.empty() ? "nobody" : clients_.people.NameOf(owner)) +
                                  " has control of " + robot);
}

void Server::OnClientLeft(const std::string& client) {
  clients_.active.erase(client);
  clients_.held.Release(client);
  if (shared_.gap != nullptr) shared_.gap->Cancel(client);
  const std::string name = clients_.people.NameOf(client);
  for (const std::string& robot : clients_.claims.Release(client)) ReportRelease(robot, name);
  if (clients_.people.IsNamed(client)) {
    clients_.events.Info("", name + " left");
  }
  clients_.people.Leave(client);
  clients_.access.Forget(client);
  audit_.Forget(client);
  time_.job.Leave(client);
  for (const Lockstep::Entry& entry : time_.lockstep.Leave(client)) {
    if (entry.policy == Lockstep::Policy::kStop) {
      Pause("'" + entry.name + "' left, and its policy is stop");
    } else {
      Log("'" + entry.name + "' left; the simulation continues without it");
    }
  }
}

}  // namespace surefoot::serve
