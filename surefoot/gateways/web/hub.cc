#include "surefoot/gateways/web/hub.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace surefoot::gateways::web {
namespace {

/// Combines lambdas into one visitor for std::visit.
template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

std::optional<Level> LevelOf(const std::string& name) {
  if (name == "info") return Level::kInfo;
  if (name == "warning") return Level::kWarning;
  if (name == "error") return Level::kError;
  if (name == "none") return Level::kNone;
  return std::nullopt;
}

}  // namespace

Hub::Hub(graph::Bridge* bridge, const Limits& limits, Counters* counters, const Tokens& tokens)
    : core_{bridge, limits, counters, {}, 1, nullptr},
      authenticator_(tokens),
      topics_(&core_),
      services_(&core_),
      actions_(&core_) {}

// Clients leave one by one, so that the bridge learns that each of them has gone.
Hub::~Hub() {
  while (!clients_.empty()) Leave(clients_.begin()->second.get());
}

Client* Hub::Join(Peer* peer, std::optional<graph::Role> role, const std::string& address) {
  const std::uint32_t number = next_client_++;
  auto& client = clients_[number];
  client = std::make_unique<Client>(number, peer, core_.limits, core_.counters, role);
  client->address = address;
  core_.directory.clients[client->node()];
  core_.counters->clients->Set(static_cast<double>(clients_.size()));
  if (core_.audit != nullptr) {
    core_.audit->Joined({.action = "connect",
                         .client = client->name(),
                         .role = role ? graph::RoleName(*role) : "",
                         .address = address,
                         .gateway = "web"});
  }
  return client.get();
}

void Hub::Leave(Client* client) {
  topics_.Leave(client);
  services_.Leave(client);
  actions_.Leave(client);
  core_.directory.clients.erase(client->node());
  // Queued behind everything the client has sent, so nothing of it arrives after its leave.
  core_.bridge->ClientLeft(client->name());
  if (core_.audit != nullptr) core_.audit->Left(client->name());
  clients_.erase(client->number());
  core_.counters->clients->Set(static_cast<double>(clients_.size()));
}

void Hub::Receive(Client* client, std::string_view text, TimePoint now) {
  core_.counters->messages_in->Add();
  core_.counters->bytes_in->Add(static_cast<double>(text.size()));
  Result<Request> request = ParseRequest(text);
  if (!request.ok()) {
    return core_.Refuse(client, "malformed", request.error().message, "", now);
  }
  if (!client->has_role() || request->op == "auth") return Authenticate(client, *request, now);
  if (request->op == "fragment") return AddFragment(client, std::move(*request), now);
  Do(client, *request, now);
}

void Hub::Authenticate(Client* client, const Request& request, TimePoint now) {
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wall).count();
  if (request.op != "auth") {
    return core_.Refuse(
        client, "not authenticated",
        "a token is required: connect to /?token=TOKEN, or send the op auth with a mac made of it",
        request.id, now);
  }
  if (failures_.LocksOut(client->address, now)) {
    NoteAuth(*client, std::nullopt, "too many wrong tokens from this address");
    return core_.Refuse(client, "token", "too many wrong tokens; wait a minute", request.id, now);
  }
  const std::optional<graph::Role> role = authenticator_.Check(request, seconds);
  NoteAuth(*client, role, role ? "" : "wrong, old or used mac");
  if (role) return client->set_role(*role);
  failures_.Count(client->address, now);
  core_.Refuse(client, "not authenticated",
               "auth: the mac is not one of a token, is older than 30 s, or was used before",
               request.id, now);
}

void Hub::NoteAuth(const Client& client, std::optional<graph::Role> role, const char* reason) {
  if (core_.audit == nullptr) return;
  core_.audit->Write({.action = "auth",
                      .allowed = role.has_value(),
                      .reason = reason,
                      .client = client.name(),
                      .role = role ? graph::RoleName(*role) : "",
                      .address = client.address,
                      .gateway = "web"});
}

void Hub::AddFragment(Client* client, Request request, TimePoint now) {
  const Result<std::string> whole = client->defragmenter().Add(
      IdText(request.id), request.num, request.total, std::move(request.data), now);
  if (!whole.ok()) return core_.Refuse(client, "fragment", whole.error().message, "", now);
  if (whole->empty()) return;
  const Result<Request> inner = ParseRequest(*whole);
  if (!inner.ok()) return core_.Refuse(client, "malformed", inner.error().message, "", now);
  // Otherwise fragments could be nested to any depth.
  if (inner->op == "fragment") {
    return core_.Refuse(client, "fragment", "nested fragments are not accepted", "", now);
  }
  Do(client, *inner, now);
}

/// Wraps a member function of Topics, Services or Actions as an op, with or without the time.
template <typename Desk, typename... Now>
Hub::Op Hub::At(Desk Hub::*desk, void (Desk::*op)(Client*, const Request&, Now...)) {
  return [=](Hub* hub, Client* client, const Request& request, TimePoint now) {
    if constexpr (sizeof...(Now) > 0) {
      (hub->*desk.*op)(client, request, now);
    } else {
      (hub->*desk.*op)(client, request);
    }
  };
}

