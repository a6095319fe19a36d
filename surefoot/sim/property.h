#pragma once

/// Properties of a world's description that can be changed while it runs: masses, friction, limits,
/// grounds, sensor errors.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/fields.h"
#include "surefoot/world/world.h"

namespace surefoot::sim {

using world::Property;

/// The choice for a surface that is not made of a named ground.
constexpr const char* kNoGround = "none";

/// Properties of a part, named as in PropertyChange. For a model with one link, the part "" is that
/// link. `kinds` lists the kinds of sensors with their properties.
Result<std::vector<Property>> PropertiesOf(const world::World& world,
                                           const sensors::SensorRegistry& kinds,
                                           const std::string& entity, const std::string& part);

/// For each property of a part, the other parts of the entity that are of the same kind and have
/// the property with the same value: wheels of a robot, joints of one type, sensors of one type.
std::vector<std::vector<std::string>> SharedWith(const world::World& world,
                                                 const sensors::SensorRegistry& kinds,
                                                 const std::string& entity, const std::string& part,
                                                 const std::vector<Property>& properties);

/// The description after the change. The error for a value out of range states the accepted range.
Result<world::WorldSpec> WithProperty(const world::World& world,
                                      const sensors::SensorRegistry& kinds,
                                      const PropertyChange& change);

}  // namespace surefoot::sim
