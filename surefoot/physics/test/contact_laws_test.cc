#include "surefoot/physics/contact_laws.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::physics {
namespace {

world::Surface Named(const std::string& name, double mu) {
  world::Surface surface;
  surface.name = name;
  surface.mu = surface.mu2 = mu;
  return surface;
}

std::shared_ptr<const world::World> MakeWorld(bool with_pair) {
  world::WorldSpec spec;
  spec.models = {{"a", RigidTransform(), std::make_shared<world::Model>(world::test::MakeRow(1))}};
  if (with_pair) spec.surface_pairs.push_back({"rubber", "ice", 0.03, 0.02, 0.5});
  return world::MakeWorld(spec, nullptr).value();
}

TEST(ContactLaws, EqualSurfacesShareAnIndex) {
  ContactLaws unnamed(*MakeWorld(false));
  EXPECT_EQ(unnamed.Add(Named("rubber", 1.0)), 0);
  EXPECT_EQ(unnamed.Add(Named("ice", 1.0)), 0) << "no pair uses names";
  EXPECT_EQ(unnamed.Add(Named("ice", 0.1)), 1);
  ContactLaws named(*MakeWorld(true));
  EXPECT_EQ(named.Add(Named("rubber", 1.0)), 0);
  EXPECT_EQ(named.Add(Named("ice", 1.0)), 1);
}

TEST(ContactLaws, TabledOrNotTheLawIsTheSame) {
  ContactLaws laws(*MakeWorld(true));
  const int rubber = laws.Add(Named("rubber", 0.9));
  const int ice = laws.Add(Named("ice", 0.1));
  const int wood = laws.Add(Named("wood", 0.4));
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_EQ(laws.Law(rubber, ice).mu, 0.03);
    EXPECT_EQ(laws.Law(ice, rubber).mu2, 0.02);
    EXPECT_EQ(laws.Law(ice, rubber).restitution, 0.5);
    EXPECT_EQ(laws.Law(rubber, wood).mu, 0.4);
    laws.Prepare();
  }
}

TEST(ContactLaws, ThousandsOfSurfacesAreNotTabled) {
  ContactLaws laws(*MakeWorld(false));
  for (int i = 0; i < 3000; ++i) laws.Add(Named("", 0.001 * i));
  laws.Prepare();
  EXPECT_EQ(laws.Law(1000, 2999).mu, 1.0);
}

TEST(ContactLaws, FrictionDirectionIsThatOfTheFirstSurfaceThatHasOne) {
  ContactLaws laws(*MakeWorld(false));
  world::Surface grooved;
  grooved.friction_direction = Vector3d::UnitX();
  const int plain = laws.Add(world::Surface());
  const int along = laws.Add(grooved);
  const Quaterniond turned(Eigen::AngleAxisd(0.5, Vector3d::UnitZ()));
  const Quaterniond still = Quaterniond::Identity();
  EXPECT_TRUE(laws.FrictionDirection(plain, turned, plain, turned).isZero());
  const Vector3d expected(std::cos(0.5), std::sin(0.5), 0.0);
  EXPECT_LT((laws.FrictionDirection(plain, still, along, turned) - expected).norm(), 1e-15);
  EXPECT_LT((laws.FrictionDirection(along, turned, plain, still) - expected).norm(), 1e-15);
}

}  // namespace
}  // namespace surefoot::physics
