#pragma once

/// What clients offer to the graph, services or actions, and the requests of the graph that they
/// have not answered yet.

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "surefoot/gateways/web/core.h"
#include "surefoot/gateways/web/rosbridge/request.h"
#include "surefoot/graph/names.h"

namespace surefoot::gateways::web {

/// The part that services and actions have in common; `Info` is msgs::ServiceInfo or
/// msgs::ActionInfo. Network thread only.
template <typename Info>
class Offers {
 public:
  /// `id` is the one given to the bridge, which returns it if it refuses the offer.
  struct Offer {
    Client* client = nullptr;
    const Info* info = nullptr;
    std::uint64_t id = 0;
  };
  /// A request to a client that it has not answered: a call or a goal. `id` is the bridge's.
  struct Pending {
    Client* client = nullptr;
    std::uint64_t id = 0;
    /// Name of the service or action.
    std::string name;
    const Info* info = nullptr;
  };
  /// Where services and actions differ.
  struct Traits {
    /// "service" or "action", for messages.
    const char* kind;
    /// Finds a type by its name; nullptr if unknown.
    const Info* (*find_type)(const std::string& name);
    /// The set of the client's node that lists the offers.
    std::set<std::string> NodeNote::*note;
    /// Announces an offer to the bridge, and withdraws it.
    std::function<void(std::uint64_t id, const std::string& name, const Info& info,
                       const graph::Caller& caller)>
        offer;
    std::function<void(const std::string& name)> withdraw;
    /// Reports to the bridge that a request failed.
    std::function<void(std::uint64_t id, const Error& error)> fail;
  };

  Offers(Core* core, Traits ways) : core_(*core), traits_(std::move(ways)) {}

  /// Handles advertise_service and advertise_action. `taken`: the name belongs to the gateway
  /// itself (rosapi). Offering the same name again replaces the client's own offer; another
  /// client's is kept, so that nobody can intercept its requests.
  void Advertise(Client* client, const std::string& name, bool taken, const Request& request,
                 TimePoint now) {
    const std::string kind = traits_.kind;
    const auto refuse = [&](const std::string& why) {
      core_.Refuse(client, ("advertise_" + kind).c_str(),
                   "advertise_" + kind + " '" + name.substr(0, 100) + "': " + why, request.id, now);
    };
    const Status good = graph::CheckName(name);
    if (!good.ok()) return refuse(good.error().message);
    const Info* info = traits_.find_type(request.type);
    if (info == nullptr) {
      return refuse("unknown " + kind + " type '" + request.type.substr(0, 100) +
                    "'; /rosapi/interfaces lists all");
    }
    const auto found = offers_.find(name);
    if (taken || (found != offers_.end() && found->second.client != client)) {
      return refuse((kind == "action" ? "an " : "a ") + kind + " of this name exists already");
    }
    if (found != offers_.end()) Drop(name);
    const auto is_mine = [&](const auto& offer) { return offer.second.client == client; };
    const auto mine = std::count_if(offers_.begin(), offers_.end(), is_mine);
    if (static_cast<std::size_t>(mine) >= core_.limits.offers) {
      return refuse("at most " + std::to_string(core_.limits.offers) + " " + kind +
                    "s per client are accepted");
    }
    const std::uint64_t id = core_.next_id++;
    offers_[name] = {client, info, id};
    NamesOf(client).insert(name);
    traits_.offer(id, name, *info, client->caller());
  }

  void Unadvertise(Client* client, const std::string& name) {
    const Offer* offer = Find(name);
    if (offer != nullptr && offer->client == client) Drop(name);
  }

  /// nullptr if no client offers it.
  const Offer* Find(const std::string& name) const {
    const auto found = offers_.find(name);
    return found == offers_.end() ? nullptr : &found->second;
  }

  /// Requests to clients by the id that the client answers with.
  std::map<std::string, Pending> pending;
  /// The request that the client answers; nullptr if it was not sent to this client, so that
  /// clients cannot answer for each other.
  const Pending* FindPending(const Client* client, const Request& request) const {
    const auto found = pending.find(IdText(request.id));
    return found != pending.end() && found->second.client == client ? &found->second : nullptr;
  }

  /// The graph refused an offer, for example because the simulator has that name. False if the id
  /// does not belong to an offer here.
  bool OnRefused(const graph::event::Refused& event, TimePoint now) {
    const auto found = std::find_if(offers_.begin(), offers_.end(),
                                    [&](const auto& offer) { return offer.second.id == event.id; });
    if (found == offers_.end()) return false;
    Client* client = found->second.client;
    NamesOf(client).erase(found->first);
    offers_.erase(found);
    const std::string op = std::string("advertise_") + traits_.kind;
    core_.Refuse(client, op.c_str(), op + ": " + event.reason, "", now);
    return true;
  }

  /// Offers everything again, in a new graph.
  void Restore() {
    for (auto& [name, offer] : offers_) {
      offer.id = core_.next_id++;
      traits_.offer(offer.id, name, *offer.info, offer.client->caller());
    }
  }

  /// Withdraws the client's offers.
  void Leave(const Client* client) {
    std::set<std::string> mine;
    for (const auto& [name, offer] : offers_) {
      if (offer.client == client) mine.insert(name);
    }
    for (const std::string& name : mine) Drop(name);
  }

 private:
  std::set<std::string>& NamesOf(const Client* client) {
    return core_.directory.clients[client->node()].*traits_.note;
  }

  /// Withdraws an offer; its unanswered requests fail.
  void Drop(const std::string& name) {
    const auto found = offers_.find(name);
    NamesOf(found->second.client).erase(name);
    offers_.erase(found);
    traits_.withdraw(name);
    std::erase_if(pending, [&](const auto& entry) {
      const bool gone = entry.second.name == name;
      if (gone) {
        traits_.fail(entry.second.id, Error{"the client that offered '" + name + "' has left"});
      }
      return gone;
    });
  }

  Core& core_;
  Traits traits_;
  std::map<std::string, Offer> offers_;
};

}  // namespace surefoot::gateways::web
