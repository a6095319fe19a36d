// Surefoot's models compared with published data of the robots: the numbers here are copied from
// the sources, not from the models.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/load.h"
#include "surefoot/world/element_reader.h"
#include "tests/source_dir.h"

namespace surefoot {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

class Facts {
 public:
  explicit Facts(const std::string& robot) {
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/models/" + robot + "/model.sdf";
    auto loaded = LoadModel(BuiltinParts(), file, &problems_);
    SUREFOOT_CHECK(loaded.ok(), loaded.ok() ? "" : loaded.error().message);
    model_ = loaded.value();
  }

  int hinges() const {
    int count = 0;
    for (const world::Joint& joint : model_->joints) {
      count += joint.type == world::JointType::kRevolute && !joint.mimic ? 1 : 0;
    }
    return count;
  }
  double mass() const {
    double sum = 0.0;
    for (const world::Link& link : model_->links) sum += link.inertia.mass;
    return sum;
  }
  /// Distance from the lowest to the highest point of the collision shapes, all joints at zero.
  double height() const {
    double low = 1e9;
    double high = -1e9;
    const RigidTransform flip(Quaterniond(0.0, 1.0, 0.0, 0.0), Vector3d::Zero());
    for (const world::Link& link : model_->links) {
      for (const world::Collision& shape : link.collisions) {
        const RigidTransform X_MG = link.X_ML * shape.X_LG;
        low = std::min(low, world::LowestZ(shape.geometry, X_MG));
        high = std::max(high, -world::LowestZ(shape.geometry, flip * X_MG));
      }
    }
    return high - low;
  }
  const world::JointAxis& axis(const std::string& name) const {
    for (const world::Joint& joint : model_->joints) {
      if (joint.name == name) return joint.axes[0];
    }
    SUREFOOT_CHECK(false, "no joint " + name);
    return model_->joints[0].axes[0];
  }
  const world::Sensor& sensor(const std::string& name) const {
    for (const world::Link& link : model_->links) {
      for (const world::Sensor& sensor : link.sensors) {
        if (sensor.name == name) return sensor;
      }
    }
    SUREFOOT_CHECK(false, "no sensor " + name);
    return model_->links[0].sensors[0];
  }
  double number(const std::string& sensor_name, const std::string& path) {
    return world::ElementReader(sensor(sensor_name).element, &problems_).Number(path, NAN);
  }

