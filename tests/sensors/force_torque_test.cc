// Force-torque sensors on every engine, against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "tests/scene/engine_test.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::geometry_msgs::WrenchStamped;

constexpr double kG = 9.81;

/// A box of 0.1 m sides whose centre of mass is at its link's origin plus `com`.
std::string Part(const std::string& name, const std::string& pose, double mass,
                 const std::string& com = "0 0 0", bool collides = false) {
  const std::string i = std::to_string(mass * 0.01 / 6.0);
  return "<link name='" + name + "'><pose>" + pose + "</pose><inertial><pose>" + com +
         " 0 0 0</pose><mass>" + std::to_string(mass) + "</mass><inertia><ixx>" + i +
         "</ixx><iyy>" + i + "</iyy><izz>" + i + "</izz></inertia></inertial>" +
         (collides ? "<collision name='c'><pose>" + com +
                         " 0 0 0</pose><geometry><box><size>0.1 0.1 0.1</size></box></geometry>"
                         "</collision>"
                   : "") +
         "</link>";
}

std::string Joint(const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& axis, const std::string& inside) {
  return "<joint name='" + child + "_joint' type='" + type + "'><parent>" + parent +
         "</parent><child>" + child + "</child>" +
         (type == "fixed" ? "" : "<axis><xyz>" + axis + "</xyz></axis>") + inside + "</joint>";
}

std::string Sensor(const std::string& inside = "", const std::string& beside = "") {
  return "<sensor name='ft' type='force_torque'><update_rate>100</update_rate><force_torque>" +
         inside + "</force_torque>" + beside + "</sensor>";
}

std::string Model(const std::string& inside) { return "<model name='m'>" + inside + "</model>\n"; }

class ForceTorque : public conformance::EngineTest {
 protected:
  /// The mean of the second half of the samples; the test is skipped if the engine cannot run the
  /// world.
  Wrench Measured(const std::string& sdf, double seconds = 1.0) {
    Problems problems;
    const auto world = ReadWorld(sdf, &problems);
    if (!world.ok()) {
      ADD_FAILURE() << problems.ErrorText();
      return Wrench();
    }
    conformance::Scene scene;
    scene.spec = (*world)->spec();
    skipped_ = !CanRun(scene);
    if (skipped_) return Wrench();
    RunOptions options;
    options.engine = engine();
    auto run = TryRun(*world, options);
    if (!run.ok()) {
      ADD_FAILURE() << run.error().message;
      return Wrench();
    }
    run_ = std::move(run).value();
    Listener heard(run_.get());
    if (before_) before_(run_.get());
    Advance(run_.get(), seconds);
    messages_ = heard.Messages<WrenchStamped>("/m/ft");
    Wrench mean;
    const std::size_t half = messages_.size() / 2;
    for (std::size_t i = half; i < messages_.size(); ++i) {
      const double weight = 1.0 / static_cast<double>(messages_.size() - half);
      mean.force += weight * msgs::FromVector3(messages_[i].wrench.force);
      mean.torque += weight * msgs::FromVector3(messages_[i].wrench.torque);
    }
    return mean;
  }

  void ExpectWrench(const Wrench& measured, const Vector3d& force, const Vector3d& torque,
                    double share) const {
    if (skipped_) return;
    EXPECT_LT((measured.force - force).norm(), share * (force.norm() + 1e-3))
        << measured.force.transpose() << " instead of " << force.transpose();
    EXPECT_LT((measured.torque - torque).norm(), share * (torque.norm() + 0.1 * force.norm()))
        << measured.torque.transpose() << " instead of " << torque.transpose();
  }

  std::function<void(sim::Simulation*)> before_;
  std::unique_ptr<sim::Simulation> run_;
  std::vector<WrenchStamped> messages_;
  bool skipped_ = false;
};
SUREFOOT_ALL_ENGINES(ForceTorque);

TEST_P(ForceTorque, HoldsAWeightThatIsWelded) {
  const Wrench F = Measured(World(Model(Part("weight", "0 0 1 0 0 0", 2.0, "0.3 0 0") +
                                        Joint("fixed", "world", "weight", "", Sensor()))));
  // The child pulls its parent down, and its lever gives a moment about +y.
  ExpectWrench(F, Vector3d(0, 0, -2 * kG), Vector3d(0, 0.3 * 2 * kG, 0), 1e-9);
  if (skipped_) return;
  EXPECT_EQ(messages_.size(), 100u);
  EXPECT_EQ(messages_[0].header.frame_id, "m/weight");
}

TEST_P(ForceTorque, HoldsALeverThatHangsAndSwings) {
  // At rest after the swing has decayed: the weight hangs below the joint.
  const Wrench F = Measured(
      World(Model(Part("weight", "0 0 1 0 0 0", 2.0, "0 0 -0.3") +
                  "<joint name='weight_joint' type='revolute'><parent>world</parent>"
                  "<child>weight</child><axis><xyz>0 1 0</xyz></axis>" +
                  Sensor("<measure_direction>parent_to_child</measure_direction>") + "</joint>")));
  ExpectWrench(F, Vector3d(0, 0, 2 * kG), Vector3d::Zero(), 1e-6);
}

