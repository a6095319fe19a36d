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

/// All wheels of a world whose ground contact Surefoot computes instead of the engine, with the
/// laws and terrains they need. In each step:
///
///   ground->Update(state, dt, &inputs.wrenches, workers);
///   backend->Step(inputs, dt, &state, &report);
///   ground->AddContacts(&report.contacts);
class GroundSet {
 public:
  /// The world must outlive the result. Errors: invalid parameters of a tyre or soil.
  static Result<std::unique_ptr<GroundSet>> Make(const world::World& world, std::uint64_t seed);
  ~GroundSet();

  bool empty() const { return running_.empty(); }
  /// Before physics: appends the wrenches of the ground on the wheels for the next step. With
  /// workers, wheels are computed in parallel; they share no mutable state during this call.
  void Update(const physics::State& state, double dt, std::vector<physics::AppliedWrench>* wrenches,
              Workers* workers = nullptr);
  /// After physics: appends the contacts at which those forces acted, with the ground as side a.
  void AddContacts(std::vector<physics::Contact>* contacts) const;

  /// A wheel in contact in the last step, and its force: index into World::wheels(), then plates.
  struct Touch {
    int wheel = 0;
    WheelForce force;
    /// The law that computed it, and the shape it touched: -1 when that is not known.
    world::WheelContact contact = world::WheelContact::kTyre;
    int link = -1;
    int collision = -1;
  };
  const std::vector<Touch>& touches() const { return touches_; }

  /// Tyres too stiff for the time step: number of steps in which the stability guard
  /// removed more than half of a stiffness. softened_steps() is their sum, cheap enough for every
  /// step.
  struct Softened {
    /// Index into World::wheels().
    int wheel = 0;
    std::int64_t steps = 0;
  };
  std::vector<Softened> SoftenedWheels() const;
  std::int64_t softened_steps() const;

  /// Call after a model was moved: its contacts start without history.
  void OnMoved(int model);
  /// Takes over the state of models with these names from the previous world's set.
  void CarryOver(const GroundSet& from, const std::vector<std::string>& same_models);
  void Archive(StateArchive* archive);

 private:
  struct Running;
  class Builder;

  explicit GroundSet(const world::World& world);
  int FindShape(const Vector3d& p_W, int last) const;
  void PrefetchAhead(int wheel) const;
  /// Evaluates one of the wheel's laws and stores the result with the wheel.
  void StepWheel(const physics::State& state, double dt, world::WheelContact contact,
                 Running* running) const;

  const world::World& world_;
  /// Data that the laws read and share.
  struct Shared;
  std::unique_ptr<Shared> shared_;
  std::vector<std::unique_ptr<Running>> running_;
  std::vector<Touch> touches_;
};

}  // namespace surefoot::ground
