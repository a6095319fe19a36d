#include "surefoot/physics/hold.h"

#include <gtest/gtest.h>

namespace surefoot::physics {
namespace {

TEST(Hold, TakesHoldAtRestAndStaysThere) {
  Hold hold;
  EXPECT_FALSE(hold.Update(1.0, 0.06));
  EXPECT_TRUE(hold.Update(1.1, 0.04));
  EXPECT_EQ(hold.target(), 1.1);
  // Pushed a little.
  EXPECT_TRUE(hold.Update(1.11, 0.1));
  EXPECT_EQ(hold.target(), 1.1);
}

TEST(Hold, LetsGoWhenTornLoose) {
  Hold hold;
  EXPECT_TRUE(hold.Update(1.0, 0.0));
  EXPECT_FALSE(hold.Update(1.0, -0.21));
  EXPECT_FALSE(hold.Update(0.9, -0.1));
  EXPECT_TRUE(hold.Update(0.8, -0.01));
  EXPECT_EQ(hold.target(), 0.8);
}

TEST(Hold, SlipsWhenItIsDraggedAlongSlowly) {
  Hold hold;
  EXPECT_TRUE(hold.Update(0.0, 0.0));
  for (int i = 1; i <= 1000; ++i) EXPECT_TRUE(hold.Update(1e-3 * i, 0.1));
  EXPECT_NEAR(hold.target(), 1.0, 0.021);
}

TEST(Hold, ComesBackFromItsBytes) {
  Hold hold;
  EXPECT_TRUE(hold.Update(0.7, 0.0));
  Bytes bytes;
  ByteWriter writer(&bytes);
  hold.Save(&writer);
  Hold other;
  ByteReader reader(bytes);
  other.Restore(&reader);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_TRUE(other.holding());
  EXPECT_EQ(other.target(), 0.7);
}

}  // namespace
}  // namespace surefoot::physics
