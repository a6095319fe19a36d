#pragma once

/// Crosstalk of ultrasonic sensors: a sensor hears the pings of others, directly or reflected by
/// what it looks at. It cannot distinguish them from its own echo, so it reads a wrong distance.

#include <string>
#include <vector>

#include "surefoot/sensors/range/range_finder_spec.h"

namespace surefoot::sensors {

/// Time of a sensor's ping of sample k (s): at random within `jitter` after k / rate, because
/// microcontrollers have no common clock. A function of its arguments only, so that all sensors
/// agree on it whatever the order of evaluation.
double PingTime(std::uint64_t seed, const std::string& name, double rate, double jitter,
                std::int64_t sample);

/// The other ultrasonic sensors of the world, as one sensor hears them. Cost grows with the square
/// of the number of sensors, and with their rays; sensors farther than 4 ranges are skipped.
class Crosstalk {
 public:
  explicit Crosstalk(const SensorArgs& args, const RangeFinderSpec& own);

  bool empty() const { return others_.empty(); }

  /// Adds the sounds of other sensors that are heard during sample `sample`. `rays`, `hits` and
  /// `weights` are the sensor's own rays, their hits and their weights in the beam. Direct sound
  /// has ray -1.
  void AddEchoes(const Truth& truth, const raycast::Scene& scene, std::int64_t sample,
                 const std::vector<raycast::Ray>& rays, const std::vector<raycast::Hit>& hits,
                 const std::vector<double>& weights, std::vector<Echo>* echoes) const;

 private:
  struct Other {
    std::string name;
    int model = 0;
    int link = 0;
    RigidTransform X_LS;
    double rate = 1.0;
    double jitter = 0.0;
    double half_angle = 0.0;
    Vector3d axis_S = Vector3d::UnitX();
  };

  /// Lead of each audible ping before the own ping (s; negative: later).
  std::vector<double> LeadsOf(const Other& other, std::int64_t sample) const;
  /// Whether the line of sight is free, apart from the models of the two sensors.
  bool IsClear(const Truth& truth, const raycast::Scene& scene, const Vector3d& p_WA,
               const Vector3d& p_WB, int model) const;
  void AddStraight(const Truth& truth, const raycast::Scene& scene, const Other& other,
                   const RigidTransform& X_WO, double lead, const raycast::Ray& axis,
                   double loudest, std::vector<Echo>* echoes) const;

  const SensorPlace& place_;
  RangeFinderSpec own_;
  std::vector<Other> others_;
};

}  // namespace surefoot::sensors
