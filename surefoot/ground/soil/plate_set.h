#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/ground/soil/soil_wheel.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/wheel_law.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/plate.h"

namespace surefoot::ground {

// A flat plate in soft soil, step by step: pressed, lifted, rotated, dragged.

/// Motion of a plate at the start of a step. P is the centre of its bottom, z points away from the
/// soil.
struct PlateMotion {
  RigidTransform X_WP;
  Vector3d v_WP = Vector3d::Zero();
  Vector3d w_W = Vector3d::Zero();
  /// Effective masses (kg) along z and across, for the stability guard.
  double mass_normal = 1.0;
  double mass_shear = 1.0;
};

/// Quadrature points of the bottom, each with its area (m^2).
struct PlatePoint {
  Vector3d p_P = Vector3d::Zero();
  double area = 0.0;
};
std::vector<PlatePoint> PlatePoints(const world::Plate& plate);

/// Contact of one plate: Bekker's pressure and Janosi-Hanamoto shear, integrated over its bottom.
class PlateLaw {
 public:
  /// The terrain must outlive it. Errors: a soil whose moduli are invalid for this size of plate.
  static Result<std::unique_ptr<PlateLaw>> Make(const world::Plate& plate, const Terrain* terrain);

  /// Force (N) and torque (N m) of the soil on the plate about P. The slip speeds are those of the
  /// plate along its x and y. Does not allocate.
  WheelForce Step(const PlateMotion& motion, double dt);
  void Reset();
  void Archive(StateArchive* archive) { archive->Each(&memory_); }

  /// 1: the time step is short enough; below 1 the shear stiffness is reduced to stay stable.
  double guard() const { return guard_; }

 private:
  /// History of the soil under a point: largest depth (m) and shear displacement (m, along the
  /// plate's x and y).
  struct Memory {
    double deepest = 0.0;
    double shear_x = 0.0;
    double shear_y = 0.0;
  };
  /// One point in this step.
  struct Spot {
    const SoilContact* soil = nullptr;
    double mu = 0.0;
    double depth = 0.0;
    double pressure = 0.0;
    Vector3d p_W = Vector3d::Zero();
    Vector3d normal_W = Vector3d::UnitZ();
    Vector3d v_W = Vector3d::Zero();
  };
  PlateLaw() = default;
  Spot Look(const PlateMotion& motion, const PlatePoint& point) const;
  void Press(const PlateMotion& motion, double dt, Spot* spot, Memory* memory) const;
  double ShearLimit(const Spot& spot) const;
  double ShearModulus(const Spot& spot) const;
  Vector3d Shear(const PlateMotion& motion, double dt, const Spot& spot, Memory* memory) const;
  void Forget(double moved);

  world::Plate plate_;
  const Terrain* terrain_ = nullptr;
  std::vector<std::optional<SoilContact>> soils_;
  std::vector<PlatePoint> points_;
  std::vector<Memory> memory_;
  std::vector<Spot> spots_;
  double area_ = 0.0;
  /// Height (m) above the bottom at which rays start: the largest sinkage that is found.
  double reach_ = 0.0;
  double guard_ = 1.0;
};

/// All plates of a world in the soils they touch.
class PlateSet {
 public:
  /// The world must outlive it. Errors: a soil that is invalid for a plate.
  static Result<std::unique_ptr<PlateSet>> Make(const world::World& world, std::uint64_t seed);
  ~PlateSet();

  bool empty() const { return running_.empty(); }
  /// The result of world::FindPlates, by index.
  const std::vector<world::Plate>& plates() const { return plates_; }

  /// Before physics: appends the wrenches of the soil for the next step.
  void Update(const physics::State& state, double dt,
              std::vector<physics::AppliedWrench>* wrenches);
  /// Force on each plate in contact in the last step.
  struct ContactForce {
    int plate = 0;
    WheelForce force;
  };
  const std::vector<ContactForce>& contact_forces() const { return contact_forces_; }

  void OnMoved(int model);
  /// Takes over the state of models with these names from the previous world's set.
  void CarryOver(const PlateSet& from, const std::vector<std::string>& same_models);
  void Archive(StateArchive* archive);

 private:
  struct Running;
  struct Ground;

  explicit PlateSet(const world::World& world);
  Status Add(int plate, std::uint64_t seed);
  Result<const Terrain*> TerrainFor(const world::Plate& plate, std::uint64_t seed);

  const world::World& world_;
  std::vector<world::Plate> plates_;
  std::vector<std::unique_ptr<Ground>> grounds_;
  std::vector<std::unique_ptr<Running>> running_;
  std::vector<ContactForce> contact_forces_;
};

}  // namespace surefoot::ground
