#include "surefoot/autonomy/rover/slip_prediction.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::rover {
namespace {

constexpr double kDegree = M_PI / 180.0;

TEST(SlipPrediction, IsTheVehiclesOwn) {
  const world::Soil soil = ground::StudySoil(ground::kMixed);
  const SlipPrediction prediction = SlipPrediction::Make({}, soil).value();
  const SlopeVehicle vehicle = SlopeVehicle::Make({}, soil).value();
  for (double slope = -19.7; slope < 25.0; slope += 1.3) {
    const auto value = prediction.At(slope * kDegree);
    ASSERT_TRUE(value) << slope;
    EXPECT_NEAR(value->slip, vehicle.ClimbSlip(slope * kDegree).value(), 0.003) << slope;
    const double work = vehicle.CostOfTransport(slope * kDegree).value() * 310.0 * 3.71;
    EXPECT_NEAR(value->work, work, 0.01 * std::abs(work) + 1.0) << slope;
  }
  EXPECT_NEAR(prediction.limit() / kDegree, 27.15, 0.02);
  EXPECT_TRUE(prediction.At(27.1 * kDegree));
  EXPECT_FALSE(prediction.At(27.2 * kDegree));
  EXPECT_FALSE(prediction.At(std::nan("")));
}

}  // namespace
}  // namespace surefoot::rover
