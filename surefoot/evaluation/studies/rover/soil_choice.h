#pragma once

/// Soils of a study, and how sure their parameters are.

#include <string>
#include <vector>

#include "surefoot/autonomy/rover/slope_vehicle.h"
#include "surefoot/base/random.h"
#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::studies {

struct NamedSoil {
  /// "mixed_drift_cloddy", and as people read it, "mixed drift cloddy".
  std::string name;
  std::string title;
  world::Soil soil;
};

/// Reports what is wrong with the entries of the list `key`: names of grounds, or soils as they are
/// written in a ground's file, with `name`.
void CheckSoils(const world::ElementReader& reader, const std::string& key);
/// Reads them; names are looked up beside the experiment's file and in the folders of `parts`. When
/// there is no list, those of `fallback`. The error says where what is wrong.
Result<std::vector<NamedSoil>> ReadSoils(const Parts& parts, const world::ElementReader& reader,
                                         const std::string& key,
                                         const std::vector<std::string>& fallback);

/// A parameter that is not known exactly, around what the soil's file says.
struct SoilSpread {
  std::string parameter;
  /// Evenly distributed within `size` to both sides; otherwise normally, with this deviation.
  bool uniform = false;
  /// `size` is a share of the value.
  bool relative = false;
  double size = 0.0;
};

/// The mapping `uncertainty`: {PARAMETER: {normal: DEVIATION, relative: true}, ...}. Reports what
/// is wrong with it.
std::vector<SoilSpread> ReadSpreads(const world::ElementReader& reader);

/// Draws every parameter once; values stay in the range that the laws accept.
void DrawSoil(const std::vector<SoilSpread>& spreads, RandomStream* random, world::Soil* soil,
              ground::SoilWheel* wheel);

/// "friction angle: normal, 1 deg", for a report.
std::vector<std::string> Describe(const std::vector<SoilSpread>& spreads);

}  // namespace surefoot::studies
