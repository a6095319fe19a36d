#pragma once

/// Small worlds for the suites that every engine must pass.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/physics/backend.h"
#include "surefoot/sim/simulation.h"
#include "surefoot/world/world.h"

namespace surefoot::conformance {

/// Names of the engines of this build with force-based dynamics.
std::vector<std::string> EngineNames();

/// The engine's self-description.
physics::BackendInfo EngineInfo(const std::string& engine);

/// A link with one collision shape of the given mass, inertia from the shape.
world::Link MakeLink(const std::string& name, const world::Geometry& shape, double mass);

/// A model of one free link.
std::shared_ptr<world::Model> MakeBody(const std::string& name, const world::Geometry& shape,
                                       double mass, const world::Surface& surface = {});

/// A static model of one shape, whose surface has the name `ground`.
std::shared_ptr<world::Model> Solid(const std::string& name, const world::Geometry& shape,
                                    const std::string& ground = "");

/// A joint between two links of a model that are already placed by X_ML; the joint frame is at p_M
/// with the model's axes.
world::Joint MakeJoint(const std::string& name, world::JointType type, const world::Model& model,
                       int parent, int child, const Vector3d& p_M, const Vector3d& axis);

/// A world under construction.
class Scene {
 public:
  Scene();

  /// An infinite static floor at z = 0, tilted about y by `slope` (down towards +x).
  Scene& Floor(double mu, double slope = 0.0, double restitution = 0.0);
  Scene& Add(std::shared_ptr<const world::Model> model, const RigidTransform& X_WM = {},
             const std::string& name = {});
  Scene& Gravity(const Vector3d& gravity_W);

  /// Validated; fails the test if the description is invalid.
  std::shared_ptr<const world::World> Make() const;
  std::unique_ptr<sim::Simulation> Run(const std::string& engine, double step = 0.001) const;
  /// The same outside a test.
  Result<std::unique_ptr<sim::Simulation>> TryRun(const std::string& engine, double step) const;

  world::WorldSpec spec;
  /// As in sim::SimulationOptions.
  std::optional<bool> islands;
  int threads = 1;
};

/// Steps; fails the test on an error.
void Advance(sim::Simulation* simulation, double seconds);
/// The hash of the final state.
std::uint64_t HashAfter(sim::Simulation* simulation, double seconds);

/// State by name.
const RigidTransform& PoseOf(const sim::Simulation& simulation, const std::string& link);
const Twist& VelocityOf(const sim::Simulation& simulation, const std::string& link);
double PositionOf(const sim::Simulation& simulation, const std::string& joint, int axis = 0);
double SpeedOf(const sim::Simulation& simulation, const std::string& joint, int axis = 0);
double EffortOf(const sim::Simulation& simulation, const std::string& joint, int axis = 0);

}  // namespace surefoot::conformance
