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

/// A service that an event of the world wants called, its request in JSON.
struct ServiceWish {
  std::string service;
  std::string request;
  /// The event.
  std::string by;
};

/// Changes the run between two steps: inputs from outside, what events of the world ask for, and
/// what is on its way since then.
class Editor {
 public:
  Editor(Rig* rig, Machine* machine);
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  /// Takes an input in now, between two steps, and says whether it was accepted.
  Status Apply(const Input& input);
  /// The same with the world that SpecAfter gave for this very input, which was prepared meanwhile
  /// (sim/prepare.h). What does not fit any more is not used; the result is the same.
  Status ApplyPrepared(const Input& input, std::unique_ptr<PreparedEdit> prepared);
  /// The description of the world after an input, where that follows from the present one alone: a
  /// spawn, copy, removal, property or light. An error for other inputs and for what is refused.
  Result<world::WorldSpec> SpecAfter(const Input& input) const;

  /// Fires what is due among the events of the world and carries out what they ask for.
  void RunEvents();
  /// An error when a model that events spawn cannot be loaded: better before the run than in its
  /// midst.
  Status CheckEvents() const;
  /// What events want called since the last time; to be done between two steps.
  std::vector<ServiceWish> TakeServiceWishes();
  /// What went wrong in events so far, each text once.
  const std::vector<std::string>& event_problems() const { return event_problems_; }
  /// A replay publishes what events published when it was recorded, so they do not again.
  void set_events_publish(bool publish) { events_publish_ = publish; }

  /// Joints and models on their way move on; before drives.
  void FollowMotions();
  /// Motors without power get none; after drives.
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

  Status Take(const Remove& input);
  Status Take(const PutBack& input);
  Status Take(const Duplicate& input);
  Status Take(const PropertyChange& input);
  /// A model that was taken out of the world.
  struct Kept {
    std::string kept_as;
    world::ModelInstance instance;
    std::vector<world::CollisionFilter> filters;
    std::vector<RigidTransform> X_WL;
    std::vector<double> q;
    std::vector<physics::MotorCommand> motors;
  };
  Kept Keep(int model, const std::string& kept_as) const;
  /// Puts a model where `X_WL` and `q`, of it alone, say, at rest.
  void Place(int model, const std::vector<RigidTransform>& X_WL, const std::vector<double>& q);

  // moving.cc
  Status Take(const JointMotion& input);
  Status Take(const Move& input);
  Status Take(const PowerChange& input);
  void FollowJoint(const JointWay& way);
  Status FollowModel(const ModelWay& way);

  /// Whether a model would be inside another there.
  Status CheckFree(int model, const RigidTransform& X_WM) const;

  // events.cc
  Status Take(const FireEvent& input);
  Status TakeLine(const std::string& line);
  events::EventView MakeEventView() const;
  /// What one event of the world asks for; between two steps, too.
  Status Perform(const events::Due& due);
  Status SpawnFor(const events::SpawnCommand& command);
  void ReportEvents(const std::vector<events::Firing>& firings);

  Rig& rig_;
  Machine& machine_;
  /// Edits the world, by what was prepared where it fits.
  Status Edit(Result<world::WorldSpec> spec, const ChangedParts& changed = {});
  Result<const Kept*> FindKept(const PutBack& input) const;
  Result<world::WorldSpec> SpecWith(const Kept& kept) const;
  std::unique_ptr<PreparedEdit> prepared_;
  /// In the order in which they were removed.
  std::vector<Kept> kept_;
  std::vector<events::Due> due_;
  std::vector<ServiceWish> wishes_;
  std::vector<std::string> event_problems_;
  bool events_publish_ = true;
};

}  // namespace surefoot::sim
