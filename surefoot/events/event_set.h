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

/// A command that is to be carried out now.
struct Due {
  Command command;
  /// As it was written.
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

/// All events of a world. What a step's events ask for is collected first and carried out by the
/// simulation afterwards, in order, so that each of them sees the same state. Events begin anew
/// with the world; an edit of the world carries them over.
class EventSet {
 public:
  /// Findings go to `problems`; any error among them makes the set useless. The world must outlive
  /// it. `start_ns` is now: timers count from here.
  EventSet(const world::World& world, const RefereeKind& referee, std::uint64_t seed,
           SimTimeNs start_ns, Problems* problems);
  ~EventSet();

  bool empty() const { return spec_.empty(); }
  const EventsSpec& spec() const { return spec_; }

  /// Fires what is due, and appends what is to be done. Does not allocate when nothing fires.
  void Update(const EventView& view, std::vector<Due>* due);
  /// Those of the last Update.
  std::vector<Firing>& firings() { return firings_; }
  /// An error of a script that is to end the run; empty: none.
  const std::string& fatal() const { return fatal_; }

  /// For what the referee publishes and hears. The graph must outlive the set.
  void Connect(graph::Graph* graph);
  /// What touched in the step of physics.
  void SeeContacts(const std::vector<physics::Contact>& contacts) {
    if (referee_) referee_->See(contacts);
    if (watches_touches_) touches_.See(contacts);
  }
  /// nullptr: the world has none.
  const Referee* referee() const { return referee_.get(); }

  /// From outside: "fire", "enable" or "disable", in the next Update; "referee": an order to it, in
  /// `subject`.
  Status Tell(const std::string& event, const std::string& subject, const std::string& action);
  /// A command that has no service of its own, from outside: what it asks for now is appended,
  /// `told` is what is to be told of it. After an error nothing is done.
  Status TellCommand(const EventView& view, const std::string& line, std::vector<Due>* due,
                     Firing* told);
  /// Of its event; "console" for a command from outside.
  const std::string& NameOf(const Firing& firing) const;

  /// Depends on all that fired and on what scripts keep.
  std::uint64_t hash() const { return hash_; }

  void CarryOver(const EventSet& from);
  void Archive(StateArchive* archive);

  /// For lists.
  std::vector<msgs::surefoot_msgs::EventInfo> Infos() const;
  /// What scripts keep, as a text in the manner of JSON.
  std::string ScriptState() const;

 private:
  /// What a script of an event sees of the world.
  class Host;
  /// What changes of an event.
  struct EventState {
    bool enabled = true;
    std::uint64_t fired = 0;
    SimTimeNs last_ns = -1;
    std::string last_subject;
    /// Timers and random ones; negative: never.
    SimTimeNs next_ns = -1;
    RandomStream random;
  };
  /// A model that a trigger watches.
  struct Watched {
    int model = 0;
    /// Links whose centre of mass, or whose shapes, count.
    std::vector<int> links;
    /// Of shapes: no place of the link is farther from its origin.
    std::vector<double> reaches = {};
    bool inside = false;
    /// Of <stay>; negative: not again.
    SimTimeNs next_stay_ns = -1;
  };
  struct TriggerState {
    int frame = -1;
    world::Geometry shape;
    double reach = 0.0;
    std::vector<Watched> watched;
  };
  struct ConditionState {
    /// Since when it holds; negative: it does not.
    SimTimeNs since_ns = -1;
    bool fired = false;
    /// Ids that the quantity is taken from; -1: not there.
    int a = -1;
    int b = -1;
    /// Links of a contact.
    world::Range of_links = {0, 0};
    world::Range to_links = {0, 0};
  };
  /// An event, or one action of it, that comes later.
  struct Pending {
    SimTimeNs due_ns = 0;
    int event = 0;
    /// -1: the event fires.
    int action = -1;
    std::string subject;

    void Archive(StateArchive* archive) { archive->Items(&due_ns, &event, &action, &subject); }
  };
  struct Wanted {
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
  Status TellReferee(const std::string& order);
  bool IsInside(const EventView& view, const TriggerSpec& trigger, const TriggerState& state,
                const RigidTransform& X_WT, const Watched& watched) const;
  void LookAtModel(const EventView& view, const TriggerSpec& trigger, bool inside,
                   Watched* watched);
  void Want(int event, const std::string& subject);
  void Fire(const EventView& view, const Wanted& wanted, std::vector<Due>* due);
  void Act(const EventView& view, const Action& action, int firing, std::vector<Due>* due);
  void Do(const EventView& view, const Command& command, const std::string& line, int firing,
          std::vector<Due>* due);
  Status RunScript(const EventView& view, const std::string& name, int firing,
                   std::vector<Due>* due);
  /// Whether there is such an event, with such an action; -1: none.
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
  /// By when they are due.
  std::vector<Pending> pending_;
  /// To fire in this step, in order.
  std::vector<Wanted> wanted_;
  std::vector<Firing> firings_;
  /// For scripts that are run from outside.
  RandomStream outside_;
  Bytes script_state_;
  /// Of this step.
  ScriptBudget budget_;
  std::uint64_t hash_ = 0;
  std::string fatal_;
  /// Whether a condition or a script may ask who touches whom.
  bool watches_touches_ = false;
  Touches touches_;
  std::unique_ptr<Referee> referee_;
  std::vector<Referee::Call> calls_;
};

}  // namespace surefoot::events
