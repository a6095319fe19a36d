#include "surefoot/world/ground_map.h"

// Parts of a surface that a map assigns to other grounds.

namespace surefoot::world {

std::vector<NamedPart> PartsOf(const GroundMap& map) {
  std::vector<NamedPart> parts;
  for (const GroundLayer& layer : map.layers) {
    if (const auto* polygon = std::get_if<GroundPolygon>(&layer)) {
      parts.push_back({polygon->ground, polygon->source});
    } else if (const auto* circle = std::get_if<GroundCircle>(&layer)) {
      parts.push_back({circle->ground, circle->source});
    } else {
      for (const GroundColour& colour : std::get<GroundImage>(layer).colours) {
        parts.push_back({colour.ground, colour.source});
      }
    }
  }
  return parts;
}

}  // namespace surefoot::world
