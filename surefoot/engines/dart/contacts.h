#pragma once

/// Contacts: where shapes touch (collide/), by which law, and what they carry.

#include <memory>
#include <vector>

#include "surefoot/engines/dart/solver.h"
#include "surefoot/physics/collide/contact_finder.h"
#include "surefoot/physics/contact_laws.h"

namespace surefoot::engines::dart {

class Contacts {
 public:
  Contacts(const world::World& world, const Maps& maps,
           std::unique_ptr<collide::ContactFinder> finder);

  /// Adds a constraint for each point at which shapes touch, given where the links are.
  void AddConstraints(const physics::State& state, double dt, double gravity, Solver* solver);

  /// After the solve.
  void Report(const Solver& solver, double dt, physics::StepReport* report) const;

 private:
  struct Touch {
    int constraint = 0;
    const collide::TouchPoint* point = nullptr;
    /// Per row of the constraint.
    RelativeRow rows[kMaxRows];
  };

  void AddPoint(const collide::TouchPoint& point, const physics::State& state, double dt,
                double gravity, Solver* solver);

  const world::World& world_;
  const Maps& maps_;
  std::unique_ptr<collide::ContactFinder> finder_;
  physics::ContactLaws laws_;
  /// Per shape of the finder.
  std::vector<int> surface_of_shape_;
  std::vector<Quaterniond> q_LG_of_shape_;
  std::vector<Touch> touches_;
};

}  // namespace surefoot::engines::dart
