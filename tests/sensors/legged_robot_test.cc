// Readings of sensors of legged robots in situations with known values.

#include <gtest/gtest.h>

#include <map>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/gazebo_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/session/session.h"
#include "tests/source_dir.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::sensor_msgs::Imu;

/// 0.005 m/s2/sqrt(Hz) at 125 Hz is 0.056 m/s2; five of these and a resolution of 0.02 m/s2.
constexpr double kBound = 0.3;

class Ers7 {
 public:
  /// Above the floor of worlds/ers7.sdf, turned by roll and pitch.
  Ers7(double roll, double pitch, double height) {
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/ers7.sdf";
    auto opened = Session::Open(parts_, file, {});
    SUREFOOT_CHECK(opened.ok(), opened.ok() ? "" : opened.error().message);
    session_ = std::move(opened).value();
    subscription_ = session_->Subscribe<Imu>("/ers7/accelerometer", [this](const Imu& imu) {
      last_ = imu;
      ++count_;
    });
    if (roll == 0.0 && pitch == 0.0 && height == 0.0) return;
    const RigidTransform X_WM(QuaternionFromRpy(roll, pitch, 0.0), Vector3d(0.0, 0.0, height));
    EXPECT_TRUE(session_->Teleport("ers7", X_WM).ok());
  }

  Vector3d ReadAfter(double seconds) {
    const int before = count_;
    EXPECT_TRUE(session_->RunFor(seconds).ok());
    EXPECT_GT(count_, before);
    return msgs::FromVector3(last_.linear_acceleration);
  }
  const Imu& last() const { return last_; }

 private:
  Parts parts_ = BuiltinParts();
  std::unique_ptr<Session> session_;
  graph::Subscription subscription_;
  Imu last_;
  int count_ = 0;
};

TEST(Ers7Accelerometer, StandingItReadsGUpwards) {
  Ers7 dog(0.0, 0.0, 0.0);
  const Vector3d read = dog.ReadAfter(1.0);
  EXPECT_NEAR(read.x(), 0.0, kBound);
  EXPECT_NEAR(read.y(), 0.0, kBound);
  EXPECT_NEAR(read.z(), 9.81, kBound);
  EXPECT_EQ(dog.last().orientation_covariance[0], -1.0);
  EXPECT_EQ(dog.last().angular_velocity_covariance[0], -1.0);
}

TEST(Ers7Accelerometer, LyingItReadsGAlongTheAxisThatPointsUp) {
  // On its right side, its left axis points up; on its back, its down axis does.
  const double half_pi = 1.5707963267948966;
  Ers7 on_side(half_pi, 0.0, 0.1);
  const Vector3d side = on_side.ReadAfter(3.0);
  EXPECT_NEAR(side.norm(), 9.81, kBound);
  EXPECT_GT(side.y(), 8.0);
  Ers7 on_back(2.0 * half_pi, 0.0, 0.1);
  const Vector3d back = on_back.ReadAfter(3.0);
  EXPECT_NEAR(back.norm(), 9.81, kBound);
  EXPECT_LT(back.z(), -8.0);
}

TEST(Ers7Accelerometer, FallingItReadsNothing) {
  Ers7 dog(0.0, 0.0, 5.0);
  EXPECT_LT(dog.ReadAfter(0.5).norm(), kBound);
}

double MassOf(const world::World& world, const std::string& model) {
  double mass = 0.0;
  const world::ModelLayout& layout = world.layout(world.FindModel(model));
  for (int i = 0; i < layout.links.count; ++i)
    mass += world.link(layout.links.first + i).inertia.mass;
  return mass;
}

TEST(Soles, ResistorsBearTheRobot) {
  for (const std::string robot : {"nao", "qrio"}) {
    const Parts parts = BuiltinParts();
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/" + robot + ".sdf";
    auto session = Session::Open(parts, file, {}).value();
    std::map<std::string, double> forces;
    std::vector<graph::Subscription> subscriptions;
    for (const char* foot : {"l", "r"}) {
      for (const char* part : {"fl", "fr", "rl", "rr"}) {
        const std::string name = std::string(foot) + "_fsr_" + part;
        subscriptions.push_back(session->Subscribe<msgs::gazebo_msgs::ContactsState>(
            "/" + robot + "/" + name, [&forces, name](const auto& message) {
              forces[name] = 0.0;
              for (const auto& state : message.states) {
                forces[name] += state.total_wrench.force.z;
              }
            }));
      }
    }
    ASSERT_TRUE(session->RunFor(3.0).ok());
    ASSERT_EQ(forces.size(), 8u) << robot;
    double sum = 0.0;
    std::map<char, double> feet;
    for (const auto& [name, force] : forces) {
      EXPECT_GE(force, 0.0) << robot << " " << name;
      sum += force;
      feet[name[0]] += force;
    }
    const double weight = 9.81 * MassOf(session->world(), robot);
    EXPECT_NEAR(sum, weight, 0.01 * weight) << robot;
    // It is at the centre.
    EXPECT_NEAR(feet['l'], 0.5 * weight, 0.05 * weight) << robot;
  }
}

}  // namespace
}  // namespace surefoot::sensor_tests
