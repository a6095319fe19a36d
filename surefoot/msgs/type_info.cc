#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

const TypeInfo* FindType(const std::string& name) {
  const std::size_t slash = name.find('/');
  const bool is_short =
      slash != std::string::npos && name.find('/', slash + 1) == std::string::npos;
  const std::string full = is_short ? name.substr(0, slash) + "/msg" + name.substr(slash) : name;
  for (const TypeInfo* type : AllTypes()) {
    if (full == type->name) return type;
  }
  return nullptr;
}

}  // namespace surefoot::msgs
