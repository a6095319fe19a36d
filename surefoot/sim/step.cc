/// One step, stage by stage. Stages that do not exist yet stand in ARCHITECTURE.md, in their order.

#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/events/event_set.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::sim {

const char* StageName(Stage stage) {
  switch (stage) {
    case Stage::kLatch:
      return "latch";
    case Stage::kEvents:
      return "events";
    case Stage::kDrives:
      return "drives";
    case Stage::kGround:
      return "ground";
    case Stage::kPhysics:
      return "physics";
    case Stage::kSensors:
      return "sensors";
    case Stage::kPublish:
      return "publish";
    case Stage::kHash:
      return "hash";
    case Stage::kCount:
      break;
  }
  return "";
}

Status Simulation::Step() {
  if (failed_) return Error{"the run has failed; reset it or restore a snapshot"};
  stage_times_.StartStep();

  LatchInputs();
  stage_times_.Finish(Stage::kLatch);

  RunEvents();
  FollowMotions();
  stage_times_.Finish(Stage::kEvents);
  if (!events_->fatal().empty()) return Fail(Error{events_->fatal()});

  run_.stops.Update(run_.physics, &run_.inputs.motors);
  drives_->Update(MakeDriveView(), &run_.inputs);
  CutPower();
  stage_times_.Finish(Stage::kDrives);

  GatherWrenches();
  ground_->Update(run_.physics, step_size_, &run_.inputs.wrenches, workers_.get());
  stage_times_.Finish(Stage::kGround);

  Status status = StepPhysics();
  stage_times_.Finish(Stage::kPhysics);
  if (!status.ok()) return Fail(status);
  events_->SeeContacts(report_.contacts);
  ++run_.step;
  run_.time_ns += step_ns_;

  status = sensors_->Measure(MakeTruth(), workers_.get(), pictures_);
  stage_times_.Finish(Stage::kSensors);
  if (!status.ok()) return Fail(status);

  drives_->Publish(MakeDriveView(), graph_.get());
  sensors_->Publish(run_.time_ns);
  ground_topics_->Publish(run_.physics, report_, *ground_, run_.time_ns, step_ns_);
  if (radio_ != nullptr) radio_->Deliver();
  stage_times_.Finish(Stage::kPublish);

  run_.hash = state_hash_->Extend(run_.hash, run_.step, run_.physics);
  if (!events_->empty()) {
    const std::uint64_t fired = events_->hash();
    run_.hash = HashBytes(&fired, sizeof fired, run_.hash);
  }
  stage_times_.Finish(Stage::kHash);

  if (observer_ != nullptr) observer_->OnStep(*this);
  return Status();
}

Status Simulation::Fail(const Status& status) {
  failed_ = true;
  return status;
}

drives::DriveView Simulation::MakeDriveView() const {
  return drives::DriveView{*world_, run_.physics, run_.time_ns, step_size_};
}

sensors::Truth Simulation::MakeTruth() const {
  return sensors::Truth{*world_, run_.physics, report_, run_.inputs, run_.time_ns, step_size_};
}

void Simulation::LatchInputs() {
  latch_.Drain(&latched_);
  for (const Input& input : latched_) TakeLatched(input);
  latched_.clear();
}

void Simulation::GatherWrenches() {
  run_.inputs.wrenches.clear();
  std::size_t kept = 0;
  for (HeldWrench& held : run_.held_wrenches) {
    run_.inputs.wrenches.push_back(held.wrench);
    if (held.steps_left > 0) --held.steps_left;
    if (held.steps_left != 0) run_.held_wrenches[kept++] = held;
  }
  run_.held_wrenches.resize(kept);
}

Status Simulation::StepPhysics() {
  report_.flags = physics::kStepOk;
  report_.bad_model = -1;
  report_.solver_rows = 0;
  report_.solver_iterations = 0;
  report_.contacts.clear();
  backend_->Step(run_.inputs, step_size_, &run_.physics, &report_);
  ground_->AddContacts(&report_.contacts);
  if ((report_.flags & physics::kStepEngineError) != 0) {
    return Error{engine_info_.name + " failed in step " + std::to_string(run_.step + 1) + ": " +
                 report_.engine_message};
  }
  if ((report_.flags & physics::kStepNotFinite) != 0) {
    const std::string what = report_.bad_model >= 0
                                 ? "model '" + world_->instance(report_.bad_model).name + "'"
                                 : "the world";
    return Error{what + " is no longer finite in step " + std::to_string(run_.step + 1) +
                 "; look for huge efforts or wrenches, masses that differ by many orders of "
                 "magnitude, or try a shorter step"};
  }
  return Status();
}

}  // namespace surefoot::sim
