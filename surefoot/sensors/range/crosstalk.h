#pragma once

/// Ultrasonic sensors that hear each other's pings: straight from one to the other, and by way of
/// what a sensor looks at. Nothing tells a foreign ping from an own echo.

#include <string>
#include <vector>

#include "surefoot/sensors/range/range_finder_spec.h"

namespace surefoot::sensors {

/// When a sensor sends its ping of sample k, in s: sometime in the `jitter` after k / rate, as
/// small computers have no common clock. The same for whoever asks.
double PingTime(std::uint64_t seed, const std::string& name, double rate, double jitter,
                std::int64_t sample);

/// The other ultrasonic sensors of the world, as one of them hears them.
class Crosstalk {
 public:
  explicit Crosstalk(const SensorArgs& args, const RangeFinderSpec& own);

  bool empty() const { return others_.empty(); }

  /// Adds what is heard of others while sample `sample` is listened for; `rays` and `hits` are what
  /// the sensor itself sees, `weights` what its rays bring. Echoes that come straight have ray -1.
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

  /// How much earlier than the own ping each ping is that may still be heard (s, negative: later).
  std::vector<double> LeadsOf(const Other& other, std::int64_t sample) const;
  /// Whether nothing but the bodies of the two stands between.
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
