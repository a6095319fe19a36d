#pragma once

#include <memory>
#include <vector>

#include "surefoot/physics/backend.h"

namespace surefoot::islands {

/// One engine instance with the members of an island, and the translation of states, inputs and
/// reports. Ids "inside" are those of the instance's own world (Compositions), ids "outside" those
/// of the World.
class Island {
 public:
  Island(std::shared_ptr<const world::World> own_world, int static_count,
         std::unique_ptr<physics::Backend> backend);

  /// Assigns the models that this instance simulates from now on, by ids of `world`; `statics` are
  /// the static models of every composition.
  void Adopt(const world::World& world, const std::vector<int>& statics,
             const std::vector<int>& members);
  const std::vector<int>& members() const { return members_; }
  /// Key for the reuse of spare instances: islands of the same composition are interchangeable.
  const world::World* own_world() const { return own_world_.get(); }
  /// Model id inside, and index of its first link there.
  int Inside(std::size_t member) const { return static_count_ + static_cast<int>(member); }
  int FirstLink(std::size_t member) const { return places_[member].inside.links.first; }

  physics::Backend& backend() { return *backend_; }
  const physics::Backend& backend() const { return *backend_; }
  /// State of the members, in ids inside. Reads it from the engine if necessary.
  const physics::State& state() const;
  const physics::StepReport& report() const { return report_; }

  // Before a step: this island's share of the inputs.
  void ClearWrenches() { inputs_.wrenches.clear(); }
  void AddWrench(std::size_t member, const physics::AppliedWrench& wrench);
  void SetInputs(const physics::Inputs& inputs);
  /// Steps the engine and copies the members' state to `state`, which has the World's numbering.
  void Step(double dt, physics::State* state);

  /// Moves a member to where it is in `state`, which has the World's numbering.
  void WriteModel(std::size_t member, const physics::State& state);
  /// Marks the cached state as outdated after another change to the engine. The engine is read only
  /// when the state is needed, because reading changes some engines (they normalize coordinates).
  void MarkStale() { stale_ = true; }
  void CopyState(physics::State* state) const;

  /// Appends its contacts with ids of the World and merges the rest of the report; `static_links`
  /// are the World ids of the static links.
  void AppendReport(const std::vector<int>& static_links, physics::StepReport* report) const;

 private:
  /// Index ranges of a member's entries.
  struct Place {
    world::ModelLayout inside;
    world::ModelLayout outside;
  };
  int OutsideLink(const std::vector<int>& static_links, int link) const;

  std::shared_ptr<const world::World> own_world_;
  int static_count_ = 0;
  std::unique_ptr<physics::Backend> backend_;
  std::vector<int> members_;
  std::vector<Place> places_;
  mutable physics::State state_;
  /// Whether the engine's state is newer than state_.
  mutable bool stale_ = true;
  physics::Inputs inputs_;
  physics::StepReport report_;
};

}  // namespace surefoot::islands
