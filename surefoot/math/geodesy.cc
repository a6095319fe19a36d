#include "surefoot/math/geodesy.h"

#include <cmath>

namespace surefoot {
namespace {

/// Square of the first eccentricity.
double EccentricitySquared(const Ellipsoid& ellipsoid) {
  const double ratio = ellipsoid.polar_radius / ellipsoid.equatorial_radius;
  return 1.0 - ratio * ratio;
}

/// Radius of curvature in the prime vertical.
double NormalRadius(const Ellipsoid& ellipsoid, double sine) {
  return ellipsoid.equatorial_radius /
         std::sqrt(1.0 - EccentricitySquared(ellipsoid) * sine * sine);
}

}  // namespace

/// The closed form with the prime vertical radius of curvature N (distance along the normal from
/// the surface to the polar axis).
Vector3d EcefFromGeodetic(const Ellipsoid& ellipsoid, const Geodetic& place) {
  const double sine = std::sin(place.latitude);
  const double normal = NormalRadius(ellipsoid, sine);
  const double level = (normal + place.height) * std::cos(place.latitude);
  const double e2 = EccentricitySquared(ellipsoid);
  return Vector3d(level * std::cos(place.longitude), level * std::sin(place.longitude),
                  (normal * (1.0 - e2) + place.height) * sine);
}

Geodetic GeodeticFromEcef(const Ellipsoid& ellipsoid, const Vector3d& p_ecef) {
  const double a = ellipsoid.equatorial_radius;
  const double b = ellipsoid.polar_radius;
  const double e2 = EccentricitySquared(ellipsoid);
  const double level = std::hypot(p_ecef.x(), p_ecef.y());
  const double z = p_ecef.z();
  // Bowring's formula (1976) improves the reduced latitude; near the surface, two iterations reach
  // rounding accuracy, far away a few more are needed.
  double reduced = std::atan2(a * z, b * level);
  double latitude = 0.0;
  for (int round = 0; round < 8; ++round) {
    const double s = std::sin(reduced);
    const double c = std::cos(reduced);
    latitude = std::atan2(z + e2 / (1.0 - e2) * b * s * s * s, level - e2 * a * c * c * c);
    const double next = std::atan2(b * std::sin(latitude), a * std::cos(latitude));
    const bool done = next == reduced;
    reduced = next;
    if (done) break;
  }
  Geodetic place;
  place.latitude = latitude;
  place.longitude = std::atan2(p_ecef.y(), p_ecef.x());
  const double sine = std::sin(latitude);
  place.height = level * std::cos(latitude) + z * sine - a * std::sqrt(1.0 - e2 * sine * sine);
  return place;
}

/// Columns are the directions east, north and up in the Earth-centred frame.
Matrix3d RotationEcefFromEnu(double latitude, double longitude) {
  const double sf = std::sin(latitude), cf = std::cos(latitude);
  const double sl = std::sin(longitude), cl = std::cos(longitude);
  Matrix3d rotation;
  rotation << -sl, -sf * cl, cf * cl, cl, -sf * sl, cf * sl, 0.0, cf, sf;
  return rotation;
}

LocalFrame::LocalFrame(const Ellipsoid& ellipsoid, const Geodetic& origin, double heading)
    : ellipsoid_(ellipsoid),
      origin_(EcefFromGeodetic(ellipsoid, origin)),
      R_EcefW_(RotationEcefFromEnu(origin.latitude, origin.longitude) *
               QuaternionFromRpy(0.0, 0.0, heading).toRotationMatrix()) {}

}  // namespace surefoot
