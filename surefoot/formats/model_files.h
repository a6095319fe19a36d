#pragma once

/// Files that parts of models refer to and that become part of the description: range sensors that
/// are installed as data (range_sensors/NAME.xml), and tables of motions beside a model (<motion
/// name="kick" file="kick.csv"/>). A description that contains them can be sent or written without
/// these files.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Adds the <range_sensor> of the file that a sonar or infrared sensor names, by
/// <surefoot:preset>NAME</...> or <surefoot:model>NAME or FILE.xml</...>, to that sensor. A
/// missing or wrong file is an error.
void AddRangeSensors(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                     Problems* problems);

/// The <range_sensor> with that name, or from that file (.xml), as named by the file `path`.
/// Reports problems at `source`.
std::optional<world::Element> FindRangeSensor(const UriResolver& resolver, const std::string& path,
                                              const std::string& name, const Source& source,
                                              Problems* problems);

/// Names of all range sensors on the search path, sorted.
std::vector<std::string> RangeSensorNames(const UriResolver& resolver);

/// Adds the text of the file that a drive's <motion> names to that motion, as its <table>. A file
/// that is missing, not text or too large is an error. The source of the table is its first row.
void AddMotionFiles(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                    Problems* problems);

}  // namespace surefoot::formats
