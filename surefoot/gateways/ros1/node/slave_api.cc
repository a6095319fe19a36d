#include "surefoot/gateways/ros1/node/slave_api.h"

#include <unistd.h>

#include <map>

#include "surefoot/gateways/ros1/master/arguments.h"

namespace surefoot::gateways::ros1 {
namespace {

using Arguments = Value::Array;

struct Method {
  std::vector<Parameter> parameters;
  /// The third item of the answer if an argument is wrong.
  Value on_error;
  Value (*run)(const SlaveHost&, const Arguments&);
};

int Small(std::uint64_t number) {
  // XML-RPC has no larger integers.
  return static_cast<int>(number & 0x7fffffff);
}

Value GetBusStats(const SlaveHost& host, const Arguments&) {
  Value::Array published;
  for (const auto& [topic, publication] : *host.publications) {
    Value::Array connections;
    for (const Publication::Subscriber& one : publication->subscribers()) {
      connections.push_back(Value::Array{one.id, Small(one.bytes), Small(one.messages), true});
    }
    published.push_back(Value::Array{topic, Small(publication->bytes()), std::move(connections)});
  }
  Value::Array subscribed;
  for (const auto& [topic, subscription] : *host.subscriptions) {
    Value::Array connections;
    for (const Subscription::Connection& one : subscription->connections()) {
      connections.push_back(Value::Array{0, Small(one.bytes), -1, true});
    }
    subscribed.push_back(Value::Array{topic, std::move(connections)});
  }
  return Reply(1, "", Value::Array{std::move(published), std::move(subscribed), Value::Array{}});
}

/// [id, other end, direction, protocol, topic, connected, description] of each connection.
Value GetBusInfo(const SlaveHost& host, const Arguments&) {
  Value::Array all;
  const std::string port = std::to_string(host.port);
  for (const auto& [topic, publication] : *host.publications) {
    for (const Publication::Subscriber& one : publication->subscribers()) {
      all.push_back(
          Value::Array{one.id, one.node, "o", "TCPROS", topic, true,
                       "TCPROS connection on port " + port + " to [" + one.endpoint + "]"});
    }
  }
  for (const auto& [topic, subscription] : *host.subscriptions) {
    for (const Subscription::Connection& one : subscription->connections()) {
      all.push_back(Value::Array{0, one.publisher.uri, "i", "TCPROS", topic, true,
                                 "TCPROS connection to [" + one.publisher.address + "]"});
    }
  }
  return Reply(1, "bus info", std::move(all));
}

Value GetMasterUri(const SlaveHost& host, const Arguments&) {
  return Reply(1, host.master_uri, host.master_uri);
}

/// Ending the simulator needs the role owner, which no node has.
Value ShutDown(const SlaveHost& host, const Arguments& arguments) {
  const std::string* reason = arguments[1].text();
  if (host.log) {
    host.log("refused to shut down for " + *arguments[0].text() +
             (reason != nullptr && !reason->empty() ? ": " + reason->substr(0, 200) : ""));
  }
  return Reply(-1, "the simulator ends only for its owner", 0);
}

Value GetPid(const SlaveHost&, const Arguments&) {
  return Reply(1, "", static_cast<int>(::getpid()));
}

Value GetSubscriptions(const SlaveHost& host, const Arguments&) {
  Value::Array all;
  for (const auto& [topic, subscription] : *host.subscriptions) {
    all.push_back(Value::Array{topic, subscription->type().name});
  }
  return Reply(1, "subscriptions", std::move(all));
}

Value GetPublications(const SlaveHost& host, const Arguments&) {
  Value::Array all;
  for (const auto& [topic, publication] : *host.publications) {
    all.push_back(Value::Array{topic, publication->type().name});
  }
  return Reply(1, "publications", std::move(all));
}

/// -1 tells the master that this node does not subscribe to the parameter.
Value ParamUpdate(const SlaveHost&, const Arguments&) { return Reply(-1, "not subscribed", 0); }

Value PublisherUpdate(const SlaveHost& host, const Arguments& arguments) {
  const Value::Array* uris = arguments[2].array();
  if (uris == nullptr) return Reply(-1, "ERROR: param [publishers] must be a list", 0);
  std::vector<std::string> texts;
  for (const Value& uri : *uris) {
    if (uri.text() == nullptr) {
      return Reply(-1, "ERROR: param [publishers] must be a list of strings", 0);
    }
    texts.push_back(*uri.text());
  }
  host.publishers(*arguments[1].text(), texts);
  return Reply(1, "", 0);
}

Value RequestTopic(const SlaveHost& host, const Arguments& arguments) {
  const std::string& topic = *arguments[1].text();
  if (host.publications->count(topic) == 0)
    return Reply(0, "[" + topic + "] is not a publisher of this node", 0);
  const Value::Array* protocols = arguments[2].array();
  for (const Value& protocol : protocols == nullptr ? Value::Array{} : *protocols) {
    const Value::Array* parts = protocol.array();
    if (parts == nullptr || parts->empty() || (*parts)[0] != Value("TCPROS")) continue;
    return Reply(1, "ready on " + host.host + ":" + std::to_string(host.port),
                 Value::Array{"TCPROS", host.host, host.port});
  }
  return Reply(0, "no supported protocol implementations", 0);
}

const std::map<std::string, Method>& Methods() {
  const Parameter topic{"topic", Check::kTopic};
  const Value none = Value::Array{};
  static const std::map<std::string, Method> kMethods{
      {"getBusStats", {{}, none, GetBusStats}},
      {"getBusInfo", {{}, none, GetBusInfo}},
      {"getMasterUri", {{}, "", GetMasterUri}},
      {"shutdown", {{{"msg", Check::kAny}}, 0, ShutDown}},
      {"getPid", {{}, -1, GetPid}},
      {"getSubscriptions", {{}, none, GetSubscriptions}},
      {"getPublications", {{}, none, GetPublications}},
      {"paramUpdate",
       {{{"parameter_key", Check::kText}, {"parameter_value", Check::kAny}}, -1, ParamUpdate}},
      {"publisherUpdate", {{topic, {"publishers", Check::kAny}}, -1, PublisherUpdate}},
      {"requestTopic", {{topic, {"protocols", Check::kAny}}, none, RequestTopic}},
  };
  return kMethods;
}

}  // namespace

Result<Value> AnswerSlaveCall(const SlaveHost& host, const MethodCall& call) {
  const auto found = Methods().find(call.method);
  if (found == Methods().end()) {
    return Error{"method \"" + call.method.substr(0, 100) + "\" is not supported"};
  }
  const Method& method = found->second;
  const Result<Value::Array> checked = CheckArguments(call.params, method.parameters);
  if (!checked.ok()) return Reply(-1, checked.error().message, method.on_error);
  return method.run(host, *checked);
}

}  // namespace surefoot::gateways::ros1
