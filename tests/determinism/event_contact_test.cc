// Conditions and scripts that query contacts: forces of statics, the same from a snapshot, in an
// edited world, and with or without islands.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/determinism/events_world.h"

namespace surefoot::conformance {
namespace {

class EventContacts : public Events {
 protected:
  std::uint64_t Fired(const Session& session, const std::string& name) {
    return Info(session, name).fired;
  }
};

SUREFOOT_ALL_ENGINES(EventContacts);

/// Fires when the force has been within 3 % of the expected one for 0.2 s.
std::string Near(const std::string& name, const std::string& between, double force) {
  return "<surefoot:condition name='" + name + "' quantity='contact' " + between + " above='" +
         std::to_string(0.97 * force) + "' below='" + std::to_string(1.03 * force) +
         "' for='0.2'/>";
}

/// 2 kg on top of the box of 1 kg.
const char* const kLid = R"(
  <model name="lid"><pose>2 0 0.25 0 0 0</pose><link name="l">
    <inertial><mass>2</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.2 0.2 0.1</size></box></geometry></collision></link></model>)";

/// By statics the floor carries 3 kg, the box 2 kg; the box is pressed from both sides.
TEST_P(EventContacts, HaveTheForcesOfStatics) {
  const double g = 9.8;
  const std::string text =
      EventWorld(kLid + Near("on_floor", "of='box' to='floor'", 3 * g) +
                 Near("turned_round", "of='floor' to='box::l'", 3 * g) +
                 Near("under_lid", "of='lid' to='box'", 2 * g) + Near("of_box", "of='box'", 5 * g) +
                 Near("of_floor", "of='floor::l'", 3 * g) + R"(
    <surefoot:condition name="through" quantity="contact" of="lid" to="floor" above="0"/>
    <surefoot:condition name="in_the_air" quantity="contact" of="ball" above="0"/>
    <surefoot:condition name="itself" quantity="contact" of="box" to="box" above="0"/>
    <surefoot:condition name="nobody" quantity="contact" of="box" to="ghost" below="1"/>
    <surefoot:condition name="clear" quantity="contact" of="ball" below="0.1"/>
    <surefoot:timer name="late" first="0.7"><do>script look</do></surefoot:timer>
    <surefoot:script name="look">
      state.box = touching("box")
      state.pair = touching("floor", "box::l")
      state.apart = touching("lid", "floor")
      state.ball = touching("ball")
      state.ghost = tostring(touching("ghost"))
    </surefoot:script>)");
  for (const bool islands : {true, false}) {
    SCOPED_TRACE(islands ? "islands" : "one engine instance");
    auto session = Open(text, 1, islands);
    Must(session->Step(710));
    for (const char* name : {"on_floor", "turned_round", "under_lid", "of_box", "of_floor"}) {
      EXPECT_GT(Fired(*session, name), 0u) << name;
    }
    for (const char* name : {"through", "in_the_air", "itself", "nobody"}) {
      EXPECT_EQ(Fired(*session, name), 0u) << name;
    }
    EXPECT_EQ(Fired(*session, "clear"), 1u);
    EXPECT_NEAR(Info(*session, "clear").last_time, 0.001, 1e-9) << "nothing is known before a step";
    EXPECT_EQ(session->simulation().machine().events().ScriptState(),
              R"({"apart": false, "ball": false, "box": true, "ghost": "nil", "pair": true})");
  }
}

const char* const kStanding = R"(
  <surefoot:condition name="stands" quantity="contact" of="box" to="floor" above="0.1"/>
  <surefoot:condition name="lands" quantity="contact" of="ball" above="0.1"/>
  <surefoot:timer name="tick" every="0.05"><do>script count</do></surefoot:timer>
  <surefoot:script name="count">
    if touching("box", "floor") then state.n = (state.n or 0) + 1 end
    if touching("ball") then state.ball = true end
  </surefoot:script>)";

/// Contacts of the last step are part of a snapshot: without them, the box would seem to leave the
/// floor for one step.
TEST_P(EventContacts, ContinueFromASnapshot) {
  auto session = Open(EventWorld(kStanding));
  Must(session->Step(400));
  const std::uint64_t before = Fired(*session, "stands");
  ASSERT_GT(before, 0u);
  const sim::Snapshot snapshot = session->Save();
  Must(session->Step(500));
  const std::uint64_t hash = session->simulation().hash();
  const std::string kept = session->simulation().machine().events().ScriptState();
  EXPECT_EQ(Fired(*session, "stands"), before);
  EXPECT_GT(Fired(*session, "lands"), 0u);
  EXPECT_NE(kept.find("\"ball\": true"), std::string::npos);

  Must(session->Teleport("box", RigidTransform(Vector3d(5, 5, 2))));
  Must(session->Step(20));
  auto other = Open(EventWorld(kStanding));
  for (auto* again : {session.get(), other.get()}) {
    Must(again->Restore(snapshot));
    Must(again->Step(500));
    EXPECT_EQ(Fired(*again, "stands"), before);
    EXPECT_EQ(again->simulation().hash(), hash);
    EXPECT_EQ(again->simulation().machine().events().ScriptState(), kept);
  }
}

/// The ball precedes the box in the world, so that ids of links change when it is removed.
TEST_P(EventContacts, StayInAnEditedWorld) {
  Needs({physics::Capability::kSpawn});
  auto session = Open(EventWorld(kStanding));
  Must(session->Step(400));
  const std::uint64_t before = Fired(*session, "stands");
  ASSERT_GT(before, 0u);
  Must(session->simulation().Apply(sim::LightChange{"lamp", false}));
  Must(session->Step(10));
  Must(session->simulation().Apply(sim::Remove{"ball"}));
  Must(session->Step(10));
  EXPECT_EQ(Fired(*session, "stands"), before) << "the box did not leave the floor";
  Must(session->Teleport("box", RigidTransform(Vector3d(2, 0, 0.5))));
  // 0.4 m to fall.
  const double down = ToSeconds(session->simulation().time_ns()) + std::sqrt(2 * 0.4 / 9.8);
  Must(session->Step(400));
  const auto info = Info(*session, "stands");
  EXPECT_GT(info.fired, before);
  EXPECT_GT(info.last_time, down - 0.005);
}

TEST_P(EventContacts, AreRefusedWhereContactsAreNotReported) {
  const std::string file = dir_.File("bad.sdf");
  std::ofstream(file) << R"(<sdf version="1.9"><world name="w">
    <model name="floor"><static>true</static><link name="l"><collision name="c">
    <geometry><plane/></geometry></collision></link></model>
    <surefoot:condition name="c" quantity="contact" of="floor" above="0"/></world></sdf>)";
  SessionOptions options;
  options.engine = "kinematic";
  const auto session = Session::Open(BuiltinParts(), file, options);
  ASSERT_FALSE(session.ok());
  EXPECT_NE(session.error().message.find("bad.sdf:4"), std::string::npos)
      << session.error().message;
  EXPECT_NE(session.error().message.find("does not report contacts"), std::string::npos);
  options.engine = engine();
  EXPECT_TRUE(Session::Open(BuiltinParts(), file, options).ok());
}

}  // namespace
}  // namespace surefoot::conformance
