#include "surefoot/serve/clients/permissions.h"

#include <gmock/gmock.h>

namespace surefoot::serve {
namespace {

using graph::Role;
using testing::HasSubstr;
using Kind = graph::Access::Kind;

class AccessControlTest : public testing::Test {
 protected:
  /// Reason for the refusal; empty if permitted.
  std::string Why(Kind kind, const std::string& name, Role role,
                  const std::string& client = "web:1") {
    const graph::Caller caller{client, role};
    const Status status = control_.Check({kind, name, caller});
    return status.ok() ? "" : status.error().message;
  }
  bool May(Kind kind, const std::string& name, Role role, const std::string& client = "web:1") {
    return Why(kind, name, role, client).empty();
  }

  std::map<std::string, std::string> drivers_;
  AccessControl control_{&drivers_};
};

TEST_F(AccessControlTest, EachCellOfTheTable) {
  for (const auto& [name, permission] : Permissions()) {
    for (const Role role : {Role::kViewer, Role::kDriver, Role::kOwner}) {
      for (const bool others_drive : {false, true}) {
        drivers_.clear();
        if (others_drive) drivers_["husky"] = "usarsim:7";
        const bool alone = !others_drive || role == Role::kOwner || !permission.concerns_all;
        EXPECT_EQ(May(Kind::kCall, name, role), role >= permission.role && alone)
            << name << " as " << graph::RoleName(role) << " while others drive: " << others_drive;
      }
    }
  }
}

TEST_F(AccessControlTest, DriversControlTimeWhileTheyDriveAlone) {
  EXPECT_TRUE(May(Kind::kCall, "/reset_simulation", Role::kDriver, "web:1"));
  drivers_["husky"] = "web:1";
  EXPECT_TRUE(May(Kind::kCall, "/reset_simulation", Role::kDriver, "web:1"));
  EXPECT_THAT(Why(Kind::kCall, "/reset_simulation", Role::kDriver, "web:2"),
              HasSubstr("robots that other clients drive"));
  EXPECT_TRUE(May(Kind::kCall, "/reset_simulation", Role::kOwner, "web:2"));
  EXPECT_FALSE(May(Kind::kSendGoal, "/simulate_steps", Role::kDriver, "web:2"));
}

TEST_F(AccessControlTest, WhatIsNotInTheTableIsTheOwners) {
  EXPECT_FALSE(May(Kind::kCall, "/surefoot/forgotten", Role::kDriver));
  EXPECT_TRUE(May(Kind::kCall, "/surefoot/forgotten", Role::kOwner));
}

TEST_F(AccessControlTest, DriversCallWhatClientsOffer) {
  EXPECT_FALSE(May(Kind::kOffer, "/add_two_ints", Role::kViewer));
  EXPECT_TRUE(May(Kind::kOffer, "/add_two_ints", Role::kDriver));
  EXPECT_FALSE(May(Kind::kCall, "/add_two_ints", Role::kDriver, "web:2")) << "not offered yet";
  control_.is_offered = [](const std::string& name) { return name == "/add_two_ints"; };
  EXPECT_TRUE(May(Kind::kCall, "/add_two_ints", Role::kDriver, "web:2"));
  EXPECT_FALSE(May(Kind::kCall, "/add_two_ints", Role::kViewer, "web:3"));
  EXPECT_THAT(Why(Kind::kOffer, "/load_world", Role::kOwner),
              HasSubstr("reserved by the simulator"));
}

TEST_F(AccessControlTest, NobodyPublishesWhatTheSimulatorPublishes) {
  control_.is_own_topic = [](const std::string& topic) { return topic == "/clock"; };
  for (const Kind kind : {Kind::kPublish, Kind::kAdvertise}) {
    for (const Role role : {Role::kDriver, Role::kOwner}) {
      EXPECT_THAT(Why(kind, "/clock", role), HasSubstr("published by the simulator"));
      EXPECT_TRUE(May(kind, "/husky/cmd_vel", role));
    }
    EXPECT_THAT(Why(kind, "/husky/cmd_vel", Role::kViewer), HasSubstr("needs the role driver"));
  }
}

TEST_F(AccessControlTest, SomeRequestsNeedTheOwner) {
  EXPECT_TRUE(May(Kind::kCall, "/set_simulation_state", Role::kDriver, "web:1"));
  EXPECT_TRUE(May(Kind::kCall, "/set_simulation_state", Role::kOwner, "web:2"));
  EXPECT_FALSE(control_.CheckOwner("web:1", "to end the server").ok());
  EXPECT_TRUE(control_.CheckOwner("web:2", "to end the server").ok());
  EXPECT_FALSE(control_.CheckOwner("web:3", "to end the server").ok()) << "it never said a word";
  EXPECT_TRUE(control_.CheckOwner("", "to end the server").ok()) << "the program itself";
  control_.Forget("web:2");
  EXPECT_FALSE(control_.CheckOwner("web:2", "to end the server").ok());
}

TEST_F(AccessControlTest, RequestsThatAffectAllRobotsNeedTheOwnerWhileOthersDrive) {
  drivers_["husky"] = "web:1";
  for (const char* client : {"web:1", "web:2"}) {
    EXPECT_TRUE(May(Kind::kCall, "/surefoot/edit/set", Role::kDriver, client));
  }
  EXPECT_TRUE(May(Kind::kCall, "/surefoot/edit/set", Role::kOwner, "web:3"));
  EXPECT_TRUE(control_.CheckAlone("web:1", "gravity").ok());
  EXPECT_THAT(control_.CheckAlone("web:2", "gravity").error().message,
              HasSubstr("gravity affects robots that other clients drive"));
  EXPECT_TRUE(control_.CheckAlone("web:3", "gravity").ok());
  drivers_.clear();
  EXPECT_TRUE(control_.CheckAlone("web:2", "gravity").ok());
}

TEST_F(AccessControlTest, EventsOfForeignWorldsCallNothingOfTheOwner) {
  for (const auto& [name, permission] : Permissions()) {
    const bool consent = name == "/surefoot/consent/answer";
    EXPECT_EQ(AccessControl::CheckEvent(name, false).ok(), !consent) << name;
    EXPECT_EQ(AccessControl::CheckEvent(name, true).ok(), permission.role < Role::kOwner) << name;
  }
  EXPECT_FALSE(AccessControl::CheckEvent("/surefoot/forgotten", true).ok());
}

}  // namespace
}  // namespace surefoot::serve
