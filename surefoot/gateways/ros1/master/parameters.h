#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/xmlrpc/value.h"

namespace surefoot::gateways::ros1 {

/// The parameter server of ROS 1: a tree of values, whose inner nodes are namespaces. Names are
/// global and canonical, "/robot/mass". Setting a struct sets a namespace.
class ParameterTree {
 public:
  /// Limits, so that clients cannot use up memory: bytes of all values, and levels of names.
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
  static constexpr std::size_t kMaxDepth = 64;

  /// nullptr if the parameter does not exist.
  const Value* Find(const std::string& name) const;
  Status Set(const std::string& name, Value value);
  /// False if the parameter does not exist.
  bool Delete(const std::string& name);
  /// All values that are not namespaces, by their names.
  std::vector<std::string> Names() const;
  /// Searches `key` in `scope` and in the namespaces above it, by the first part of the key, as
  /// roscpp's searchParam; nullopt if nothing is found.
  std::optional<std::string> Search(const std::string& scope, const std::string& key) const;

  /// A change that subscribers of parameters are informed of: the name with a trailing slash, and
  /// the value; an empty struct if the parameter was deleted.
  struct Update {
    /// The subscription that it concerns.
    std::string subscribed;
    std::string name;
    Value value;
  };
  /// Which subscriptions (names with a trailing slash) the setting of `name` to `value` concerns,
  /// and what they are informed of.
  static std::vector<Update> UpdatesOf(const std::vector<std::string>& subscribed,
                                       const std::string& name, const Value& value);

 private:
  Value root_ = Value::Struct{};
  std::size_t bytes_ = 0;
};

}  // namespace surefoot::gateways::ros1
