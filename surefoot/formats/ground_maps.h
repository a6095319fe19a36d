#pragma once

/// Maps of grounds: the images they name, and how they are written.

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/uri.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Reads the images that maps name and are not read yet. What is wrong is reported; so are colours
/// that no pixel has, and how much of an image has none of the colours.
void LoadGroundImages(const UriResolver& resolver, world::WorldSpec* spec, Problems* problems);

/// The map as it is written in a ground.
world::Element GroundMapElement(const world::GroundMap& map, AssetFiles* files);

}  // namespace surefoot::formats
