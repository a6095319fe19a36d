#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// <surefoot:rocks>: puts rocks of random shape, size and place onto the ground of the world, each
/// a model of its own. After all other models. docs/reference/extensions.md has its parts.
void ScatterRocks(const world::Element& element, world::WorldSpec* spec, Problems* problems);

/// A line, or a single point, that rocks stay away from.
struct KeepOut {
  std::vector<Eigen::Vector2d> points;
  double distance = 0.0;
};

/// What <surefoot:rocks> says.
struct RocksSpec {
  std::string name = "rock";
  std::uint64_t seed = 1;
  int count = 0;
  bool is_static = true;
  /// Seen from above.
  Eigen::AlignedBox2d area;
  /// Lengths of the rocks. By a power law those longer than D are as many as D^-exponent says.
  double least_size = 0.2;
  double most_size = 1.0;
  bool power_law = true;
  double exponent = 2.0;
  int corners = 28;
  /// Share of the height below the ground.
  double sunk = 0.5;
  /// Free ground between two rocks.
  double spacing = 0.2;
  double density = 2700.0;
  double mu = 0.8;
  std::string surface;
  Vector3d color = Vector3d(0.42, 0.29, 0.22);
  /// The model that they lie on; empty: any.
  std::string ground;
  std::vector<KeepOut> keep_out;
};

/// Nothing after reporting.
std::optional<RocksSpec> ReadRocks(const world::Element& element, const world::WorldSpec& spec,
                                   Problems* problems);

}  // namespace surefoot::formats
