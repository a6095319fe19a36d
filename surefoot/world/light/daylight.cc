#include "surefoot/world/light/daylight.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

// Sun and sky of a world, in the horizontal coordinate system of the place.

namespace surefoot::world {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;

void WarnUnknown(const Element& element, const std::vector<std::string>& known,
                 Problems* problems) {
  for (const auto& attribute : element.attributes) {
    if (std::find(known.begin(), known.end(), attribute.first) != known.end()) continue;
    problems->Warning(element.source, "<" + element.name + "> has no attribute of this name",
                      attribute.first, NameAdvice(attribute.first, known));
  }
}

/// NAME in rad or NAME_deg in degrees, between `min` and `max` degrees.
double ReadAngle(const ElementReader& reader, const std::string& name, double min, double max) {
  const std::string in_degrees = name + "_deg";
  if (reader.Has(in_degrees)) return kDegree * reader.Number(in_degrees, 0.0, min, max);
  if (reader.Has(name)) return reader.Number(name, 0.0, min * kDegree, max * kDegree);
  reader.Error(name, "the sun's " + name + " is missing", "",
               "write " + in_degrees + "=\"30\" in degrees, or " + name + "=\"0.5\" in rad");
  return 0.0;
}

SunSpec ReadSun(const Element& element, double heading, Problems* problems) {
  WarnUnknown(element, {"azimuth", "azimuth_deg", "elevation", "elevation_deg", "color", "shadows"},
              problems);
  const ElementReader reader(element, problems);
  SunSpec sun;
  const double azimuth = ReadAngle(reader, "azimuth", -360.0, 360.0);
  const double elevation = ReadAngle(reader, "elevation", -90.0, 90.0);
  sun.to_sun_W = DirectionToSun(azimuth, elevation, heading);
  const std::vector<double> color = reader.Numbers("color", 3, {1.0, 1.0, 1.0});
  sun.color = Vector3d(color[0], color[1], color[2]);
  if (sun.color.minCoeff() < 0.0 || sun.color.maxCoeff() > 1.0) {
    reader.Error("color", "the sun's colour is out of range", reader.Text("color"),
                 "write three numbers from 0 to 1");
  }
  const std::string shadows = reader.Choice("shadows", {"hard", "soft", "none"}, "hard");
  sun.shadows = shadows == "hard"   ? SunShadows::kHard
                : shadows == "soft" ? SunShadows::kSoft
                                    : SunShadows::kNone;
  return sun;
}

SkyKind ReadSky(const Element& element, Problems* problems) {
  WarnUnknown(element, {"kind"}, problems);
  const ElementReader reader(element, problems);
  const std::string kind = reader.Choice("kind", {"earth", "mars", "dark"}, "earth");
  return kind == "mars" ? SkyKind::kMars : kind == "dark" ? SkyKind::kDark : SkyKind::kEarth;
}

}  // namespace

/// East and north components in the horizontal coordinate system, then rotated to the world's
/// axes.
Vector3d DirectionToSun(double azimuth, double elevation, double heading) {
  const double east = std::sin(azimuth) * std::cos(elevation);
  const double north = std::cos(azimuth) * std::cos(elevation);
  return Vector3d(std::cos(heading) * east + std::sin(heading) * north,
                  std::cos(heading) * north - std::sin(heading) * east, std::sin(elevation));
}

DaylightSpec ReadDaylight(const WorldSpec& spec, Problems* problems) {
  const double heading =
      spec.spherical_coordinates ? kDegree * spec.spherical_coordinates->heading_deg : 0.0;
  DaylightSpec daylight;
  bool has_sky = false;
  for (const Element& element : spec.extensions) {
    const bool is_sun = element.name == "surefoot:sun";
    if (!is_sun && element.name != "surefoot:sky") continue;
    if (is_sun ? daylight.sun.has_value() : has_sky) {
      problems->Warning(element.source, "the world already has one; this element is ignored",
                        element.name, "keep one of them");
      continue;
    }
    if (is_sun) {
      daylight.sun = ReadSun(element, heading, problems);
    } else {
      daylight.sky = ReadSky(element, problems);
      has_sky = true;
    }
  }
  return daylight;
}

}  // namespace surefoot::world
