#pragma once

#include "surefoot/sim/editor.h"
#include "surefoot/sim/rig.h"
#include "surefoot/sim/stage_times.h"

namespace surefoot::sim {

/// Executes steps: events, drives, ground, physics, sensors, publishing, hash. The order is part of
/// the definition of a run.
class Stepper {
 public:
  Stepper(Rig* rig, Editor* editor) : rig_(*rig), editor_(*editor) {}

  /// After an error, the run has failed until it is reset or restored.
  Status Step();
  bool failed() const { return rig_.failed; }

  /// Runs synchronised with wall time render camera pictures in parallel to the steps
  /// (sim/pacer.h): pictures arrive later, and are dropped and counted (SensorStatus) if the
  /// machine is too slow. Otherwise a step waits for its pictures. The state of the run is the same
  /// in both cases.
  void set_pictures(sensors::ImagePolicy pictures) { pictures_ = pictures; }
  const StageTimes& stage_times() const { return stage_times_; }

 private:
  Status StepPhysics();
  void GatherWrenches();
  Status Fail(const Status& status);
  drives::DriveView MakeDriveView() const;
  sensors::Truth MakeTruth() const;

  Rig& rig_;
  Editor& editor_;
  StageTimes stage_times_;
  sensors::ImagePolicy pictures_ = sensors::ImagePolicy::kWithinStep;
};

}  // namespace surefoot::sim
