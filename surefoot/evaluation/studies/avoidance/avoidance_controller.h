#pragma once

#include <functional>
#include <optional>
#include <string>

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/base/random.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_settings.h"

namespace surefoot::studies {

/// Distance (m) out of readings: each as it is, or a belief out of several. The grid, the prior and
/// the likelihoods are those of the robot's own program: 1 to 60 cm in steps of 0.1, uniform anew
/// for every belief, the sensors' published means and deviations.
class DistanceReader {
 public:
  DistanceReader(bool bayes, bool infrared, int belief_readings);

  /// What the reading gives, once it gives something.
  std::optional<double> Take(double reading);
  /// Whether a belief is under way.
  bool under_way() const { return taken_ > 0; }

 private:
  bool bayes_;
  bool infrared_;
  int belief_readings_;
  int taken_ = 0;
  estimate::DiscreteBayes belief_;
};

/// Warm up, go forward, turn right at what is nearer than the threshold, go on.
class AvoidanceController {
 public:
  using Tell = std::function<void(const std::string& command)>;

  AvoidanceController(const AvoidanceSettings& settings, const AvoidanceVariant& variant,
                      double last_leg, RandomStream* random);

  /// The newest reading of the sensor, at which it looks when it is time.
  void Hear(double reading) { newest_ = reading; }
  /// Once a step; tells the robot what to do.
  void Update(double time, const Tell& tell);

  /// When the robot was first told to move, and when it stops; negative: not yet.
  double started() const { return started_; }
  double stops() const { return stops_; }

 private:
  enum class State { kWaiting, kForward, kAlarmed, kTurning, kLeaving };

  /// Looks at the sensor; true when it tells of an obstacle.
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
  /// When the turn begins, or ends.
  double next_ = 0.0;
  int turns_ = 0;
};

}  // namespace surefoot::studies
