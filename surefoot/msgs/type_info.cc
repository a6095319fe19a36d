#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {
namespace {

/// Inserts the kind into a short name: "std_msgs/String" becomes "std_msgs/msg/String".
std::string FullName(const std::string& name, const std::string& kind) {
  const std::size_t slash = name.find('/');
  const bool is_short =
      slash != std::string::npos && name.find('/', slash + 1) == std::string::npos;
  return is_short ? name.substr(0, slash) + "/" + kind + name.substr(slash) : name;
}

template <typename Info>
/// Linear search; callers keep the result.
const Info* FindNamed(const std::vector<const Info*>& all, const std::string& name) {
  for (const Info* info : all) {
    if (name == info->name) return info;
  }
  return nullptr;
}

}  // namespace

const TypeInfo* FindType(const std::string& name) {
  return FindNamed(AllTypes(), FullName(name, "msg"));
}

const ServiceInfo* FindServiceType(const std::string& name) {
  return FindNamed(AllServices(), FullName(name, "srv"));
}

const ActionInfo* FindActionType(const std::string& name) {
  return FindNamed(AllActions(), FullName(name, "action"));
}

}  // namespace surefoot::msgs