/// The ops of the rosbridge protocol v2, section 3.4, and those of actions from ROS 2.
const std::map<std::string, Hub::Op>& Hub::Ops() {
  const auto nothing = [](Hub*, Client*, const Request&, TimePoint) {};
  static const std::map<std::string, Op> kOps{
      {"publish", At(&Hub::topics_, &Topics::Publish)},
      {"subscribe", At(&Hub::topics_, &Topics::Subscribe)},
      {"unsubscribe", At(&Hub::topics_, &Topics::Unsubscribe)},
      {"advertise", At(&Hub::topics_, &Topics::Advertise)},
      {"unadvertise", At(&Hub::topics_, &Topics::Unadvertise)},
      {"call_service", At(&Hub::services_, &Services::Call)},
      {"service_response", At(&Hub::services_, &Services::Respond)},
      {"advertise_service", At(&Hub::services_, &Services::Advertise)},
      {"unadvertise_service", At(&Hub::services_, &Services::Unadvertise)},
      {"send_action_goal", At(&Hub::actions_, &Actions::SendGoal)},
      {"cancel_action_goal", At(&Hub::actions_, &Actions::CancelGoal)},
      {"advertise_action", At(&Hub::actions_, &Actions::Advertise)},
      {"unadvertise_action", At(&Hub::actions_, &Actions::Unadvertise)},
      {"action_feedback", At(&Hub::actions_, &Actions::Feedback)},
      {"action_result", At(&Hub::actions_, &Actions::Finish)},
      // Not needed: the result of a goal contains its status.
      {"action_status", nothing},
      // Sent by servers only.
      {"status", nothing},
  };
  return kOps;
}

void Hub::Do(Client* client, const Request& request, TimePoint now) {
  const auto op = Ops().find(request.op);
  if (op != Ops().end()) return op->second(this, client, request, now);
  if (request.op == "set_level") {
    const std::optional<Level> level = LevelOf(request.level);
    if (level) return client->set_level(*level);
    return core_.Refuse(client, "malformed",
                        "set_level: level is '" + request.level.substr(0, 40) +
                            "'; accepted are none, error, warning and info",
                        request.id, now);
  }
  core_.Refuse(client, "unknown op", "unknown op '" + request.op.substr(0, 40) + "'", request.id,
               now);
}

void Hub::Pump(TimePoint now) {
  namespace event = graph::event;
  // events_ is a member to reuse its memory.
  core_.bridge->Take(&events_);
  const Overloaded take{
      [&](const event::Message& e) { topics_.OnSample(e.sample, now); },
      [&](const event::TopicAdded& e) { topics_.OnTopicAdded(e, now); },
      [&](const event::Lost& e) { topics_.OnLost(e.topic); },
      [&](const event::Services& e) { OnServices(e); },
      [&](const event::Answered& e) { services_.OnAnswered(e); },
      [&](const event::Feedback& e) { actions_.OnFeedback(e); },
      [&](const event::GoalEnded& e) { actions_.OnGoalEnded(e); },
      [&](const event::Called& e) { services_.OnCalled(e); },
      [&](const event::GoalSent& e) { actions_.OnGoalSent(e); },
      [&](const event::GoalCanceled& e) { actions_.OnGoalCanceled(e); },
      [&](const event::Refused& e) { OnRefused(e, now); },
      [&](const event::GraphChanged&) {
        topics_.OnGraphChanged();
        core_.directory.services.clear();
        core_.directory.actions.clear();
        restore_ = true;
      },
  };
  for (const graph::Event& event : events_) std::visit(take, event);
  events_.clear();
}

void Hub::OnServices(const graph::event::Services& event) {
  core_.directory.services = {event.services.begin(), event.services.end()};
  core_.directory.actions = {event.actions.begin(), event.actions.end()};
  // The first list of services arrives after all topics of a new graph, so now everything is known
  // that the clients' advertisements may conflict with.
  if (!std::exchange(restore_, false)) return;
  topics_.Restore();
  services_.Restore();
  actions_.Restore();
}

void Hub::OnRefused(const graph::event::Refused& event, TimePoint now) {
  // An offer of a service or action; the others carry their client's number.
  if ((event.id & kClientIdFlag) == 0) {
    if (!services_.OnRefused(event, now)) actions_.OnRefused(event, now);
    return;
  }
  core_.counters->Refused("by the simulator");
  const auto client = clients_.find(static_cast<std::uint32_t>(event.id & ~kClientIdFlag));
  if (client == clients_.end()) return;
  client->second->SendStatus(Level::kWarning, event.reason, "", now);
}

void Hub::Tick(TimePoint now) {
  topics_.Tick(now);
  services_.Tick(now);
}

std::optional<TimePoint> Hub::next() const {
  const std::optional<TimePoint> a = topics_.next();
  const std::optional<TimePoint> b = services_.next();
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace surefoot::gateways::web
