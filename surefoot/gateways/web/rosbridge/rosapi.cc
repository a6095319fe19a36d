#include "surefoot/gateways/web/rosbridge/rosapi.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/gateways/web/rosbridge/request.h"
#include "surefoot/gateways/web/rosbridge/type_defs.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/rosapi_msgs.h"

namespace surefoot::gateways::web {
namespace {

namespace api = msgs::rosapi_msgs;

/// The simulator as a node; clients are "/web_1" and so on.
constexpr const char* kSelf = "/surefoot";
constexpr std::size_t kMostParameters = 1000;
constexpr std::size_t kMostParameterBytes = 64u << 10;

template <typename Map>
std::vector<std::string> Keys(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

bool IsSimTime(const std::string& name) {
  const std::string end = "use_sim_time";
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

bool IsJson(const std::string& text) {
  msgs::JsonReader reader(text);
  return reader.Skip() && reader.AtEnd();
}

std::vector<std::string> Sorted(const std::set<std::string>& set) {
  return {set.begin(), set.end()};
}

}  // namespace

Rosapi::Rosapi(const Directory* directory, std::function<SimTimeNs()> now)
    : directory_(*directory), now_(std::move(now)) {
  AddTopics();
  AddServices();
  AddNodes();
  AddDetails();
  AddParameters();
}

const msgs::ServiceInfo* Rosapi::Find(const std::string& service) const {
  const auto found = entries_.find(service);
  return found == entries_.end() ? nullptr : found->second.info;
}

Result<std::string> Rosapi::Call(const std::string& service, std::string_view args) {
  return entries_.at(service).answer(args);
}

template <typename S, typename F>
void Rosapi::Add(const char* name, F answer) {
  const auto call = [answer](std::string_view args) -> Result<std::string> {
    typename S::Request request;
    const Status status = ReadArgs(S::Request::type(), args, &request);
    if (!status.ok()) return status.error();
    typename S::Response response;
    answer(request, &response);
    return msgs::ToJson(response);
  };
  entries_["/rosapi/" + std::string(name)] = {&S::service(), call};
}

std::map<std::string, const msgs::ServiceInfo*> Rosapi::Services() const {
  std::map<std::string, const msgs::ServiceInfo*> all = directory_.services;
  for (const auto& [name, entry] : entries_) all[name] = entry.info;
  return all;
}

std::vector<std::string> Rosapi::Nodes() const {
  std::vector<std::string> nodes = Keys(directory_.clients);
  nodes.insert(nodes.begin(), kSelf);
  return nodes;
}

NodeNote Rosapi::Node(const std::string& name) const {
  if (const auto found = directory_.clients.find(name); found != directory_.clients.end()) {
    return found->second;
  }
  NodeNote note;
  if (name != kSelf) return note;
  // The simulator has what no client brought; it publishes and takes every topic.
  for (const auto& [topic, about] : directory_.topics) note.publishing.insert(topic);
  note.subscribing = note.publishing;
  for (const auto& [service, info] : Services()) note.services.insert(service);
  for (const auto& [action, info] : directory_.actions) note.actions.insert(action);
  for (const auto& [client, theirs] : directory_.clients) {
    for (const std::string& topic : theirs.publishing) note.publishing.erase(topic);
    for (const std::string& service : theirs.services) note.services.erase(service);
    for (const std::string& action : theirs.actions) note.actions.erase(action);
  }
  return note;
}

std::vector<std::string> Rosapi::NodesWith(std::set<std::string> NodeNote::*set,
                                           const std::string& name) const {
  std::vector<std::string> nodes;
  for (const std::string& node : Nodes()) {
    if ((Node(node).*set).count(FullName(name)) > 0) nodes.push_back(node);
  }
  return nodes;
}

void Rosapi::AddTopics() {
  Add<api::Topics>("topics", [this](const auto&, auto* response) {
    for (const auto& [name, note] : directory_.topics) {
      response->topics.push_back(name);
      response->types.emplace_back(note.type->name);
    }
  });
  Add<api::TopicsAndRawTypes>("topics_and_raw_types", [this](const auto&, auto* response) {
    for (const auto& [name, note] : directory_.topics) {
      response->topics.push_back(name);
      response->types.emplace_back(note.type->name);
      response->typedefs_full_text.emplace_back(note.type->definition);
    }
  });
  Add<api::TopicsForType>("topics_for_type", [this](const auto& request, auto* response) {
    const msgs::TypeInfo* type = msgs::FindType(request.type_);
    for (const auto& [name, note] : directory_.topics) {
      if (note.type == type) response->topics.push_back(name);
    }
  });
  Add<api::TopicType>("topic_type", [this](const auto& request, auto* response) {
    const auto found = directory_.topics.find(FullName(request.topic));
    if (found != directory_.topics.end()) response->type_ = found->second.type->name;
  });
  Add<api::Publishers>("publishers", [this](const auto& request, auto* response) {
    response->publishers = NodesWith(&NodeNote::publishing, request.topic);
  });
  Add<api::Subscribers>("subscribers", [this](const auto& request, auto* response) {
    response->subscribers = NodesWith(&NodeNote::subscribing, request.topic);
  });
}

void Rosapi::AddServices() {
  Add<api::Services>(
      "services", [this](const auto&, auto* response) { response->services = Keys(Services()); });
  Add<api::ServicesForType>("services_for_type", [this](const auto& request, auto* response) {
    const msgs::ServiceInfo* type = msgs::FindServiceType(request.type_);
    for (const auto& [name, info] : Services()) {
      if (info == type) response->services.push_back(name);
    }
  });
  Add<api::ServiceType>("service_type", [this](const auto& request, auto* response) {
    const auto all = Services();
    const auto found = all.find(FullName(request.service));
    if (found != all.end()) response->type_ = found->second->name;
  });
  Add<api::ServiceNode>("service_node", [this](const auto& request, auto* response) {
    const auto nodes = NodesWith(&NodeNote::services, request.service);
    if (!nodes.empty()) response->node = nodes.front();
  });
  // Older servers take a type here, newer ones a name.
  Add<api::ServiceProviders>("service_providers", [this](const auto& request, auto* response) {
    response->providers = NodesWith(&NodeNote::services, request.service);
  });
  Add<api::GetActionServers>("action_servers", [this](const auto&, auto* response) {
    response->action_servers = Keys(directory_.actions);
  });
  Add<api::ActionType>("action_type", [this](const auto& request, auto* response) {
    const auto found = directory_.actions.find(FullName(request.action));
    if (found != directory_.actions.end()) response->type_ = found->second->name;
  });
}

void Rosapi::AddNodes() {
  Add<api::Nodes>("nodes", [this](const auto&, auto* response) { response->nodes = Nodes(); });
  Add<api::NodeDetails>("node_details", [this](const auto& request, auto* response) {
    const NodeNote note = Node(FullName(request.node));
    response->subscribing = Sorted(note.subscribing);
    response->publishing = Sorted(note.publishing);
    response->services = Sorted(note.services);
  });
  Add<api::GetROSVersion>("get_ros_version", [](const auto&, auto* response) {
    // Names and times are those of ROS 2; there is no distribution of it.
    response->version = 2;
    response->distro = "surefoot";
  });
  entries_["/rosapi/get_time"] = {
      &api::GetTime::service(), [this](std::string_view) -> Result<std::string> {
        // Clients of ROS 1 look for secs and nsecs.
        const msgs::builtin_interfaces::Time time = msgs::ToTime(now_());
        const std::string sec = std::to_string(time.sec);
        const std::string nanosec = std::to_string(time.nanosec);
        return R"({"time":{"sec":)" + sec + R"(,"nanosec":)" + nanosec + R"(,"secs":)" + sec +
               R"(,"nsecs":)" + nanosec + "}}";
      }};
}

void Rosapi::AddDetails() {
  Add<api::MessageDetails>("message_details", [](const auto& request, auto* response) {
    const msgs::TypeInfo* type = msgs::FindType(request.type_);
    if (type != nullptr) response->typedefs = TypeDefs(*type);
  });
  Add<api::ServiceRequestDetails>(
      "service_request_details", [](const auto& request, auto* response) {
        const msgs::ServiceInfo* info = msgs::FindServiceType(request.type_);
        if (info != nullptr) response->typedefs = TypeDefs(*info->request);
      });
  Add<api::ServiceResponseDetails>(
      "service_response_details", [](const auto& request, auto* response) {
        const msgs::ServiceInfo* info = msgs::FindServiceType(request.type_);
        if (info != nullptr) response->typedefs = TypeDefs(*info->response);
      });
  Add<api::Interfaces>("interfaces", [](const auto&, auto* response) {
    for (const auto* type : msgs::AllTypes()) response->interfaces.emplace_back(type->name);
    for (const auto* type : msgs::AllServices()) response->interfaces.emplace_back(type->name);
    for (const auto* type : msgs::AllActions()) response->interfaces.emplace_back(type->name);
    std::sort(response->interfaces.begin(), response->interfaces.end());
  });
}

void Rosapi::AddParameters() {
  const auto get = [this](const std::string& name) -> std::string {
    if (const auto found = parameters_.find(name); found != parameters_.end()) return found->second;
    return IsSimTime(name) ? "true" : "";
  };
  Add<api::GetParam>("get_param", [get](const auto& request, auto* response) {
    // Clients parse the value, so it is always JSON.
    const std::string value = get(request.name);
    response->successful = !value.empty();
    const std::string other = IsJson(request.default_value) ? request.default_value : "null";
    response->value = value.empty() ? other : value;
    if (value.empty()) response->reason = "there is no parameter '" + request.name + "'";
  });
  Add<api::HasParam>("has_param", [get](const auto& request, auto* response) {
    response->exists = !get(request.name).empty();
  });
  Add<api::SetParam>("set_param", [this](const auto& request, auto* response) {
    if (IsSimTime(request.name)) {
      response->reason = "time is always simulated here";
    } else if (!IsJson(request.value) || request.value.size() > kMostParameterBytes) {
      response->reason = "expected a JSON text of at most 64 KiB";
    } else if (parameters_.size() >= kMostParameters && parameters_.count(request.name) == 0) {
      response->reason = "there are 1000 parameters already";
    } else {
      parameters_[request.name] = request.value;
      response->successful = true;
    }
  });
  Add<api::DeleteParam>("delete_param", [this](const auto& request, auto* response) {
    response->successful = parameters_.erase(request.name) > 0;
    if (!response->successful) response->reason = "there is no parameter '" + request.name + "'";
  });
  Add<api::GetParamNames>("get_param_names", [this](const auto&, auto* response) {
    response->names = Keys(parameters_);
    response->names.emplace_back(std::string(kSelf) + ":use_sim_time");
  });
}

}  // namespace surefoot::gateways::web
