#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/session/session.h"

namespace surefoot::conformance {

/// How efforts are drawn.
enum class Efforts {
  /// The motor's limit, in either direction.
  kFull,
  /// Any value between the limits.
  kUniform,
};

/// A robot whose joints are commanded with random efforts, up to their limits, twenty times a
/// second; tests how well the engine handles it.
class ShakenRobot {
 public:
  /// The first model of the session with motors.
  ShakenRobot(Session* session, std::uint64_t seed, Efforts efforts = Efforts::kFull);

  /// Empty if everything is fine; otherwise, what went wrong: numbers that are not finite, links
  /// faster than 100 m/s, 0.1 m below the floor or 10 m above, joints more than 0.05 rad beyond a
  /// limit.
  std::string Shake(double seconds);

  double fastest() const { return fastest_; }
  double highest() const { return highest_; }
  /// Of a joint beyond its limits (rad).
  double farthest_beyond() const { return beyond_; }
  double lowest() const { return lowest_; }

 private:
  struct Axis {
    std::string joint;
    int index = 0;
    int q = 0;
    double effort = 0.0;
    double lower = 0.0;
    double upper = 0.0;
  };

  void FindAxes();
  Status Command();
  std::string Look();

  Session& session_;
  RandomStream random_;
  Efforts efforts_;
  int model_ = -1;
  std::vector<Axis> axes_;
  double fastest_ = 0.0;
  double highest_ = 0.0;
  double lowest_ = 0.0;
  double beyond_ = 0.0;
};

}  // namespace surefoot::conformance
