#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/graph/graph.h"
#include "surefoot/physics/contact.h"
#include "surefoot/physics/state.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::events {

// The interface of referees, which are plug-ins: events and sim know none of them.

/// The view of events: the state at the start of a step.
struct EventView {
  const world::World& world;
  const physics::State& state;
  SimTimeNs time_ns = 0;
  std::int64_t step = 0;
};

/// Judges what happens in the world, as <surefoot:referee> describes. Its calls are events, and its
/// decisions become inputs of the run, so they are recorded and can be replayed. Per step: Update
/// at the start, Publish, then See after the physics.
class Referee {
 public:
  struct Call {
    /// Index into RefereeKind::calls.
    int kind = 0;
    /// The model that the call is about; may be empty.
    std::string subject;
    /// Text for people.
    std::string text;
    std::vector<sim::Move> moves;
  };

  virtual ~Referee() = default;

  /// Advertises and subscribes its topics. The graph must outlive it.
  virtual void Connect(graph::Graph* graph) = 0;
  /// Takes the contacts of each step of physics.
  virtual void See(const std::vector<physics::Contact>& contacts) = 0;
  /// Appends its calls at the start of a step.
  virtual void Update(const EventView& view, std::vector<Call>* calls) = 0;
  /// Called after its calls were executed.
  virtual void Publish(const EventView& view, bool has_called) = 0;
  /// An order such as "kickoff red", executed in the next Update.
  virtual Status Order(const std::string& order) = 0;
  /// The error in the last message it received since the last call; empty: none.
  virtual std::string TakeProblem() = 0;

  virtual void Save(ByteWriter* writer) const = 0;
  virtual bool Restore(ByteReader* reader) = 0;
};

/// The kind of referee that a program has registered.
struct RefereeKind {
  /// Names of its calls: "goal" is the event "NAME.goal", with its commands in <on_goal>.
  std::vector<std::string> calls;
  /// Creates a referee; nullptr after an error, which the reader reports. The world must outlive
  /// it.
  std::unique_ptr<Referee> (*make)(const world::World& world,
                                   const world::ElementReader& reader) = nullptr;
};

}  // namespace surefoot::events
