#pragma once

/// Range sensors that come along as data: range_sensors/NAME.xml.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Puts the <range_sensor> of the file that a sonar or infrared sensor names, by
/// <surefoot:preset>NAME</...> or <surefoot:model>NAME or FILE.xml</...>, into that sensor, so that
/// the description holds all that is to be known. What is not found or wrong is an error.
void AddRangeSensors(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                     Problems* problems);

/// The <range_sensor> of that name, or of that file (.xml) as named by the file `path`. Reports
/// what is wrong at `source`.
std::optional<world::Element> FindRangeSensor(const UriResolver& resolver, const std::string& path,
                                              const std::string& name, const Source& source,
                                              Problems* problems);

/// Names of all that are on the search path, sorted.
std::vector<std::string> RangeSensorNames(const UriResolver& resolver);

}  // namespace surefoot::formats
