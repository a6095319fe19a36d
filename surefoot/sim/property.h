#pragma once

/// What can be changed in the description of a world while it runs: masses, friction, limits,
/// grounds, the errors of sensors.

#include <limits>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/world.h"

namespace surefoot::sim {

struct Property {
  /// "mass", "gyro.bias".
  std::string name;
  /// For people: "Mass", in the group "Inertia".
  std::string label;
  std::string group;
  /// "number", "vector", "flag" (0 or 1) or "choice", whose value is the text.
  std::string kind;
  std::string unit;
  std::vector<double> value;
  std::string text;
  std::vector<std::string> choices;
  /// Of each number. Infinite: a number that is not finite is accepted and means "no limit".
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// The choice of a surface that is not made of any ground that has a name.
constexpr const char* kNoGround = "none";

/// Those of a part, named as in PropertyChange. A model of one link has that link's as its own.
Result<std::vector<Property>> PropertiesOf(const world::World& world, const std::string& entity,
                                           const std::string& part);

/// For each of the part's properties, the other parts of the entity that have it with the same
/// value and are alike: the wheels of a robot, joints of one type, sensors of one type.
std::vector<std::vector<std::string>> SharedWith(const world::World& world,
                                                 const std::string& entity, const std::string& part,
                                                 const std::vector<Property>& properties);

/// The description after the change; what is out of range is an error with what is accepted.
Result<world::WorldSpec> WithProperty(const world::World& world, const PropertyChange& change);

}  // namespace surefoot::sim
