#include "surefoot/gateways/web/rosbridge/rosapi.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/gateways/web/rosbridge/request.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/json_text.h"
#include "surefoot/msgs/rosapi_msgs.h"

// The services of the ROS package rosapi, which clients use to list topics, types and nodes.

namespace surefoot::gateways::web {
namespace {

namespace api = msgs::rosapi_msgs;

/// The simulator's node name; clients are "/web_1" and so on.
constexpr const char* kSelf = "/surefoot";
/// Parameters are kept for clients that exchange settings through them; the simulator uses none.
constexpr std::size_t kMaxParameters = 1000;
constexpr std::size_t kMaxParameterBytes = 64u << 10;
constexpr std::size_t kMaxParameterName = 256;

template <typename Map>
std::vector<std::string> Keys(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

/// "/use_sim_time" or, in the form of ROS 2, "/node:use_sim_time".
bool IsSimTime(const std::string& name) { return name.ends_with("use_sim_time"); }

bool IsJson(const std::string& text) {
  msgs::JsonReader reader(text);
  return reader.Skip() && reader.AtEnd();
}

std::vector<std::string> Sorted(const std::set<std::string>& set) {
  return {set.begin(), set.end()};
}

using msgs::rosapi_msgs::TypeDef;

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Removes the comment of a line; a # within quotes does not begin one.
std::string_view WithoutComment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '#') {
      return Trim(line.substr(0, i));
    }
  }
  return Trim(line);
}

