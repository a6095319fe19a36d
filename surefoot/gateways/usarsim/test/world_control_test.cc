#include "surefoot/gateways/usarsim/world_control.h"

#include <gmock/gmock.h>

#include "surefoot/gateways/usarsim/test/fake_server.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class WorldControlTest : public testing::Test {
 protected:
  WorldControlTest()
      : table_(ParseClassTable("<usarsim><object name='WCCrate' size='1 2 3' mass='6'/>"
                               "<object name='WCModel' model='model://x'/></usarsim>",
                               "t")
                   .value()) {
    control_ = std::make_unique<WorldControl>(
        table_, &link_, Actor{1, "usarsim:1"}, Frames(),
        WorldControl::Ends{[this](std::string line) { answers_.push_back(std::move(line)); },
                           [this](const std::string& error) { errors_.push_back(error); }});
    // The link takes the time from this topic.
    link_.Listen("/clock", [](const graph::Sample&) {});
    Run();
  }
  void Run() {
    for (int i = 0; i < 4; ++i) {
      server_.bridge().Pump();
      link_.Take();
    }
    if (control_ != nullptr) control_->Tick();
    server_.bridge().Pump();
  }
  void Say(const std::string& line) {
    control_->Handle(ParseLine(line));
    Run();
  }

  ClassTable table_;
  FakeServer server_;
  GraphLink link_{&server_.bridge()};
  std::vector<std::string> answers_;
  std::vector<std::string> errors_;
  std::unique_ptr<WorldControl> control_;
};

TEST_F(WorldControlTest, MakesAndReportsAndTakesAway) {
  Say("CONTROL {Type Create} {ClassName USARPhysObj.WCCrate} {Name box} {Location 1,2,-3} "
      "{Scale 1,1,2} {Memory red} {Physics RigidBody}");
  ASSERT_EQ(server_.spawned.size(), 1U);
  EXPECT_THAT(
      server_.spawned[0].resource_string,
      testing::AllOf(HasSubstr("<size>1.000000000 2.000000000 6.000000000</size>"),
                     HasSubstr("<mass>12.000000000</mass>"), HasSubstr("<static>false</static>")));
  EXPECT_EQ(server_.entities["box"], PoseAt(1, -2, 3));
  // The same name once more is ignored.
  Say("CONTROL {Type Create} {ClassName WCCrate} {Name box}");
  Say("CONTROL {Type Create} {ClassName WCModel} {Name other}");
  EXPECT_EQ(server_.spawned.size(), 2U);
  EXPECT_EQ(server_.spawned[1].uri, "model://x");
  Say("CONTROL {Type GetSTA} {Name box}");
  EXPECT_THAT(answers_, ElementsAre("STA {Name box} {Size 1.0000,2.0000,6.0000} {Location "
                                    "1.0000,2.0000,-3.0000} {Memory red} {Rotation "
                                    "0.0000,0.0000,0.0000}\r\n"));
  Say("CONTROL {Type Kill} {Name other}");
  EXPECT_THAT(server_.deleted, ElementsAre("other"));
  control_ = nullptr;
  Run();
  EXPECT_THAT(server_.entities, IsEmpty());
  EXPECT_THAT(errors_, IsEmpty());
}

TEST_F(WorldControlTest, PermanentThingsStay) {
  Say("CONTROL {Type Create} {ClassName WCCrate} {Name a} {Permanent true}");
  Say("CONTROL {Type Create} {ClassName WCCrate} {Name b}");
  Say("CONTROL {Type KillAll}");
  EXPECT_EQ(server_.entities.size(), 1U);
  control_ = nullptr;
  Run();
  EXPECT_EQ(server_.entities.count("a"), 1U);
}

TEST_F(WorldControlTest, KillsInABoxOnly) {
  Say("CONTROL {Type Create} {ClassName WCCrate} {Name near} {Location 1,1,0}");
  Say("CONTROL {Type Create} {ClassName WCCrate} {Name far} {Location 9,9,0}");
  Say("CONTROL {Type KillAll} {MinPos 0,0,-1} {MaxPos 2,2,1}");
  EXPECT_THAT(server_.deleted, ElementsAre("near"));
}

TEST_F(WorldControlTest, MovesObjectsAndRobots) {
  server_.entities["robot"] = PoseAt(1, 1, 0);
  Say("CONTROL {Type AbsMove} {Name robot} {Location 5,6,-1}");
  EXPECT_EQ(server_.entities["robot"], PoseAt(5, -6, 1));
  Say("CONTROL {Type RelMove} {Name robot} {Location 1,0,0}");
  EXPECT_EQ(server_.entities["robot"], PoseAt(6, -6, 1));
  Say("CONTROL {Type AbsMove} {Name nothing}");
  EXPECT_THAT(errors_, ElementsAre(HasSubstr("unknown object or robot 'nothing'")));
}

TEST_F(WorldControlTest, GoesFromPointToPoint) {
  Say("CONTROL {Type Create} {ClassName WCCrate} {Name lift}");
  Say("CONTROL {Type AddWP} {Name lift} {WP 2,0,0;2,1,0}");
  Say("CONTROL {Type SetWP} {Name lift} {Speed 1} {Moving true}");
  for (int i = 0; i < 25; ++i) {
    server_.Advance(0.1);
    Run();
  }
  EXPECT_NEAR(server_.entities["lift"].position.x, 2.0, 1e-9);
  EXPECT_NEAR(server_.entities["lift"].position.y, -0.5, 1e-6);
  Say("CONTROL {Type Rotate} {Name lift} {Speed 0,0,1}");
  server_.Advance(0.5);
  Run();
  EXPECT_NEAR(server_.entities["lift"].orientation.z, -std::sin(0.25), 1e-6);
}

TEST_F(WorldControlTest, SaysWhatItCannotDo) {
  for (const char* line :
       {"CONTROL", "CONTROL {Type Conveyor} {Name x}", "CONTROL {Type Create} {ClassName Nope}",
        "CONTROL {Type Create} {ClassName WCCrate} {Scale -1,1,1}", "CONTROL {Type Kill} {Name x}",
        "CONTROL {Type AddWP} {Name x} {WP 1,2}", "CONTROL {Type SetWP}"}) {
    errors_.clear();
    Say(line);
    EXPECT_EQ(errors_.size(), 1U) << line;
  }
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
