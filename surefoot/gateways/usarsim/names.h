#pragma once

#include <string>

namespace surefoot::gateways::usarsim {

/// Without the package: "USARBot.P3AT" is "P3AT".
std::string BareName(const std::string& name);

/// A name that topics can have, of at most 64 letters; `otherwise` when nothing is wanted.
std::string EntityName(const std::string& wanted, const std::string& otherwise);

}  // namespace surefoot::gateways::usarsim
