#pragma once

/// The models and worlds that clients can ask for.

#include <string>
#include <vector>

#include "surefoot/session/parts.h"

namespace surefoot::serve {

struct Found {
  std::string name;
  std::string uri;
  std::string description;
};

/// Folders with a model.config or model.sdf: those that come along, those of SUREFOOT_PATH, and
/// those in `sources`. What is no folder goes to `unknown`.
std::vector<Found> FindModels(const Parts& parts, const std::vector<std::string>& sources,
                              std::string* unknown);

/// World files, likewise.
std::vector<Found> FindWorlds(const Parts& parts, const std::vector<std::string>& sources,
                              std::string* unknown);

}  // namespace surefoot::serve
