#pragma once

#include <functional>
#include <map>
#include <string>

#include "surefoot/gateways/ros1/master/parameters.h"
#include "surefoot/gateways/ros1/master/registrations.h"
#include "surefoot/gateways/ros1/xmlrpc/xml.h"

namespace surefoot::gateways::ros1 {

/// A ROS 1 master: the Master API and the Parameter Server API
/// (http://wiki.ros.org/ROS/Master_API), with the answers and texts of rosmaster. Without sockets
/// and threads: the owner passes calls in and calls nodes.
///
///   Master master("http://127.0.0.1:11311/");
///   master.call_node = [&](const std::string& uri, MethodCall call, ...) { client.Call(...); };
///   const Result<Value> answer = master.Call({"getPid", {"/talker"}});
class Master {
 public:
  /// Limits, so that clients cannot use up memory.
  static constexpr std::size_t kMaxRegistrations = 50000;
  static constexpr std::size_t kMaxName = 1000;

  explicit Master(std::string uri);

  /// Calls a node later, without waiting for it. Of calls with the same key that wait only the last
  /// one counts.
  std::function<void(const std::string& uri, MethodCall call, const std::string& key,
                     std::function<void(const Result<Value>&)> answer)>
      call_node;
  /// Called when registrations have changed. May be absent.
  std::function<void()> changed;

  /// Answers a call of a node with [code, status message, value]; an error for unknown methods.
  Result<Value> Call(const MethodCall& call);
  /// Whether it has a method of this name.
  static bool Has(const std::string& method);

  const Registrations& registrations() const { return registrations_; }
  const ParameterTree& parameters() const { return parameters_; }

 private:
  struct Method;
  struct Request;
  static const std::map<std::string, Method>& Methods();

  Value Multicall(const Value& calls);
  Status Register(Registration role, const std::string& key, const Request& request,
                  const std::string& api, const std::string& service_api = "");
  void NotifySubscribers(const std::string& topic);
  void NotifyParameter(const std::string& name, const Value& value, const std::string& except);
  Value States(Registration role) const;

  // The methods, by their names in the API.
  Value ShutDown(const Request& request);
  Value GetUri(const Request& request);
  Value GetPid(const Request& request);
  Value DeleteParam(const Request& request);
  Value SetParam(const Request& request);
  Value GetParam(const Request& request);
  Value SearchParam(const Request& request);
  Value SubscribeParam(const Request& request);
  Value UnsubscribeParam(const Request& request);
  Value HasParam(const Request& request);
  Value GetParamNames(const Request& request);
  Value RegisterService(const Request& request);
  Value LookupService(const Request& request);
  Value UnregisterService(const Request& request);
  Value RegisterSubscriber(const Request& request);
  Value UnregisterSubscriber(const Request& request);
  Value RegisterPublisher(const Request& request);
  Value UnregisterPublisher(const Request& request);
  Value LookupNode(const Request& request);
  Value GetPublishedTopics(const Request& request);
  Value GetTopicTypes(const Request& request);
  Value GetSystemState(const Request& request);

  std::string uri_;
  Registrations registrations_;
  ParameterTree parameters_;
  /// Types of all topics that were ever registered.
  std::map<std::string, std::string> topic_types_;
};

}  // namespace surefoot::gateways::ros1
