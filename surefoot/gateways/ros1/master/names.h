#pragma once

/// Names of ROS 1 (http://wiki.ros.org/Names): global "/a/b", relative "a/b", private "~a".

#include <string>
#include <string_view>
#include <vector>

namespace surefoot::gateways::ros1 {

/// The namespace of a node with a trailing slash: "/robot/" for "/robot/driver".
std::string NamespaceOf(const std::string& name);

/// Without repeated and trailing slashes.
std::string CanonicalName(const std::string& name);

/// The global name of `name` as the node `caller` uses it; an empty name is the caller's namespace.
std::string ResolveName(const std::string& name, const std::string& caller);

/// Joins a namespace and a name; private and global names are returned unchanged.
std::string JoinNames(const std::string& scope, const std::string& name);

/// The parts between the slashes, without empty ones.
std::vector<std::string> NameParts(std::string_view name);

}  // namespace surefoot::gateways::ros1
