// Attributes of events against values computed by hand: chance, pick, pause, moving volumes, and
// every quantity of conditions.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/determinism/events_world.h"

namespace surefoot::conformance {
namespace {

class EventAttributes : public Events {
 protected:
  std::uint64_t Fired(const Session& session, const std::string& name) {
    return Info(session, name).fired;
  }
  /// Which of the events fired in each step, as letters.
  std::string Sequence(Session* session, const std::vector<std::string>& names, int steps) {
    std::string out;
    std::vector<std::uint64_t> before(names.size(), 0);
    for (int step = 0; step < steps; ++step) {
      Must(session->Step());
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::uint64_t now = Fired(*session, names[i]);
        for (; before[i] < now; ++before[i]) out += names[i];
      }
      out += ' ';
    }
    return out;
  }
};

SUREFOOT_ALL_ENGINES(EventAttributes);

/// A count of independent trials lies within four standard deviations of its mean.
void ExpectBinomial(double count, double trials, double p, const char* what) {
  EXPECT_NEAR(count, trials * p, 4.0 * std::sqrt(trials * p * (1.0 - p))) << what;
}

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST_P(EventAttributes, PickOneTakesEachOfThemEquallyOften) {
  const std::string text = EventWorld(R"(
    <surefoot:event name="a"/><surefoot:event name="b"/><surefoot:event name="c"/>
    <surefoot:timer name="draw" first="0" every="0.001" pick="one">
      <do>fire a</do><do>fire b</do><do>fire c</do></surefoot:timer>)");
  constexpr int kSteps = 1500;
  auto session = Open(text);
  const std::string drawn = Sequence(session.get(), {"a", "b", "c"}, kSteps);
  ASSERT_EQ(Fired(*session, "draw"), static_cast<std::uint64_t>(kSteps));
  ASSERT_EQ(drawn.size(), 2u * kSteps) << "one of them each time";
  for (const char* one : {"a", "b", "c"}) {
    ExpectBinomial(static_cast<double>(Fired(*session, one)), kSteps, 1.0 / 3.0, one);
  }
  // A fixed order, or always the same event, would not be random.
  const std::size_t twice =
      CountOf(drawn, "a a ") + CountOf(drawn, "b b ") + CountOf(drawn, "c c ");
  ExpectBinomial(static_cast<double>(twice), kSteps - 1, 1.0 / 3.0, "the same again");
  auto again = Open(text);
  auto other = Open(text, 2);
  EXPECT_EQ(Sequence(again.get(), {"a", "b", "c"}, 200), drawn.substr(0, 400));
  EXPECT_NE(Sequence(other.get(), {"a", "b", "c"}, 200), drawn.substr(0, 400));
}

TEST_P(EventAttributes, ChanceIsOfEachCommandByItself) {
  const std::string text = EventWorld(R"(
    <surefoot:event name="a"/><surefoot:event name="b"/>
    <surefoot:event name="never"/><surefoot:event name="always"/>
    <surefoot:timer name="draw" first="0" every="0.001">
      <do chance="0.3">fire a</do><do chance="0.6">fire b</do>
      <do chance="0">fire never</do><do chance="1">fire always</do></surefoot:timer>)");
  constexpr int kSteps = 1500;
  auto session = Open(text);
  const std::string drawn = Sequence(session.get(), {"a", "b"}, kSteps);
  ExpectBinomial(static_cast<double>(Fired(*session, "a")), kSteps, 0.3, "a");
  ExpectBinomial(static_cast<double>(Fired(*session, "b")), kSteps, 0.6, "b");
  ExpectBinomial(static_cast<double>(CountOf(drawn, "ab")), kSteps, 0.18, "both");
  EXPECT_EQ(Fired(*session, "never"), 0u);
  EXPECT_EQ(Fired(*session, "always"), static_cast<std::uint64_t>(kSteps));
  auto again = Open(text);
  EXPECT_EQ(drawn.find(Sequence(again.get(), {"a", "b"}, 200)), 0u);
}

TEST_P(EventAttributes, APauseLeavesOutWhatComesTooSoon) {
  auto session = Open(EventWorld(R"(
    <surefoot:timer name="between" every="0.01" pause="0.035"/>
    <surefoot:timer name="just" every="0.01" pause="0.03"/>
    <surefoot:timer name="none" every="0.01"/>
    <surefoot:event name="rests" pause="0.0005"/>
    <surefoot:timer name="twice" every="0.1"><do>fire rests rests</do></surefoot:timer>)"));
  Must(session->Step(1000));
  // The last step begins at 0.999 s. At 0.01, and from there on every 0.04 s (0.035 s have not
  // passed after three steps) or every 0.03 s.
  EXPECT_EQ(Fired(*session, "between"), 25u);
  EXPECT_NEAR(Info(*session, "between").last_time, 0.97, 1e-9);
  EXPECT_EQ(Fired(*session, "just"), 33u);
  EXPECT_NEAR(Info(*session, "just").last_time, 0.97, 1e-9);
  EXPECT_EQ(Fired(*session, "none"), 99u);
  EXPECT_EQ(Fired(*session, "rests"), 9u) << "only once in a step";
}

/// A ball at the end of an arm of 1 m approaches a post a quarter turn away: its centre is 0.1 m
/// from the post, its radius, when 2 sin(angle / 2) is, before and behind it.
TEST_P(EventAttributes, ATriggerGoesAlongWithItsLink) {
  auto session = Open(EventWorld(R"(
    <model name="arm"><pose>-5 0 1 0 0 0</pose><link name="beam">
      <inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
      <joint name="turn" type="revolute"><parent>world</parent><child>beam</child>
        <axis><xyz>0 0 1</xyz><limit><effort>100</effort></limit></axis></joint></model>
    <model name="post"><pose>-5 1 1 0 0 0</pose><link name="l"><gravity>false</gravity>
      <inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial></link></model>
    <surefoot:trigger name="hand" frame="arm::beam" pose="1 0 0 0 0 0"><sphere>0.1</sphere></surefoot:trigger>
    <surefoot:trigger name="hub" frame="arm::beam"><sphere>0.5</sphere></surefoot:trigger>)"));
  Must(session->SetVelocity("arm::turn", 3.0));
  double entered = 0.0;
  double left = 0.0;
  for (int i = 0; i < 800 && left == 0.0; ++i) {
    const double angle = session->JointPosition("arm::turn").value();
    Must(session->Step());
    if (entered == 0.0 && Fired(*session, "hand") == 1) entered = angle;
    if (Fired(*session, "hand.leave") == 1) left = angle;
  }
  const double off = 2.0 * std::asin(0.05);
  const double a_step = 3.0 * 0.001;
  EXPECT_NEAR(entered, 0.5 * M_PI - off + 0.5 * a_step, 0.51 * a_step);
  EXPECT_NEAR(left, 0.5 * M_PI + off + 0.5 * a_step, 0.51 * a_step);
  EXPECT_EQ(Info(*session, "hand").last_subject, "post");
  EXPECT_EQ(Fired(*session, "hub"), 0u) << "it ignores the model that carries it";
}

/// 10 N on the door's 5 kg give 2 m/s2, 2 N on the puck's 1 kg the same, 0.004 N m about x on its
/// 0.004 kg m2 give 1 rad/s2; the ball falls.
TEST_P(EventAttributes, EveryQuantityIsWhatItIsCalled) {
  const auto condition = [](const std::string& name, const std::string& quantity,
                            const std::string& of, const std::string& bound) {
    return "<surefoot:condition name='" + name + "' quantity='" + quantity + "' of='" + of + "' " +
           bound + " times='1'/>";
  };
  auto session = Open(EventWorld(
      R"(<model name="puck"><pose>-5 0 5 0 0 0</pose><link name="l"><gravity>false</gravity>
      <inertial><mass>1</mass><inertia><ixx>0.004</ixx><iyy>0.004</iyy><izz>0.004</izz></inertia></inertial></link></model>
      <model name="post"><static>true</static><pose>-5 -1 5 0 0 0</pose><link name="l"/></model>)" +
      condition("joint", "joint", "door::slide", "above='0.09'") +
      condition("joint_speed", "joint_speed", "door::slide", "above='0.5'") +
      condition("x", "x", "door", "above='2.46'") +
      condition("y", "y", "puck::l", "above='0.04' below='1'") +
      condition("z", "z", "ball", "below='2'") +
      condition("speed", "speed", "ball::l", "above='4.9'") +
      condition("tilt", "tilt", "puck", "above='0.08'") +
      condition("distance", "distance", "puck", "to='post' above='1.09'") +
      condition("contact", "contact", "ball", "to='floor' above='0.1'") +
      condition("lasting", "z", "ball", "below='2' for='0.1'")));
  Must(session->Push("door::leaf", Vector3d(10, 0, 0), Vector3d::Zero(), 0.8));
  Must(session->Push("puck::l", Vector3d(0, 2, 0), Vector3d(0.004, 0, 0), 0.8));
  Must(session->Step(800));
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
  const std::pair<const char*, double> expected[] = {{"joint", 0.3},
                                                     {"joint_speed", 0.25},
                                                     {"x", 0.4},
                                                     {"y", 0.2},
                                                     {"z", std::sqrt(2.0 * 1.0 / 9.8)},
                                                     {"speed", 0.5},
                                                     {"tilt", 0.4},
                                                     {"distance", 0.3},
                                                     {"contact", std::sqrt(2.0 * 2.9 / 9.8)},
                                                     {"lasting", std::sqrt(2.0 / 9.8) + 0.1}};
  for (const auto& [name, time] : expected) {
    EXPECT_EQ(Fired(*session, name), 1u) << name;
    EXPECT_NEAR(Info(*session, name).last_time, time, 0.003) << name;
  }
  EXPECT_EQ(Info(*session, "contact").last_subject, "ball");
}

}  // namespace
}  // namespace surefoot::conformance
