#pragma once

/// Positions on a planet. ECEF: origin at the planet's centre, x through latitude and longitude 0,
/// z through the north pole. ENU: east, north, up. Angles in rad, lengths in m.

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// An ellipsoid of revolution; by default, WGS 84.
struct Ellipsoid {
  double equatorial_radius = 6378137.0;
  double polar_radius = 6356752.314245179;
};

struct Geodetic {
  double latitude = 0.0;
  double longitude = 0.0;
  /// Height above the ellipsoid, along its normal.
  double height = 0.0;
};

Vector3d EcefFromGeodetic(const Ellipsoid& ellipsoid, const Geodetic& place);

/// Accurate to rounding from deep mines to distant satellites; longitude in (-pi, pi]. Not for
/// points within some tens of km of the centre, where the vertical is not unique.
Geodetic GeodeticFromEcef(const Ellipsoid& ellipsoid, const Vector3d& p_ecef);

/// Rotation of vectors from ENU at that latitude and longitude to ECEF.
Matrix3d RotationEcefFromEnu(double latitude, double longitude);

/// A level world frame W with its origin on a planet; its x axis is rotated from east by `heading`,
/// counter-clockwise.
class LocalFrame {
 public:
  LocalFrame(const Ellipsoid& ellipsoid, const Geodetic& origin, double heading);

  Geodetic ToGeodetic(const Vector3d& p_W) const {
    return GeodeticFromEcef(ellipsoid_, origin_ + R_EcefW_ * p_W);
  }
  Vector3d FromGeodetic(const Geodetic& place) const {
    return R_EcefW_.transpose() * (EcefFromGeodetic(ellipsoid_, place) - origin_);
  }
  const Matrix3d& rotation_ecef_from_world() const { return R_EcefW_; }
  const Ellipsoid& ellipsoid() const { return ellipsoid_; }

 private:
  Ellipsoid ellipsoid_;
  Vector3d origin_;
  Matrix3d R_EcefW_;
};

}  // namespace surefoot
