#pragma once

/// The services under /rosapi, answered from the directory.

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

class Rosapi {
 public:
  /// The directory outlives it.
  Rosapi(const Directory* directory, std::function<SimTimeNs()> now);

  /// nullptr when it is none of ours.
  const msgs::ServiceInfo* Find(const std::string& service) const;
  /// The response as JSON. Only when Find finds it.
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

  /// All services: those of the graph and these.
  std::map<std::string, const msgs::ServiceInfo*> Services() const;
  NodeNote Node(const std::string& name) const;
  std::vector<std::string> Nodes() const;
  /// Nodes that have the name in one of their sets.
  std::vector<std::string> NodesWith(std::set<std::string> NodeNote::*set,
                                     const std::string& name) const;

  const Directory& directory_;
  std::function<SimTimeNs()> now_;
  std::map<std::string, Entry> entries_;
  /// As JSON.
  std::map<std::string, std::string> parameters_;
};

/// The fields of a type and, after it, of every type it uses, once each: what rosapi's
/// message_details tells.
std::vector<msgs::rosapi_msgs::TypeDef> TypeDefs(const msgs::TypeInfo& type);

}  // namespace surefoot::gateways::web
