/// Rules for the maps of grounds.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/world/parse.h"
#include "surefoot/world/validate/validate_rules.h"

namespace surefoot::world {
namespace {

void CheckPart(const NamedPart& part, const GroundMaterial& mapped, const WorldSpec& spec,
               Rules* rules) {
  if (part.ground == mapped.name) return;
  const auto found = std::find_if(spec.grounds.begin(), spec.grounds.end(),
                                  [&](const GroundMaterial& g) { return g.name == part.ground; });
  if (found == spec.grounds.end()) {
    const std::string near = NearestName(part.ground, NamesOf(spec.grounds));
    rules->Error(part.source,
                 "the map of ground \"" + mapped.name + "\" refers to an unknown ground",
                 part.ground,
                 near.empty() ? "define it as <surefoot:ground name=\"" + part.ground +
                                    "\"> in the world, or as grounds/" + part.ground +
                                    ".xml or soils/" + part.ground + ".xml beside it"
                              : "did you mean \"" + near + "\"?");
    return;
  }
  if (!found->map.empty()) {
    rules->Error(part.source,
                 "a map refers to a ground that has a map itself, which is not supported",
                 part.ground, "put all layers into one map");
  }
  if (found->contact == WheelContact::kEngine) {
    rules->Warning(part.source,
                   "contact=\"engine\" applies to whole surfaces only and is ignored in a map",
                   part.ground, "accepted: tyre, soil");
  }
}

void Check(const GroundPolygon& polygon, Rules* rules) {
  if (polygon.corners.size() < 3 || polygon.corners.size() > kMaxCorners) {
    rules->Error(polygon.source,
                 "a polygon must have 3 to " + std::to_string(kMaxCorners) + " corners",
                 std::to_string(polygon.corners.size()));
  }
  for (const Eigen::Vector2d& corner : polygon.corners) {
    const Vector3d place(corner.x(), corner.y(), 0.0);
    if (!rules->Finite(polygon.source, "a corner of the polygon", place)) return;
  }
}

void Check(const GroundCircle& circle, Rules* rules) {
  const Vector3d place(circle.centre.x(), circle.centre.y(), 0.0);
  rules->Finite(circle.source, "the circle's centre", place);
  rules->Size(circle.source, "the circle's radius", circle.radius);
}

void Check(const GroundImage& image, Rules* rules) {
  const Vector3d place(image.centre.x(), image.centre.y(), image.yaw);
  rules->Finite(image.source, "the image's centre and yaw", place);
  rules->Size(image.source, "the image's size along x", image.size.x());
  rules->Size(image.source, "the image's size along y", image.size.y());
  const GroundCells* cells = image.cells.get();
  const bool full = cells != nullptr && cells->columns > 0 && cells->rows > 0 &&
                    cells->labels.size() == static_cast<std::size_t>(cells->columns) *
                                                static_cast<std::size_t>(cells->rows);
  const bool known = full && std::all_of(cells->labels.begin(), cells->labels.end(),
                                         [&](std::uint8_t l) { return l <= image.colours.size(); });
  if (!known) rules->Error(image.source, "the image was not loaded", image.uri);
}

}  // namespace

void ValidateGrounds(const WorldSpec& spec, Rules* rules) {
  Names names("ground", "the world");
  for (const GroundMaterial& ground : spec.grounds) {
    names.Add(ground.name, ground.source, rules);
    for (const NamedPart& part : PartsOf(ground.map)) CheckPart(part, ground, spec, rules);
    for (const GroundLayer& layer : ground.map.layers) {
      std::visit([&](const auto& shape) { Check(shape, rules); }, layer);
    }
  }
}

}  // namespace surefoot::world
