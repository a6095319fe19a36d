#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/near_maps.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/terrain/wheel_fan.h"
#include "surefoot/ground/tyre/brush.h"
#include "surefoot/ground/wheel_law.h"

namespace surefoot::ground {

/// Sums over the rays of one part of a slice. f is depth times angle (m rad), proportional to the
/// load a ray carries.
struct PatchSums {
  double f = 0.0;
  /// Components along down and forward.
  double f_down = 0.0;
  double f_forward = 0.0;
  /// Moments: f times the position of the ray's end.
  double p_down = 0.0;
  double p_forward = 0.0;
};

/// A ray at the edge of the patch represents less: the edge is between it and a neighbour in the
/// air, so the load changes continuously when the patch grows. Depths are limited to half the
/// radius.
void SumBelow(const Fan& fan, const SliceDepths* slices, double radius, PatchSums* sums);
/// The same for the rays ahead (part 1) or behind (part 2) of one slice.
PatchSums SumBeside(const Fan& fan, const SliceDepths& slice, int part, double radius);

/// Parameters of a tyre on hard ground, in SI units.
struct TyreSpec {
  /// Used in messages.
  std::string name;
  double radius = 0.0;
  double width = 0.0;
  double nominal_load = 0.0;
  /// Zeros are filled in (tyre_defaults.h).
  world::Tyre tyre;
  /// Friction of the wheel's own surface: an upper limit on grounds that no file defines.
  double mu_limit = 1e9;
  /// Wheels with equal text have equal lug phases, as wheels on one chain do; empty: `name`.
  std::string lug_phases;
  std::uint64_t seed = 0;
};

/// An elastic wheel on hard ground: enveloping contact by a fan of rays, and a transient brush
/// model with stiction, one law for rolling, sliding and standing. The equations are in
/// docs/reference/ground.md.
class TyreLaw : public WheelLaw {
 public:
  /// The terrain must outlive it.
  static Result<std::unique_ptr<TyreLaw>> Make(const TyreSpec& spec, const Terrain* terrain);

  WheelForce ComputeForce(const HubMotion& motion, double dt) override;
  /// Prefetches the data of the next ComputeForce(); the object itself must be in the cache
  /// already.
  void Prefetch() const { fan_.Prefetch(); }
  void Reset() override;
  void Archive(StateArchive* archive) override {
    archive->Items(&bending_, &softened_steps_, &overlap_, &placed_, &fan_);
  }

  /// Number of steps in which the stability guard removed more than half of a stiffness: the time
  /// step is too long for this wheel.
  std::int64_t softened_steps() const { return softened_steps_; }
  /// The tyre with defaults filled in.
  const world::Tyre& tyre() const { return tyre_; }
  /// Load (N) of the resting tyre at a `deflection` (m) on level ground.
  double LoadAt(double deflection) const;

 private:
  /// Contact of a slice: below, ahead or behind.
  struct Patch {
    int slice = 0;
    int part = 0;
    int ground = 0;
    PatchSums sums;
  };
  /// Friction parameters of one ground under this tyre.
  struct Grip {
    BrushPatch brush;
    /// Stiffness of the tread per unit of load (1/m).
    Planar stiffness;
    double mu = 0.0;
    double slip_stiffness = 0.0;
    double rolling_resistance = 0.0;
    double lug_share = 1.0;
  };
  /// Motion and force in the axes of the fan: forward, axle, up.
  struct Local {
    Vector3d v = Vector3d::Zero();
    Vector3d w = Vector3d::Zero();
    double spin = 0.0;
    Vector3d f = Vector3d::Zero();
    Vector3d t = Vector3d::Zero();
    double load = 0.0;
    /// Sums weighted by load.
    Vector3d p = Vector3d::Zero();
    Vector3d normal = Vector3d::Zero();
    Planar slip;
  };
  /// Effect of the lugs at an angle of the wheel.
  struct Lugs {
    /// Height of the tread above its mean radius (m), and its derivative (m/rad).
    double height = 0.0;
    double climb = 0.0;
    /// Change of the rolling radius (m).
    double advance = 0.0;
  };

  TyreLaw(const TyreSpec& spec, const Terrain* terrain);
  Lugs LugsAt(double angle) const;
  void ReduceLugs(SliceDepths* slice) const;
  double OverlapAt(const FanFrame& frame);
  Grip MakeGrip(double mu, double slip_stiffness, double rolling_resistance) const;
  Grip GripOn(int ground) const;
  int MixGrips(const GroundMix& mix, int slot);
  void MeasureNear(const FanFrame& frame, double radius, SliceDepths* slices);
  int FindPatches(const FanFrame& frame, double radius);
  BrushPatch MakeTread(const Grip& grip, double load, const HubMotion& motion, double dt) const;
  void ApplyPatches(int count, const HubMotion& motion, double dt, Local* local);
  /// ApplyPatches in SIMD lanes (tyre_force.cc).
  struct Lanes;
  void PlacePatches(int first, int count, double stiffness, Lanes* lanes);
  double SetTreads(int first, int count, double load, const HubMotion& motion, double dt,
                   Lanes* lanes) const;
  void ApplyLanes(double damping, double dt, Lanes* lanes, Local* local) const;
  void ApplyAll(int count, const HubMotion& motion, double dt, Local* local);
  void ApplyFlank(const FanFrame& frame, const HubMotion& motion, double dt, Local* local) const;

  Planar& BendingOf(const Patch& patch) {
    return bending_[static_cast<std::size_t>(patch.slice)][static_cast<std::size_t>(patch.part)];
  }

  const Terrain* terrain_;
  TyreSpec spec_;
  world::Tyre tyre_;
  WheelFan fan_;
  NearMaps maps_;
  /// Stiffness per rad of fan (N/m per rad).
  double ray_stiffness_ = 0.0;
  /// Converts the load of a slice to a share of its nominal load (1/N).
  double fill_per_load_ = 0.0;
  double lug_phase_ = 0.0;
  /// Number of lug harmonics in use.
  std::size_t lug_harmonics_ = 0;
  bool has_roughness_ = false;
  /// Per ground, followed by the mixtures of patches near borders.
  std::vector<Grip> grips_;

  std::array<Patch, 3 * kSlices> patches_;
  /// Of the current step.
  Lugs lugs_;

  // State kept from step to step.
  std::array<std::array<Planar, 3>, kSlices> bending_ = {};
  std::int64_t softened_steps_ = 0;
  /// Reduction of the radius (m) of a wheel placed deep in the ground; decreases with time.
  double overlap_ = 0.0;
  bool placed_ = true;
};

}  // namespace surefoot::ground
