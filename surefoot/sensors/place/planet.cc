#include "surefoot/sensors/place/planet.h"

namespace surefoot::sensors {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

Ellipsoid SurfaceOf(const std::string& model, const world::ElementReader& element) {
  const Ellipsoid earth;
  Ellipsoid surface = earth;
  if (model == "MOON_SCS") surface = Ellipsoid{1738100.0, 1736000.0};
  const bool known = model == "EARTH_WGS84" || model == "MOON_SCS";
  if (!known && !element.Has("surface_axis_equatorial")) {
    element.Warning("surface_axis_equatorial",
                    "the world's surface model is not known here; Earth is taken", model,
                    "give the radii in m as <surefoot:surface_axis_equatorial> and "
                    "<surefoot:surface_axis_polar>");
  }
  surface.equatorial_radius =
      element.Number("surface_axis_equatorial", surface.equatorial_radius, 1.0, 1e9);
  const bool round = element.Has("surface_axis_equatorial");
  surface.polar_radius = element.Number(
      "surface_axis_polar", round ? surface.equatorial_radius : surface.polar_radius, 1.0, 1e9);
  const double ratio = surface.polar_radius / surface.equatorial_radius;
  if (ratio >= 0.5 && ratio <= 2.0) return surface;
  element.Error("surface_axis_polar", "must lie between half and twice the equatorial one",
                element.Text("surface_axis_polar"));
  return earth;
}

}  // namespace

LocalFrame PlaceOnPlanet(const world::World& world, const world::ElementReader& element) {
  world::SphericalCoordinates place;
  if (world.spec().spherical_coordinates) {
    place = *world.spec().spherical_coordinates;
  } else {
    element.Warning("name",
                    "the world does not say where it is; latitude and longitude 0 are taken",
                    element.Text("name"), "give the world <spherical_coordinates>");
  }
  const Geodetic origin{place.latitude_deg * kDegree, place.longitude_deg * kDegree,
                        place.elevation};
  return LocalFrame(SurfaceOf(place.surface_model, element), origin, place.heading_deg * kDegree);
}

}  // namespace surefoot::sensors
