#pragma once

#include <string>

namespace surefoot::record {

/// Whether two definitions of the message `type` ("pkg/msg/Name", as recordings keep them: with
/// those of all types they use) have the same fields on the wire: comments, constants, defaults and
/// names do not count. A type whose definition is missing is taken by its name.
bool SameOnTheWire(const std::string& type, const std::string& a, const std::string& b);

}  // namespace surefoot::record