TEST_P(ForceTorque, FeelsAPendulumSwing) {
  constexpr double kMass = 2.0;
  constexpr double kArm = 0.3;
  Measured(World(Model("<surefoot:position joint='weight_joint' value='1'/>" +
                       Part("weight", "0 0 1 0 0 0", kMass, "0 0 -0.3") +
                       Joint("revolute", "world", "weight", "0 1 0",
                             Sensor("<measure_direction>parent_to_child</measure_direction>"
                                    "<frame>parent</frame>")))),
           0.2);
  if (skipped_) return;
  const double q = conformance::PositionOf(*run_, "m::weight_joint");
  const double v = conformance::SpeedOf(*run_, "m::weight_joint");
  EXPECT_LT(v, -1.0);
  const double about_pivot = kMass * (kArm * kArm + 0.01 / 6.0);
  const double turning = -kMass * kG * kArm * std::sin(q) / about_pivot;
  const Vector3d a = kArm * (turning * Vector3d(-std::cos(q), 0, std::sin(q)) +
                             v * v * Vector3d(std::sin(q), 0, std::cos(q)));
  Wrench last;
  last.force = msgs::FromVector3(messages_.back().wrench.force);
  last.torque = msgs::FromVector3(messages_.back().wrench.torque);
  ExpectWrench(last, kMass * (a + Vector3d(0, 0, kG)), Vector3d::Zero(), 0.015);
}

TEST_P(ForceTorque, FeelsTheMotorThatHoldsALever) {
  const Wrench F = Measured(World(
      Model("<surefoot:command joint='weight_joint' mode='position' value='0'/>" +
            Part("weight", "0 0 1 0 0 0", 2.0, "0.3 0 0") +
            Joint("revolute", "world", "weight", "0 1 0",
                  Sensor("<frame>parent</frame>", "<surefoot:average>1</surefoot:average>")))));
  ExpectWrench(F, Vector3d(0, 0, -2 * kG), Vector3d(0, 0.3 * 2 * kG, 0), 0.01);
}

TEST_P(ForceTorque, FeelsTheSpin) {
  const double speed = 5.0;
  const Wrench F =
      Measured(World(Model("<surefoot:command joint='weight_joint' mode='velocity' value='5'/>" +
                           Part("weight", "0 0 1 0 0 0", 2.0, "0.3 0 0") +
                           Joint("revolute", "world", "weight", "0 0 1", Sensor()))),
               2.0);
  ExpectWrench(F, Vector3d(2 * speed * speed * 0.3, 0, -2 * kG), Vector3d(0, 0.3 * 2 * kG, 0),
               0.01);
}

TEST_P(ForceTorque, CarriesWhatStandsOnAFoot) {
  const Wrench F =
      Measured(World(Floor() + Model(Part("torso", "0 0 0.25 0 0 0", 10.0) +
                                     Part("foot", "0 0 0.05 0 0 0", 1.0, "0 0 0", true) +
                                     Joint("fixed", "torso", "foot", "",
                                           Sensor("", "<surefoot:average>1</surefoot:average>")))),
               2.0);
  // The foot carries the torso.
  ExpectWrench(F, Vector3d(0, 0, 10 * kG), Vector3d::Zero(), 0.01);
}

TEST_P(ForceTorque, PushesWhatAccelerates) {
  // 6 N move 2 + 1 kg; the cart pushes the load with 2 N.
  const Wrench F =
      Measured(World(Model("<surefoot:command joint='cart_joint' mode='effort' value='6'/>" +
                           Part("cart", "0 0 1 0 0 0", 2.0) + Part("load", "0 0 1.2 0 0 0", 1.0) +
                           Joint("prismatic", "world", "cart", "1 0 0", "") +
                           Joint("fixed", "cart", "load", "", Sensor()))));
  ExpectWrench(F, Vector3d(-2, 0, -kG), Vector3d::Zero(), 2e-3);
}

TEST_P(ForceTorque, FeelsAppliedWrenchesInTheSensorsAxes) {
  before_ = [](sim::Simulation* run) {
    sim::LinkWrench push;
    push.link = "m::weight";
    push.F_L_W.force = Vector3d(0, 7, 0);
    push.F_L_W.torque = Vector3d(0, 0, 3);
    push.steps = -1;
    ASSERT_TRUE(run->Apply(push).ok());
  };
  // The sensor is turned by 90 degrees about x: its y is up, its z is -y of the world.
  const std::string sensor =
      "<sensor name='ft' type='force_torque'><pose>0 0 0 1.5707963267948966 0 0</pose>"
      "<update_rate>100</update_rate><force_torque><frame>sensor</frame></force_torque></sensor>";
  const Wrench F = Measured(World(
      Model(Part("weight", "0 0 1 0 0 0", 2.0) + Joint("fixed", "world", "weight", "", sensor))));
  ExpectWrench(F, Vector3d(0, -2 * kG, -7), Vector3d(0, 3, 0), 1e-9);
}

