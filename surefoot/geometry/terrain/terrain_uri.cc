/// Addresses of made-up terrain: which kind, and its numbers.

#include <algorithm>

#include "surefoot/base/text.h"
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
  std::string list;
  for (const auto* kinds : {&TerrainKinds(), &PlanetKinds()}) {
    for (const std::string& known : *kinds) list += (list.empty() ? "" : ", ") + known;
  }
  return Error{"there is no terrain '" + kind + "'; there are: " + list};
}

Result<std::string> KindOf(const std::string& uri) {
  if (uri.compare(0, Prefix().size(), Prefix()) != 0) {
    return Error{"'" + uri + "' does not begin with " + Prefix()};
  }
  return WithoutOptions(uri).substr(Prefix().size());
}

Error NotUnderstood(const std::string& key, const std::string& value, const std::string& examples) {
  return Error{"terrain option " + key + "='" + value + "' is not understood; write " + examples};
}

Status SetOption(const std::string& key, const std::string& value, TerrainSpec* spec) {
  bool ok = false;
  if (key == "seed") {
    ok = FromChars(value, &spec->seed);
  } else if (key == "resolution") {
    ok = FromChars(value, &spec->resolution);
  } else if (key == "rim") {
    ok = FromChars(value, &spec->rim);
  } else if (key == "pieces") {
    std::vector<int> pieces(2);
    ok = ParseOptions(value, 'x', &pieces);
    spec->pieces_x = pieces[0];
    spec->pieces_y = pieces[1];
  } else {
    return Error{"there is no terrain option '" + key +
                 "'; there are: seed, pieces, resolution, rim"};
  }
  if (ok) return Status();
  return NotUnderstood(key, value, "seed=7, pieces=12x3, resolution=0.02, rim=0.04");
}

/// The member that an option of one number names; nullptr when there is none.
double* MemberOf(const std::string& key, PlanetSpec* spec) {
  const std::pair<const char*, double*> members[] = {
      {"resolution", &spec->resolution},     {"slope", &spec->slope_deg},
      {"wavelength", &spec->wavelength},     {"roughness", &spec->roughness},
      {"craters", &spec->craters},           {"crater_min", &spec->smallest_crater},
      {"crater_max", &spec->largest_crater}, {"crater_depth", &spec->crater_depth},
  };
  for (const auto& [name, member] : members) {
    if (key == name) return member;
  }
  return nullptr;
}

Status SetOption(const std::string& key, const std::string& value, PlanetSpec* spec) {
  bool ok = false;
  if (key == "seed") {
    ok = FromChars(value, &spec->seed);
  } else if (key == "size") {
    std::vector<double> size(2);
    ok = ParseOptions(value, 'x', &size);
    spec->size_x = size[0];
    spec->size_y = size[1];
  } else if (key == "pad") {
    std::vector<double> numbers(3);
    ok = ParseOptions(value, ',', &numbers);
    spec->pads.push_back({numbers[0], numbers[1], numbers[2]});
  } else if (double* member = MemberOf(key, spec)) {
    ok = FromChars(value, member);
  } else {
    return Error{"there is no option '" + key +
                 "' of such a terrain; there are: seed, size, resolution, slope, wavelength, "
                 "roughness, craters, crater_min, crater_max, crater_depth, pad"};
  }
  if (ok) return Status();
  return NotUnderstood(key, value, "seed=7, size=40x30, resolution=0.25, slope=5, pad=0,0,3");
}

template <typename Spec>
Status SetOptions(const std::string& uri, Spec* spec) {
  for (const auto& [key, value] : OptionsIn(uri)) {
    const Status status = SetOption(key, value, spec);
    if (!status.ok()) return status.error().Within(uri);
  }
  return Status();
}

/// The Moon has more and deeper craters, and no wind that fills them up.
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
  const Result<std::string> kind = KindOf(uri);
  if (!kind.ok()) return kind.error();
  if (!Contains(TerrainKinds(), *kind)) return NoSuchTerrain(*kind);
  TerrainSpec spec;
  spec.kind = *kind;
  const Status status = SetOptions(uri, &spec);
  if (!status.ok()) return status.error();
  return spec;
}

Result<PlanetSpec> ParsePlanetUri(const std::string& uri) {
  const Result<std::string> kind = KindOf(uri);
  if (!kind.ok()) return kind.error();
  if (!Contains(PlanetKinds(), *kind)) return NoSuchTerrain(*kind);
  PlanetSpec spec = UsualOf(*kind);
  const Status status = SetOptions(uri, &spec);
  if (!status.ok()) return status.error();
  return spec;
}

Result<HeightField> MakeTerrainFromUri(const std::string& uri) {
  const Result<std::string> kind = KindOf(uri);
  if (kind.ok() && Contains(PlanetKinds(), *kind)) {
    const Result<PlanetSpec> spec = ParsePlanetUri(uri);
    if (!spec.ok()) return spec.error();
    return MakePlanetTerrain(*spec);
  }
  const Result<TerrainSpec> spec = ParseTerrainUri(uri);
  if (!spec.ok()) return spec.error();
  return MakeTerrain(*spec);
}

}  // namespace surefoot
