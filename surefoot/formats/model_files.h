#pragma once

/// Files that parts of models name and that become part of the description: range sensors that come
/// along as data (range_sensors/NAME.xml), and tables of motions beside a model
/// (<motion name="kick" file="kick.csv"/>).

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

/// Puts the text of the file that a drive's <motion> names into that motion, as its <table>, so
/// that the description holds all that is to be known, wherever it is written or sent. What is not
/// found, not text or too large is an error. The table's source is the place of its first row.
void AddMotionFiles(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                    Problems* problems);

}  // namespace surefoot::formats
