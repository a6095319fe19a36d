// On Surefoot's grounds, too, a robot in a crowd moves and measures exactly as alone: Huskies with
// tyres on gravel, carts in soil, commanded by messages, with sensors.

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "surefoot/msgs/geometry_msgs.h"
#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"
#include "tests/scene/ground_lab.h"

namespace surefoot::conformance {
namespace {

class IslandsOnGround : public EngineTest {
 protected:
  static constexpr int kRobots = 4;
  static std::string NameOf(int k) { return "one" + std::to_string(k); }

  /// All messages of a robot, in order.
  struct Heard {
    std::map<std::string, Bytes> by_topic;
    std::size_t count = 0;
    graph::Subscription subscription;
  };
  static std::unique_ptr<Heard> Hear(sim::Simulation* simulation) {
    auto heard = std::make_unique<Heard>();
    heard->subscription =
        simulation->graph().SubscribeAll([own = heard.get()](const graph::Delivery& delivery) {
          Bytes& bytes = own->by_topic[delivery.topic().name];
          bytes.insert(bytes.end(), delivery.cdr().begin(), delivery.cdr().end());
          ++own->count;
        });
    return heard;
  }

  /// Robots that a scene adds by index: all of them in one run, and each in a separate run.
  template <typename Make>
  void ExpectAsAlone(const Make& make, int steps, double step,
                     const std::function<void(int, sim::Simulation*)>& command) {
    std::vector<int> all;
    for (int k = 0; k < kRobots; ++k) all.push_back(k);
    auto together = Run(make(all), step);
    EXPECT_EQ(together->machine().island_counts().islands, kRobots);
    const auto heard_together = Hear(together.get());
    std::vector<std::unique_ptr<sim::Simulation>> alone;
    std::vector<std::unique_ptr<Heard>> heard;
    for (int k = 0; k < kRobots; ++k) {
      alone.push_back(Run(make({k}), step));
      heard.push_back(Hear(alone.back().get()));
    }
    for (int i = 0; i < steps; ++i) {
      for (int k = 0; k < kRobots && i % 50 == 0; ++k) {
        command(k, together.get());
        command(k, alone[static_cast<std::size_t>(k)].get());
      }
      Must(together->Step());
      for (int k = 0; k < kRobots; ++k) {
        sim::Simulation& own = *alone[static_cast<std::size_t>(k)];
        Must(own.Step());
        ASSERT_TRUE(SameBits(own, NameOf(k), *together, NameOf(k))) << "step " << i;
      }
    }
    EXPECT_EQ(together->machine().island_counts().joined, 0);
    for (int k = 0; k < kRobots; ++k) {
      EXPECT_FALSE(alone[static_cast<std::size_t>(k)]->machine().ground().touches().empty()) << k;
      int compared = 0;
      for (const auto& [topic, bytes] : heard[static_cast<std::size_t>(k)]->by_topic) {
        if (topic.rfind("/" + NameOf(k) + "/", 0) != 0) continue;
        EXPECT_EQ(heard_together->by_topic[topic], bytes) << topic;
        ++compared;
      }
      EXPECT_GT(compared, 0);
    }
  }
};

SUREFOOT_ALL_ENGINES(IslandsOnGround);

TEST_P(IslandsOnGround, AHuskyOnGravelMovesAsAlone) {
  const auto husky = LoadRobot("husky");
  const auto gravel = LoadRobot("gravel_bed");
  const auto make = [&](const std::vector<int>& which) {
    Scene scene;
    scene.islands = true;
    scene.spec.wheel_contact = world::WheelContact::kTyre;
    scene.Floor(0.8);
    for (int k = 0; k < kRobots; ++k) {
      scene.Add(gravel, RigidTransform(Vector3d(0.0, 4.0 * k, 0.0)), "bed" + std::to_string(k));
    }
    for (const int k : which) {
      scene.Add(husky, RigidTransform(Vector3d(-0.5, 4.0 * k, 0.2)), NameOf(k));
    }
    return scene;
  };
  ExpectAsAlone(make, 300, 0.001, [this](int k, sim::Simulation* simulation) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = 0.3 + 0.1 * k;
    twist.angular.z = 0.2 * k;
    sim::TopicMessage input;
    input.topic = "/" + NameOf(k) + "/cmd_vel";
    input.type = msgs::geometry_msgs::Twist::type().name;
    msgs::Encode(twist, &input.cdr);
    Must(simulation->Apply(input));
  });
}

TEST_P(IslandsOnGround, ACartInSoilMovesAsAlone) {
  world::GroundMaterial soil;
  soil.name = "sand";
  soil.has_soil = true;
  soil.soil.cohesion = 530.0;
  soil.soil.friction_angle = 0.46;
  soil.soil.cohesive_modulus = 1400.0;
  soil.soil.frictional_modulus = 820000.0;
  soil.soil.shear_modulus_x = soil.soil.shear_modulus_y = 0.016;
  soil.soil.density = 1150.0;
  auto cart = std::make_shared<world::Model>(*MakeCart(0.0, 0.0));
  cart->initial_commands.clear();
  world::Sensor& imu = cart->links[0].sensors.emplace_back();
  imu.name = "imu";
  imu.type = "imu";
  imu.update_rate = 100.0;
  const auto make = [&](const std::vector<int>& which) {
    Scene scene;
    scene.islands = true;
    scene.spec.grounds.push_back(soil);
    scene.spec.wheel_contact = world::WheelContact::kSoil;
    scene.Add(Solid("ground", world::Plane(), "sand"));
    for (const int k : which) {
      scene.Add(cart, RigidTransform(QuaternionFromRpy(0, 0, 0.4 * k), Vector3d(0, 2.0 * k, 0.1)),
                NameOf(k));
    }
    return scene;
  };
  // Back and forth, so that they drive in their own ruts.
  ExpectAsAlone(make, 600, 0.002, [this](int k, sim::Simulation* simulation) {
    const bool back = static_cast<int>(ToSeconds(simulation->time_ns()) / 0.3) % 2 == 1;
    for (int axle = 0; axle < 4; ++axle) {
      Must(simulation->Apply(sim::JointCommand{NameOf(k) + "::axle" + std::to_string(axle), 0,
                                               physics::ControlMode::kVelocity,
                                               (back ? -1.0 : 1.0) * (4.0 + k)}));
    }
  });
}

}  // namespace
}  // namespace surefoot::conformance
