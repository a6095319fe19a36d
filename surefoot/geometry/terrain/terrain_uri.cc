/// URIs of generated terrain: the kind and its parameters.

#include <algorithm>

#include "surefoot/base/try.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/terrain/planet_terrain.h"
#include "surefoot/geometry/terrain/terrain.h"

namespace surefoot {
namespace {

const std::string& Prefix() {
  static const std::string prefix = "surefoot:terrain/";
  return prefix;
}

bool Contains(const std::vector<std::string>& kinds, const std::string& kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

Error NoSuchTerrain(const std::string& kind) {
  return Error{"there is no terrain '" + kind + "'; there are: " + Joined(TerrainKinds()) + ", " +
               Joined(PlanetKinds())};
}

/// The text between the prefix and the options.
Result<std::string> KindOf(const std::string& uri) {
  if (uri.compare(0, Prefix().size(), Prefix()) != 0) {
    return Error{"'" + uri + "' does not begin with " + Prefix()};
  }
  return WithoutOptions(uri).substr(Prefix().size());
}

/// The Moon has more and deeper craters, and no wind to fill them.
PlanetSpec UsualOf(const std::string& kind) {
  PlanetSpec spec;
  if (kind == "moon") {
    spec.craters = 60.0;
    spec.crater_depth = 0.18;
    spec.smallest_crater = 1.0;
  }
  return spec;
}

}  // namespace

Result<TerrainSpec> ParseTerrainUri(const std::string& uri) {
  const std::string kind = SUREFOOT_TRY(KindOf(uri));
  if (!Contains(TerrainKinds(), kind)) return NoSuchTerrain(kind);
  TerrainSpec spec;
  spec.kind = kind;
  SUREFOOT_TRY(
      SetOptions(uri,
                 {NumberOption("seed", &spec.seed),
                  NumbersOption("pieces", 'x', &spec.pieces_x, &spec.pieces_y),
                  NumberOption("resolution", &spec.resolution), NumberOption("rim", &spec.rim)},
                 "terrain", "", "seed=7, pieces=12x3, resolution=0.02, rim=0.04"));
  return spec;
}

Result<PlanetSpec> ParsePlanetUri(const std::string& uri) {
  const std::string kind = SUREFOOT_TRY(KindOf(uri));
  if (!Contains(PlanetKinds(), kind)) return NoSuchTerrain(kind);
  PlanetSpec spec = UsualOf(kind);
  const auto add_pad = [&](const std::string& text) {
    TerrainPad& pad = spec.pads.emplace_back();
    return NumbersOption("pad", ',', &pad.x, &pad.y, &pad.radius).set(text);
  };
  SUREFOOT_TRY(SetOptions(uri,
                          {NumberOption("seed", &spec.seed),
                           NumbersOption("size", 'x', &spec.size_x, &spec.size_y),
                           NumberOption("resolution", &spec.resolution),
                           NumberOption("slope", &spec.slope_deg),
                           NumberOption("wavelength", &spec.wavelength),
                           NumberOption("roughness", &spec.roughness),
                           NumberOption("craters", &spec.craters),
                           NumberOption("crater_min", &spec.smallest_crater),
                           NumberOption("crater_max", &spec.largest_crater),
                           NumberOption("crater_depth", &spec.crater_depth),
                           {"pad", add_pad}},
                          "terrain", " of such a terrain",
                          "seed=7, size=40x30, resolution=0.25, slope=5, pad=0,0,3"));
  return spec;
}

Result<HeightField> MakeTerrainFromUri(const std::string& uri) {
  const Result<std::string> kind = KindOf(uri);
  if (kind.ok() && Contains(PlanetKinds(), *kind)) {
    return MakePlanetTerrain(SUREFOOT_TRY(ParsePlanetUri(uri)));
  }
  return MakeTerrain(SUREFOOT_TRY(ParseTerrainUri(uri)));
}

}  // namespace surefoot
