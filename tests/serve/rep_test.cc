// Messages of sensors and drives against the conventions of ROS: REP 103 (units, axes, optical
// frames, covariances), REP 105 (frames) and REP 145 (inertial sensors).

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

using nlohmann::json;

/// The last message of every topic, and all transforms, of a world in which every sensor is used.
class RepTest : public testing::Test {
 protected:
  struct Last {
    std::string type;
    json message;
    Bytes cdr;
  };

  static void SetUpTestSuite() {
    lasts_ = new std::map<std::string, Last>();
    transforms_ = new std::map<std::string, RigidTransform>();
    for (const char* world : {"sensors", "lab_floor", "two_wheel"}) Collect(world);
  }
  static void TearDownTestSuite() {
    delete lasts_;
    delete transforms_;
  }

  static void Collect(const std::string& world) {
    Served served(world);
    std::map<std::string, Bytes> bytes;
    std::map<std::string, const msgs::TypeInfo*> types;
    const graph::Subscription all =
        served.run().graph().SubscribeAll([&](const graph::Delivery& delivery) {
          bytes[delivery.topic().name] = delivery.cdr();
          types[delivery.topic().name] = delivery.topic().type;
          const auto* message = delivery.As<msgs::tf2_msgs::TFMessage>();
          if (message != nullptr) AddTransforms(world + ":", *message);
        });
    served.Step(1100);
    for (const auto& [topic, cdr] : bytes) {
      const std::shared_ptr<void> message = types[topic]->make();
      ASSERT_TRUE(types[topic]->decode(cdr.data(), cdr.size(), message.get())) << topic;
      std::string text;
      msgs::AppendJson(*types[topic], message.get(), &text);
      (*lasts_)[world + ":" + topic] = {types[topic]->name, json::parse(text), cdr};
    }
  }

  /// Frames of different worlds are told apart by the world's name in front.
  static void AddTransforms(const std::string& world, const msgs::tf2_msgs::TFMessage& message) {
    for (const auto& one : message.transforms) {
      const auto& r = one.transform.rotation;
      frames_.insert({world + one.child_frame_id, world + one.header.frame_id});
      (*transforms_)[world + one.child_frame_id] = RigidTransform(
          Quaterniond(r.w, r.x, r.y, r.z), msgs::FromVector3(one.transform.translation));
    }
  }

  static bool IsFrame(const std::string& name) {
    for (const auto& [child, parent] : frames_) {
      if (child == name || parent == name) return true;
    }
    return false;
  }

  /// Pose in the frame from which the tree of `frame` hangs.
  static RigidTransform PoseOf(std::string frame) {
    RigidTransform X;
    for (auto at = frames_.find(frame); at != frames_.end(); at = frames_.find(at->second)) {
      X = (*transforms_)[at->first] * X;
    }
    return X;
  }

  static std::map<std::string, Last>* lasts_;
  static std::map<std::string, RigidTransform>* transforms_;
  static std::map<std::string, std::string> frames_;
};

/// "lab_floor:" of "lab_floor:/husky/scan".
std::string WorldOf(const std::string& topic) { return topic.substr(0, topic.find(':') + 1); }

std::map<std::string, RepTest::Last>* RepTest::lasts_ = nullptr;
std::map<std::string, RigidTransform>* RepTest::transforms_ = nullptr;
std::map<std::string, std::string> RepTest::frames_;

/// Odometry is relative to a frame that has no transform of its own where the drive publishes none.
/// The frame "world" is in /tf only where a robot has no odometry frame (REP 105: a localisation
/// connects the two).
TEST_F(RepTest, FramesOfHeadersAreInTf) {
  int count = 0;
  for (const auto& [topic, last] : *lasts_) {
    if (!last.message.contains("header")) continue;
    const std::string frame = last.message["header"]["frame_id"];
    const bool is_odometry = last.type == "nav_msgs/msg/Odometry";
    EXPECT_TRUE(IsFrame(WorldOf(topic) + frame) || is_odometry || frame == "world")
        << topic << ": " << frame;
    if (is_odometry) {
      const std::string child = last.message["child_frame_id"];
      EXPECT_TRUE(IsFrame(WorldOf(topic) + child)) << topic << ": " << child;
    }
    ++count;
  }
  EXPECT_GT(count, 40);
}

/// REP 103: z forward, x right, y down, named with "_optical" after a frame that looks along x.
TEST_F(RepTest, PicturesAreInOpticalFrames) {
  int count = 0;
  for (const auto& [topic, last] : *lasts_) {
    const std::set<std::string> kinds = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage",
                                         "sensor_msgs/msg/CameraInfo"};
    if (kinds.count(last.type) == 0) continue;
    const std::string frame =
        WorldOf(topic) + last.message["header"]["frame_id"].get<std::string>();
    ASSERT_TRUE(frame.ends_with("_optical")) << topic << ": " << frame;
    const std::string camera = frame.substr(0, frame.size() - 8);
    ASSERT_TRUE(IsFrame(camera)) << camera;
    const Matrix3d R = (PoseOf(camera).Inverse() * PoseOf(frame)).R();
    EXPECT_LT((R.col(2) - Vector3d::UnitX()).norm(), 1e-12) << topic;
    EXPECT_LT((R.col(0) + Vector3d::UnitY()).norm(), 1e-12) << topic;
    EXPECT_LT((R.col(1) + Vector3d::UnitZ()).norm(), 1e-12) << topic;
    ++count;
  }
  EXPECT_GT(count, 5);
}

