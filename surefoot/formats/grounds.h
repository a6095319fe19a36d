#pragma once

/// Grounds that are installed as data files: grounds/NAME.xml and soils/NAME.xml.

#include <optional>
#include <string>

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Adds the grounds that a world read from `path` refers to by name (surfaces, and maps of
/// grounds) and does not define: from the folders grounds and soils beside it and on the search
/// path. Names that are not found are left unchanged. Also reads the images of ground maps.
void AddGrounds(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                Problems* problems);

/// The ground of that name from the folders grounds and soils beside the file `path` and on the
/// search path; std::nullopt when there is none. Problems in its file are reported.
std::optional<world::GroundMaterial> FindGround(const UriResolver& resolver,
                                                const std::string& path, const std::string& name,
                                                Problems* problems);

/// The ground as an element of a world file.
world::Element GroundElement(const world::GroundMaterial& ground, AssetFiles* files);

}  // namespace surefoot::formats
