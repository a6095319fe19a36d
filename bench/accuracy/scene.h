#pragma once

#include <memory>
#include <string>

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::accuracy {

constexpr double kGravity = 9.81;
/// The time steps of SimBenchmark's plots that have an acceptable run time.
inline std::vector<double> UsualSteps() { return {0.01, 0.004, 0.001, 0.0004}; }

world::Surface MakeSurface(double mu, double restitution = 0.0);

/// An empty world with gravity along -z.
world::WorldSpec EmptyWorld(const std::string& name, double gravity = kGravity);
/// The plane z = 0.
void AddFloor(world::WorldSpec* spec, const world::Surface& surface);
std::shared_ptr<const world::Model> MakeBall(double radius, double mass,
                                             const world::Surface& surface);
std::shared_ptr<const world::Model> MakeBox(const Vector3d& size, double mass,
                                            const world::Surface& surface);
void Add(world::WorldSpec* spec, const std::string& name, std::shared_ptr<const world::Model> model,
         const Vector3d& p_W);

/// Sums over the movable links of all models.
double TotalMass(const world::World& world);
/// Kinetic energy, and potential energy relative to z = 0.
double TotalEnergy(const world::World& world, const physics::State& state, double gravity);
Vector3d TotalMomentum(const world::World& world, const physics::State& state);

}  // namespace surefoot::accuracy
