#pragma once

#include <memory>
#include <vector>

#include "surefoot/physics/backend.h"

namespace surefoot::islands {

/// One engine instance with the members of an island, and what goes in and out of it. Ids inside
/// are those of its own world, see Compositions.
class Island {
 public:
  Island(std::shared_ptr<const world::World> own_world, int static_count,
         std::unique_ptr<physics::Backend> backend);

  /// Takes on the models for which it moves its members from here on, by ids of `world`; `statics`
  /// are those that stand still in every composition.
  void Adopt(const world::World& world, const std::vector<int>& statics,
             const std::vector<int>& members);
  const std::vector<int>& members() const { return members_; }
  /// Who can take over an instance that is left over: islands of the same world.
  const world::World* own_world() const { return own_world_.get(); }
  /// Id inside, and where its links begin there.
  int Inside(std::size_t member) const { return static_count_ + static_cast<int>(member); }
  int FirstLink(std::size_t member) const { return places_[member].inside.links.first; }

  physics::Backend& backend() { return *backend_; }
  const physics::Backend& backend() const { return *backend_; }
  /// The members as they are now, in ids inside.
  const physics::State& state() const;
  const physics::StepReport& report() const { return report_; }

  // Before a step: its share of the inputs.
  void ClearWrenches() { inputs_.wrenches.clear(); }
  void AddWrench(std::size_t member, const physics::AppliedWrench& wrench);
  void TakeInputs(const physics::Inputs& inputs);
  /// Steps, and gives its members' part of `state` away.
  void Step(double dt, physics::State* state);

  /// Puts a member where `state`, of the whole world, says.
  void WriteModel(std::size_t member, const physics::State& state);
  /// The engine was changed in another way. It is asked for the new state only when that is
  /// needed: some engines tidy up their numbers when they are asked, and may do so only once.
  void MarkStale() { stale_ = true; }
  void GiveState(physics::State* state) const;

  /// Appends its contacts, ids of the world; `static_links` are the World ids of all that stands
  /// still. The rest of the report is joined.
  void GiveReport(const std::vector<int>& static_links, physics::StepReport* report) const;

 private:
  /// Where a member's entries are.
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
  /// Whether the engine knows better.
  mutable bool stale_ = true;
  physics::Inputs inputs_;
  physics::StepReport report_;
};

}  // namespace surefoot::islands
