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

// A flat plate in soft soil, step by step: pressed, lifted, turned, slid.

/// How a plate moves at the start of a step. P is the middle of its bottom, z away from the soil.
struct PlateMotion {
  RigidTransform X_WP;
  Vector3d v_WP = Vector3d::Zero();
  Vector3d w_W = Vector3d::Zero();
  /// What forces under it move, along z and across (kg): for the stability guard.
  double mass_normal = 1.0;
  double mass_shear = 1.0;
};

/// The bottom as points with an area each: Gauss points across, evenly spaced around.
struct PlatePoint {
  Vector3d p_P = Vector3d::Zero();
  double area = 0.0;
};
std::vector<PlatePoint> PlatePoints(const world::Plate& plate);

class PlateLaw {
 public:
  /// The terrain must outlive it. Errors: a soil that a plate of this size cannot have.
  static Result<std::unique_ptr<PlateLaw>> Make(const world::Plate& plate, const Terrain* terrain);

  /// What the soil does to the plate: force and torque about P. Its slip speeds are those of the
  /// plate along its x and y. No allocation.
  WheelForce Step(const PlateMotion& motion, double dt);
  void Reset();
  void Archive(StateArchive* archive) { archive->Each(&memory_); }

  /// 1: the step is short enough; below, the shear is softened to stay stable.
  double guard() const { return guard_; }

 private:
  /// What the soil under a point remembers: how deep it was pressed, and how far it was sheared (in
  /// the plate's x and y).
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
  /// How far above its bottom the plate looks for the surface: so deep it can sink.
  double reach_ = 0.0;
  double guard_ = 1.0;
};

/// All plates of a world, in the soil they meet.
class PlateSet {
 public:
  /// The world must outlive it. Errors: a soil that a plate cannot have.
  static Result<std::unique_ptr<PlateSet>> Make(const world::World& world, std::uint64_t seed);
  ~PlateSet();

  bool empty() const { return running_.empty(); }
  /// By index: what world::FindPlates gives.
  const std::vector<world::Plate>& plates() const { return plates_; }

  /// Before physics: appends what the soil does in the next step.
  void Update(const physics::State& state, double dt,
              std::vector<physics::AppliedWrench>* wrenches);
  /// What each running plate felt in the last step.
  struct Felt {
    int plate = 0;
    WheelForce force;
  };
  const std::vector<Felt>& felt() const { return felt_; }

  void OnMoved(int model);
  /// Models of these names were in the other world as well.
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
  std::vector<Felt> felt_;
};

}  // namespace surefoot::ground
