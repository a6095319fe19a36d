#include "surefoot/gateways/web/rosbridge/services.h"

#include <algorithm>
#include <utility>

#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/gateways/web/rosbridge/png_text.h"
#include "surefoot/graph/names.h"
#include "surefoot/msgs/json_reader.h"
#include "surefoot/msgs/json_text.h"

namespace surefoot::gateways::web {

std::string ErrorText(std::string_view values) {
  msgs::JsonReader reader(values);
  std::string text;
  if (reader.Peek() == msgs::JsonReader::Kind::kString && reader.ReadString(&text)) return text;
  return values.empty() ? "the client said that it failed" : std::string(values.substr(0, 1000));
}

Services::Services(Core* core)
    : core_(*core), rosapi_(&core_.directory, [core] { return core->bridge->time_ns(); }) {}

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

void Services::Call(Client* client, const Request& request, TimePoint now) {
  if (request.fragment_size) client->LimitFragments(*request.fragment_size);
  Waiting call;
  call.client = client;
  call.id = request.id;
  call.service = request.service;
  call.png = request.compression == Compression::kPng;
  // "/name#id" is an old way to give an id.
  const std::string name = FullName(request.service.substr(0, request.service.find('#')));
  if (rosapi_.Find(name) != nullptr) return Answer(call, rosapi_.Call(name, request.args));
  const auto known = core_.directory.services.find(name);
  const auto fail = [&](const std::string& why) {
    core_.counters->Refused("call");
    Answer(call, Error{why});
  };
  if (known == core_.directory.services.end()) {
    return fail("there is no service '" + name.substr(0, 100) + "'; /rosapi/services lists all");
  }
  if (client->calls >= core_.limits.calls) {
    return fail("there are " + std::to_string(client->calls) +
                " calls under way already; wait for their answers");
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
  core_.bridge->Call(id, name, std::move(cdr).value(), client->name());
}

void Services::OnAnswered(const graph::event::Answered& event) {
  const auto found = waiting_.find(event.id);
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
  const auto refuse = [&](const std::string& why) {
    core_.Refuse(client, "advertise_service",
                 "advertise_service '" + name.substr(0, 100) + "': " + why, request.id, now);
  };
  const Status good = graph::CheckName(name);
  if (!good.ok()) return refuse(good.error().message);
  const msgs::ServiceInfo* info = msgs::FindServiceType(request.type);
  if (info == nullptr) {
    return refuse("there is no service type '" + request.type.substr(0, 100) +
                  "'; /rosapi/interfaces lists all");
  }
  const auto found = offers_.find(name);
  if (rosapi_.Find(name) != nullptr || (found != offers_.end() && found->second.client != client)) {
    return refuse("there is such a service already");
  }
  if (found != offers_.end()) Drop(name);
  const auto mine = std::count_if(offers_.begin(), offers_.end(),
                                  [&](const auto& offer) { return offer.second.client == client; });
  if (static_cast<std::size_t>(mine) >= core_.limits.offers) {
    return refuse("at most " + std::to_string(core_.limits.offers) + " services are accepted");
  }
  const std::uint64_t id = core_.next_id++;
  offers_[name] = {client, info, id};
  core_.directory.clients[client->node()].services.insert(name);
  core_.bridge->OfferService(id, name, *info);
}

/// Ends an offer; calls that wait for it fail.
void Services::Drop(const std::string& name) {
  const auto found = offers_.find(name);
  core_.directory.clients[found->second.client->node()].services.erase(name);
  offers_.erase(found);
  core_.bridge->WithdrawService(name);
  for (auto it = asked_.begin(); it != asked_.end();) {
    const bool gone = it->second.service == name;
    if (gone)
      core_.bridge->Respond(it->second.call, Error{"the client that offered '" + name + "' left"});
    it = gone ? asked_.erase(it) : std::next(it);
  }
}

void Services::Unadvertise(Client* client, const Request& request) {
  const std::string name = FullName(request.service);
  const auto found = offers_.find(name);
  if (found != offers_.end() && found->second.client == client) Drop(name);
}

void Services::OnCalled(const graph::event::Called& event) {
  const auto offer = offers_.find(event.service);
  if (offer == offers_.end()) {
    return core_.bridge->Respond(event.id, Error{"the client that offered it left"});
  }
  const Result<std::string> args = CdrToJson(*offer->second.info->request, event.request);
  if (!args.ok()) return core_.bridge->Respond(event.id, args.error());
  const std::string id = "service_request:" + event.service + ":" + std::to_string(event.id);
  asked_[id] = {offer->second.client, event.id, event.service, offer->second.info};
  msgs::JsonText json;
  json.BeginObject().Text("op", "call_service").Text("id", id).Text("service", event.service);
  offer->second.client->Send(json.Raw("args", *args).EndObject().text());
}

void Services::Respond(Client* client, const Request& request, TimePoint now) {
  const auto found = asked_.find(IdText(request.id));
  if (found == asked_.end() || found->second.client != client) {
    return core_.Refuse(client, "service_response",
                        "service_response: there is no call with the id " + request.id, request.id,
                        now);
  }
  const Asked asked = std::move(found->second);
  asked_.erase(found);
  if (!request.result.value_or(true)) {
    return core_.bridge->Respond(asked.call, Error{ErrorText(request.values)});
  }
  Result<Bytes> cdr = ArgsToCdr(*asked.info->response, request.values);
  if (!cdr.ok()) {
    const Error error = cdr.error().Within("the answer of '" + asked.service + "'");
    core_.Refuse(client, "service_response", error.message, request.id, now);
    return core_.bridge->Respond(asked.call, error);
  }
  core_.bridge->Respond(asked.call, std::move(cdr));
}

bool Services::OnRefused(const graph::event::Refused& event, TimePoint now) {
  const auto found = std::find_if(offers_.begin(), offers_.end(),
                                  [&](const auto& offer) { return offer.second.id == event.id; });
  if (found == offers_.end()) return false;
  Client* client = found->second.client;
  core_.directory.clients[client->node()].services.erase(found->first);
  offers_.erase(found);
  core_.Refuse(client, "advertise_service", "advertise_service: " + event.reason, "", now);
  return true;
}

void Services::Restore() {
  for (auto& [name, offer] : offers_) {
    offer.id = core_.next_id++;
    core_.bridge->OfferService(offer.id, name, *offer.info);
  }
}

void Services::Leave(Client* client) {
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const bool gone = it->second.client == client;
    if (gone && it->second.until) deadlines_.erase({*it->second.until, it->first});
    it = gone ? waiting_.erase(it) : std::next(it);
  }
  std::vector<std::string> mine;
  for (const auto& [name, offer] : offers_) {
    if (offer.client == client) mine.push_back(name);
  }
  for (const std::string& name : mine) Drop(name);
}

}  // namespace surefoot::gateways::web
