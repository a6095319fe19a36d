#pragma once

/// The models and worlds that clients can ask for.

#include <string>
#include <vector>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

struct Found {
  std::string name;
  std::string uri;
  std::string description;
};

/// Folders with a model.config or model.sdf: those that come along, those of SUREFOOT_PATH, and
/// those in `sources`. What is not a folder in the scope goes to `unknown`.
std::vector<Found> FindModels(const Parts& parts, const std::vector<std::string>& sources,
                              const FileScope& scope, std::string* unknown);

/// World files, likewise.
std::vector<Found> FindWorlds(const Parts& parts, const std::vector<std::string>& sources,
                              const FileScope& scope, std::string* unknown);

/// The codes of a service that loads descriptions; SpawnEntity and LoadWorld number them
/// differently.
struct LoadCodes {
  std::uint8_t unsupported_format;
  std::uint8_t no_resource;
  std::uint8_t parse_error;
  std::uint8_t missing_assets;
  std::uint8_t unsupported_assets;
};

/// Before it is loaded: whether there is something to load, of a format that is known.
msgs::simulation_interfaces::Result CheckResource(
    const Parts& parts, const msgs::simulation_interfaces::Resource& resource,
    const LoadCodes& codes);

/// Why it could not be loaded.
msgs::simulation_interfaces::Result LoadFailure(const Error& error, const Problems& problems,
                                                const LoadCodes& codes);

/// A name for a file: letters, digits, "_" and "-" stay, others become "_"; `otherwise` when there
/// is nothing.
std::string PlainName(std::string text, const std::string& otherwise);

}  // namespace surefoot::serve
