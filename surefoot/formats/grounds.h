#pragma once

/// Grounds that come along as data: grounds/NAME.xml and soils/NAME.xml.

#include <optional>
#include <string>

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Looks up the name of every surface of a world that was read from `path`, and those that maps of
/// grounds name, where there is no ground of that name yet: the folders grounds and soils beside it
/// and on the search path. Names that are not found stay as they are. Reads the images of maps.
void AddGrounds(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                Problems* problems);

/// The ground of that name, from the folders grounds and soils beside the file `path` and on the
/// search path; nothing when there is none. What is wrong with its file is reported.
std::optional<world::GroundMaterial> FindGround(const UriResolver& resolver,
                                                const std::string& path, const std::string& name,
                                                Problems* problems);

/// The ground as it is written in a world.
world::Element GroundElement(const world::GroundMaterial& ground, AssetFiles* files);

}  // namespace surefoot::formats
