#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/base/random.h"
#include "surefoot/sensors/range/range_finder_spec.h"

namespace surefoot::sensors {
namespace {

constexpr double kPi = 3.14159265358979323846;

double FirstDistance(const EchoSpec& spec, std::vector<Echo>* echoes) {
  const Echo* first = FirstEcho(spec, 10, 1.0, echoes);
  return first != nullptr ? first->distance : std::numeric_limits<double>::infinity();
}

TEST(ConeDirections, FillTheConeEvenly) {
  const Vector3d axis = Vector3d(1, -2, 0.5).normalized();
  for (const auto& [full, count] :
       {std::pair(0.26, 64), std::pair(1.0, 500), std::pair(6.2, 300)}) {
    const std::vector<Vector3d> directions = ConeDirections(axis, full, count);
    ASSERT_EQ(directions.size(), static_cast<std::size_t>(count));
    EXPECT_LT((directions.front() - axis).norm(), 1e-12);
    for (const Vector3d& d : directions) {
      EXPECT_NEAR(d.norm(), 1.0, 1e-12);
      EXPECT_GT(d.dot(axis), std::cos(full / 2.0) - 1e-9);
    }
    // No direction of the cone is far from all rays: each ray covers an equal share of the solid
    // angle.
    const double share = 2.0 * kPi * (1.0 - std::cos(full / 2.0)) / count;
    const double reach = 1.6 * std::sqrt(share / kPi);
    RandomStream random(1, "directions");
    for (int i = 0; i < 500; ++i) {
      const double z = 1.0 - random.Uniform() * (1.0 - std::cos(full / 2.0));
      const double angle = random.Uniform(0.0, 2.0 * kPi);
      const double r = std::sqrt(1.0 - z * z);
      const Vector3d d =
          QuaternionFromZAxis(axis) * Vector3d(r * std::cos(angle), r * std::sin(angle), z);
      double nearest = kPi;
      for (const Vector3d& other : directions) {
        nearest = std::min(nearest, std::acos(std::min(1.0, d.dot(other))));
      }
      EXPECT_LT(nearest, reach) << full;
    }
  }
}

TEST(ConeDirections, OneIsTheAxis) {
  const std::vector<Vector3d> one = ConeDirections(Vector3d::UnitY(), 1.0, 1);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_LT((one[0] - Vector3d::UnitY()).norm(), 1e-12);
}

TEST(Echo, IsLostBeyondAnAngle) {
  EchoSpec spec;
  spec.max_incidence = 0.4;
  spec.diffuse = 0.1;
  EXPECT_DOUBLE_EQ(EchoStrength(spec, std::cos(0.39), 1.0), 1.0);
  EXPECT_DOUBLE_EQ(EchoStrength(spec, -std::cos(0.39), 0.5), 0.5);
  EXPECT_DOUBLE_EQ(EchoStrength(spec, std::cos(0.41), 0.5), 0.05);
  EXPECT_DOUBLE_EQ(EchoStrength(EchoSpec(), 0.01, 1.0), 1.0);
}

TEST(Echo, FallsWithTheCosineOfTheIncidence) {
  EchoSpec spec;
  spec.incidence_exponent = 3.0;
  EXPECT_DOUBLE_EQ(EchoStrength(spec, -1.0, 0.5), 0.5);
  EXPECT_NEAR(EchoStrength(spec, std::cos(0.6), 1.0), std::pow(std::cos(0.6), 3.0), 1e-12);
}

TEST(Echo, BeamIsHalfAsStrongAtHalfItsWidth) {
  EchoSpec spec;
  const Vector3d axis = Vector3d::UnitX();
  const std::vector<Vector3d> directions = {axis, Vector3d(std::cos(0.1), std::sin(0.1), 0.0),
                                            Vector3d(std::cos(0.2), 0.0, std::sin(0.2))};
  EXPECT_EQ(BeamWeights(spec, axis, directions), std::vector<double>(3, 1.0));
  spec.beam_width = 0.2;
  const std::vector<double> weights = BeamWeights(spec, axis, directions);
  EXPECT_NEAR(weights[1] / weights[0], 0.5, 1e-9);
  EXPECT_NEAR(weights[2] / weights[0], 1.0 / 16.0, 1e-9);
  EXPECT_NEAR(weights[0] + weights[1] + weights[2], 3.0, 1e-9) << "1 on average";
}

TEST(Echo, GainRaisesWhatIsHeard) {
  EchoSpec spec;
  spec.threshold = 0.2;
  std::vector<Echo> echoes = {{1.0, 1.5, 0}, {2.0, 3.0, 1}};
  EXPECT_EQ(FirstEcho(spec, 10, 1.0, &echoes)->ray, 1);
  EXPECT_EQ(FirstEcho(spec, 10, 1.4, &echoes)->ray, 0);
  EXPECT_EQ(FirstEcho(spec, 10, 0.6, &echoes), nullptr);
}

TEST(Echo, FirstIsTheNearestWithoutThreshold) {
  std::vector<Echo> echoes = {{3.0, 1.0}, {1.0, 0.0}, {2.0, 0.2}};
  EXPECT_DOUBLE_EQ(FirstDistance(EchoSpec(), &echoes), 2.0);
  echoes = {{1.0, 0.0}};
  EXPECT_EQ(FirstDistance(EchoSpec(), &echoes), std::numeric_limits<double>::infinity());
  echoes.clear();
  EXPECT_EQ(FirstDistance(EchoSpec(), &echoes), std::numeric_limits<double>::infinity());
}

TEST(Echo, NeedsEnoughTogether) {
  EchoSpec spec;
  spec.threshold = 0.3;
  spec.pulse_length = 0.05;
  // Two close echoes are too weak; four within a pulse are sufficient.
  std::vector<Echo> echoes = {{1.0, 1.0},  {1.02, 1.0}, {1.2, 1.0},  {2.0, 0.8},
                              {2.01, 0.8}, {2.03, 0.8}, {2.04, 0.8}, {2.2, 1.0}};
  EXPECT_DOUBLE_EQ(FirstDistance(spec, &echoes), 2.04);
  spec.pulse_length = 0.5;
  EXPECT_DOUBLE_EQ(FirstDistance(spec, &echoes), 1.2);
  spec.threshold = 0.9;
  EXPECT_EQ(FirstDistance(spec, &echoes), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace surefoot::sensors
