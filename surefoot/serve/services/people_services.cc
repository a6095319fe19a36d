/// Services for people: joining as a viewer, control of robots, and the owner's consent. Handlers
/// run on the server thread.

#include <algorithm>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/view_feed.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using Clock = Claims::Clock;

Status CheckRobot(const Session& session, const std::string& robot) {
  if (session.world().FindModel(robot) >= 0) return Status();
  std::string names;
  for (const world::ModelInstance& instance : session.world().spec().models) {
    if (!instance.model->is_static) names += (names.empty() ? "" : ", ") + instance.name;
  }
  return Error{"unknown robot '" + robot + "'; the world has: " + names};
}

Status Take(Session* session, ClientControl* clients, const sm::TakeControl::Request& request,
            const std::string& client, sm::TakeControl::Response* response) {
  const std::string& robot = request.robot;
  const Status known = CheckRobot(*session, robot);
  if (!known.ok()) return known;
  const std::string before = clients->claims.OwnerOf(robot);
  // A recording cannot answer, so anybody may take the robot from it at any time.
  const bool force = request.force || before == RecordedDrive::kClient;
  // Taking a robot from another person is the owner's privilege.
  if (request.force && !before.empty() && before != client) {
    const Status may = clients->access.CheckOwner(client, "to take a robot from another client");
    if (!may.ok()) return may;
  }
  const Result<Claims::Taken> taken =
      clients->claims.RequestControl(robot, client, force, Clock::now());
  if (!taken.ok()) return taken.error();
  const std::string name = clients->people.NameOf(client);
  if (taken.value() == Claims::Taken::kAsked) {
    response->pending = true;
    response->message =
        clients->people.NameOf(before) + " has control of " + robot + " and has 10 s to answer";
    clients->events.Info(robot, name + " asks for control of " + robot);
  } else if (before != client) {
    clients->events.Info(
        robot, name + " has control of " + robot +
                   (before.empty() ? "" : ", taken from " + clients->people.NameOf(before)));
  }
  return Status();
}

Status AnswerControlRequest(Session* session, ClientControl* clients,
                            const sm::AnswerControl::Request& request, const std::string& client,
                            sm::AnswerControl::Response* response) {
  const Status known = CheckRobot(*session, request.robot);
  if (!known.ok()) return known;
  const Result<std::string> owner = clients->claims.Answer(request.robot, client, request.grant);
  if (!owner.ok()) return owner.error();
  const std::string name = clients->people.NameOf(owner.value());
  response->message = name + (request.grant ? " has" : " keeps") + " control of " + request.robot;
  clients->events.Info(request.robot, response->message);
  return Status();
}

Status AnswerConsent(ClientControl* clients, const sm::AnswerConsent::Request& request,
                     const std::string& client, sm::AnswerConsent::Response* response) {
  const auto& pending = clients->consents.pending();
  const auto found = std::find_if(pending.begin(), pending.end(),
                                  [&](const auto& question) { return question.id == request.id; });
  // Read before Answer, which removes the question.
  const std::string subject = found != pending.end() ? found->code.subject : "";
  const Status status = clients->consents.Answer(request.id, request.allow);
  if (!status.ok()) return status;
  response->message = clients->people.NameOf(client) +
                      (request.allow ? " allows the code of '" : " refuses the code of '") +
                      subject + "'";
  clients->events.Info("", response->message);
  return Status();
}

Status ReleaseRobot(ClientControl* clients, const sm::ReleaseControl::Request& request,
                    const std::string& client, sm::ReleaseControl::Response* response) {
  const Status status = clients->claims.ReleaseOne(request.robot, client);
  if (!status.ok()) return status;
  const std::string owner = clients->claims.OwnerOf(request.robot);
  response->message = (owner.empty() ? "Nobody" : clients->people.NameOf(owner)) +
                      " has control of " + request.robot;
  clients->events.Info(request.robot, response->message);
  return Status();
}

void Join(ClientControl* clients, WorldControl* world, ViewFeed* view,
          const sm::JoinView::Request& request, const std::string& client,
          sm::JoinView::Response* response) {
  const bool is_new = !clients->people.Has(client);
  clients->people.Join(client, request.name);
  response->success = true;
  response->client = client;
  response->run_id = world->run_id;
  const auto& events = clients->events.events();
  response->events.assign(events.begin(), events.end());
  // After the response was filled, so that the newcomer's list does not contain itself.
  if (is_new && clients->people.IsNamed(client)) {
    clients->events.Info("", clients->people.NameOf(client) + " joined");
  }
  view->RequestWholePoses();
}

Status CommandJoint(Session* session, Claims* claims, const sm::CommandJoint::Request& request,
                    const std::string& client) {
  const world::World& world = session->world();
  const int joint = world.FindJoint(request.joint);
  const Status allowed = claims->Check(world, joint < 0 ? -1 : world.joint(joint).model, client);
  if (!allowed.ok()) return allowed;
  if (request.mode == "position") {
    return session->SetPosition(request.joint, request.target, request.axis);
  }
  if (request.mode == "velocity") {
    return session->SetVelocity(request.joint, request.target, request.axis);
  }
  if (request.mode == "effort") {
    return session->SetEffort(request.joint, request.target, request.axis);
  }
  if (request.mode == "free") return session->SetFree(request.joint, request.axis);
  return Error{"the mode of '" + request.joint +
               "' must be one of: position, velocity, effort, free; not '" + request.mode + "'"};
}

}  // namespace

void OfferPeopleServices(WorldControl* world, ClientControl* clients, ViewFeed* view) {
  Run* run = &world->run;
  Offer<sm::JoinView>(&run->graph(), "/surefoot/view/join", Join, clients, world, view);
  OfferInWorld<sm::TakeControl>(run, "/surefoot/control/take", Take, clients);
  OfferInWorld<sm::AnswerControl>(run, "/surefoot/control/answer", AnswerControlRequest, clients);
  Offer<sm::AnswerConsent>(&run->graph(), "/surefoot/consent/answer", AnswerConsent, clients);
  Offer<sm::ReleaseControl>(&run->graph(), "/surefoot/control/release", ReleaseRobot, clients);
  OfferInWorld<sm::CommandJoint>(run, "/surefoot/joint/command", CommandJoint, &clients->claims);
}

void ExpireControlRequests(ClientControl* clients) {
  for (const auto& [robot, client] : clients->claims.TakeUnanswered(Clock::now())) {
    clients->events.Info(robot, clients->people.NameOf(clients->claims.OwnerOf(robot)) +
                                    " keeps control of " + robot + "; " +
                                    clients->people.NameOf(client) + " received no answer");
  }
}

}  // namespace surefoot::serve
