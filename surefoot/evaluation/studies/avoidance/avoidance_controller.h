#pragma once

/// The controller of the avoidance experiment, which follows the program of the real robot.

#include <functional>
#include <optional>
#include <string>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/base/random.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_settings.h"

namespace surefoot::studies {

/// Distance (m) from readings: each reading alone, or a discrete Bayes filter over several. Grid,
/// prior and likelihoods are those of the robot's own program (Van Scoy et al.): 1 to 60 cm in
/// steps of 0.1 cm, a uniform prior for each belief, and the sensors' published means and standard
/// deviations.
class DistanceReader {
 public:
  DistanceReader(bool bayes, bool infrared, int belief_readings);

  /// Adds a reading; returns a distance when enough readings have been added.
  std::optional<double> Take(double reading);
  /// True while a belief has some but not all of its readings.
  bool under_way() const { return taken_ > 0; }

 private:
  bool bayes_;
  bool infrared_;
  int belief_readings_;
  int taken_ = 0;
  estimate::DiscreteBayes belief_;
};

/// The robot's program: warm up, drive forward, turn right at an obstacle nearer than the
/// threshold, drive on. Times of commands are drawn from the model, because the real robot has no
/// odometry and turns by time.
class AvoidanceController {
 public:
  using SendCommand = std::function<void(const std::string& command)>;

  AvoidanceController(const AvoidanceSettings& settings, const AvoidanceVariant& variant,
                      double last_leg, RandomStream* random);

  /// The newest reading of the sensor, which the controller polls.
  void AddReading(double reading) { newest_ = reading; }
  /// Called once per step; sends the command.
  void Update(double time, const SendCommand& send);

  /// Times of the first command to move and of the stop, s; negative: not yet.
  double started() const { return started_; }
  double stops() const { return stops_; }

 private:
  enum class State { kWaiting, kForward, kAlarmed, kTurning, kLeaving };

  /// Polls the sensor; true when an obstacle is detected.
  bool Look();

  const AvoidanceSettings& settings_;
  const AvoidanceModel& model_;
  bool needs_belief_;
  double last_leg_;
  RandomStream* random_;
  DistanceReader reader_;
  State state_ = State::kWaiting;
  std::optional<double> newest_;
  bool has_distance_ = false;
  double started_ = -1.0;
  double stops_ = -1.0;
  double next_look_ = 0.0;
  /// Time at which the turn starts, or ends, s.
  double next_ = 0.0;
  int turns_ = 0;
};

}  // namespace surefoot::studies