bool IsPrimitive(const std::string& type) {
  static const std::vector<std::string> kTypes{"bool",   "byte",  "char",   "float32", "float64",
                                               "int8",   "uint8", "int16",  "uint16",  "int32",
                                               "uint32", "int64", "uint64", "string",  "wstring"};
  return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

/// The package of the type: the part before the first "/".
std::string Package(const TypeDef& def) { return def.type_.substr(0, def.type_.find('/')); }

/// The placeholder that rosapi returns for a field; "False" is Python's, as in rosbridge_suite.
std::string Example(const std::string& type, bool array) {
  if (array) return "[]";
  if (!IsPrimitive(type)) return "{}";
  if (type == "bool") return "False";
  if (type == "string" || type == "wstring") return "";
  return type.rfind("float", 0) == 0 ? "0.0" : "0";
}

/// Splits "float64[9]" into type and array length: -1 for a single value, 0 for any length.
void AddField(std::string_view type_text, std::string_view name, TypeDef* def) {
  std::string type(type_text);
  int length = -1;
  if (const std::size_t bracket = type.find('['); bracket != type.npos) {
    const std::string inside = type.substr(bracket + 1);
    length = inside[0] >= '0' && inside[0] <= '9' ? std::stoi(inside) : 0;
    type.resize(bracket);
  }
  // Bounded strings: string<=10.
  if (const std::size_t bound = type.find('<'); bound != type.npos) type.resize(bound);
  if (!IsPrimitive(type)) {
    type = type == "Header" ? "std_msgs/Header" : ShortTypeName(type);
    if (type.find('/') == type.npos) type = Package(*def) + "/" + type;
  }
  def->fieldnames.emplace_back(name);
  def->fieldarraylen.push_back(length);
  def->examples.push_back(Example(type, length >= 0));
  def->fieldtypes.push_back(std::move(type));
}

void AddLine(std::string_view line, TypeDef* def) {
  const std::size_t space = line.find_first_of(" \t");
  if (space == line.npos) return;
  const std::string_view type = line.substr(0, space);
  const std::string_view rest = Trim(line.substr(space));
  const std::size_t name_end = std::min(rest.find_first_of(" \t="), rest.size());
  const std::string_view after = Trim(rest.substr(name_end));
  if (!after.empty() && after[0] == '=') {
    def->constnames.emplace_back(rest.substr(0, name_end));
    def->constvalues.emplace_back(Trim(after.substr(1)));
    return;
  }
  AddField(type, rest.substr(0, name_end), def);
}

TypeDef DefOf(const msgs::TypeInfo& type) {
  TypeDef def;
  def.type_ = ShortTypeName(type.name);
  std::string_view text = type.definition;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = WithoutComment(text.substr(0, end));
    // The definitions of nested types follow this line (rosidl's full text).
    if (line.rfind("====", 0) == 0) break;
    AddLine(line, &def);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return def;
}

/// Depth first, each type once.
void Collect(const msgs::TypeInfo& type, std::vector<TypeDef>* defs) {
  const std::string name = ShortTypeName(type.name);
  const bool known = std::any_of(defs->begin(), defs->end(),
                                 [&](const TypeDef& def) { return def.type_ == name; });
  if (known) return;
  defs->push_back(DefOf(type));
  const std::vector<std::string> fields = defs->back().fieldtypes;
  for (const std::string& field : fields) {
    const msgs::TypeInfo* used = IsPrimitive(field) ? nullptr : msgs::FindType(field);
    if (used != nullptr) Collect(*used, defs);
  }
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

graph::Role Rosapi::RoleFor(const std::string& service) {
  const bool changes = service == "/rosapi/set_param" || service == "/rosapi/delete_param";
  return changes ? graph::Role::kDriver : graph::Role::kViewer;
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
  // Everything that no client contributed belongs to the simulator, which publishes and subscribes
  // to every topic.
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
  // The request of ROS 1 servers is a type, that of ROS 2 servers a name; the name is used.
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
    // Names and times follow ROS 2; the distribution is this program.
    response->version = 2;
    response->distro = "surefoot";
  });
  entries_["/rosapi/get_time"] = {
      &api::GetTime::service(), [this](std::string_view) -> Result<std::string> {
        // Both spellings of the time: roslibpy reads secs and nsecs.
        const msgs::builtin_interfaces::Time time = msgs::ToTime(now_());
        msgs::JsonText json;
        json.BeginObject().Key("time").BeginObject();
        json.Integer("sec", time.sec).Integer("nanosec", time.nanosec);
        json.Integer("secs", time.sec).Integer("nsecs", time.nanosec);
        return json.EndObject().EndObject().text();
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
    // Always valid JSON, "null" if unset: roslib parses it and would throw otherwise.
    const std::string value = get(request.name);
    response->successful = !value.empty();
    const std::string other = IsJson(request.default_value) ? request.default_value : "null";
    response->value = value.empty() ? other : value;
    if (value.empty()) response->reason = "unknown parameter '" + request.name + "'";
  });
  Add<api::HasParam>("has_param", [get](const auto& request, auto* response) {
    response->exists = !get(request.name).empty();
  });
  Add<api::SetParam>("set_param", [this](const auto& request, auto* response) {
    if (IsSimTime(request.name)) {
      response->reason = "time is always simulated here";
    } else if (request.name.size() > kMaxParameterName) {
      response->reason = "the name has more than 256 characters";
    } else if (!IsJson(request.value) || request.value.size() > kMaxParameterBytes) {
      response->reason = "expected a JSON text of at most 64 KiB";
    } else if (parameters_.size() >= kMaxParameters && parameters_.count(request.name) == 0) {
      response->reason = "there are 1000 parameters already; delete some first";
    } else {
      parameters_[request.name] = request.value;
      response->successful = true;
    }
  });
  Add<api::DeleteParam>("delete_param", [this](const auto& request, auto* response) {
    response->successful = parameters_.erase(request.name) > 0;
    if (!response->successful) response->reason = "unknown parameter '" + request.name + "'";
  });
  Add<api::GetParamNames>("get_param_names", [this](const auto&, auto* response) {
    response->names = Keys(parameters_);
    response->names.emplace_back(std::string(kSelf) + ":use_sim_time");
  });
}

std::vector<TypeDef> TypeDefs(const msgs::TypeInfo& type) {
  std::vector<TypeDef> defs;
  Collect(type, &defs);
  return defs;
}

}  // namespace surefoot::gateways::web
