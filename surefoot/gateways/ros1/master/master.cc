#include "surefoot/gateways/ros1/master/master.h"

#include <unistd.h>

#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/gateways/ros1/master/arguments.h"
#include "surefoot/gateways/ros1/master/names.h"

namespace surefoot::gateways::ros1 {
namespace {

/// The name under which a master calls nodes.
constexpr const char* kMaster = "/master";
constexpr const char* kAnyType = "*";
/// Calls within one system.multicall; roslaunch sets all parameters of a launch file in one.
constexpr std::size_t kMaxMulticall = 20000;
/// Bytes of all answers of one system.multicall: each may contain all parameters.
constexpr std::size_t kMaxMulticallBytes = 2 * ParameterTree::kMaxBytes;

Value Fault(const std::string& text) {
  return Value::Struct{{"faultCode", 1}, {"faultString", text}};
}

/// A parameter's name for subscriptions: with a trailing slash.
std::string SubscriptionKey(const std::string& name) {
  return name == "/" ? name : CanonicalName(name) + "/";
}

}  // namespace

/// Checked arguments of a call.
struct Master::Request {
  Value::Array values;
  const std::string& caller() const { return *values[0].text(); }
  /// The argument of this index, from 1; a text by its check.
  const std::string& text(std::size_t i) const { return *values[i].text(); }
  /// The global name of a parameter.
  std::string key(std::size_t i) const { return ResolveName(text(i), caller()); }
};

struct Master::Method {
  std::vector<Parameter> parameters;
  /// The third item of the answer if an argument is wrong.
  Value on_error;
  Value (Master::*run)(const Request&);
};

Master::Master(std::string uri) : uri_(std::move(uri)) {}

const std::map<std::string, Master::Method>& Master::Methods() {
  const Parameter key{"key", Check::kText};
  const Parameter api{"caller_api", Check::kApi};
  const Parameter topic{"topic", Check::kTopic};
  const Parameter type{"topic_type", Check::kType};
  const Parameter service{"service", Check::kTopic};
  const Parameter service_api{"service_api", Check::kApi};
  const Value none = Value::Array{};
  using M = Master;
  static const std::map<std::string, Method> kMethods{
      {"shutdown", {{{"msg", Check::kAny}}, 0, &M::ShutDown}},
      {"getUri", {{}, "", &M::GetUri}},
      {"getPid", {{}, -1, &M::GetPid}},
      {"deleteParam", {{key}, 0, &M::DeleteParam}},
      {"setParam", {{key, {"value", Check::kAny}}, 0, &M::SetParam}},
      {"getParam", {{key}, 0, &M::GetParam}},
      {"searchParam", {{key}, 0, &M::SearchParam}},
      {"subscribeParam", {{api, key}, 0, &M::SubscribeParam}},
      {"unsubscribeParam", {{api, key}, 0, &M::UnsubscribeParam}},
      {"hasParam", {{key}, false, &M::HasParam}},
      {"getParamNames", {{}, none, &M::GetParamNames}},
      {"registerService", {{service, service_api, api}, 0, &M::RegisterService}},
      {"lookupService", {{service}, "", &M::LookupService}},
      {"unregisterService", {{service, service_api}, 0, &M::UnregisterService}},
      {"registerSubscriber", {{topic, type, api}, none, &M::RegisterSubscriber}},
      {"unregisterSubscriber", {{topic, api}, 0, &M::UnregisterSubscriber}},
      {"registerPublisher", {{topic, type, api}, none, &M::RegisterPublisher}},
      {"unregisterPublisher", {{topic, api}, 0, &M::UnregisterPublisher}},
      {"lookupNode", {{{"node", Check::kName}}, "", &M::LookupNode}},
      {"getPublishedTopics", {{{"subgraph", Check::kNameOrEmpty}}, 0, &M::GetPublishedTopics}},
      {"getTopicTypes", {{}, none, &M::GetTopicTypes}},
      {"getSystemState", {{}, Value::Array{none, none, none}, &M::GetSystemState}},
  };
  return kMethods;
}

bool Master::Has(const std::string& method) { return Methods().count(method) > 0; }

Result<Value> Master::Call(const MethodCall& call) {
  if (call.method == "system.multicall" && call.params.size() == 1) {
    return Multicall(call.params[0]);
  }
  const auto found = Methods().find(call.method);
  if (found == Methods().end()) {
    return Error{"method \"" + call.method.substr(0, 100) + "\" is not supported"};
  }
  const Method& method = found->second;
  Result<Value::Array> checked = CheckArguments(call.params, method.parameters);
  if (!checked.ok()) return Reply(-1, checked.error().message, method.on_error);
  return (this->*method.run)(Request{std::move(*checked)});
}

/// Several calls at once: each result in an array of one, or a fault (python's xmlrpc.client).
Value Master::Multicall(const Value& calls) {
  Value::Array results;
  std::size_t bytes = 0;
  if (calls.array() == nullptr) return results;
  for (const Value& item : *calls.array()) {
    const Value::Struct* call = item.members();
    const auto member = [&](const char* name) -> const Value* {
      const auto found = call->find(name);
      return found == call->end() ? nullptr : &found->second;
    };
    const Value* name = call == nullptr ? nullptr : member("methodName");
    const Value* params = call == nullptr ? nullptr : member("params");
    const bool whole = name != nullptr && name->text() != nullptr && params != nullptr &&
                       params->array() != nullptr;
    const bool fits = results.size() < kMaxMulticall && bytes < kMaxMulticallBytes;
    if (!whole || !fits || *name->text() == "system.multicall") {
      results.push_back(Fault("not a call, or too many of them"));
      continue;
    }
    const Result<Value> result = Call({*name->text(), *params->array()});
    if (result.ok()) bytes += SizeOf(*result);
    results.push_back(result.ok() ? Value(Value::Array{*result}) : Fault(result.error().message));
  }
  return results;
}

Status Master::Register(Registration role, const std::string& key, const Request& request,
                        const std::string& api, const std::string& service_api) {
  if (registrations_.size() >= kMaxRegistrations) {
    return Error{"the master has " + std::to_string(kMaxRegistrations) +
                 " registrations, which is its limit"};
  }
  const std::string& name = request.caller();
  const std::string previous = registrations_.ApiOf(name);
  if (!previous.empty() && previous != api) {
    const std::string reason = "[" + name + "] Reason: new node registered with same name";
    call_node(previous, {"shutdown", {kMaster, reason}}, "", nullptr);
    for (const std::string& topic : registrations_.RemoveNode(name)) NotifySubscribers(topic);
  }
  registrations_.Add(role, key, {name, api}, service_api);
  if (topic_types_.size() > 2 * kMaxRegistrations) {
    // Clients may have registered ever new topics.
    std::erase_if(topic_types_, [this](const auto& topic) {
      return registrations_.Nodes(Registration::kPublisher, topic.first).empty() &&
             registrations_.Nodes(Registration::kSubscriber, topic.first).empty();
    });
  }
  if (changed) changed();
  return Status();
}

void Master::NotifySubscribers(const std::string& topic) {
  const Value publishers(registrations_.Apis(Registration::kPublisher, topic));
  for (const std::string& api : registrations_.Apis(Registration::kSubscriber, topic)) {
    call_node(api, {"publisherUpdate", {kMaster, topic, publishers}}, "topic " + topic, nullptr);
  }
}

void Master::NotifyParameter(const std::string& name, const Value& value,
                             const std::string& except) {
  const std::vector<std::string> keys = registrations_.Keys(Registration::kParameter);
  for (const ParameterTree::Update& update : ParameterTree::UpdatesOf(keys, name, value)) {
    for (const NodeEntry& node :
         registrations_.Nodes(Registration::kParameter, update.subscribed)) {
      if (node.name == except) continue;
      const auto answered = [this, node, key = update.subscribed](const Result<Value>& answer) {
        const Value::Array* items = answer.ok() ? answer->array() : nullptr;
        const bool gone = items != nullptr && !items->empty() && (*items)[0] == Value(-1);
        // The node does not subscribe any more.
        if (gone) registrations_.Remove(Registration::kParameter, key, node.name, node.api);
      };
      call_node(node.api, {"paramUpdate", {kMaster, update.name, update.value}},
                "parameter " + update.name, answered);
    }
  }
}

Value Master::ShutDown(const Request&) {
  return Reply(-1, "the master ends with the simulator, which only its owner may end", 0);
}

Value Master::GetUri(const Request&) { return Reply(1, "", uri_); }

Value Master::GetPid(const Request&) { return Reply(1, "", static_cast<int>(::getpid())); }

Value Master::DeleteParam(const Request& request) {
  const std::string key = request.key(1);
  if (!parameters_.Delete(key)) return Reply(-1, "parameter [" + key + "] is not set", 0);
  NotifyParameter(key, Value::Struct{}, "");
  return Reply(1, "parameter " + key + " deleted", 0);
}

Value Master::SetParam(const Request& request) {
  const std::string key = request.key(1);
  const Status status = parameters_.Set(key, request.values[2]);
  if (!status.ok()) return Reply(-1, "Error: invalid arguments: " + status.error().message, 0);
  NotifyParameter(key, request.values[2], request.caller());
  return Reply(1, "parameter " + key + " set", 0);
}

Value Master::GetParam(const Request& request) {
  const std::string key = request.key(1);
  const Value* value = parameters_.Find(key);
  if (value == nullptr) return Reply(-1, "Parameter [" + key + "] is not set", 0);
  return Reply(1, "Parameter [" + key + "]", *value);
}

Value Master::SearchParam(const Request& request) {
  const std::string& key = request.text(1);
  if (key[0] == '~') return Reply(0, "Internal failure: invalid key", 0);
  if (!request.caller().starts_with('/')) {
    return Reply(0, "Internal failure: namespace must be global", 0);
  }
  const auto found = parameters_.Search(request.caller(), key);
  if (found) return Reply(1, "Found [" + *found + "]", *found);
  return Reply(-1, "Cannot find parameter [" + key + "] in an upwards search", "");
}

Value Master::SubscribeParam(const Request& request) {
  const std::string key = request.key(2);
  const Status status =
      Register(Registration::kParameter, SubscriptionKey(key), request, request.text(1));
  if (!status.ok()) return Reply(0, status.error().message, 0);
  const Value* value = parameters_.Find(key);
  return Reply(1, "Subscribed to parameter [" + key + "]",
               value == nullptr ? Value(Value::Struct{}) : *value);
}

Value Master::UnsubscribeParam(const Request& request) {
  const std::string key = request.key(2);
  registrations_.Remove(Registration::kParameter, SubscriptionKey(key), request.caller(),
                        request.text(1));
  return Reply(1, "Unsubscribe to parameter [" + key + "]", 1);
}

Value Master::HasParam(const Request& request) {
  const std::string key = request.key(1);
  return Reply(1, key, parameters_.Find(key) != nullptr);
}

Value Master::GetParamNames(const Request&) {
  return Reply(1, "Parameter names", Value(parameters_.Names()));
}

Value Master::RegisterService(const Request& request) {
  const std::string& service = request.text(1);
  const Status status =
      Register(Registration::kService, service, request, request.text(3), request.text(2));
  if (!status.ok()) return Reply(0, status.error().message, 0);
  return Reply(1, "Registered [" + request.caller() + "] as provider of [" + service + "]", 1);
}

Value Master::LookupService(const Request& request) {
  const std::string api = registrations_.ServiceApi(request.text(1));
  if (api.empty()) return Reply(-1, "no provider", "");
  return Reply(1, "rosrpc URI: [" + api + "]", api);
}

Value Master::UnregisterService(const Request& request) {
  const Unregistered result = registrations_.Remove(Registration::kService, request.text(1),
                                                    request.caller(), request.text(2));
  if (result.count > 0 && changed) changed();
  return Reply(1, result.message, result.count);
}

Value Master::RegisterSubscriber(const Request& request) {
  const std::string& topic = request.text(1);
  const std::string& type = request.text(2);
  const Status status = Register(Registration::kSubscriber, topic, request, request.text(3));
  if (!status.ok()) return Reply(0, status.error().message, Value::Array{});
  if (type != kAnyType) topic_types_.emplace(topic, type);
  return Reply(1, "Subscribed to [" + topic + "]",
               Value(registrations_.Apis(Registration::kPublisher, topic)));
}

Value Master::UnregisterSubscriber(const Request& request) {
  const Unregistered result = registrations_.Remove(Registration::kSubscriber, request.text(1),
                                                    request.caller(), request.text(2));
  if (result.count > 0 && changed) changed();
  return Reply(1, result.message, result.count);
}

Value Master::RegisterPublisher(const Request& request) {
  const std::string& topic = request.text(1);
  const std::string& type = request.text(2);
  const Status status = Register(Registration::kPublisher, topic, request, request.text(3));
  if (!status.ok()) return Reply(0, status.error().message, Value::Array{});
  if (type != kAnyType) {
    topic_types_[topic] = type;
  } else {
    topic_types_.emplace(topic, type);
  }
  NotifySubscribers(topic);
  return Reply(1, "Registered [" + request.caller() + "] as publisher of [" + topic + "]",
               Value(registrations_.Apis(Registration::kSubscriber, topic)));
}

Value Master::UnregisterPublisher(const Request& request) {
  const std::string& topic = request.text(1);
  const Unregistered result =
      registrations_.Remove(Registration::kPublisher, topic, request.caller(), request.text(2));
  if (result.count > 0) NotifySubscribers(topic);
  if (result.count > 0 && changed) changed();
  return Reply(1, result.message, result.count);
}

Value Master::LookupNode(const Request& request) {
  const std::string api = registrations_.ApiOf(request.text(1));
  if (api.empty()) return Reply(-1, "unknown node [" + request.text(1) + "]", "");
  return Reply(1, "node api", api);
}

Value Master::GetPublishedTopics(const Request& request) {
  std::string scope = request.text(1);
  if (!scope.empty() && scope.back() != '/') scope += '/';
  Value::Array topics;
  for (const std::string& topic : registrations_.Keys(Registration::kPublisher)) {
    if (topic.starts_with(scope)) topics.push_back(Value::Array{topic, topic_types_.at(topic)});
  }
  return Reply(1, "current topics", std::move(topics));
}

Value Master::GetTopicTypes(const Request&) {
  Value::Array types;
  for (const auto& [topic, type] : topic_types_) types.push_back(Value::Array{topic, type});
  return Reply(1, "current system state", std::move(types));
}

/// [[key, [node, ...]], ...].
Value Master::States(Registration role) const {
  Value::Array states;
  for (const std::string& key : registrations_.Keys(role)) {
    Value::Array nodes;
    for (const NodeEntry& node : registrations_.Nodes(role, key)) nodes.push_back(node.name);
    states.push_back(Value::Array{key, std::move(nodes)});
  }
  return states;
}

Value Master::GetSystemState(const Request&) {
  return Reply(1, "current system state",
               Value::Array{States(Registration::kPublisher), States(Registration::kSubscriber),
                            States(Registration::kService)});
}

}  // namespace surefoot::gateways::ros1
