#include "tests/plugins/foreign_robot.h"

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::conformance {
namespace {

constexpr const char* kBox =
    "<inertial><mass>4</mass><inertia><ixx>0.04</ixx><iyy>0.06</iyy><izz>0.08</izz></inertia>"
    "</inertial>"
    "<collision name='c'><pose>0 0 0.05 0 0 0</pose><geometry><box><size>0.4 0.3 0.1</size></box>"
    "</geometry></collision>";

std::string WheelLink(const std::string& name, double x, double y) {
  return "<link name='" + name + "_wheel'><pose>" + std::to_string(x) + " " + std::to_string(y) +
         " 0.1 -1.5707963267948966 0 0</pose><inertial><mass>0.5</mass><inertia><ixx>0.0014</ixx>"
         "<iyy>0.0014</iyy><izz>0.0025</izz></inertia></inertial><collision name='c'><geometry>"
         "<cylinder><radius>0.1</radius><length>0.04</length></cylinder></geometry></collision>"
         "</link>";
}

std::string Axle(const std::string& name, const std::string& parent) {
  return "<joint name='" + name + "' type='revolute'><parent>" + parent + "</parent><child>" +
         name + "_wheel</child><axis><xyz>0 0 1</xyz></axis></joint>";
}

/// A wheel on a separate steering link that rotates about the vertical axis.
std::string Pivot(const std::string& side, double y) {
  const std::string name = side + "_steering";
  return "<link name='" + name + "_link'><pose>0.2 " + std::to_string(y) +
         " 0.1 0 0 0</pose><inertial><mass>0.3</mass><inertia><ixx>0.001</ixx><iyy>0.001</iyy>"
         "<izz>0.001</izz></inertia></inertial></link><joint name='" +
         name + "' type='revolute'><parent>base</parent><child>" + name +
         "_link</child><axis><xyz>0 0 1</xyz><limit><lower>-0.7</lower><upper>0.7</upper>"
         "</limit></axis></joint>" +
         WheelLink("front_" + side, 0.2, y) + Axle("front_" + side, name + "_link");
}

std::string Model(const std::string& parts, const std::string& inside) {
  return "<?xml version='1.0'?><sdf version='1.7'><model name='car'><link name='base'>"
         "<pose>0 0 0.1 0 0 0</pose>" +
         std::string(kBox) + "</link>" + parts + inside + "</model></sdf>";
}

std::string Caster() {
  return "<link name='caster'><pose>-0.15 0 0.05 0 0 0</pose><inertial><mass>0.2</mass><inertia>"
         "<ixx>0.0002</ixx><iyy>0.0002</iyy><izz>0.0002</izz></inertia></inertial>"
         "<collision name='c'><geometry><sphere><radius>0.05</radius></sphere></geometry><surface>"
         "<friction><ode><mu>0</mu><mu2>0</mu2></ode></friction></surface></collision></link>"
         "<joint name='caster_joint' type='fixed'><parent>base</parent><child>caster</child>"
         "</joint>";
}

}  // namespace

std::string FourWheels(const std::string& inside) {
  std::string parts;
  for (const char* end : {"front", "rear"}) {
    for (const char* side : {"left", "right"}) {
      const std::string name = std::string(end) + "_" + side;
      parts += WheelLink(name, end[0] == 'f' ? 0.2 : -0.2, side[0] == 'l' ? 0.2 : -0.2);
      parts += Axle(name, "base");
    }
  }
  return Model(parts, inside);
}

std::string TwoWheels(const std::string& inside) {
  return Model(WheelLink("left", 0.05, 0.2) + Axle("left", "base") +
                   WheelLink("right", 0.05, -0.2) + Axle("right", "base") + Caster(),
               inside);
}

std::string Car(const std::string& inside) {
  return Model(Pivot("left", 0.2) + Pivot("right", -0.2) + WheelLink("rear_left", -0.2, 0.2) +
                   Axle("rear_left", "base") + WheelLink("rear_right", -0.2, -0.2) +
                   Axle("rear_right", "base"),
               inside);
}

std::string TwoWheelsUrdf(const std::string& inside, const std::string& in_base) {
  const auto link = [](const std::string& name, const char* mass, const std::string& moments,
                       const std::string& shape) {
    return "<link name='" + name + "'><inertial><mass value='" + mass + "'/><inertia " + moments +
           " ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry>" + shape +
           "</geometry></collision></link>";
  };
  const auto joint = [](const std::string& name, const char* type, const std::string& child,
                        const char* origin) {
    return "<joint name='" + name + "' type='" + type + "'><parent link='base'/><child link='" +
           child + "'/><origin " + origin + "/><axis xyz='0 0 1'/></joint>";
  };
  const std::string wheel = "ixx='0.0014' iyy='0.0014' izz='0.0025'";
  const std::string tyre = "<cylinder radius='0.1' length='0.04'/>";
  const std::string ball = "ixx='0.0002' iyy='0.0002' izz='0.0002'";
  return "<?xml version='1.0'?><robot name='car'>" +
         link("base", "4", "ixx='0.04' iyy='0.06' izz='0.08'", "<box size='0.4 0.3 0.1'/>") +
         link("left_wheel", "0.5", wheel, tyre) + link("right_wheel", "0.5", wheel, tyre) +
         link("caster", "0.2", ball, "<sphere radius='0.05'/>") +
         joint("left", "continuous", "left_wheel", "xyz='0.05 0.2 -0.05' rpy='-1.5707963 0 0'") +
         joint("right", "continuous", "right_wheel", "xyz='0.05 -0.2 -0.05' rpy='-1.5707963 0 0'") +
         joint("caster_joint", "fixed", "caster", "xyz='-0.15 0 -0.1'") +
         "<gazebo reference='caster'><mu1>0</mu1><mu2>0</mu2></gazebo><gazebo reference='base'>" +
         in_base + "</gazebo>" + inside + "</robot>";
}

void ForeignRobotTest::Open(const std::string& text, const std::string& ending,
                            const std::string& contact) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) /
                                     ("foreign_" + std::to_string(::getpid()) + "." + ending);
  std::ofstream(file) << text;
  SessionOptions options;
  options.engine = engine();
  options.contact = contact;
  problems_ = Problems();
  auto opened = Session::Open(BuiltinParts(), file.string(), options, &problems_);
  std::filesystem::remove(file);
  Must(opened.ok() ? Status() : Status(opened.error()));
  session_ = std::move(opened).value();
}

int ForeignRobotTest::CountOf(Severity severity, const std::string& part) const {
  int count = 0;
  for (const Problem& problem : problems_.all()) {
    if (problem.severity == severity && ToString(problem).find(part) != std::string::npos) ++count;
  }
  return count;
}

void ForeignRobotTest::Advance(double seconds) { Must(session_->RunFor(seconds)); }

void ForeignRobotTest::Drive(const std::string& topic, double forward, double turn) {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = forward;
  twist.angular.z = turn;
  Must(session_->Publish(topic, twist));
}

RigidTransform ForeignRobotTest::PoseOfBase() const {
  const auto pose = session_->LinkPose("base");
  EXPECT_TRUE(pose.ok());
  return pose.ok() ? pose.value() : RigidTransform();
}

Vector3d ForeignRobotTest::Moved() const {
  const RigidTransform X_AB = X_WB_.Inverse() * PoseOfBase();
  const Vector3d ahead = X_AB.q * Vector3d::UnitX();
  return Vector3d(X_AB.p.x(), X_AB.p.y(), std::atan2(ahead.y(), ahead.x()));
}

}  // namespace surefoot::conformance
