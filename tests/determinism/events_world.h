#pragma once

/// A small world for events, and sessions of it on every engine.

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "surefoot/builtin/builtin.h"
#include "surefoot/events/event_set.h"
#include "surefoot/record/test/record_test_util.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {

/// A ball that falls through a volume onto a plane, a flap on a hinge, a slider, a box, a lamp.
inline std::string EventWorld(const std::string& events) {
  return R"(<sdf version="1.9"><world name="w"><gravity>0 0 -9.8</gravity>
  <light name="lamp" type="point"><pose>0 0 3 0 0 0</pose></light>
  <model name="floor"><static>true</static><link name="l"><collision name="c">
    <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="ball"><pose>0 0 3 0 0 0</pose><link name="l">
    <inertial><mass>1</mass><inertia><ixx>0.004</ixx><iyy>0.004</iyy><izz>0.004</izz></inertia></inertial>
    <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link></model>
  <model name="box"><pose>2 0 0.1 0 0 0</pose><link name="l">
    <inertial><mass>1</mass><inertia><ixx>0.007</ixx><iyy>0.007</iyy><izz>0.007</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry>
      <surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode></friction></surface></collision></link></model>
  <model name="door"><pose>2.3 0 0.5 0 0 0</pose><link name="leaf">
    <inertial><mass>5</mass><inertia><ixx>0.4</ixx><iyy>0.4</iyy><izz>0.1</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.1 0.8 0.9</size></box></geometry></collision></link>
    <joint name="slide" type="prismatic"><parent>world</parent><child>leaf</child>
      <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper><effort>200</effort></limit></axis>
    </joint></model>
)" + events +
         "</world></sdf>";
}

class Events : public EngineTest {
 protected:
  std::unique_ptr<Session> Open(const std::string& text, std::uint64_t seed = 1,
                                std::optional<bool> islands = std::nullopt) {
    const std::string file = dir_.File("world.sdf");
    std::ofstream(file) << text;
    SessionOptions options;
    options.engine = engine();
    options.seed = seed;
    options.islands = islands;
    Result<std::unique_ptr<Session>> session = Session::Open(BuiltinParts(), file, options);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
  }
  static msgs::surefoot_msgs::EventInfo Info(const Session& session, const std::string& name) {
    for (const auto& info : session.simulation().machine().events().Infos()) {
      if (info.name == name) return info;
    }
    ADD_FAILURE() << "no event " << name;
    return {};
  }

  record::TempDir dir_;
};

}  // namespace surefoot::conformance
