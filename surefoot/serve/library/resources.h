#pragma once

/// The models and worlds that clients can load, and the result codes of loading.

#include <string>
#include <vector>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/session/parts.h"

namespace surefoot::serve {

/// A model or world that was found.
struct Found {
  std::string name;
  std::string uri;
  std::string description;
};

/// Finds folders with a model.config or model.sdf: those of the installation, those of
/// SUREFOOT_PATH, and those in `sources`. Sources that are not folders within the scope are
/// appended to `unknown`. Reads many files; any thread.
std::vector<Found> FindModels(const Parts& parts, const std::vector<std::string>& sources,
                              const FileScope& scope, std::string* unknown);

/// The same for world files.
std::vector<Found> FindWorlds(const Parts& parts, const std::vector<std::string>& sources,
                              const FileScope& scope, std::string* unknown);

/// The result codes of a service that loads descriptions; SpawnEntity and LoadWorld number them
/// differently.
struct LoadCodes {
  std::uint8_t unsupported_format;
  std::uint8_t no_resource;
  std::uint8_t parse_error;
  std::uint8_t missing_assets;
  std::uint8_t unsupported_assets;
};

/// Checks before loading that there is something to load, and that its format is known.
msgs::simulation_interfaces::Result CheckResource(
    const Parts& parts, const msgs::simulation_interfaces::Resource& resource,
    const LoadCodes& codes);

/// The result for a description that could not be loaded.
msgs::simulation_interfaces::Result LoadFailure(const Error& error, const Problems& problems,
                                                const LoadCodes& codes);

/// Makes a file name: letters, digits, "_" and "-" are kept, other characters become "_";
/// `otherwise` if the text is empty.
std::string PlainName(std::string text, const std::string& otherwise);

}  // namespace surefoot::serve