/// The numbers of all members whose name ends in "covariance", with their paths.
void FindCovariances(const json& value, const std::string& path,
                     std::map<std::string, std::vector<double>>* found) {
  if (!value.is_object()) return;
  for (const auto& [name, member] : value.items()) {
    const bool is_array = member.is_array() && (member.size() == 9 || member.size() == 36);
    if (name.ends_with("covariance") && is_array) {
      for (const json& number : member) (*found)[path + name].push_back(number);
    }
    FindCovariances(member, path + name + ".", found);
  }
}

/// REP 103: row-major and symmetric; the sensor messages: -1 for a quantity that is not measured.
TEST_F(RepTest, CovariancesAreSymmetric) {
  int count = 0;
  for (const auto& [topic, last] : *lasts_) {
    std::map<std::string, std::vector<double>> found;
    FindCovariances(last.message, "", &found);
    for (const auto& [path, numbers] : found) {
      ++count;
      if (numbers[0] == -1.0) continue;
      const int size = numbers.size() == 9 ? 3 : 6;
      Eigen::MatrixXd C(size, size);
      for (int i = 0; i < size * size; ++i)
        C(i / size, i % size) = numbers[static_cast<std::size_t>(i)];
      EXPECT_EQ((C - C.transpose()).norm(), 0.0) << topic << " " << path;
      const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(C).eigenvalues()[0];
      EXPECT_GE(least, -1e-12 * (1.0 + C.norm())) << topic << " " << path;
    }
  }
  EXPECT_GT(count, 10);
}

TEST_F(RepTest, InertialSensors) {
  int count = 0;
  for (const auto& [topic, last] : *lasts_) {
    if (last.type == "sensor_msgs/msg/MagneticField") {
      EXPECT_TRUE(topic.ends_with("imu/mag")) << topic;
      const json& field = last.message["magnetic_field"];
      const double tesla =
          std::hypot(field["x"].get<double>(), field["y"].get<double>(), field["z"].get<double>());
      EXPECT_GT(tesla, 1e-6);
      EXPECT_LT(tesla, 1e-3);
    }
    if (last.type != "sensor_msgs/msg/Imu") continue;
    ++count;
    const bool has_orientation = last.message["orientation_covariance"][0] != -1.0;
    if (topic.ends_with("/imu/data")) {
      EXPECT_TRUE(has_orientation) << topic;
    }
    if (topic.ends_with("/imu/data_raw")) {
      EXPECT_FALSE(has_orientation) << topic;
    }
    if (!has_orientation) continue;
    const json& q = last.message["orientation"];
    const Quaterniond R(q["w"].get<double>(), q["x"].get<double>(), q["y"].get<double>(),
                        q["z"].get<double>());
    EXPECT_NEAR(R.norm(), 1.0, 1e-9) << topic;
    // At rest or nearly so the specific force points upwards with 1 g.
    const json& a = last.message["linear_acceleration"];
    const Vector3d up_W = R * Vector3d(a["x"], a["y"], a["z"]);
    EXPECT_GT(up_W.z(), 5.0) << topic;
  }
  EXPECT_GT(count, 2);
}

TEST_F(RepTest, JointStatesAndScans) {
  int scans = 0, states = 0, clouds = 0;
  for (const auto& [topic, last] : *lasts_) {
    if (last.type == "sensor_msgs/msg/LaserScan") {
      msgs::sensor_msgs::LaserScan scan;
      ASSERT_TRUE(msgs::Decode(last.cdr, &scan));
      const float end =
          scan.angle_min + static_cast<float>(scan.ranges.size() - 1) * scan.angle_increment;
      EXPECT_NEAR(end, scan.angle_max, 1e-3) << topic;
      EXPECT_LE(scan.time_increment * static_cast<float>(scan.ranges.size()),
                scan.scan_time * 1.001F)
          << topic;
      ++scans;
    } else if (last.type == "sensor_msgs/msg/PointCloud2") {
      msgs::sensor_msgs::PointCloud2 cloud;
      ASSERT_TRUE(msgs::Decode(last.cdr, &cloud));
      EXPECT_EQ(cloud.row_step, cloud.width * cloud.point_step) << topic;
      EXPECT_EQ(cloud.data.size(), std::size_t{cloud.row_step} * cloud.height) << topic;
      EXPECT_FALSE(cloud.is_bigendian);
      ++clouds;
    } else if (last.type == "sensor_msgs/msg/JointState") {
      const std::size_t size = last.message["name"].size();
      EXPECT_EQ(last.message["position"].size(), size) << topic;
      EXPECT_EQ(last.message["velocity"].size(), size) << topic;
      ++states;
    }
  }
  EXPECT_GT(scans, 2);
  EXPECT_GT(states, 2);
  EXPECT_GT(clouds, 1);
}

/// The names of Clearpath's software for ROS 1 and ROS 2 (models/husky/model.sdf).
TEST_F(RepTest, TheHuskyHasTheNamesOfTheRealOne) {
  std::set<std::string> topics;
  for (const auto& [topic, last] : *lasts_) topics.insert(topic);
  for (const char* name : {"imu/data", "sensors/imu_0/data", "husky_velocity_controller/odom",
                           "platform/odom", "joint_states", "platform/joint_states"}) {
    EXPECT_EQ(topics.count(std::string("lab_floor:/husky/") + name), 1u) << name;
  }
  Served served("lab_floor");
  for (const char* name : {"cmd_vel", "husky_velocity_controller/cmd_vel",
                           "husky_velocity_controller/cmd_vel_unstamped",
                           "platform/cmd_vel_unstamped", "platform/cmd_vel"}) {
    EXPECT_TRUE(served.run().graph().IsListenedTo(std::string("/husky/") + name)) << name;
  }
}

}  // namespace
}  // namespace surefoot::serve::test
