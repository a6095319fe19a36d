#pragma once

/// The ExoMars-class rover of worlds/rover_slope.sdf on a slope of soft soil: for tests and for
/// tables.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/session/session.h"

namespace surefoot::conformance {

struct RoverPlace {
  /// A file of soils/ by its name.
  std::string soil = "drift";
  /// Rising along +x, the rover's forward direction.
  double slope_deg = 0.0;
  /// Empty: the first engine of the build.
  std::string engine;
  /// Step size (s); 0: that of the world.
  double step = 0.0;
};

class RoverRun {
 public:
  static constexpr double kRadius = 0.1425;
  static constexpr double kGravity = 3.71;
  static constexpr double kMass = 310.0;

  static Result<RoverRun> Open(const Parts& parts, const RoverPlace& place);

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }

  /// Sends the speeds of the base once a second.
  Status Drive(double x, double y, double turn, double seconds);

  RigidTransform Pose() const;
  /// Speed of the base along its heading, and mean speed of the treads (m/s).
  double Speed() const;
  double Tread() const;
  /// 1 - V/(w R) driving, w R/V - 1 braking.
  double Slip() const;
  /// Loads of the wheels front left, front right, middle left ... (N); 0 in the air.
  std::vector<double> Loads() const;

  /// Drives straight up until the slip has settled: its mean over 20 s changes by less than 0.0005.
  /// None if it cannot climb: a slip above 0.99.
  Result<std::optional<double>> SteadySlip(double speed, double max_seconds = 600.0);

 private:
  explicit RoverRun(std::unique_ptr<Session> session) : session_(std::move(session)) {}

  std::unique_ptr<Session> session_;
};

/// The slip at which wheels with these loads together pull the rover straight up, by the integrals
/// of their contacts; none if they cannot.
std::optional<double> SlipByIntegrals(const world::Soil& soil, const std::vector<double>& loads,
                                      double slope_deg);

/// Joints and links of the wheels, in the order of Loads().
std::string RoverWheel(int wheel, const std::string& part);

}  // namespace surefoot::conformance
