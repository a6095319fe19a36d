#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Places the rocks of a <surefoot:rocks>, of random shape, size and position, on the ground of
/// the world, each as a separate model. Called after all other models.
/// docs/reference/extensions.md lists its attributes.
void ScatterRocks(const world::Element& element, world::WorldSpec* spec, Problems* problems);

/// A polyline, or a single point, and the distance (m) that rocks keep from it.
struct KeepOut {
  std::vector<Eigen::Vector2d> points;
  double distance = 0.0;
};

/// The attributes of <surefoot:rocks>.
struct RocksSpec {
  std::string name = "rock";
  std::uint64_t seed = 1;
  int count = 0;
  bool is_static = true;
  /// Seen from above.
  Eigen::AlignedBox2d area;
  /// Range of the rocks' lengths (m). With the power law, the number of rocks longer than D is
  /// proportional to D^-exponent.
  double min_size = 0.2;
  double max_size = 1.0;
  bool power_law = true;
  double exponent = 2.0;
  int corners = 28;
  /// Fraction of a rock's height that is below the ground.
  double sunk = 0.5;
  /// Smallest gap between two rocks (m).
  double spacing = 0.2;
  double density = 2700.0;
  double mu = 0.8;
  std::string surface;
  Vector3d color = Vector3d(0.42, 0.29, 0.22);
  /// Name of the model on which the rocks lie; empty for any.
  std::string ground;
  std::vector<KeepOut> keep_out;
};

/// std::nullopt after reporting.
std::optional<RocksSpec> ReadRocks(const world::Element& element, const world::WorldSpec& spec,
                                   Problems* problems);

}  // namespace surefoot::formats
