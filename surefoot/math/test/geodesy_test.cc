#include "surefoot/math/geodesy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;

Geodetic Place(double latitude_deg, double longitude_deg, double height) {
  return Geodetic{latitude_deg * kDegree, longitude_deg * kDegree, height};
}

/// PROJ 9.5.1 (pyproj 3.7.2), EPSG:4979 to EPSG:4978.
const double kEcef[][6] = {
    {0, 0, 0, 6378137.000000000, 0.000000000, 0.000000000},
    {49.9, 8.9, 140, 4066905.757402839, 636860.446027664, 4855739.090297147},
    {-33.8568, 151.2153, 5.25, -4646972.458419382, 2553079.019494472, -3533270.052365718},
    {90, 0, 0, 0.000000000, 0.000000000, 6356752.314245179},
    {-89.9999, -120, 2800, -5.587142439, -9.677214574, -6359552.314235427},
    {27.9881, 86.925, 8848.86, 302769.934269498, 5636026.225470084, 2979493.490936574},
    {52.5, 13.4, -3500, 3782968.866675572, 901230.307488173, 5034087.848141180},
    {10, 179.9999, 20200000, -26174989.440410189, 45.683974739, 4607941.736607354},
    {1e-05, -179.99999, 400000, -6778136.999999794, -1.183008077, 1.175555928},
    {45, -45, 0, 3194419.145060575, -3194419.145060574, 4487348.408865919},
};

TEST(Geodesy, AgreesWithProjBothWays) {
  for (const auto& row : kEcef) {
    const Geodetic place = Place(row[0], row[1], row[2]);
    const Vector3d p(row[3], row[4], row[5]);
    EXPECT_LT((EcefFromGeodetic(Ellipsoid(), place) - p).norm(), 1e-8) << row[0];
    const Geodetic back = GeodeticFromEcef(Ellipsoid(), p);
    EXPECT_NEAR(back.latitude, place.latitude, 1e-15 + 1e-9 / p.norm() * 2) << row[0];
    EXPECT_NEAR(back.height, place.height, 4e-9) << row[0];
    if (std::abs(row[0]) < 80.0) {
      EXPECT_NEAR(back.longitude, place.longitude, 1e-15) << row[0];
    }
  }
}

TEST(Geodesy, ThereAndBackIsTheSameOnAnyPlanet) {
  RandomStream random(1, "geodesy");
  for (const Ellipsoid& body : {Ellipsoid(), Ellipsoid{1738100.0, 1736000.0},
                                Ellipsoid{1000.0, 1000.0}, Ellipsoid{1000.0, 1100.0}}) {
    for (int i = 0; i < 2000; ++i) {
      const double height = body.equatorial_radius * random.Uniform(-0.01, 5.0);
      const Geodetic place{random.Uniform(-kPi / 2, kPi / 2), random.Uniform(-kPi, kPi), height};
      const Vector3d p = EcefFromGeodetic(body, place);
      const Geodetic back = GeodeticFromEcef(body, p);
      EXPECT_LT((EcefFromGeodetic(body, back) - p).norm(), 3e-15 * p.norm());
      EXPECT_NEAR(back.latitude, place.latitude, 1e-14);
    }
  }
}

/// proj +proj=topocentric about 49.9 N, 8.9 E, 140 m.
TEST(Geodesy, LocalFrameAgreesWithProj) {
  const double golden[][6] = {
      {49.901, 8.902, 150.0, 143.689115831, 111.231682025, 9.997413973},
      {49.9, 8.9, 140, 0.0, 0.0, 0.0},
      {50.5, 9.5, 100, 42569.553350354, 66910.073801636, -533.029229947},
      {49.89, 8.85, 141, -3593.039054586, -1111.095787609, -0.106896731},
  };
  const LocalFrame enu(Ellipsoid(), Place(49.9, 8.9, 140), 0.0);
  // The same position with x to the north.
  const LocalFrame turned(Ellipsoid(), Place(49.9, 8.9, 140), kPi / 2.0);
  for (const auto& row : golden) {
    const Geodetic place = Place(row[0], row[1], row[2]);
    const Vector3d p(row[3], row[4], row[5]);
    EXPECT_LT((enu.FromGeodetic(place) - p).norm(), 1e-8);
    EXPECT_LT((turned.FromGeodetic(place) - Vector3d(p.y(), -p.x(), p.z())).norm(), 1e-8);
    const Geodetic back = enu.ToGeodetic(p);
    EXPECT_NEAR(back.latitude, place.latitude, 1e-14);
    EXPECT_NEAR(back.longitude, place.longitude, 1e-14);
    EXPECT_NEAR(back.height, place.height, 1e-8);
  }
}

TEST(Geodesy, AxesPointEastNorthAndUp) {
  const Matrix3d R = RotationEcefFromEnu(0.7, -2.0);
  EXPECT_LT((R * R.transpose() - Matrix3d::Identity()).norm(), 1e-15);
  EXPECT_NEAR(R.determinant(), 1.0, 1e-15);
  const Geodetic place{0.7, -2.0, 100.0};
  const Vector3d here = EcefFromGeodetic(Ellipsoid(), place);
  const Vector3d up = EcefFromGeodetic(Ellipsoid(), {0.7, -2.0, 101.0}) - here;
  const Vector3d east = EcefFromGeodetic(Ellipsoid(), {0.7, -2.0 + 1e-8, 100.0}) - here;
  const Vector3d north = EcefFromGeodetic(Ellipsoid(), {0.7 + 1e-8, -2.0, 100.0}) - here;
  EXPECT_LT((R.col(2) - up.normalized()).norm(), 1e-8);
  EXPECT_LT((R.col(0) - east.normalized()).norm(), 1e-6);
  EXPECT_LT((R.col(1) - north.normalized()).norm(), 1e-6);
}

}  // namespace
}  // namespace surefoot
