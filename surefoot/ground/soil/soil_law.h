#pragma once

/// A wheel in soft soil as a step-by-step law: rolling, standing, spinning in a hole.

#include <memory>
#include <optional>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/ground/soil/compaction_map.h"
#include "surefoot/ground/soil/soil_wheel.h"
#include "surefoot/ground/terrain/near_maps.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/terrain/wheel_fan.h"
#include "surefoot/ground/wheel_law.h"

namespace surefoot::ground {

/// The undisturbed surface under a wheel, as a plane.
struct SoilPlane {
  Vector3d normal_W = Vector3d::UnitZ();
  /// Height (m) of the wheel's centre above the plane.
  double height = 0.0;
  /// Index of the soil.
  int soil = 0;
  /// Near a border: share of the contact that is in soil, and share of that in a second soil.
  double cover = 1.0;
  int next_soil = -1;
  double next_share = 0.0;
};

/// Finds the plane for one wheel.
class SoilSurface {
 public:
  virtual ~SoilSurface() = default;
  /// False: no soil within reach.
  virtual bool Find(const HubMotion& motion, SoilPlane* plane) = 0;
  virtual void Archive(StateArchive*) {}
};

/// Options of SoilLaw; the model of `contact` is replaced by that of each soil.
struct SoilLawOptions {
  /// Few quadrature points suffice in a step; docs/studies/benchmarks.md lists the error.
  SoilLawOptions() {
    contact.points = 8;
    contact.split = false;
  }
  SoilOptions contact;
  /// Damping ratios of the load and of the shear.
  double damping = 0.3;
  double shear_damping = 0.5;
  /// Owner of the wheel's ruts in the map.
  int track_owner = 0;
};

/// Wheel-soil contact after Wong and Reece (1967): stresses over the contact arc, with shear
/// displacement as a state, so that one law covers rolling, slipping and standing.
class SoilLaw : public WheelLaw {
 public:
  /// `soils` by the index in SoilPlane; empty where a ground has no soil. The map must outlive the
  /// result; nullptr: no ruts.
  static Result<std::unique_ptr<SoilLaw>> Make(const SoilWheel& wheel,
                                               const std::vector<std::optional<world::Soil>>& soils,
                                               std::unique_ptr<SoilSurface> surface,
                                               CompactionMap* map, const SoilLawOptions& options);

  WheelForce ComputeForce(const HubMotion& motion, double dt) override;
  void LeaveTrack() override;
  void Reset() override;
  void Archive(StateArchive* archive) override { archive->Items(&memory_, surface_.get()); }

  /// Forces of the last step, for reports and tests.
  const SoilForces& forces() const { return forces_; }
  /// 1: the time step is short enough; below 1 the shear stiffness is reduced to stay stable.
  double guard() const { return guard_; }

 private:
  /// The surface as a plane, and the wheel's axes on it.
  struct Patch {
    const SoilContact* contact = nullptr;
    /// Second soil beyond a near border, and its share.
    const SoilContact* next = nullptr;
    double next_share = 0.0;
    double cover = 1.0;
    Vector3d normal_W, forward_W, left_W;
    double height = 0.0;
  };
  /// State kept from step to step (part of snapshots).
  struct Memory {
    /// Displacement of the tread relative to the soil since it entered the contact (m).
    double shear_x = 0.0;
    double shear_y = 0.0;
    /// The leading side: 1 after rolling forward, -1 backward, in between while it reverses.
    double front = 0.0;
    /// Largest former sinkage (m) of the soil ahead and behind.
    double deepest_ahead = 0.0;
    double deepest_behind = 0.0;
    /// The hole dug by the wheel; `hole_x`, `hole_y`, `hole_z` is its centre in W.
    double hole_depth = 0.0;
    double hole_bottom = 0.0;
    double hole_x = 0.0;
    double hole_y = 0.0;
    double hole_z = 0.0;
    /// Largest force that shear can carry (N), of the last step.
    double capacity = 0.0;
    double touching = 0.0;
    /// Slip beyond the limit of the stored displacement: factor minus one.
    double beyond = 0.0;
  };
  SoilLaw() = default;
  bool FindPatch(const HubMotion& motion, Patch* patch);
  bool Ruts(const Patch& patch) const { return map_ != nullptr && patch.contact->soil().ruts; }
  void LookUpBeds(const Patch& patch, const Vector3d& p_WC, double moved);
  SoilForces Forces(const Patch& patch, const Vector3d& p_WC, double length) const;
  SoilForces ForcesIn(const SoilContact& contact, double height, double length,
                      SoilHole hole) const;
  void Advance(double slip_x, double slip_y, double tread, double length, double dt,
               const world::Soil& soil);
  void Turn(double rolled, double length) {
    memory_.front = std::clamp(memory_.front + rolled / length, -1.0, 1.0);
  }
  void Lock(double slip, double tread, double length, double dt);
  void DampNormal(double speed, double mass, double dt, SoilForces* at) const;
  double HalfLength(const Patch& patch, const Vector3d& p_WC) const;
  SoilHole HoleAt(const Patch& patch, const Vector3d& p_WC) const;
  void Dig(const Vector3d& p_WC, double slipped, const Patch& patch);
  WheelForce Resultant(const HubMotion& motion, const Patch& patch, const SoilForces& at,
                       double damp_x, double damp_y) const;

  SoilWheel wheel_;
  SoilLawOptions options_;
  std::vector<std::optional<SoilContact>> contacts_;
  std::unique_ptr<SoilSurface> surface_;
  CompactionMap* map_ = nullptr;
  Memory memory_;
  /// Where the last step pressed the soil; depth 0: nowhere.
  struct Track {
    Vector3d p_W = Vector3d::Zero();
    Vector3d across_W = Vector3d::UnitY();
    double deepest = 0.0;
  };
  Track track_;
  SoilForces forces_;
  double guard_ = 1.0;
};

// Wheels in the soft parts of a terrain.

/// The plane of best fit through the points where the rays of a wheel's fan meet the terrain.
class TerrainSoil : public SoilSurface {
 public:
  /// The terrain must outlive it and contain soft grounds only.
  TerrainSoil(const Terrain* terrain, double radius, double width);

  bool Find(const HubMotion& motion, SoilPlane* plane) override;
  void Archive(StateArchive* archive) override { fan_.Archive(archive); }

 private:
  WheelFan fan_;
  NearMaps maps_;
};

/// The law of a wheel of a world in the soils of its terrain; `gravity` is that of the world
/// (m/s^2). Errors name the ground. Terrain and map must outlive the result.
Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const Terrain* terrain,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options = {});

}  // namespace surefoot::ground
