#pragma once

/// A wheel towed through soil at prescribed slips and slip angles: forces of the simulated rig, of
/// the numerical integrals of the contact model, and of recordings of a real rig.

#include <string>
#include <vector>

#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/ground/soil/soil_wheel.h"

namespace surefoot::experiment {

/// Settings of the study `single_wheel`.
struct WheelRigSettings {
  /// Name of the metric of kind `wheels`.
  std::string metric = "wheels";
  /// Speed of the carriage, m/s.
  double speed = 0.01;
  /// File with recordings, relative to the folder of real data.
  std::string recordings;
  /// Maximum difference between rig and integrals: of forces divided by load, and of sinkage (m).
  double force_tolerance = 0.01;
  double sinkage_tolerance = 2e-4;
};
WheelRigSettings ReadWheelRig(const world::ElementReader& reader);

/// Steady state of a towed wheel. Forces are divided by load; the lateral force is positive to the
/// left.
struct TowedWheel {
  double slip_angle_deg = 0.0;
  double slip = 0.0;
  double load = 0.0;
  double pull = 0.0;
  double side = 0.0;
  double sinkage = 0.0;
};

/// A case of the experiment with an engine, and the integrals at the same load.
struct RigPoint {
  std::string engine;
  TowedWheel rig;
  TowedWheel integral;
  /// False when the integrals do not apply.
  bool has_front = true;
};

/// Evaluates all trials that have numbers. Wheel and soil are those of the trials' world.
Result<std::vector<RigPoint>> ReadRigPoints(const StudyContext& context,
                                            const WheelRigSettings& settings);

/// Reads recordings as a table of means: beta_deg, slip, F_drawbar_N, F_lateral_N, load_N,
/// sinkage_mm.
Result<std::vector<TowedWheel>> ReadTowedWheels(const std::string& path);

}  // namespace surefoot::experiment
