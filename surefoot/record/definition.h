#pragma once

#include <string>

namespace surefoot::record {

/// Whether two definitions of the message `type` ("pkg/msg/Name", in the form of recordings:
/// followed by those of all types they use) have the same fields on the wire; comments, constants,
/// defaults and field names do not matter. Types without a definition are compared by name.
bool SameOnTheWire(const std::string& type, const std::string& a, const std::string& b);

}  // namespace surefoot::record
