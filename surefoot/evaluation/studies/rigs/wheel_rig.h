#pragma once

/// A wheel towed through soil at set slips and slip angles: what a rig measured, what the integrals
/// of the contact give, what was recorded.

#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/ground/soil/soil_wheel.h"

namespace surefoot::experiment {

/// Settings of the study `single_wheel`.
struct WheelRigSettings {
  /// The metric of kind `wheels`.
  std::string metric = "wheels";
  /// Of the carriage (m/s).
  double speed = 0.01;
  /// Below the folder of real data.
  std::string recordings;
  /// The most that rig and integrals may differ: forces over load, and sinkage (m).
  double force_within = 0.01;
  double sinkage_within = 2e-4;
};
WheelRigSettings ReadWheelRig(const world::ElementReader& reader);

/// Steady state of a towed wheel. Forces are over load; the side is the wheel's left.
struct TowedWheel {
  double slip_angle_deg = 0.0;
  double slip = 0.0;
  double load = 0.0;
  double pull = 0.0;
  double side = 0.0;
  double sinkage = 0.0;
};

/// A case of the experiment on an engine, and the same by the integrals at the load it had.
struct RigPoint {
  std::string engine;
  TowedWheel rig;
  TowedWheel integral;
  /// False: the integrals do not apply.
  bool has_front = true;
};

/// Of all trials with numbers. The wheel and its soil are those of the trials' world.
Result<std::vector<RigPoint>> ReadRigPoints(const StudyContext& context,
                                            const WheelRigSettings& settings);

/// The recordings as a table of means: beta_deg, slip, F_drawbar_N, F_lateral_N, load_N,
/// sinkage_mm.
Result<std::vector<TowedWheel>> ReadTowedWheels(const std::string& path);

}  // namespace surefoot::experiment
