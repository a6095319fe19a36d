#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/autonomy/rover/slope_vehicle.h"
#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::rover {
namespace {

constexpr double kDegree = M_PI / 180.0;
const Steering kSteering = {4.0 * kDegree, 0.0, -4.0 * kDegree};

SlopeVehicle On(int soil, double center) {
  SlopeVehicleSpec spec;
  spec.center = center;
  return SlopeVehicle::Make(spec, ground::StudySoil(soil)).value();
}

// Positions of the reference, with which slope_vehicle_test compares SlopeVehicle::Drive.
TEST(SlopeTable, DrivesAsTheReference) {
  const struct {
    int soil;
    double center, slope;
    double x1, y1, heading1, x2, y2, heading2;
  } rows[] = {{ground::kCloddy, -0.05, 21, 8.173, 15.317, 98.041, -6.422, 26.913, 184.658},
              {ground::kDrift, -0.05, 21, 8.404, 16.533, 74.506, 6.591, 37.270, 81.011},
              {ground::kMixed, 0.0, 26, 0.664, 16.312, 125.158, -17.591, 18.068, 223.056}};
  for (const auto& row : rows) {
    SlopeDrive drive;
    drive.seconds = 3600.0;
    drive.first_tread = 1.05 * 38.0 / 3600.0;
    const SlopeTable table =
        SlopeTable::Make(On(row.soil, row.center), row.slope * kDegree, kSteering);
    const auto track = table.Drive(drive);
    ASSERT_EQ(track.size(), 61u);
    EXPECT_NEAR(track[30].x, row.x1, 0.05);
    EXPECT_NEAR(track[30].y, row.y1, 0.05);
    EXPECT_NEAR(track[30].heading / kDegree, row.heading1, 0.3);
    EXPECT_NEAR(track[60].x, row.x2, 0.15);
    EXPECT_NEAR(track[60].y, row.y2, 0.15);
    EXPECT_NEAR(track[60].heading / kDegree, row.heading2, 1.0);
  }
}

TEST(SlopeTable, IsTheVehiclesOwnInEveryHeading) {
  const SlopeVehicle vehicle = On(ground::kMixed, 0.0);
  const SlopeTable table = SlopeTable::Make(vehicle, 15.0 * kDegree, kSteering);
  for (double heading = 0.0; heading < 720.0; heading += 31.7) {
    const auto motion = table.At(heading * kDegree);
    ASSERT_TRUE(motion) << heading;
    const auto exact = vehicle.Balance(15.0 * kDegree, heading * kDegree, kSteering, *motion);
    ASSERT_TRUE(exact.ok());
    EXPECT_NEAR(motion->slip, exact->slip, 1e-3) << heading;
    EXPECT_NEAR(motion->curvature, exact->curvature, 1e-3) << heading;
    EXPECT_NEAR(motion->sideslip, exact->sideslip, 1e-3) << heading;
  }
  EXPECT_NEAR(table.At(-M_PI)->slip, table.At(M_PI)->slip, 1e-9);
}

TEST(SlopeTable, EndsWhereItCannotClimb) {
  const SlopeTable table = SlopeTable::Make(On(ground::kDrift, 0.0), 26.0 * kDegree, kSteering);
  EXPECT_FALSE(table.At(0.0));
  EXPECT_TRUE(table.At(M_PI));
  EXPECT_TRUE(table.Drive({}).empty());
}

}  // namespace
}  // namespace surefoot::rover
