#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/occupancy/occupancy_map.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot map. Texts are as on the command line; empty: not given.
struct MapArguments {
  std::string file;
  std::string output;
  std::string bounds;
  std::vector<std::string> starts;
  std::optional<double> to;
  std::optional<double> height;
  double slope_deg = 30.0;
  occupancy::MapOptions options;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, MapArguments* arguments);

/// What a map shows.
struct MapResult {
  std::string file;
  std::string image;
  std::string yaml;
  int width = 0;
  int height = 0;
  double resolution = 0.0;
  Eigen::Vector2d origin_W = Eigen::Vector2d::Zero();
  std::int64_t free = 0;
  std::int64_t occupied = 0;
  std::int64_t unknown = 0;
};

/// Writes the occupancy grid of a world. Returns the exit status.
int MapCommand(const Parts& parts, const MapArguments& arguments);

}  // namespace surefoot::cli