TEST_P(ForceTorque, CarriesWhatIsAttached) {
  Needs({physics::Capability::kAttachment});
  const Wrench F =
      Measured(World("<surefoot:attach name='grip' parent='m::hand' child='thing::thing'/>" +
                     Model("<surefoot:command joint='hand_joint' mode='position' value='0'/>" +
                           Part("hand", "0 0 1 0 0 0", 2.0) +
                           Joint("prismatic", "world", "hand", "0 0 1",
                                 Sensor("", "<surefoot:average>1</surefoot:average>"))) +
                     "<model name='thing'>" + Part("thing", "0.2 0 1 0 0 0", 3.0) + "</model>"));
  ExpectWrench(F, Vector3d(0, 0, -5 * kG), Vector3d(0, 0.2 * 3 * kG, 0), 0.01);
}

std::string Findings(const std::string& sdf) {
  Problems problems;
  const auto world = ReadWorld(sdf, &problems);
  EXPECT_TRUE(world.ok()) << problems.ErrorText();
  std::string text;
  for (const Problem& problem : problems.all()) text += ToString(problem) + "\n";
  if (world.ok()) {
    const auto run = TryRun(*world, {});
    EXPECT_TRUE(run.ok());
    EXPECT_TRUE(!run.ok() || (*run)->machine().sensors().Statuses().empty());
  }
  return text;
}

TEST(ForceTorqueWarnings, LoopsAreNamed) {
  const std::string text = Findings(World(
      Model(Part("a", "0 0 1 0 0 0", 1.0) + Part("b", "0.5 0 1 0 0 0", 1.0) +
            Joint("revolute", "world", "a", "0 1 0", "") +
            Joint("revolute", "a", "b", "0 1 0", "\n" + Sensor()) +
            "<joint name='second' type='ball'><parent>world</parent><child>b</child></joint>")));
  EXPECT_NE(text.find("joint 'm::second' also holds"), std::string::npos) << text;
  EXPECT_NE(text.find("the world"), std::string::npos) << text;
}

TEST(ForceTorqueWarnings, AttachmentsThatCloseLoopsAreNamed) {
  const std::string text = Findings(World(
      "<surefoot:attach name='strap' parent='m::b' child='wall::l'/>" +
      Wall("wall", "5 0 0 0 0 0", "1 1 1") +
      Model(Part("b", "0.5 0 1 0 0 0", 1.0) + Joint("revolute", "world", "b", "0 1 0", Sensor()))));
  EXPECT_NE(text.find("attachment 'strap'"), std::string::npos) << text;
}

TEST(ForceTorqueWarnings, ALinkWithoutJointIsReported) {
  const std::string text =
      Findings(World("<model name='m'><link name='l'>" + Sensor() + "</link></model>"));
  EXPECT_NE(text.find("name one in <surefoot:joint>"), std::string::npos) << text;
}

TEST(ForceTorqueNoise, IsPerAxis) {
  const auto noise = [](const char* axis, double stddev) {
    return "<" + std::string(axis) + "><noise type='gaussian'><stddev>" + std::to_string(stddev) +
           "</stddev></noise></" + axis + ">";
  };
  auto run = RunText(World(Model(
      Part("weight", "0 0 1 0 0 0", 2.0) +
      Joint("fixed", "world", "weight", "",
            "<sensor name='ft' type='force_torque'><update_rate>1000</update_rate><force_torque>"
            "<force>" +
                noise("x", 0.1) + noise("z", 0.5) + "</force><torque>" + noise("y", 0.02) +
                "</torque></force_torque></sensor>"))));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 4.0);
  const auto messages = heard.Messages<WrenchStamped>("/m/ft");
  ASSERT_EQ(messages.size(), 4000u);
  Eigen::Matrix<double, 6, 1> squares = Eigen::Matrix<double, 6, 1>::Zero();
  for (const WrenchStamped& message : messages) {
    const Vector3d f = msgs::FromVector3(message.wrench.force) - Vector3d(0, 0, -2 * kG);
    const Vector3d t = msgs::FromVector3(message.wrench.torque);
    squares.head<3>() += f.cwiseAbs2() / 4000.0;
    squares.tail<3>() += t.cwiseAbs2() / 4000.0;
  }
  // The standard deviation of the variance of 4000 samples is 2.2 %; four of them.
  EXPECT_NEAR(squares[0] / 0.01, 1.0, 0.09);
  EXPECT_NEAR(squares[2] / 0.25, 1.0, 0.09);
  EXPECT_NEAR(squares[4] / 0.0004, 1.0, 0.09);
  EXPECT_LT(squares[1] + squares[3] + squares[5], 1e-20);
}

}  // namespace
}  // namespace surefoot::sensor_tests
