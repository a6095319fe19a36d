#pragma once

#include <optional>
#include <string>

namespace surefoot::experiment {

/// Gravity on the ground of a planet or moon (m/s2): "mars", "moon", ...
std::optional<double> GravityOn(const std::string& body);

/// "earth, moon, mars, ...".
std::string KnownBodies();

}  // namespace surefoot::experiment