 private:
  Problems problems_;
  std::shared_ptr<const world::Model> model_;
};

struct Hinge {
  const char* name;
  double lower;
  double upper;
  double speed;
  double effort = 0.0;
};

/// Compares limits; `unit` converts those of the table to radians. An effort of 0 is unknown and
/// not compared.
void Expect(const Facts& facts, const std::vector<Hinge>& hinges, double unit) {
  for (const Hinge& hinge : hinges) {
    const world::JointAxis& axis = facts.axis(hinge.name);
    EXPECT_NEAR(axis.lower, unit * hinge.lower, 1e-4) << hinge.name;
    EXPECT_NEAR(axis.upper, unit * hinge.upper, 1e-4) << hinge.name;
    EXPECT_NEAR(axis.velocity, hinge.speed, 1e-9) << hinge.name;
    if (hinge.effort > 0.0) {
      EXPECT_NEAR(axis.effort, hinge.effort, 1e-9) << hinge.name;
    }
  }
}

TEST(ModelFacts, Ers7) {
  Facts facts("ers7");
  EXPECT_EQ(facts.hinges(), 20);
  EXPECT_NEAR(facts.mass(), 1.65, 0.05);
  std::vector<Hinge> hinges = {{"NeckTilt", -75, 0, 3.19}, {"HeadPan", -88, 88, 10.06},
                               {"HeadNod", -15, 45, 5.78}, {"Mouth", -55, -3, 10.14},
                               {"TailTilt", 5, 60, 15.16}, {"TailPan", -45, 45, 15.16}};
  for (const char* name : {"LFJ1", "RFJ1"}) hinges.push_back({name, -115, 130, 4.87});
  for (const char* name : {"LHJ1", "RHJ1"}) hinges.push_back({name, -130, 115, 4.87});
  for (const char* name : {"LFJ2", "RFJ2", "LHJ2", "RHJ2"}) hinges.push_back({name, -10, 88, 5.28});
  for (const char* name : {"LFJ3", "RFJ3", "LHJ3", "RHJ3"}) {
    hinges.push_back({name, -25, 122, 5.28});
  }
  Expect(facts, hinges, kDegree);
  EXPECT_EQ(facts.number("camera", "camera/image/width"), 208);
  EXPECT_EQ(facts.number("camera", "camera/image/height"), 160);
  EXPECT_EQ(facts.sensor("camera").update_rate, 30);
  EXPECT_NEAR(facts.number("camera", "camera/horizontal_fov"), 56.9 * kDegree, 1e-4);
  const auto reaches = [&](const char* name, double from, double to) {
    EXPECT_EQ(facts.number(name, "min"), from) << name;
    EXPECT_EQ(facts.number(name, "max"), to) << name;
  };
  reaches("ir_near", 0.05, 0.5);
  reaches("ir_far", 0.2, 1.5);
  reaches("ir_chest", 0.1, 0.9);
  EXPECT_EQ(facts.sensor("accelerometer").type, "accelerometer");
  for (const char* paw : {"paw_lf", "paw_rf", "paw_lh", "paw_rh"}) {
    EXPECT_EQ(facts.sensor(paw).type, "contact");
  }
}

TEST(ModelFacts, Nao) {
  Facts facts("nao");
  EXPECT_EQ(facts.hinges(), 25);
  EXPECT_NEAR(facts.mass(), 5.195, 0.01);
  EXPECT_NEAR(facts.height(), 0.573, 0.01);
  Expect(facts,
         {{"HeadYaw", -2.0857, 2.0857, 8.27, 1.55},
          {"HeadPitch", -0.672, 0.5149, 7.19, 1.53},
          {"LShoulderPitch", -2.0857, 2.0857, 8.27, 1.33},
          {"LShoulderRoll", -0.3142, 1.3265, 7.19, 1.78},
          {"RShoulderRoll", -1.3265, 0.3142, 7.19, 1.78},
          {"RElbowYaw", -2.0857, 2.0857, 8.27, 1.55},
          {"LElbowRoll", -1.5446, -0.0349, 7.19, 1.53},
          {"LWristYaw", -1.8238, 1.8238, 24.6, 0.41},
          {"LHand", 0, 1, 8.33, 0.29},
          {"LHipYawPitch", -1.1453, 0.7407, 4.16, 3.35},
          {"LHipRoll", -0.3794, 0.7905, 4.16, 3.35},
          {"RHipRoll", -0.7905, 0.3794, 4.16, 3.35},
          {"LHipPitch", -1.5359, 0.484, 6.4, 3.02},
          {"RKneePitch", -0.0923, 2.1126, 6.4, 3.02},
          {"LAnklePitch", -1.1894, 0.9226, 6.4, 3.02},
          {"RAnklePitch", -1.1863, 0.932, 6.4, 3.02},
          {"LAnkleRoll", -0.3978, 0.769, 4.16, 3.35}},
         1.0);
  for (const char* camera : {"camera_top", "camera_bottom"}) {
    EXPECT_EQ(facts.sensor(camera).update_rate, 30);
    EXPECT_NEAR(facts.number(camera, "camera/horizontal_fov"), 61.0 * kDegree, 0.01);
  }
  for (const char* sonar : {"sonar_left", "sonar_right"}) {
    EXPECT_EQ(facts.number(sonar, "min"), 0.25);
    EXPECT_EQ(facts.number(sonar, "max"), 2.55);
  }
  EXPECT_EQ(facts.sensor("imu").type, "imu");
  EXPECT_EQ(facts.sensor("l_foot").type, "contact");
}

TEST(ModelFacts, Qrio) {
  const Facts facts("qrio");
  EXPECT_EQ(facts.hinges(), 38);
  EXPECT_NEAR(facts.mass(), 7.0, 0.1);
  EXPECT_NEAR(facts.height(), 0.58, 0.01);
  for (const char* camera : {"camera_left", "camera_right"}) {
    EXPECT_EQ(facts.sensor(camera).type, "camera");
  }
  EXPECT_EQ(facts.sensor("imu").type, "imu");
  for (const char* ir : {"ir_head", "ir_left_hand", "ir_right_hand"}) {
    EXPECT_EQ(facts.sensor(ir).type, "infrared");
  }
  for (const char* foot : {"l_foot", "r_foot"}) EXPECT_EQ(facts.sensor(foot).type, "contact");
}

TEST(ModelFacts, TheSnakeHasThirtyJointsAndMore) { EXPECT_GE(Facts("snake").hinges(), 30); }

TEST(ModelFacts, TheHexapodHasThreeHingesALeg) { EXPECT_EQ(Facts("hexapod").hinges(), 18); }

}  // namespace
}  // namespace surefoot
