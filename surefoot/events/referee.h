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

/// What events look at: the state at the start of a step.
struct EventView {
  const world::World& world;
  const physics::State& state;
  SimTimeNs time_ns = 0;
  std::int64_t step = 0;
};

/// Judges what happens in the world, as <surefoot:referee> describes it. Its calls are events, what
/// it decides becomes inputs of the run. Kinds are plug-ins: the program registers them, neither
/// events nor sim know any.
class Referee {
 public:
  struct Call {
    /// Index into RefereeKind::calls.
    int kind = 0;
    /// The model that it is about; may be empty.
    std::string subject;
    /// For people.
    std::string text;
    std::vector<sim::Move> moves;
  };

  virtual ~Referee() = default;

  /// Where it publishes, and what it listens to. The graph must outlive it.
  virtual void Connect(graph::Graph* graph) = 0;
  /// Who touches whom, after each step of physics.
  virtual void See(const std::vector<physics::Contact>& contacts) = 0;
  /// Appends what it calls at the start of a step.
  virtual void Update(const EventView& view, std::vector<Call>* calls) = 0;
  /// After its calls were taken up.
  virtual void Publish(const EventView& view, bool has_called) = 0;
  /// "kickoff red"; taken in with the next Update.
  virtual Status Order(const std::string& order) = 0;
  /// What was wrong with what it heard since the last time; empty: nothing.
  virtual std::string TakeProblem() = 0;

  virtual void Save(ByteWriter* writer) const = 0;
  virtual bool Restore(ByteReader* reader) = 0;
};

/// A kind of referee that a program has.
struct RefereeKind {
  /// "goal": the event "NAME.goal", with its commands in <on_goal>.
  std::vector<std::string> calls;
  /// nullptr after an error, which the reader reports. The world must outlive it.
  std::unique_ptr<Referee> (*make)(const world::World& world,
                                   const world::ElementReader& reader) = nullptr;
};

}  // namespace surefoot::events
