// Effects of events' commands in the world, and the same commands from outside.

#include <gtest/gtest.h>

#include <algorithm>

#include "surefoot/msgs/std_msgs.h"
#include "surefoot/render/lights.h"
#include "tests/determinism/events_world.h"

namespace surefoot::conformance {
namespace {

class EventCommands : public Events {
 protected:
  static bool IsLit(const Session& session) {
    for (const world::Light& light : session.world().spec().lights) {
      const world::Element* on = light.element.Child("light_on");
      if (light.name == "lamp") return on == nullptr || on->text != "false";
    }
    ADD_FAILURE() << "no lamp";
    return false;
  }
  static Vector3d Place(const Session& session, const std::string& model) {
    return session.LinkPose(model + "::l")->p;
  }
  static Status Send(Session* session, const std::string& line) {
    return session->simulation().Apply(sim::FireEvent{"", line, "do"});
  }
};

SUREFOOT_ALL_ENGINES(EventCommands);

TEST_P(EventCommands, PublishAndToggle) {
  auto session = Open(EventWorld(R"(
    <surefoot:timer name="speak" first="0.02" every="0.02">
      <do>publish /heard std_msgs/String {"data": "low"}</do></surefoot:timer>
    <surefoot:timer name="switch" first="0.03" every="0.03"><do>light lamp toggle</do></surefoot:timer>)"));
  std::vector<std::string> heard;
  const graph::Subscription subscription =
      session->simulation().graph().Subscribe("/heard", [&](const graph::Delivery& delivery) {
        heard.push_back(delivery.As<msgs::std_msgs::String>()->data);
      });
  EXPECT_TRUE(IsLit(*session));
  Must(session->Step(35));
  EXPECT_FALSE(IsLit(*session));
  EXPECT_EQ(heard, std::vector<std::string>{"low"});
  Must(session->Step(30));
  EXPECT_TRUE(IsLit(*session));
  EXPECT_EQ(heard.size(), 3u);
}

/// A lamp on a moving model, 0.2 m above the centre of its link.
std::string Lantern(const std::string& name, double x) {
  return "<model name='" + name + "'><pose>" + std::to_string(x) +
         R"( 3 0.5 0 0 0</pose><link name="l">
    <inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>
    <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
    <light name="glow" type="point"><pose>0 0 0.2 0 0 0</pose><diffuse>0.5 0.5 0.5 1</diffuse>
      <cast_shadows>false</cast_shadows></light></link></model>)";
}

/// The lights of pictures: the one carried by the model; nullptr if it is dark.
const render::LightSource* Glow(const Session& session, const std::string& model,
                                std::vector<render::LightSource>* lights) {
  *lights = render::LightsOf(session.world(), session.simulation().state().X_WL);
  const Vector3d p_W = *session.LinkPose(model + "::l") * Vector3d(0, 0, 0.2);
  const auto found =
      std::find_if(lights->begin(), lights->end(), [&](const render::LightSource& light) {
        return light.kind == render::LightSource::Kind::kPoint && (light.p_W - p_W).norm() < 1e-9;
      });
  return found == lights->end() ? nullptr : &*found;
}

/// Of two equal models, the named one becomes dark, and nothing else changes.
TEST_P(EventCommands, SwitchTheLightsOfModels) {
  const std::string models = Lantern("left", -1) + Lantern("right", 1);
  auto session = Open(EventWorld(models + R"(
    <surefoot:timer name="dark" first="0.03"><do>light left::glow off</do></surefoot:timer>
    <surefoot:timer name="dim" first="0.06"><do>light left::glow on intensity 0.5 color 1 0 0</do></surefoot:timer>
    <surefoot:timer name="flip" first="0.09"><do>light right::l::glow toggle</do></surefoot:timer>)"));
  auto plain = Open(EventWorld(models));
  std::vector<render::LightSource> lights;
  ASSERT_NE(Glow(*session, "left", &lights), nullptr);
  Must(session->Step(40));
  EXPECT_EQ(Glow(*session, "left", &lights), nullptr) << "off";
  ASSERT_NE(Glow(*session, "right", &lights), nullptr) << "the other one";
  EXPECT_EQ(Glow(*session, "right", &lights)->color, Vector3d::Constant(0.5));
  const sim::Snapshot snapshot = session->Save();
  Must(session->Step(40));
  ASSERT_NE(Glow(*session, "left", &lights), nullptr);
  EXPECT_EQ(Glow(*session, "left", &lights)->color, Vector3d(0.5, 0, 0));
  Must(session->Step(420));
  EXPECT_EQ(Glow(*session, "right", &lights), nullptr);
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
  Must(plain->Step(500));
  EXPECT_EQ(Place(*session, "left"), Place(*plain, "left")) << "it falls as without the light";
  EXPECT_EQ(Place(*session, "box"), Place(*plain, "box"));

  Must(Send(session.get(), "light right::glow toggle"));
  EXPECT_NE(Glow(*session, "right", &lights), nullptr) << "from outside";
  const Status wrong = Send(session.get(), "light glow toggle");
  ASSERT_FALSE(wrong.ok()) << "two models have this name";
  EXPECT_NE(wrong.error().message.find("lights: lamp, left::glow, right::glow"), std::string::npos)
      << wrong.error().message;
  Must(session->Restore(snapshot));
  EXPECT_EQ(Glow(*session, "left", &lights), nullptr) << "as it was";
  EXPECT_NE(Glow(*session, "right", &lights), nullptr);
}

/// The ball would have to pass through the box, which is between 1.9 and 2.1 m: it stops at
/// contact. Without `if free` it pushes the box along.
TEST_P(EventCommands, AMoveThatAsksForRoomEndsBeforeTheBox) {
  for (const bool asks : {true, false}) {
    auto session =
        Open(EventWorld(std::string("<surefoot:timer name='go' first='0.1'><do>move ball to 2.6 0 "
                                    "0.1 in 1.5") +
                        (asks ? " if free" : "") + "</do></surefoot:timer>"));
    Must(session->RunFor(0.05));
    Must(session->Teleport("ball", RigidTransform(Vector3d(1.2, 0, 0.1))));
    double farthest = 0.0;
    for (int i = 0; i < 1800; ++i) {
      Must(session->Step());
      farthest = std::max(farthest, Place(*session, "ball").x());
    }
    if (asks) {
      // Then it is free and may roll.
      EXPECT_NEAR(farthest, 1.8, 0.01);
      EXPECT_NEAR(Place(*session, "box").x(), 2.0, 0.01);
    } else {
      EXPECT_GT(Place(*session, "box").x(), 2.1);
    }
  }
}

/// By Coulomb's law the door's 200 N move a box of 10 kg (49 N at 0.5), not one of 100 kg (490 N).
TEST_P(EventCommands, ADoorIsStoppedByWhatItCannotPush) {
  for (const double mass : {10.0, 100.0}) {
    const std::string kg = std::to_string(mass);
    const std::string inertia = std::to_string(mass * 0.4 * 0.4 / 6.0);
    auto session = Open(EventWorld(
        "<model name='chest'><pose>2.8 0 0.2 0 0 0</pose><link name='l'><inertial><mass>" + kg +
        "</mass><inertia><ixx>" + inertia + "</ixx><iyy>" + inertia + "</iyy><izz>" + inertia +
        R"(</izz></inertia></inertial><collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry>
        <surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode></friction></surface></collision></link></model>
        <surefoot:timer name="open" first="0.1"><do>joint door::slide to 0.6 in 2</do></surefoot:timer>)"));
    Must(session->RunFor(3.0));
    // The door's face is at 2.35, that of the chest at 2.6.
    const double door = session->JointPosition("door::slide").value();
    if (mass < 50.0) {
      EXPECT_NEAR(door, 0.6, 0.01);
      EXPECT_NEAR(Place(*session, "chest").x(), 2.35 + 0.6 + 0.2, 0.01);
    } else {
      EXPECT_NEAR(door, 0.25, 0.01);
      EXPECT_NEAR(Place(*session, "chest").x(), 2.8, 0.005);
    }
  }
}

/// The box is attached to the door, and stays behind when it is detached.
TEST_P(EventCommands, AttachAndDetach) {
  Needs({physics::Capability::kAttachment});
  auto session = Open(EventWorld(R"(
    <surefoot:timer name="hold" first="0.1"><do>attach hook door::leaf box::l</do>
      <do>joint door::slide to 0.5 in 1</do></surefoot:timer>
    <surefoot:timer name="let_go" first="1.3"><do>detach hook</do>
      <do>joint door::slide to 0.9 in 1</do></surefoot:timer>)"));
  Must(session->RunFor(1.25));
  EXPECT_NEAR(Place(*session, "box").x(), 2.5, 0.01);
  Must(session->RunFor(1.2));
  EXPECT_NEAR(session->JointPosition("door::slide").value(), 0.9, 0.01);
  EXPECT_NEAR(Place(*session, "box").x(), 2.5, 0.02);
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
}

TEST_P(EventCommands, WhatIsTakenOutOfTheWorldLeavesItsTriggers) {
  Needs({physics::Capability::kSpawn});
  auto session = Open(EventWorld(R"(
    <surefoot:trigger name="hall" who="ball box"><box>9 9 9</box><leave><do>say {who}</do></leave></surefoot:trigger>
    <surefoot:timer name="away" first="0.1"><do>remove box</do></surefoot:timer>)"));
  Must(session->Step(50));
  EXPECT_EQ(Info(*session, "hall").inside.size(), 2u);
  Must(session->Step(55));
  EXPECT_EQ(Info(*session, "hall.leave").fired, 1u) << "by an event";
  EXPECT_EQ(Info(*session, "hall.leave").last_subject, "box");
  EXPECT_EQ(Info(*session, "hall").inside, std::vector<std::string>{"ball"});
  Must(session->simulation().Apply(sim::Remove{"ball"}));
  Must(session->Step(2));
  EXPECT_EQ(Info(*session, "hall.leave").fired, 2u) << "from outside";
  EXPECT_EQ(Info(*session, "hall.leave").last_subject, "ball");
  Must(session->Step(50));
  EXPECT_EQ(Info(*session, "hall.leave").fired, 2u) << "once";
}

const char* const kCommandedWorld = R"(
    <surefoot:event name="a"><do>push box::l 0 0 30 for 0.05</do></surefoot:event>
    <surefoot:event name="b"><do>gravity 0 0 -2</do></surefoot:event>
    <surefoot:script name="note">state.n = (state.n or 0) + 1 state.luck = math.random()
      command("push box::l 0 5 0 for 0.05")</surefoot:script>
    <surefoot:script name="broken">state.n = 99 command("gravity 0 0 0") error("no")</surefoot:script>)";

/// Commands without an input type of their own, from outside: executed, recorded, and replayed.
TEST_P(EventCommands, FromOutsideAreDoneAndReplayed) {
  Needs({physics::Capability::kAttachment});
  auto first = Open(EventWorld(kCommandedWorld));
  Must(first->Record(dir_.File("a.mcap")));
  Must(first->Step(20));
  Must(Send(first.get(), "light lamp toggle"));
  EXPECT_FALSE(IsLit(*first));
  Must(Send(first.get(), "fire a b for box after 0.05"));
  Must(Send(first.get(), "script note"));
  Must(Send(first.get(), "attach hook door::leaf box::l"));
  Must(Send(first.get(), "say hello"));
  EXPECT_EQ(Info(*first, "a").fired, 0u) << "later";
  Must(first->Step(60));
  EXPECT_EQ(Info(*first, "a").fired, 1u);
  EXPECT_EQ(Info(*first, "b").fired, 1u);
  EXPECT_EQ(Info(*first, "b").last_subject, "box");
  EXPECT_EQ(first->simulation().machine().inputs().gravity_W, Vector3d(0, 0, -2));
  EXPECT_NE(first->simulation().machine().events().ScriptState().find("\"n\": 1"),
            std::string::npos);
  Must(Send(first.get(), "detach hook"));
  // A failed command has no effect.
  const std::string kept = first->simulation().machine().events().ScriptState();
  for (const auto& [line, why] : {std::pair<const char*, const char*>{"script broken", "no"},
                                  {"script nothing", "unknown script"},
                                  {"fire a nothing", "unknown event 'nothing'"},
                                  {"detach nothing", "nothing"},
                                  {"light nothing toggle", "nothing"},
                                  {"remove box", "has a separate service"},
                                  {"dance", "dance"}}) {
    const Status status = Send(first.get(), line);
    ASSERT_FALSE(status.ok()) << line;
    EXPECT_NE(status.error().message.find(why), std::string::npos) << status.error().message;
  }
  EXPECT_EQ(first->simulation().machine().events().ScriptState(), kept);
  EXPECT_EQ(first->simulation().machine().inputs().gravity_W, Vector3d(0, 0, -2));
  Must(Send(first.get(), "script note"));
  Must(first->Step(50));
  Must(first->StopRecording());
  auto second = Open(EventWorld(kCommandedWorld));
  const auto plan = second->Replay(dir_.File("a.mcap"));
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  Must(second->RunFor(ToSeconds(plan->end_ns)));
  EXPECT_EQ(second->simulation().hash(), first->simulation().hash());
  EXPECT_EQ(second->simulation().machine().events().ScriptState(),
            first->simulation().machine().events().ScriptState());
}

/// A world without events also has a lamp to switch.
TEST_P(EventCommands, FromOutsideNeedNoEvents) {
  auto session = Open(EventWorld(""));
  Must(Send(session.get(), "light lamp toggle"));
  EXPECT_FALSE(IsLit(*session));
  const Status status = Send(session.get(), "fire a b");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("the world has none"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::conformance
