#pragma once

#include "surefoot/sim/editor.h"
#include "surefoot/sim/rig.h"
#include "surefoot/sim/stage_times.h"

namespace surefoot::sim {

/// Takes steps: events, drives, ground, physics, sensors, publishing, hash.
class Stepper {
 public:
  Stepper(Rig* rig, Editor* editor) : rig_(*rig), editor_(*editor) {}

  /// After an error the run has failed and stays so until it is reset or restored.
  Status Step();
  bool failed() const { return rig_.failed; }

  /// Runs that keep to wall time take pictures of cameras beside the steps (sim/pacer.h): they come
  /// later, and are dropped and counted (SensorStatus) when the machine has no time for them.
  /// Otherwise a step waits for its pictures. What the run computes is the same.
  void set_pictures(sensors::Pictures pictures) { pictures_ = pictures; }
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
  sensors::Pictures pictures_ = sensors::Pictures::kWithin;
};

}  // namespace surefoot::sim
