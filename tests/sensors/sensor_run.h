#pragma once

/// Runs of SDF texts with every sensor of the build, and what they publish.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::sensor_tests {

struct RunOptions {
  std::string engine = "mujoco";
  std::uint64_t seed = 1;
  double step = 0.001;
};

/// A world read from a text. `file` is its name in messages; "" chooses an unused one.
Result<std::shared_ptr<const world::World>> ReadWorld(const std::string& sdf, Problems* problems);

Result<std::unique_ptr<sim::Simulation>> TryRun(const std::shared_ptr<const world::World>& world,
                                                const RunOptions& options);

/// Fails the test if the world or the run cannot be created.
std::unique_ptr<sim::Simulation> RunText(const std::string& sdf, const RunOptions& options = {});

/// <sdf><world> with gravity -9.81 around the text.
std::string World(const std::string& inside);

/// A static floor at z = 0.
std::string Floor();

/// A static box of this size (m) at a pose "x y z r p y", as collision and visual.
std::string Wall(const std::string& name, const std::string& pose, const std::string& size,
                 const std::string& inside_collision = "");

/// A model "robot" on two driven wheels and a caster at the origin: base link "base" (with
/// `in_base` inside), wheels of radius 0.1 m, 0.4 m apart, joints "left" and "right" (with
/// `in_left` inside), commanded to these speeds (rad/s).
std::string Robot(const std::string& in_base, double left_speed = 0.0, double right_speed = 0.0,
                  const std::string& in_left = "");

/// Steps; fails the test on an error.
void Advance(sim::Simulation* simulation, double seconds);

/// A message as it was published.
struct Heard {
  std::string topic;
  SimTimeNs time_ns = 0;
  Bytes cdr;

  bool operator==(const Heard& other) const {
    return topic == other.topic && time_ns == other.time_ns && cdr == other.cdr;
  }
};

/// Keeps all messages of a run from now on.
class Listener {
 public:
  explicit Listener(sim::Simulation* simulation);

  const std::vector<Heard>& all() const { return all_; }
  void Clear() { all_.clear(); }

  /// Messages of one topic, decoded; fails the test when one cannot be.
  template <typename T>
  std::vector<T> Messages(const std::string& topic) const {
    std::vector<T> messages;
    for (const Heard& heard : all_) {
      if (heard.topic != topic) continue;
      messages.emplace_back();
      if (!T::type().decode(heard.cdr.data(), heard.cdr.size(), &messages.back())) Damaged(topic);
    }
    return messages;
  }

 private:
  static void Damaged(const std::string& topic);

  std::vector<Heard> all_;
  graph::Subscription subscription_;
};

}  // namespace surefoot::sensor_tests
