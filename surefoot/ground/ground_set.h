#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/base/workers.h"
#include "surefoot/ground/wheel_law.h"
#include "surefoot/physics/contact.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// All wheels of a world whose contact is not the engine's, on the ground they have.
class GroundSet {
 public:
  /// The world must outlive it. Errors: a tyre or soil that no wheel can have.
  static Result<std::unique_ptr<GroundSet>> Make(const world::World& world, std::uint64_t seed);
  ~GroundSet();

  bool empty() const { return running_.empty(); }
  /// Before physics: appends what the ground does to the wheels in the next step. With workers,
  /// wheels that share nothing that changes are shared among them.
  void Update(const physics::State& state, double dt, std::vector<physics::AppliedWrench>* wrenches,
              Workers* workers = nullptr);
  /// After physics: appends where those forces acted, ground first.
  void AddContacts(std::vector<physics::Contact>* contacts) const;

  /// Wheels that touch in the last step, and what they felt: index into World::wheels().
  struct Touch {
    int wheel = 0;
    WheelForce force;
    /// Who computed it, and what it touched: -1 when that is not known.
    world::WheelContact contact = world::WheelContact::kTyre;
    int link = -1;
    int collision = -1;
  };
  const std::vector<Touch>& touches() const { return touches_; }

  /// Tyres that are too stiff for the step: in so many steps the stability guard took more than
  /// half of a stiffness. The steps of all wheels together are cheap to ask for.
  struct Softened {
    /// Index into World::wheels().
    int wheel = 0;
    std::int64_t steps = 0;
  };
  std::vector<Softened> SoftenedWheels() const;
  std::int64_t softened_steps() const;

  /// A model was put elsewhere.
  void OnMoved(int model);
  /// Models of these names were in the other world as well.
  void CarryOver(const GroundSet& from, const std::vector<std::string>& same_models);
  void Archive(StateArchive* archive);

 private:
  struct Running;
  class Builder;

  explicit GroundSet(const world::World& world);
  int FindShape(const Vector3d& p_W, int last) const;
  void PrefetchAhead(int wheel) const;
  /// What one of the wheel's laws does, kept with the wheel.
  void StepWheel(const physics::State& state, double dt, world::WheelContact contact,
                 Running* running) const;

  const world::World& world_;
  /// What the laws look at, and share.
  struct Shared;
  std::unique_ptr<Shared> shared_;
  std::vector<std::unique_ptr<Running>> running_;
  std::vector<Touch> touches_;
};

}  // namespace surefoot::ground
