#pragma once

/// What can be changed in the description of a world while it runs: masses, friction, limits,
/// grounds, the errors of sensors.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/fields.h"
#include "surefoot/world/world.h"

namespace surefoot::sim {

using world::Property;

/// The choice of a surface that is not made of any ground that has a name.
constexpr const char* kNoGround = "none";

/// Those of a part, named as in PropertyChange. A model of one link has that link's as its own.
/// `kinds`: what sensors may be, with the properties of each.
Result<std::vector<Property>> PropertiesOf(const world::World& world,
                                           const sensors::SensorRegistry& kinds,
                                           const std::string& entity, const std::string& part);

/// For each of the part's properties, the other parts of the entity that have it with the same
/// value and are alike: the wheels of a robot, joints of one type, sensors of one type.
std::vector<std::vector<std::string>> SharedWith(const world::World& world,
                                                 const sensors::SensorRegistry& kinds,
                                                 const std::string& entity, const std::string& part,
                                                 const std::vector<Property>& properties);

/// The description after the change; what is out of range is an error with what is accepted.
Result<world::WorldSpec> WithProperty(const world::World& world,
                                      const sensors::SensorRegistry& kinds,
                                      const PropertyChange& change);

}  // namespace surefoot::sim
