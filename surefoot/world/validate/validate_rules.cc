#include "surefoot/world/validate/validate_rules.h"

#include <cmath>

// Checks of single values, with the same messages everywhere.

namespace surefoot::world {
namespace {

constexpr double kLargestSize = 1e8;  // m; planets fit
constexpr double kMaxDistance = 1e9;  // m; a double resolves 0.1 micrometres there

}  // namespace

bool Rules::Finite(const Source& source, const std::string& what, double value) {
  if (std::isfinite(value)) return true;
  return Error(source, what + " is not a finite number", NumberText(value));
}

bool Rules::Finite(const Source& source, const std::string& what, const Vector3d& value) {
  if (value.allFinite()) return true;
  return Error(source, what + " is not finite", NumberText(value));
}

bool Rules::Pose(const Source& source, const std::string& what, const RigidTransform& X) {
  if (!X.IsFinite()) return Error(source, what + " is not finite", NumberText(X.p));
  if (std::abs(X.q.norm() - 1.0) > 1e-6) {
    return Error(source, what + " has a rotation that is not a unit quaternion",
                 NumberText(X.q.w()) + " " + NumberText(X.q.vec()), "divide it by its length");
  }
  return Near(source, what, X.p);
}

bool Rules::Positive(const Source& source, const std::string& what, double value) {
  if (std::isfinite(value) && value > 0.0) return true;
  return Error(source, what + " must be above zero and finite", NumberText(value));
}

bool Rules::Size(const Source& source, const std::string& what, double value) {
  if (!Positive(source, what, value)) return false;
  if (value <= kLargestSize) return true;
  return Error(source, what + " is above 1e8 m", NumberText(value),
               "check the unit, or use a <plane>");
}

bool Rules::Near(const Source& source, const std::string& what, const Vector3d& position) {
  // Positions that are not finite are reported elsewhere.
  if (!(position.cwiseAbs().maxCoeff() > kMaxDistance) || !position.allFinite()) return true;
  return Error(source, what + " is farther than 1e9 m away", NumberText(position),
               "check the unit, or move the world's origin closer");
}

bool Rules::NotNegative(const Source& source, const std::string& what, double value) {
  if (value >= 0.0) return true;
  return Error(source, what + " must not be negative", NumberText(value));
}

bool Rules::NotNegativeFinite(const Source& source, const std::string& what, double value) {
  return NotNegative(source, what, value) && Finite(source, what, value);
}

void Names::Add(const std::string& name, const Source& source, Rules* rules) {
  if (name.empty()) {
    rules->Error(source, "a " + kind_ + " of " + scope_ + " has no name", "", "give it a name");
  } else if (!seen_.insert(name).second) {
    rules->Error(source, scope_ + " has more than one " + kind_ + " of this name", name,
                 "rename one of them");
  }
}

}  // namespace surefoot::world
