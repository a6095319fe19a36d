#pragma once

/// A wheel in soft soil, step by step: rolling, standing, digging.

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

/// The untouched surface under a wheel, as a plane.
struct SoilPlane {
  Vector3d normal_W = Vector3d::UnitZ();
  /// Of the wheel's centre over it.
  double height = 0.0;
  /// Index among the soils.
  int soil = 0;
  /// Near a border: how much of the contact is in soil at all, and of that in another soil.
  double cover = 1.0;
  int next_soil = -1;
  double next_share = 0.0;
};

/// Finds that plane for one wheel.
class SoilSurface {
 public:
  virtual ~SoilSurface() = default;
  /// False: no soil within reach.
  virtual bool Find(const HubMotion& motion, SoilPlane* plane) = 0;
  virtual void Archive(StateArchive*) {}
};

/// The model of `contact` is that of each soil.
struct SoilLawOptions {
  /// Few points suffice at every step; docs/studies/benchmarks.md has the error.
  SoilLawOptions() {
    contact.points = 8;
    contact.split = false;
  }
  SoilOptions contact;
  /// Of the wheel on its soil, normal to it, and of the shear (shares of critical).
  double damping = 0.3;
  double shear_damping = 0.5;
  /// Whose ruts the wheel leaves: an owner of the map.
  int track_owner = 0;
};

class SoilLaw : public WheelLaw {
 public:
  /// `soils` by the index of SoilPlane; nothing where a ground has none. The map outlives this;
  /// without one (nullptr) there are no ruts.
  static Result<std::unique_ptr<SoilLaw>> Make(const SoilWheel& wheel,
                                               const std::vector<std::optional<world::Soil>>& soils,
                                               std::unique_ptr<SoilSurface> surface,
                                               CompactionMap* map, const SoilLawOptions& options);

  WheelForce Feel(const HubMotion& motion, double dt) override;
  void LeaveTrack() override;
  void Reset() override;
  void Archive(StateArchive* archive) override { archive->Items(&memory_, surface_.get()); }

  /// What the last step found.
  const SoilForces& forces() const { return forces_; }
  /// 1: the step is short enough; below, the shear is softened to stay stable.
  double guard() const { return guard_; }

 private:
  /// The surface as a plane, and the wheel's axes on it.
  struct Patch {
    const SoilContact* contact = nullptr;
    /// Beyond a border that is near, and its share.
    const SoilContact* next = nullptr;
    double next_share = 0.0;
    double cover = 1.0;
    Vector3d normal_W, forward_W, left_W;
    double height = 0.0;
  };
  /// Kept from step to step.
  struct Memory {
    /// Displacement of the tread over the soil since it entered (m).
    double shear_x = 0.0;
    double shear_y = 0.0;
    /// Which side is the front: 1 after rolling forward, -1 backward.
    double front = 0.0;
    /// Soil ahead and behind, as deep as it was pressed.
    double deepest_ahead = 0.0;
    double deepest_behind = 0.0;
    /// The hole that the wheel has dug, `hole_x` and so on its middle in W.
    double hole_depth = 0.0;
    double hole_bottom = 0.0;
    double hole_x = 0.0;
    double hole_y = 0.0;
    double hole_z = 0.0;
    /// Most that shear could carry (N).
    double capacity = 0.0;
    double touching = 0.0;
    /// Of a wheel that slips by more than the displacement is kept: how much more.
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
  /// Where the last step pressed the soil; 0 deep: nowhere.
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

/// The plane that lies best through what the rays of a wheel's fan meet.
class TerrainSoil : public SoilSurface {
 public:
  /// The terrain must outlive it; what is hard does not belong into it.
  TerrainSoil(const Terrain* terrain, double radius, double width);

  bool Find(const HubMotion& motion, SoilPlane* plane) override;
  void Archive(StateArchive* archive) override { fan_.Archive(archive); }

 private:
  WheelFan fan_;
  NearMaps maps_;
};

/// A wheel of a world in the soils of its terrain; `gravity` is the world's (m/s^2). What is wrong
/// is told with the name of the ground. Terrain and map must outlive it.
Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const Terrain* terrain,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options = {});

}  // namespace surefoot::ground
