#include "surefoot/world/surface.h"

#include <gtest/gtest.h>

namespace surefoot::world {
namespace {

Surface Ice() {
  Surface ice;
  ice.name = "ice";
  ice.mu = 0.1;
  ice.mu2 = 0.2;
  ice.rolling_friction = 0.001;
  ice.restitution = 0.3;
  ice.restitution_threshold = 0.5;
  ice.stiffness = 3000.0;
  return ice;
}

Surface Rubber() {
  Surface rubber;
  rubber.name = "rubber";
  rubber.mu = 0.9;
  rubber.mu2 = 0.15;
  rubber.torsional_friction = 0.02;
  rubber.rolling_friction = 0.01;
  rubber.restitution = 0.6;
  rubber.restitution_threshold = 0.1;
  rubber.stiffness = 6000.0;
  rubber.damping = 40.0;
  return rubber;
}

TEST(Combine, TakesSmallerFrictionLargerRestitution) {
  const ContactLaw law = Combine(Ice(), Rubber(), {});
  EXPECT_EQ(law.mu, 0.1);
  EXPECT_EQ(law.mu2, 0.15);
  EXPECT_EQ(law.torsional_friction, 0.02);
  EXPECT_EQ(law.rolling_friction, 0.01);
  EXPECT_EQ(law.restitution, 0.6);
  EXPECT_EQ(law.restitution_threshold, 0.1);
  EXPECT_NEAR(law.stiffness, 2000.0, 1e-9);  // 3 and 6 kN/m in series
  EXPECT_EQ(law.damping, 40.0);              // the other surface gives no damping
}

TEST(Combine, DoesNotDependOnOrder) {
  const std::vector<SurfacePair> pairs = {{"ice", "rubber", 0.05, 0.06, 0.7}};
  for (const auto& list : {std::vector<SurfacePair>{}, pairs}) {
    const ContactLaw ab = Combine(Ice(), Rubber(), list);
    const ContactLaw ba = Combine(Rubber(), Ice(), list);
    EXPECT_EQ(ab.mu, ba.mu);
    EXPECT_EQ(ab.mu2, ba.mu2);
    EXPECT_EQ(ab.restitution, ba.restitution);
    EXPECT_EQ(ab.restitution_threshold, ba.restitution_threshold);
    EXPECT_EQ(ab.stiffness, ba.stiffness);
    EXPECT_EQ(ab.damping, ba.damping);
  }
}

TEST(Combine, NamedPairOverridesFrictionAndRestitution) {
  const std::vector<SurfacePair> pairs = {{"ice", "steel", 9.0, 9.0, 0.9},
                                          {"rubber", "ice", 0.05, 0.06, 0.7}};
  const ContactLaw law = Combine(Ice(), Rubber(), pairs);
  EXPECT_EQ(law.mu, 0.05);
  EXPECT_EQ(law.mu2, 0.06);
  EXPECT_EQ(law.restitution, 0.7);
  EXPECT_EQ(law.rolling_friction, 0.01);
}

TEST(Combine, UnnamedSurfacesMatchNoPair) {
  const std::vector<SurfacePair> pairs = {{"", "", 9.0, 9.0, 0.9}};
  EXPECT_EQ(Combine(Surface{}, Surface{}, pairs).mu, 1.0);
}

}  // namespace
}  // namespace surefoot::world
