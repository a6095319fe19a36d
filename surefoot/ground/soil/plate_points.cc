#include <algorithm>
#include <cmath>

#include "surefoot/ground/soil/gauss.h"
#include "surefoot/ground/soil/plate_law.h"

namespace surefoot::ground {
namespace {

/// Across a ring and around it; along the sides of a rectangle.
constexpr int kAcross = 4;
constexpr int kAround = 8;

void AddRing(const world::Plate& plate, std::vector<PlatePoint>* points) {
  const GaussRule& rule = GaussLegendre(kAcross);
  const double width = plate.radius - plate.inner_radius;
  for (int i = 0; i < kAcross; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double r = plate.inner_radius + width * rule.nodes[at];
    const double area = width * rule.weights[at] * r * 2.0 * M_PI / kAround;
    for (int k = 0; k < kAround; ++k) {
      // Every other ring is turned by half a step, so that the points lie evenly.
      const double angle = 2.0 * M_PI * (k + 0.5 * (i % 2)) / kAround;
      points->push_back({Vector3d(r * std::cos(angle), r * std::sin(angle), 0.0), area});
    }
  }
}

void AddRectangle(const world::Plate& plate, std::vector<PlatePoint>* points) {
  const GaussRule& rule = GaussLegendre(kAcross);
  for (std::size_t i = 0; i < kAcross; ++i) {
    for (std::size_t k = 0; k < kAcross; ++k) {
      const double x = plate.length * (rule.nodes[i] - 0.5);
      const double y = plate.width * (rule.nodes[k] - 0.5);
      points->push_back(
          {Vector3d(x, y, 0.0), plate.length * plate.width * rule.weights[i] * rule.weights[k]});
    }
  }
}

}  // namespace

std::vector<PlatePoint> PlatePoints(const world::Plate& plate) {
  std::vector<PlatePoint> points;
  if (plate.is_round()) {
    AddRing(plate, &points);
  } else {
    AddRectangle(plate, &points);
  }
  return points;
}

}  // namespace surefoot::ground
