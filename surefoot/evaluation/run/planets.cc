#include "surefoot/evaluation/run/planets.h"

#include "surefoot/base/text.h"

namespace surefoot::experiment {
namespace {

struct Body {
  const char* name;
  double gravity;
};

/// Means at the surface, from NASA's fact sheets; Mars and Earth as our worlds have them.
constexpr Body kBodies[] = {{"earth", 9.81}, {"moon", 1.62},  {"mars", 3.71},    {"mercury", 3.70},
                            {"venus", 8.87}, {"ceres", 0.28}, {"europa", 1.315}, {"titan", 1.352}};

}  // namespace

std::optional<double> GravityOn(const std::string& body) {
  for (const Body& known : kBodies) {
    if (body == known.name) return known.gravity;
  }
  return std::nullopt;
}

std::string KnownBodies() { return Joined(kBodies, &Body::name); }

}  // namespace surefoot::experiment
