#include "surefoot/raycast/ray_fan.h"

#include <gtest/gtest.h>

#include "surefoot/raycast/test/brute_force.h"

namespace surefoot::raycast {
namespace {

using test::AnyPose;
using test::AnyVector;
using test::FindNearest;
using test::Nearest;

std::vector<RigidTransform> PosesOf(const world::World& world) {
  std::vector<RigidTransform> X_WL;
  for (int id = 0; id < world.link_count(); ++id) {
    X_WL.push_back(world.instance(world.model_of_link(id)).X_WM * world.link(id).X_ML);
  }
  return X_WL;
}

std::vector<Vector3d> AnyDirections(int count, std::mt19937* random) {
  std::vector<Vector3d> directions;
  for (int i = 0; i < count; ++i) directions.push_back(AnyVector(random).normalized());
  return directions;
}

/// Rays whose result depends on rounding are skipped; there are few.
void CompareWithBruteForce(unsigned seed, const Vector3d& middle_W) {
  std::mt19937 random(seed);
  const auto world = world::MakeWorld(test::AnyWorld(12, middle_W, &random), nullptr).value();
  const std::vector<RigidTransform> X_WL = PosesOf(*world);
  const auto scene = Scene::Make(*world).value();
  scene->SetPoses(X_WL);
  RigidTransform X_WS = AnyPose(2.0, &random);
  X_WS.p += middle_W;
  const std::vector<Vector3d> directions = AnyDirections(301, &random);
  const RayFan fan(directions);
  std::vector<float> distances(directions.size());
  std::vector<std::int32_t> shapes(directions.size());
  Cast(*scene, fan, X_WS, 0.1, 200.0, distances, shapes);
  int met = 0;
  int passed_over = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const Vector3d d_W = X_WS.q * directions[i];
    const Nearest nearest = FindNearest(*world, X_WL, X_WS.p, d_W, 0.1);
    const double slant = std::abs(nearest.normal_W.dot(d_W));
    if (nearest.distance > 201.0) {
      EXPECT_EQ(shapes[i], -1);
      continue;
    }
    if (nearest.margin < 1e-3 || slant < 0.02 || nearest.distance > 199.0) {
      ++passed_over;
      continue;
    }
    ++met;
    ASSERT_GE(shapes[i], 0) << "seed " << seed << " ray " << i;
    // Single precision turns a direction by some 1e-7 rad.
    const double tolerance = std::max(1e-4, 2e-7 * nearest.distance / slant);
    EXPECT_NEAR(static_cast<double>(distances[i]), nearest.distance, tolerance) << "seed " << seed;
    EXPECT_EQ(scene->shape(shapes[i]).link, nearest.link);
  }
  EXPECT_GT(met, 130) << "seed " << seed;
  EXPECT_LT(passed_over, 30) << "seed " << seed;
}

TEST(RayFanTest, AgreesWithBruteForce) {
  for (unsigned seed = 1; seed <= 25; ++seed) CompareWithBruteForce(seed, Vector3d::Zero());
}

TEST(RayFanTest, AgreesWithBruteForceFarFromTheOrigin) {
  for (unsigned seed = 101; seed <= 115; ++seed) {
    CompareWithBruteForce(seed, Vector3d(4e5, -7e6, 300.0));
  }
}

TEST(RayFanTest, CosinesAndNormalsAreThoseOfTheSurface) {
  std::mt19937 random(5);
  const auto world =
      world::MakeWorld(test::AnyWorld(12, Vector3d::Zero(), &random), nullptr).value();
  const std::vector<RigidTransform> X_WL = PosesOf(*world);
  const auto scene = Scene::Make(*world).value();
  scene->SetPoses(X_WL);
  const std::vector<Vector3d> directions = AnyDirections(200, &random);
  const RayFan fan(directions);
  RayPacket packet;
  float cosines[kPacketRays];
  for (int k = 0; k < fan.packet_count(); ++k) {
    fan.Fill(k, scene->ToScene(Vector3d::Zero()), Eigen::Matrix3f::Identity(), 0.1F, 200.0F,
             &packet);
    scene->Cast(&packet);
    scene->Cosines(packet, cosines);
    for (int i = 0; i < kPacketRays; ++i) {
      const Vector3d& d = directions[static_cast<std::size_t>(k * kPacketRays + i)];
      const Nearest nearest = FindNearest(*world, X_WL, Vector3d::Zero(), d, 0.1);
      const double cosine = std::abs(nearest.normal_W.dot(d));
      if (packet.shape[i] < 0) {
        EXPECT_EQ(cosines[i], 0.0F);
      } else if (nearest.margin > 1e-3 && cosine > 0.02) {
        EXPECT_NEAR(static_cast<double>(cosines[i]), cosine, 1e-3);
        EXPECT_NEAR(std::abs(scene->NormalOf(packet, i).dot(nearest.normal_W)), 1.0, 1e-4);
      }
    }
  }
}

TEST(RayFanTest, AFanIsTheSameRaysAsOneByOne) {
  std::mt19937 random(8);
  const auto world =
      world::MakeWorld(test::AnyWorld(8, Vector3d::Zero(), &random), nullptr).value();
  const auto scene = Scene::Make(*world).value();
  std::vector<RigidTransform> X_WL = PosesOf(*world);
  const std::vector<Vector3d> directions = AnyDirections(13, &random);
  const RayFan fan(directions);
  EXPECT_EQ(fan.packet_count(), 2);
  EXPECT_EQ(fan.RaysIn(1), 5);
  std::vector<float> distances(13);
  std::vector<std::int32_t> shapes(13);
  // Moving some links and not others leads to the same scene as building it from the start.
  for (int move = 0; move < 5; ++move) {
    X_WL[static_cast<std::size_t>(2 * move + 1)].p += 0.3 * AnyVector(&random);
    scene->SetPoses(X_WL);
    const auto fresh = Scene::Make(*world).value();
    fresh->SetPoses(X_WL);
    Cast(*scene, fan, RigidTransform(), 0.0, 200.0, distances, shapes);
    for (std::size_t i = 0; i < 13; ++i) {
      Ray ray;
      ray.direction_W = directions[i];
      ray.far = 200.0;
      const Hit hit = fresh->Cast(ray);
      EXPECT_EQ(hit.shape, shapes[i]);
      const float distance = hit.ok() ? static_cast<float>(hit.distance) : 200.0F;
      EXPECT_EQ(distance, distances[i]);
    }
  }
}

}  // namespace
}  // namespace surefoot::raycast
