#include "surefoot/gateways/web/rosbridge/services.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/msgs/json_reader.h"
#include "surefoot/msgs/json_text.h"

// Calls of clients to the simulator's services, and calls to services that clients offer; both have
// time limits.

namespace surefoot::gateways::web {

std::string ErrorText(std::string_view values) {
  msgs::JsonReader reader(values);
  std::string text;
  if (reader.Peek() == msgs::JsonReader::Kind::kString && reader.ReadString(&text)) return text;
  return values.empty() ? "the client reported a failure" : std::string(values.substr(0, 1000));
}

Services::Services(Core* core)
    : core_(*core),
      rosapi_(&core_.directory, [core] { return core->bridge->time_ns(); }),
      offers_(core, {.kind = "service",
                     .find_type = msgs::FindServiceType,
                     .note = &NodeNote::services,
                     .offer = std::bind_front(&graph::Bridge::OfferService, core->bridge),
                     .withdraw = std::bind_front(&graph::Bridge::WithdrawService, core->bridge),
                     .fail = std::bind_front(&graph::Bridge::Respond, core->bridge)}) {}

void Services::Answer(const Waiting& call, const Result<std::string>& values) {
  msgs::JsonText json;
  json.BeginObject().Text("op", "service_response");
  if (!call.id.empty()) json.Raw("id", call.id);
  json.Text("service", call.service).Key("values");
  if (values.ok()) {
    json.Raw(*values);
  } else {
    json.Text(values.error().message);
  }
  json.Flag("result", values.ok()).EndObject();
  call.client->Send(call.png ? PngMessage(json.text()) : json.text());
}

/// The simulator's services are checked by the server (serve/clients/permissions.cc); these never
/// reach it.
void Services::CallRosapi(const Waiting& call, const std::string& name, std::string_view args) {
  const graph::Role needed = Rosapi::RoleFor(name);
  const graph::Caller& caller = call.client->caller();
  const bool allowed = caller.role >= needed;
  const std::string why = allowed ? ""
                                  : "'" + name + "' needs the role " + graph::RoleName(needed) +
                                        ", and this client is a " + graph::RoleName(caller.role);
  if (core_.audit != nullptr && needed > graph::Role::kViewer) {
    core_.audit->Write({.action = "call",
                        .name = name,
                        .allowed = allowed,
                        .reason = why,
                        .client = caller.name,
                        .role = graph::RoleName(caller.role)});
  }
  if (!allowed) core_.counters->Refused("call");
  Answer(call, allowed ? rosapi_.Call(name, args) : Result<std::string>(Error{why}));
}

void Services::Call(Client* client, const Request& request, TimePoint now) {
  if (request.fragment_size) client->LimitFragments(*request.fragment_size);
  Waiting call;
  call.client = client;
  call.id = request.id;
  call.service = request.service;
  call.png = request.compression == Compression::kPng;
  // "/name#id" is a deprecated way to give an id.
  const std::string name = FullName(request.service.substr(0, request.service.find('#')));
  if (rosapi_.Find(name) != nullptr) return CallRosapi(call, name, request.args);
  const auto known = core_.directory.services.find(name);
  const auto fail = [&](const std::string& why) {
    core_.counters->Refused("call");
    Answer(call, Error{why});
  };
  if (known == core_.directory.services.end()) {
    return fail("unknown service '" + name.substr(0, 100) + "'; /rosapi/services lists all");
  }
  if (client->calls >= core_.limits.calls) {
    return fail("there are " + std::to_string(client->calls) +
                " calls of this client under way already; wait for their answers");
  }
  call.info = known->second;
  Result<Bytes> cdr = ArgsToCdr(*call.info->request, request.args);
  if (!cdr.ok()) return fail(name + ": " + cdr.error().message);
  const std::uint64_t id = core_.next_id++;
  if (request.timeout > 0.0) {
    call.until = now + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(std::min(request.timeout, 1e6)));
    deadlines_.emplace(*call.until, id);
  }
  ++client->calls;
  waiting_[id] = std::move(call);
  core_.bridge->Call(id, name, std::move(cdr).value(), client->caller());
}

void Services::OnAnswered(const graph::event::Answered& event) {
  const auto found = waiting_.find(event.id);
  // Timed out, or the client has left.
  if (found == waiting_.end()) return;
  const Waiting call = std::move(found->second);
  waiting_.erase(found);
  if (call.until) deadlines_.erase({*call.until, event.id});
  --call.client->calls;
  if (!event.response.ok()) return Answer(call, event.response.error());
  Answer(call, CdrToJson(*call.info->response, *event.response));
}

std::optional<TimePoint> Services::next() const {
  if (deadlines_.empty()) return std::nullopt;
  return deadlines_.begin()->first;
}

void Services::Tick(TimePoint now) {
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    const std::uint64_t id = deadlines_.begin()->second;
    OnAnswered({id, Error{"there was no answer within the timeout of the call"}});
  }
}

void Services::Advertise(Client* client, const Request& request, TimePoint now) {
  const std::string name = FullName(request.service);
  offers_.Advertise(client, name, rosapi_.Find(name) != nullptr, request, now);
}

void Services::OnCalled(const graph::event::Called& event) {
  const auto* offer = offers_.Find(event.service);
  if (offer == nullptr) {
    return core_.bridge->Respond(event.id, Error{"the client that offered it has left"});
  }
  const Result<std::string> args = CdrToJson(*offer->info->request, event.request);
  if (!args.ok()) return core_.bridge->Respond(event.id, args.error());
  const std::string id = "service_request:" + event.service + ":" + std::to_string(event.id);
  offers_.pending[id] = {offer->client, event.id, event.service, offer->info};
  msgs::JsonText json;
  json.BeginObject().Text("op", "call_service").Text("id", id).Text("service", event.service);
  offer->client->Send(json.Raw("args", *args).EndObject().text());
}

void Services::Respond(Client* client, const Request& request, TimePoint now) {
  const auto* found = offers_.FindPending(client, request);
  if (found == nullptr) {
    return core_.Refuse(client, "service_response",
                        "service_response: no call with the id " + request.id, request.id, now);
  }
  // A copy, because the entry is erased.
  const auto pending = *found;
  offers_.pending.erase(IdText(request.id));
  if (!request.result.value_or(true)) {
    return core_.bridge->Respond(pending.id, Error{ErrorText(request.values)});
  }
  Result<Bytes> cdr = ArgsToCdr(*pending.info->response, request.values);
  if (!cdr.ok()) {
    const Error error = cdr.error().Within("the response of '" + pending.name + "'");
    core_.Refuse(client, "service_response", error.message, request.id, now);
    return core_.bridge->Respond(pending.id, error);
  }
  core_.bridge->Respond(pending.id, std::move(cdr));
}

void Services::Leave(Client* client) {
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const bool gone = it->second.client == client;
    if (gone && it->second.until) deadlines_.erase({*it->second.until, it->first});
    it = gone ? waiting_.erase(it) : std::next(it);
  }
  offers_.Leave(client);
}

}  // namespace surefoot::gateways::web
