/// One step, stage by stage.

#include "surefoot/sim/stepper.h"

#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/events/event_set.h"

namespace surefoot::sim {

const char* StageName(Stage stage) {
  constexpr const char* kNames[] = {"events",  "drives",  "ground", "physics",
                                    "sensors", "publish", "hash",   ""};
  return kNames[static_cast<std::size_t>(stage)];
}

Status Stepper::Step() {
  if (rig_.failed) return Error{"the run has failed; reset it or restore a snapshot"};
  stage_times_.StartStep();

  editor_.RunEvents();
  editor_.FollowMotions();
  stage_times_.Finish(Stage::kEvents);
  if (!rig_.events->fatal().empty()) return Fail(Error{rig_.events->fatal()});

  rig_.run.stops.Update(rig_.run.physics, &rig_.run.inputs.motors);
  rig_.drives->Update(MakeDriveView(), &rig_.run.inputs);
  editor_.CutPower();
  stage_times_.Finish(Stage::kDrives);

  GatherWrenches();
  rig_.ground->Update(rig_.run.physics, rig_.step_size, &rig_.run.inputs.wrenches,
                      rig_.workers.get());
  stage_times_.Finish(Stage::kGround);

  Status status = StepPhysics();
  stage_times_.Finish(Stage::kPhysics);
  if (!status.ok()) return Fail(status);
  // The events of the next step see these contacts.
  rig_.events->SeeContacts(rig_.report.contacts);
  ++rig_.run.step;
  rig_.run.time_ns += rig_.step_ns;

  status = rig_.sensors->Measure(MakeTruth(), rig_.workers.get(), pictures_);
  stage_times_.Finish(Stage::kSensors);
  if (!status.ok()) return Fail(status);

  rig_.drives->Publish(MakeDriveView(), rig_.graph.get());
  rig_.sensors->Publish(rig_.run.time_ns);
  rig_.ground_topics->Publish(rig_.run.physics, rig_.report, *rig_.ground, rig_.run.time_ns,
                              rig_.step_ns);
  if (rig_.radio != nullptr) rig_.radio->Deliver();
  stage_times_.Finish(Stage::kPublish);

  rig_.run.hash = rig_.state_hash->Extend(rig_.run.hash, rig_.run.step, rig_.run.physics);
  // Worlds without events keep the hash that they had before events existed.
  if (!rig_.events->empty()) {
    const std::uint64_t fired = rig_.events->hash();
    rig_.run.hash = HashBytes(&fired, sizeof fired, rig_.run.hash);
  }
  // Nor does a run in which nobody changes controllers depend on them.
  if (!rig_.run.controllers.empty()) {
    rig_.run.hash = HashControllers(rig_.run.controllers, rig_.run.hash);
  }
  stage_times_.Finish(Stage::kHash);

  if (rig_.observer != nullptr) rig_.observer->OnStep(*rig_.simulation);
  return Status();
}

Status Stepper::Fail(const Status& status) {
  rig_.failed = true;
  return status;
}

drives::DriveView Stepper::MakeDriveView() const {
  return drives::DriveView{*rig_.world, rig_.run.physics, rig_.run.time_ns, rig_.step_size};
}

sensors::Truth Stepper::MakeTruth() const {
  return sensors::Truth{*rig_.world,     rig_.run.physics, rig_.report,
                        rig_.run.inputs, rig_.run.time_ns, rig_.step_size};
}

void Stepper::GatherWrenches() {
  rig_.run.inputs.wrenches.clear();
  std::size_t kept = 0;
  for (HeldWrench& held : rig_.run.held_wrenches) {
    rig_.run.inputs.wrenches.push_back(held.wrench);
    if (held.steps_left > 0) --held.steps_left;
    if (held.steps_left != 0) rig_.run.held_wrenches[kept++] = held;
  }
  rig_.run.held_wrenches.resize(kept);
}

Status Stepper::StepPhysics() {
  rig_.report.flags = physics::kStepOk;
  rig_.report.bad_model = -1;
  rig_.report.solver_rows = 0;
  rig_.report.solver_iterations = 0;
  rig_.report.contacts.clear();
  rig_.backend->Step(rig_.run.inputs, rig_.step_size, &rig_.run.physics, &rig_.report);
  rig_.ground->AddContacts(&rig_.report.contacts);
  if ((rig_.report.flags & physics::kStepEngineError) != 0) {
    return Error{rig_.engine.name + " failed in step " + std::to_string(rig_.run.step + 1) + ": " +
                 rig_.report.engine_message};
  }
  if ((rig_.report.flags & physics::kStepNotFinite) != 0) {
    const std::string what =
        rig_.report.bad_model >= 0
            ? "model '" + rig_.world->instance(rig_.report.bad_model).name + "'"
            : "the world";
    return Error{what + " is no longer finite in step " + std::to_string(rig_.run.step + 1) +
                 "; look for huge efforts or wrenches, masses that differ by many orders of "
                 "magnitude, or try a shorter step"};
  }
  return Status();
}

}  // namespace surefoot::sim
