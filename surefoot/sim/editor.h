#pragma once

#include <string>
#include <vector>

#include "surefoot/sim/machine.h"

namespace surefoot::events {
struct Due;
struct EventView;
struct Firing;
struct SpawnCommand;
}  // namespace surefoot::events

namespace surefoot::sim {

/// A service call requested by an event of the world; the request is in JSON.
struct ServiceRequest {
  std::string service;
  std::string request;
  /// Name of the event.
  std::string by;
};

/// Changes the run between two steps: applies inputs from outside, executes the actions of the
/// world's events, and continues motions that take several steps. Only the thread that steps may
/// use it.
///
///   Editor& editor = simulation->editor();
///   Status status = editor.Apply(Remove{"box"});
class Editor {
 public:
  Editor(Rig* rig, Machine* machine);
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  /// Applies an input immediately, between two steps. Returns why it was rejected, if it was; the
  /// run is then unchanged. The observer learns of both cases.
  Status Apply(const Input& input);
  /// The same with a world that was built in advance, from the SpecAfter of this input
  /// (sim/prepare.h). If the run has changed meanwhile, the prepared world is discarded; the result
  /// is the same, only later.
  Status ApplyPrepared(const Input& input, std::unique_ptr<PreparedEdit> prepared);
  /// The description of the world after an input, if it follows from the present description alone:
  /// a spawn, copy, removal, property or light. Fails for other inputs and for those that would be
  /// rejected.
  Result<world::WorldSpec> SpecAfter(const Input& input) const;

  /// Evaluates the events of the world and executes the actions of those that fire.
  void RunEvents();
  /// Loads every model that events may spawn and reports failures, so that they are known before
  /// the run instead of in the middle of it.
  Status CheckEvents() const;
  /// Service calls requested by events since the last call; execute them between two steps.
  std::vector<ServiceRequest> TakeServiceRequests();
  /// Problems with events so far, each text once.
  const std::vector<std::string>& event_problems() const { return event_problems_; }
  /// Disabled in a replay, which already publishes the recorded messages of events.
  void set_events_publish(bool publish) { events_publish_ = publish; }

  /// Advances joints and models that are in motion; call before the drives.
  void FollowMotions();
  /// Sets the effort limit of unpowered motors to zero; call after the drives.
  void CutPower();

 private:
  // editor.cc
  Status TakeAny(const Input& input);
  Status Take(const JointCommand& input);
  Status Take(const LinkWrench& input);
  Status Take(const GravityChange& input);
  Status Take(const Teleport& input);
  Status Take(const JointReset& input);
  Status Take(const Spawn& input);
  Status Take(const Attach& input);
  Status Take(const Detach& input);
  Status Take(const LightChange& input);
  Status Take(const StateReset& input);
  Status Take(const TopicMessage& input);
  Status Take(const ControllerChange& input);

  Status Take(const Remove& input);
  Status Take(const PutBack& input);
  Status Take(const Duplicate& input);
  Status Take(const PropertyChange& input);
  /// A removed model with what is needed to put it back.
  struct Kept {
    std::string kept_as;
    world::ModelInstance instance;
    std::vector<world::CollisionFilter> filters;
    std::vector<RigidTransform> X_WL;
    std::vector<double> q;
    std::vector<physics::MotorCommand> motors;
  };
  Kept Keep(int model, const std::string& kept_as) const;
  /// Places a model at rest; `X_WL` and `q` are those of this model alone.
  void Place(int model, const std::vector<RigidTransform>& X_WL, const std::vector<double>& q);

  // moving.cc
  Status Take(const JointMotion& input);
  Status Take(const Move& input);
  Status Take(const PowerChange& input);
  void FollowJoint(const JointTransition& way);
  Status FollowModel(const ModelTransition& way);

  /// Fails if the model would overlap another one at that pose.
  Status CheckFree(int model, const RigidTransform& X_WM) const;

  // events.cc
  Status Take(const FireEvent& input);
  Status TakeLine(const std::string& line);
  events::EventView MakeEventView() const;
  /// Executes one action of an event, between two steps.
  Status Perform(const events::Due& due);
  Status SpawnFor(const events::SpawnCommand& command);
  void ReportEvents(const std::vector<events::Firing>& firings);

  Rig& rig_;
  Machine& machine_;
  /// Replaces the world, using the prepared one if it still fits.
  Status Edit(Result<world::WorldSpec> spec, const ChangedParts& changed = {});
  /// The spawn with its model as the options of the simulation change it.
  Spawn Adapted(Spawn spawn) const;
  Result<const Kept*> FindKept(const PutBack& input) const;
  Result<world::WorldSpec> SpecWith(const Kept& kept) const;
  std::unique_ptr<PreparedEdit> prepared_;
  /// In the order of their removal; the oldest is dropped first.
  std::vector<Kept> kept_;
  std::vector<events::Due> due_;
  std::vector<ServiceRequest> service_requests_;
  std::vector<std::string> event_problems_;
  bool events_publish_ = true;
};

}  // namespace surefoot::sim
