#pragma once

/// Tables of motions that stand in files beside a model: <motion name="kick" file="kick.csv"/>.

#include <string>

#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Puts the text of the file that a drive's <motion> names into that motion, as its <table>, so
/// that the description holds all that is to be known, wherever it is written or sent. What is not
/// found, not text or too large is an error. The table's source is the place of its first row.
void AddMotionFiles(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                    Problems* problems);

}  // namespace surefoot::formats
