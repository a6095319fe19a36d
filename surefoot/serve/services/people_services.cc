/// People who look on: who they are, and who of them has control of which robot.

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/view_feed.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using Clock = Claims::Clock;

Status CheckRobot(const Control& control, const std::string& robot) {
  const Session* session = control.run.session();
  if (session == nullptr) return NoWorld();
  if (session->world().FindModel(robot) >= 0) return Status();
  std::string names;
  for (const world::ModelInstance& instance : session->world().spec().models) {
    if (!instance.model->is_static) names += (names.empty() ? "" : ", ") + instance.name;
  }
  return Error{"there is no robot '" + robot + "'; the world has: " + names};
}

void Take(Control* control, const sm::TakeControl::Request& request, const std::string& client,
          sm::TakeControl::Response* response) {
  const std::string& robot = request.robot;
  const Status known = CheckRobot(*control, robot);
  if (!known.ok()) return Tell(known, response);
  const std::string before = control->claims.OwnerOf(robot);
  // A recording cannot answer; a person may take the wheel from it at any time.
  const bool force = request.force || before == RecordedDrive::kClient;
  const Result<Claims::Taken> taken = control->claims.Want(robot, client, force, Clock::now());
  if (!taken.ok()) return Tell(Status(taken.error()), response);
  response->success = true;
  const std::string name = control->people.NameOf(client);
  if (taken.value() == Claims::Taken::kAsked) {
    response->asked = true;
    response->message =
        control->people.NameOf(before) + " has control of " + robot + " and has 10 s to answer";
    control->events.Add(EventLog::kInfo, robot, name + " asks for control of " + robot);
  } else if (before != client) {
    control->events.Add(
        EventLog::kInfo, robot,
        name + " has control of " + robot +
            (before.empty() ? "" : ", taken from " + control->people.NameOf(before)));
  }
}

void AnswerWish(Control* control, const sm::AnswerControl::Request& request,
                const std::string& client, sm::AnswerControl::Response* response) {
  const Status known = CheckRobot(*control, request.robot);
  if (!known.ok()) return Tell(known, response);
  const Result<std::string> owner = control->claims.Answer(request.robot, client, request.give);
  Tell(owner.ok() ? Status() : Status(owner.error()), response);
  if (!owner.ok()) return;
  const std::string name = control->people.NameOf(owner.value());
  response->message = name + (request.give ? " has" : " keeps") + " control of " + request.robot;
  control->events.Add(EventLog::kInfo, request.robot, response->message);
}

void LetGo(Control* control, const sm::ReleaseControl::Request& request, const std::string& client,
           sm::ReleaseControl::Response* response) {
  const Status status = control->claims.ReleaseOne(request.robot, client);
  Tell(status, response);
  if (!status.ok()) return;
  const std::string owner = control->claims.OwnerOf(request.robot);
  response->message = (owner.empty() ? "Nobody" : control->people.NameOf(owner)) +
                      " has control of " + request.robot;
  control->events.Add(EventLog::kInfo, request.robot, response->message);
}

void Join(Control* control, const sm::JoinView::Request& request, const std::string& client,
          sm::JoinView::Response* response) {
  const bool is_new = !control->people.Has(client);
  control->people.Join(client, request.name);
  response->success = true;
  response->client = client;
  response->run_id = control->run_id;
  const auto& events = control->events.events();
  response->events.assign(events.begin(), events.end());
  if (is_new && control->people.IsNamed(client)) {
    control->events.Add(EventLog::kInfo, "", control->people.NameOf(client) + " joined");
  }
  control->view->Greet();
}

Status CommandJoint(Control* control, const sm::CommandJoint::Request& request,
                    const std::string& client) {
  Session* session = control->run.session();
  if (session == nullptr) return NoWorld();
  const int joint = session->world().FindJoint(request.joint);
  if (joint >= 0) {
    const int model = session->world().joint(joint).model;
    const Status allowed = control->claims.Check(session->world().instance(model).name, client);
    if (!allowed.ok()) return allowed;
  }
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

void OfferPeopleServices(Control* control) {
  graph::Graph* graph = &control->run.graph();
  OfferFrom<sm::JoinView>(graph, "/surefoot/view/join",
                          [control](auto&&... args) { Join(control, args...); });
  OfferFrom<sm::TakeControl>(graph, "/surefoot/control/take",
                             [control](auto&&... args) { Take(control, args...); });
  OfferFrom<sm::AnswerControl>(graph, "/surefoot/control/answer",
                               [control](auto&&... args) { AnswerWish(control, args...); });
  OfferFrom<sm::ReleaseControl>(graph, "/surefoot/control/release",
                                [control](auto&&... args) { LetGo(control, args...); });
  OfferFrom<sm::CommandJoint>(graph, "/surefoot/joint/command",
                              [control](const auto& request, const auto& client, auto* response) {
                                Tell(CommandJoint(control, request, client), response);
                              });
}

void AttendWishes(Control* control) {
  for (const auto& [robot, client] : control->claims.TakeUnanswered(Clock::now())) {
    control->events.Add(EventLog::kInfo, robot,
                        control->people.NameOf(control->claims.OwnerOf(robot)) +
                            " keeps control of " + robot + "; " + control->people.NameOf(client) +
                            " had no answer");
  }
}

}  // namespace surefoot::serve
