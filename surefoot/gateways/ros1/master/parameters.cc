#include "surefoot/gateways/ros1/master/parameters.h"

#include <algorithm>
#include <map>
#include <utility>

#include "surefoot/gateways/ros1/master/names.h"

namespace surefoot::gateways::ros1 {
namespace {

void AddNames(const std::string& scope, const Value::Struct& members,
              std::vector<std::string>* names) {
  for (const auto& [key, value] : members) {
    const std::string name = JoinNames(scope, key);
    if (const Value::Struct* inner = value.members()) {
      AddNames(name, *inner, names);
    } else {
      names->push_back(name);
    }
  }
}

/// All values below a namespace, namespaces included, by names with a trailing slash.
void AddAll(const std::string& scope, const Value::Struct& members,
            std::map<std::string, const Value*>* all) {
  for (const auto& [key, value] : members) {
    const std::string name = JoinNames(scope, key) + "/";
    (*all)[name] = &value;
    if (const Value::Struct* inner = value.members()) AddAll(name, *inner, all);
  }
}

/// Levels of structs.
std::size_t DepthOf(const Value& value) {
  const Value::Struct* members = value.members();
  if (members == nullptr) return 0;
  std::size_t depth = 0;
  for (const auto& [key, member] : *members) depth = std::max(depth, DepthOf(member));
  return depth + 1;
}

}  // namespace

const Value* ParameterTree::Find(const std::string& name) const {
  const Value* value = &root_;
  for (const std::string& part : NameParts(name)) {
    const Value::Struct* members = value->members();
    if (members == nullptr) return nullptr;
    const auto found = members->find(part);
    if (found == members->end()) return nullptr;
    value = &found->second;
  }
  return value;
}

Status ParameterTree::Set(const std::string& name, Value value) {
  const std::vector<std::string> parts = NameParts(name);
  if (parts.size() + DepthOf(value) > kMaxDepth) {
    return Error{"parameters are nested deeper than " + std::to_string(kMaxDepth) + " levels"};
  }
  if (parts.empty() && value.members() == nullptr) {
    return Error{"cannot set root of parameter tree to non-dictionary"};
  }
  const Value* old = Find(name);
  const std::size_t before = old == nullptr ? 0 : SizeOf(*old);
  const std::size_t after = bytes_ - std::min(bytes_, before) + SizeOf(value) + 2 * name.size();
  if (after > kMaxBytes) {
    return Error{"the parameters have more than " + std::to_string(kMaxBytes >> 20) +
                 " MiB; delete some"};
  }
  bytes_ = after;
  Value* place = &root_;
  for (const std::string& part : parts) {
    // A value on the way becomes a namespace.
    if (place->members() == nullptr) *place = Value::Struct{};
    place = &(*place->members())[part];
  }
  *place = std::move(value);
  return Status();
}

bool ParameterTree::Delete(const std::string& name) {
  const std::vector<std::string> parts = NameParts(name);
  if (parts.empty()) return false;
  const Value* old = Find(name);
  if (old == nullptr) return false;
  bytes_ -= std::min(bytes_, SizeOf(*old) + 2 * name.size());
  Value* place = &root_;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) place = &(*place->members())[parts[i]];
  place->members()->erase(parts.back());
  return true;
}

std::vector<std::string> ParameterTree::Names() const {
  std::vector<std::string> names;
  AddNames("/", *root_.members(), &names);
  return names;
}

std::optional<std::string> ParameterTree::Search(const std::string& scope,
                                                 const std::string& key) const {
  if (key.starts_with('/')) {
    return Find(key) != nullptr ? std::optional(key) : std::nullopt;
  }
  const std::vector<std::string> key_parts = NameParts(key);
  if (key_parts.empty()) return std::nullopt;
  std::vector<std::string> parts = NameParts(scope);
  while (true) {
    std::string place = "/";
    for (const std::string& part : parts) place += part + "/";
    if (Find(place + key_parts[0]) != nullptr) return place + key;
    if (parts.empty()) return std::nullopt;
    parts.pop_back();
  }
}

// As rosmaster's compute_param_updates: subscribers of a namespace above learn the new value, those
// below it theirs, or that it is gone.
std::vector<ParameterTree::Update> ParameterTree::UpdatesOf(
    const std::vector<std::string>& subscribed, const std::string& name, const Value& value) {
  const std::string key = name == "/" ? name : CanonicalName(name) + "/";
  std::map<std::string, const Value*> below;
  const bool is_namespace = value.members() != nullptr;
  if (is_namespace) AddAll(key, *value.members(), &below);
  std::vector<Update> updates;
  for (const std::string& one : subscribed) {
    if (key.starts_with(one)) {
      updates.push_back({one, key, value});
    } else if (const auto found = below.find(one); found != below.end()) {
      updates.push_back({one, one, *found->second});
    } else if (is_namespace && one.starts_with(key)) {
      updates.push_back({one, one, Value::Struct{}});
    }
  }
  return updates;
}

}  // namespace surefoot::gateways::ros1
