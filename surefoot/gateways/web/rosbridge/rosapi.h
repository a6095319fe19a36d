#pragma once

/// The services under /rosapi, answered by the gateway itself from its directory, without a request
/// to the simulation.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/gateways/web/core.h"
#include "surefoot/msgs/rosapi_msgs.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

/// Introspection for clients: lists of topics, services, nodes and types, and parameters. Network
/// thread only.
class Rosapi {
 public:
  /// `directory` outlives this. `now` returns simulated time.
  Rosapi(const Directory* directory, std::function<SimTimeNs()> now);

  /// The type of a rosapi service; nullptr for other names.
  const msgs::ServiceInfo* Find(const std::string& service) const;
  /// The role that a service needs: viewers may look, but parameters are everybody's.
  static graph::Role RoleFor(const std::string& service);
  /// Calls a service for which Find is not nullptr; returns the response as JSON.
  Result<std::string> Call(const std::string& service, std::string_view args);

 private:
  struct Entry {
    const msgs::ServiceInfo* info;
    std::function<Result<std::string>(std::string_view args)> answer;
  };
  template <typename S, typename F>
  void Add(const char* name, F answer);
  void AddTopics();
  void AddServices();
  void AddNodes();
  void AddDetails();
  void AddParameters();

  /// All services: the graph's and these.
  std::map<std::string, const msgs::ServiceInfo*> Services() const;
  NodeNote Node(const std::string& name) const;
  std::vector<std::string> Nodes() const;
  /// Nodes with `name` in the given set.
  std::vector<std::string> NodesWith(std::set<std::string> NodeNote::*set,
                                     const std::string& name) const;

  const Directory& directory_;
  std::function<SimTimeNs()> now_;
  std::map<std::string, Entry> entries_;
  /// Values as JSON text.
  std::map<std::string, std::string> parameters_;
};

/// The fields of a type, followed by those of every type it uses, once each: the response of
/// rosapi's message_details.
std::vector<msgs::rosapi_msgs::TypeDef> TypeDefs(const msgs::TypeInfo& type);

}  // namespace surefoot::gateways::web
