#pragma once

/// Soils of a study and the uncertainty of their parameters.

#include <string>
#include <vector>

#include "surefoot/autonomy/rover/slope_vehicle.h"
#include "surefoot/base/random.h"
#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::studies {

struct NamedSoil {
  /// Name, "mixed_drift_cloddy", and title, "mixed drift cloddy".
  std::string name;
  std::string title;
  world::Soil soil;
};

/// Reports errors in the list `key`, whose entries are names of grounds, or soils as in a ground's
/// file with an additional `name`.
void CheckSoils(const world::ElementReader& reader, const std::string& key);
/// Loads the soils; names are looked up next to the experiment's file and in the folders of
/// `parts`. Without a list, those of `fallback`. Errors state their place.
Result<std::vector<NamedSoil>> ReadSoils(const Parts& parts, const world::ElementReader& reader,
                                         const std::string& key,
                                         const std::vector<std::string>& fallback);

/// Distribution of an uncertain parameter around the value of the soil's file.
struct SoilSpread {
  std::string parameter;
  /// Uniform within +- `size`; otherwise normal with this standard deviation.
  bool uniform = false;
  /// `size` is relative to the value.
  bool relative = false;
  double size = 0.0;
};

/// Reads the mapping `uncertainty`: {PARAMETER: {normal: DEVIATION, relative: true}, ...}. Errors
/// are reported.
std::vector<SoilSpread> ReadSpreads(const world::ElementReader& reader);

/// Draws every parameter once; values are clamped to the range that the soil model accepts.
void DrawSoil(const std::vector<SoilSpread>& spreads, RandomStream* random, world::Soil* soil,
              ground::SoilWheel* wheel);

/// Text for a report: "friction angle: normal, 1 deg".
std::vector<std::string> Describe(const std::vector<SoilSpread>& spreads);

}  // namespace surefoot::studies
