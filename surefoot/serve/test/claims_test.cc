#include "surefoot/serve/clients/claims.h"

#include <gmock/gmock.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class ClaimsTest : public testing::Test {
 protected:
  ClaimsTest() {
    people_.Join("web:1", "Jana");
    people_.Join("web:2", "Tom");
    people_.Join("web:3", "");
  }
  bool Asks(const std::string& client, bool force = false) {
    const auto taken = claims_.RequestControl("husky", client, force, now_);
    return taken.ok() && taken.value() == Claims::Taken::kAsked;
  }

  People people_;
  Claims claims_{false, &people_};
  Claims::Clock::time_point now_{};
};

TEST_F(ClaimsTest, AnUnansweredRequestExpiresAfterTenSeconds) {
  EXPECT_FALSE(Asks("web:1"));
  EXPECT_TRUE(Asks("web:2"));
  now_ += std::chrono::milliseconds(9900);
  EXPECT_TRUE(claims_.TakeUnanswered(now_).empty());
  // A repeated request does not extend the time.
  EXPECT_TRUE(Asks("web:2"));
  now_ += std::chrono::milliseconds(100);
  EXPECT_THAT(claims_.TakeUnanswered(now_), ElementsAre(Pair("husky", "web:2")));
  EXPECT_EQ(claims_.OwnerOf("husky"), "web:1");
  EXPECT_THAT(claims_.Answer("husky", "web:1", true).error().message,
              HasSubstr("no request for husky is pending"));
}

TEST_F(ClaimsTest, OneMayAskAtATime) {
  EXPECT_FALSE(Asks("web:1"));
  EXPECT_TRUE(Asks("web:2"));
  const auto third = claims_.RequestControl("husky", "web:3", false, now_);
  ASSERT_FALSE(third.ok());
  EXPECT_THAT(third.error().message, HasSubstr("Tom has asked Jana for husky"));
  // Taking the robot by force also ends the first client's request.
  EXPECT_TRUE(claims_.RequestControl("husky", "web:3", true, now_).ok());
  EXPECT_EQ(claims_.OwnerOf("husky"), "web:3");
  EXPECT_TRUE(claims_.requests().empty());
}

TEST_F(ClaimsTest, WhatIsLetGoGoesToTheOneThatAsked) {
  EXPECT_FALSE(Asks("web:1"));
  EXPECT_TRUE(Asks("web:2"));
  EXPECT_TRUE(claims_.ReleaseOne("husky", "web:1").ok());
  EXPECT_EQ(claims_.OwnerOf("husky"), "web:2");
  EXPECT_TRUE(Asks("web:3"));
  // A request is withdrawn.
  EXPECT_TRUE(claims_.ReleaseOne("husky", "web:3").ok());
  EXPECT_TRUE(claims_.requests().empty());
  EXPECT_THAT(claims_.ReleaseOne("husky", "web:3").error().message, HasSubstr("Tom has"));
  EXPECT_THAT(claims_.Check("husky", "web:3").error().message,
              HasSubstr("Tom has control of husky"));
}

/// A world with a robot "husky", which has a drive, so that its topics are commands.
std::shared_ptr<const world::World> WorldWithRobot() {
  auto model = std::make_shared<world::Model>();
  model->name = "husky";
  model->links.push_back(world::test::MakeLink("base_link"));
  world::Element drive;
  drive.name = "surefoot:drive";
  drive.attributes.emplace_back("type", "diff");
  model->extensions.push_back(drive);
  world::WorldSpec spec;
  spec.models.push_back({"husky", RigidTransform(), model});
  Problems problems;
  return world::MakeWorld(std::move(spec), &problems).value();
}

TEST_F(ClaimsTest, ARobotIsReleasedWhenItsLastTopicEnds) {
  claims_.SetWorld(*WorldWithRobot(), {});
  EXPECT_TRUE(claims_.Take("/husky/cmd_vel", "ros1:nodes").ok());
  EXPECT_TRUE(claims_.Take("/husky/arm/command", "ros1:nodes").ok());
  EXPECT_FALSE(claims_.Take("/husky/cmd_vel", "web:1").ok());
  EXPECT_EQ(claims_.EndPublishing("/husky/cmd_vel", "ros1:nodes"), "");
  EXPECT_EQ(claims_.OwnerOf("husky"), "ros1:nodes");
  // Neither other clients nor other topics release it.
  EXPECT_EQ(claims_.EndPublishing("/husky/arm/command", "web:1"), "");
  EXPECT_EQ(claims_.EndPublishing("/clock", "ros1:nodes"), "");
  EXPECT_EQ(claims_.EndPublishing("/husky/arm/command", "ros1:nodes"), "husky");
  EXPECT_EQ(claims_.OwnerOf("husky"), "");
  EXPECT_TRUE(claims_.Take("/husky/cmd_vel", "web:1").ok());
}

TEST_F(ClaimsTest, NamesAreTidy) {
  people_.Join("web:4", "  a\tb \n  c ");
  EXPECT_EQ(people_.NameOf("web:4"), "ab c");
  EXPECT_EQ(people_.NameOf("web:3"), "web:3");
  EXPECT_EQ(people_.NameOf("other"), "other");
  people_.Join("web:4", std::string(500, 'x'));
  EXPECT_EQ(people_.NameOf("web:4").size(), 40U);
}

}  // namespace
}  // namespace surefoot::serve
