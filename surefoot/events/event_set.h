#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/events/event_spec.h"
#include "surefoot/events/script.h"
#include "surefoot/events/touches.h"
#include "surefoot/graph/graph.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::events {

/// A command to be executed now.
struct Due {
  Command command;
  /// The command as written.
  std::string line;
  /// Index into EventSet::firings().
  int firing = 0;
  /// Name of the event.
  std::string event;
};

/// One event that fired in this step.
struct Firing {
  /// -1: a command from outside.
  int event = 0;
  std::string subject;
  std::vector<std::string> problems;
};

/// All events of a world. The commands of a step's events are collected and then executed in order
/// by the simulation, so that all events of a step see the same state. Loading or resetting a world
/// resets its events; an edit of the world keeps them.
///   events.Update(view, &due);      // at the start of a step
///   ... execute `due`, step the physics ...
///   events.SeeContacts(report.contacts);
class EventSet {
 public:
  /// Reports to `problems`; the set must not be used after an error. The world must outlive it.
  /// `start_ns` is the current time, from which timers count.
  EventSet(const world::World& world, const RefereeKind& referee, std::uint64_t seed,
           SimTimeNs start_ns, Problems* problems);
  ~EventSet();

  bool empty() const { return spec_.empty(); }
  const EventsSpec& spec() const { return spec_; }

  /// Fires the events that are due, and appends their commands. Does not allocate when nothing
  /// fires.
  void Update(const EventView& view, std::vector<Due>* due);
  /// Events that fired in the last Update.
  std::vector<Firing>& firings() { return firings_; }
  /// The error of a script whose on_error is "stop"; empty: none.
  const std::string& fatal() const { return fatal_; }

  /// Advertises and subscribes the topics of the referee. The graph must outlive the set.
  void Connect(graph::Graph* graph);
  /// Takes the contacts of a step of physics.
  void SeeContacts(const std::vector<physics::Contact>& contacts) {
    if (referee_) referee_->See(contacts);
    if (watches_touches_) touches_.See(contacts);
  }
  /// nullptr: the world has no referee.
  const Referee* referee() const { return referee_.get(); }

  /// A request from outside: "fire" takes effect in the next Update, "enable" and "disable" at
  /// once; "referee" is an order to the referee, in `subject`.
  Status FireFromOutside(const std::string& event, const std::string& subject,
                         const std::string& action);
  /// A command from outside that has no separate service. Its commands are appended to `due`, and
  /// `result` gets its problems for the reply. After an error nothing is done.
  Status RunCommand(const EventView& view, const std::string& line, std::vector<Due>* due,
                    Firing* result);
  /// Name of the firing's event; "console" for a command from outside.
  const std::string& NameOf(const Firing& firing) const;

  /// Hash of everything that fired and of the scripts' tables; a part of the state hash.
  std::uint64_t hash() const { return hash_; }

  /// Takes over the state of the events of an earlier version of an edited world.
  void CarryOver(const EventSet& from);
  void Archive(StateArchive* archive);

  /// Events and their state, for lists.
  std::vector<msgs::surefoot_msgs::EventInfo> Infos() const;
  /// The table `state` of the scripts, as a JSON-like text.
  std::string ScriptState() const;

 private:
  /// The view of the world that a script gets.
  class Host;
  /// The state of an event.
  struct EventState {
    bool enabled = true;
    std::uint64_t fired = 0;
    SimTimeNs last_ns = -1;
    std::string last_subject;
    /// Next time of a timer or random event; negative: never.
    SimTimeNs next_ns = -1;
    RandomStream random;
  };
  /// A model that a trigger watches.
  struct Watched {
    int model = 0;
    /// Links whose centre of mass, or whose shapes, are tested.
    std::vector<int> links;
    /// For shapes: radius of each link about its origin (m).
    std::vector<double> reaches = {};
    bool inside = false;
    /// Next time of <stay>; negative: not again.
    SimTimeNs next_stay_ns = -1;
  };
  struct TriggerState {
    int frame = -1;
    world::Geometry shape;
    double reach = 0.0;
    std::vector<Watched> watched;
  };
  struct ConditionState {
    /// Time since which it holds; negative: it does not hold.
    SimTimeNs since_ns = -1;
    bool fired = false;
    /// Ids of the joint or links of the quantity; -1: not in the world.
    int a = -1;
    int b = -1;
    /// Links of a contact.
    world::Range of_links = {0, 0};
    world::Range to_links = {0, 0};
  };
  /// A delayed event, or one delayed action of it.
  struct Pending {
    SimTimeNs due_ns = 0;
    int event = 0;
    /// -1: the event fires.
    int action = -1;
    std::string subject;

    void Archive(StateArchive* archive) { archive->Items(&due_ns, &event, &action, &subject); }
  };
  struct QueuedFire {
    int event = 0;
    std::string subject;

    void Archive(StateArchive* archive) { archive->Items(&event, &subject); }
  };

  void WatchModels();
  void FindQuantities();
  void FindTouching(const Quantity& quantity, ConditionState* state) const;
  void Schedule(int event, SimTimeNs from_ns);
  void LookAtPending(const EventView& view, std::vector<Due>* due);
  void LookAtClocks(const EventView& view);
  void LookAtConditions(const EventView& view);
  void LookAtTriggers(const EventView& view);
  void LookAtReferee(const EventView& view, std::vector<Due>* due);
  void CarryReferee(const EventSet& from);
  Status OrderReferee(const std::string& order);
  bool IsInside(const EventView& view, const TriggerSpec& trigger, const TriggerState& state,
                const RigidTransform& X_WT, const Watched& watched) const;
  void LookAtModel(const EventView& view, const TriggerSpec& trigger, bool inside,
                   Watched* watched);
  void Queue(int event, const std::string& subject);
  void Fire(const EventView& view, const QueuedFire& requested, std::vector<Due>* due);
  void Act(const EventView& view, const Action& action, int firing, std::vector<Due>* due);
  void Do(const EventView& view, const Command& command, const std::string& line, int firing,
          std::vector<Due>* due);
  Status RunScript(const EventView& view, const std::string& name, int firing,
                   std::vector<Due>* due);
  /// Whether the event and its action (-1: none) exist.
  bool IsKnown(int event, int action) const;
  Error NoEvent(const std::string& name) const;
  void AddPending(Pending pending);
  bool ValueOf(const EventView& view, const ConditionSpec& spec, const ConditionState& state,
               double* value) const;
  bool ForceOf(const Quantity& quantity, const ConditionState& state, double* value) const;

  const world::World& world_;
  std::uint64_t seed_;
  EventsSpec spec_;
  std::vector<EventState> states_;
  std::vector<TriggerState> triggers_;
  std::vector<ConditionState> conditions_;
  /// Sorted by due time.
  std::vector<Pending> pending_;
  /// Events to fire in this step, in order.
  std::vector<QueuedFire> queue_;
  std::vector<Firing> firings_;
  /// Random numbers of scripts that are run from outside.
  RandomStream outside_;
  Bytes script_state_;
  /// The scripts' budget of this step.
  ScriptBudget budget_;
  std::uint64_t hash_ = 0;
  std::string fatal_;
  /// Whether a condition or a script may need contacts; otherwise they are not collected.
  bool watches_touches_ = false;
  Touches touches_;
  std::unique_ptr<Referee> referee_;
  std::vector<Referee::Call> calls_;
};

}  // namespace surefoot::events
