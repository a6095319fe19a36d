#pragma once

#include <string>
#include <vector>

#include "surefoot/session/session.h"

namespace surefoot::experiment {

/// Slip of wheels: how far what they roll is from how they move over the ground. Averaged over
/// short windows, as vibration would otherwise count as slip.
class SlipWatch {
 public:
  struct Spec {
    std::string model;
    /// Joints of the model; empty: those that turn without end and have a round shape on them.
    std::vector<std::string> wheels;
    /// m; 0: of the shape.
    double radius = 0.0;
    /// s.
    double window = 0.1;
    /// Slower than this (m/s) there is no slip.
    double least_speed = 0.05;
  };

  Status Start(const Spec& spec, const Session& session);
  void Update(const Session& session);

  /// Of the windows of all wheels that moved: |rolled - moved| over the larger of the two.
  double mean() const { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }
  double max() const { return max_; }
  /// When the largest was, in seconds since the start, and at which wheel.
  double max_time() const { return max_time_; }
  const std::string& max_wheel() const { return max_wheel_; }
  /// Share of the turning that wheels ask for which is lost: 1 - yaw / yaw of the wheels.
  bool turned() const { return asked_yaw_ > 0.1; }
  double turning() const { return turned() ? 1.0 - yaw_ / asked_yaw_ : 0.0; }

 private:
  struct Wheel {
    std::string name;
    int joint = -1;
    int link = -1;
    double radius = 0.0;
    /// Where it stands to the left in the model (m).
    double left = 0.0;
    /// Sums over the window.
    double rolled = 0.0;
    double moved = 0.0;
  };

  Status FindWheels(const world::World& world);
  Status AddWheel(const world::World& world, int model, int joint);
  void Measure(const physics::State& state, const world::World& world, double step);
  void CloseWindow(double seconds);
  void CountTurning(double span);

  Spec spec_;
  const world::World* world_ = nullptr;
  int base_link_ = -1;
  std::vector<Wheel> wheels_;
  SimTimeNs start_ns_ = 0;
  SimTimeNs due_ns_ = 0;
  double span_ = 0.0;
  double window_yaw_ = 0.0;
  double sum_ = 0.0;
  std::int64_t count_ = 0;
  double max_ = 0.0;
  double max_time_ = 0.0;
  std::string max_wheel_;
  double yaw_ = 0.0;
  double asked_yaw_ = 0.0;
};

}  // namespace surefoot::experiment
