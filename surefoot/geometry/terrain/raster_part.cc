#include "surefoot/geometry/terrain/raster_part.h"

#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh/uri_options.h"

namespace surefoot {
namespace {

/// 10,000 km: more than any file covers.
bool IsLength(double value) { return value > 0.0 && value <= 1e7; }

Error Wrong(const std::string& key, const std::string& value, const std::string& accepted) {
  return Error{"height map option " + key + "='" + value + "' is not understood; write " +
               accepted};
}

/// Parses two finite numbers; returns false on failure.
bool ParsePair(const std::string& text, char separator, double* first, double* second) {
  std::vector<double> numbers(2);
  if (!ParseOptions(text, separator, &numbers)) return false;
  *first = numbers[0];
  *second = numbers[1];
  return std::isfinite(*first) && std::isfinite(*second);
}

Status SetOption(const std::string& key, const std::string& value, RasterPart* part) {
  if (key == "extent") {
    const bool ok = ParsePair(value, 'x', &part->size_x, &part->size_y) && IsLength(part->size_x) &&
                    IsLength(part->size_y);
    return ok ? Status() : Wrong(key, value, "extent=200x100: two lengths above 0 in m");
  }
  if (key == "middle") {
    const bool ok = ParsePair(value, ',', &part->middle_x, &part->middle_y);
    return ok ? Status() : Wrong(key, value, "middle=50,-20: m east and north of the middle");
  }
  if (key == "place") {
    RasterPart::Place place;
    const bool ok = ParsePair(value, ',', &place.latitude_deg, &place.longitude_deg) &&
                    std::abs(place.latitude_deg) <= 90.0 && std::abs(place.longitude_deg) <= 360.0;
    part->place = place;
    return ok ? Status() : Wrong(key, value, "place=4.5,137.4: latitude and longitude in degrees");
  }
  if (key == "resolution") {
    const bool ok = FromChars(value, &part->resolution) && IsLength(part->resolution);
    return ok ? Status() : Wrong(key, value, "resolution=0.5: a length above 0 in m");
  }
  return Error{"there is no option '" + key +
               "' of a height map; there are: extent, middle, place, resolution"};
}

}  // namespace

Result<RasterPart> ParseRasterPart(const std::string& uri) {
  RasterPart part;
  bool has_middle = false;
  for (const auto& [key, value] : OptionsIn(uri)) {
    const Status status = SetOption(key, value, &part);
    if (!status.ok()) return status.error();
    has_middle = has_middle || key == "middle" || key == "place";
  }
  if (has_middle && part.size_x == 0.0) {
    return Error{"a part of a height map needs an extent; write extent=200x100 in m"};
  }
  return part;
}

}  // namespace surefoot
