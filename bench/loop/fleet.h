#pragma once

#include <string>

#include "bench/loop/loop_server.h"

namespace surefoot::loop {

/// A world with many robots on a floor, and a client with a viewer.
struct FleetOptions {
  /// 0: no fleet.
  int robots = 0;
  std::string uri = "model://husky_scout";
  /// Robots whose cameras and LIDARs have a subscriber.
  int seen = 1;
};

/// Writes the world into a folder; returns its file.
std::string WriteFleet(const FleetOptions& options, const std::string& folder);

/// Prints, for each kind of action of a client, the longest block of the loop.
void MeasureFleet(const FleetOptions& options, const std::string& world, LoopServer* server);

}  // namespace surefoot::loop
