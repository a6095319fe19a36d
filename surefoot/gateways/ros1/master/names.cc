#include "surefoot/gateways/ros1/master/names.h"

#include "surefoot/base/text.h"

namespace surefoot::gateways::ros1 {

std::string NamespaceOf(const std::string& name) {
  if (name.empty()) return "/";
  const std::size_t end = name.back() == '/' ? name.size() - 1 : name.size();
  const std::size_t slash = std::string_view(name).substr(0, end).rfind('/');
  return slash == std::string::npos ? "/" : name.substr(0, slash + 1);
}

std::vector<std::string> NameParts(std::string_view name) {
  std::vector<std::string> parts = SplitAt(name, '/');
  std::erase_if(parts, [](const std::string& part) { return part.empty(); });
  return parts;
}

std::string CanonicalName(const std::string& name) {
  if (name.empty() || name == "/") return name;
  std::string result;
  for (const std::string& part : NameParts(name)) {
    if (!result.empty() || name[0] == '/') result += '/';
    result += part;
  }
  return result.empty() ? "/" : result;
}

std::string ResolveName(const std::string& name, const std::string& caller) {
  if (name.empty()) return NamespaceOf(caller);
  const std::string canonical = CanonicalName(name);
  if (canonical[0] == '/') return canonical;
  if (canonical[0] == '~') return CanonicalName(caller + "/" + canonical.substr(1));
  return NamespaceOf(caller) + canonical;
}

std::string JoinNames(const std::string& scope, const std::string& name) {
  const bool alone = scope.empty() || (!name.empty() && (name[0] == '~' || name[0] == '/'));
  if (alone) return name;
  if (scope == "~") return "~" + name;
  return scope.back() == '/' ? scope + name : scope + "/" + name;
}

}  // namespace surefoot::gateways::ros1
