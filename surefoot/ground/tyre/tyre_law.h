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

/// Sums over the rays below of one slice: f is depth times angle, which is what a ray carries.
struct PatchSums {
  double f = 0.0;
  /// Along down and forward.
  double f_down = 0.0;
  double f_forward = 0.0;
  /// f times where the rays end.
  double p_down = 0.0;
  double p_forward = 0.0;
};

/// A ray stands for less at the edge of the patch, which lies between it and a neighbour in the
/// air; so the load grows smoothly from ray to ray. Depths beyond half the radius count as that.
void SumBelow(const Fan& fan, const SliceDepths* slices, double radius, PatchSums* sums);
/// The same for the rays ahead or behind of one slice.
PatchSums SumBeside(const Fan& fan, const SliceDepths& slice, int part, double radius);

/// A tyre on hard ground.
struct TyreSpec {
  /// For messages.
  std::string name;
  double radius = 0.0;
  double width = 0.0;
  double nominal_load = 0.0;
  /// Zeros are filled in (tyre_defaults.h).
  world::Tyre tyre;
  /// Friction of the wheel's own surface: the limit on grounds that no file names.
  double mu_limit = 1e9;
  /// Wheels with the same text have their lugs at the same angles, as on one chain; empty: `name`.
  std::string lug_phases;
  std::uint64_t seed = 0;
};

/// Enveloping contact of an elastic wheel, with one law for rolling, sliding and standing.
class TyreLaw : public WheelLaw {
 public:
  /// The terrain must outlive it.
  static Result<std::unique_ptr<TyreLaw>> Make(const TyreSpec& spec, const Terrain* terrain);

  WheelForce Feel(const HubMotion& motion, double dt) override;
  /// Has what Feel will look at brought into the caches; the object itself must be there.
  void Prefetch() const { fan_.Prefetch(); }
  void Reset() override;
  void Archive(StateArchive* archive) override {
    archive->Items(&bending_, &softened_steps_, &overlap_, &placed_, &fan_);
  }

  /// Steps in which the stability guard took more than half of a stiffness: the step is too long
  /// for this wheel.
  std::int64_t softened_steps() const { return softened_steps_; }
  /// As filled in.
  const world::Tyre& tyre() const { return tyre_; }
  /// The load (N) of the resting tyre, pressed in by `deflection` on level ground.
  double LoadAt(double deflection) const;

 private:
  /// Where a slice touches: below, ahead or behind.
  struct Patch {
    int slice = 0;
    int part = 0;
    int ground = 0;
    PatchSums sums;
  };
  /// Friction of one ground under this tyre.
  struct Grip {
    BrushPatch brush;
    /// Of the tread per unit of load (1/m).
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
    /// Times the load.
    Vector3d p = Vector3d::Zero();
    Vector3d normal = Vector3d::Zero();
    Planar slip;
  };
  /// What the lugs do at an angle of the wheel.
  struct Lugs {
    /// Of the tread over its mean radius (m), and per turn of the wheel (m/rad).
    double height = 0.0;
    double climb = 0.0;
    /// Of the rolling radius (m).
    double advance = 0.0;
  };

  TyreLaw(const TyreSpec& spec, const Terrain* terrain);
  Lugs LugsAt(double angle) const;
  void TakeLugsIn(SliceDepths* slice) const;
  double OverlapAt(const FanFrame& frame);
  Grip MakeGrip(double mu, double slip_stiffness, double rolling_resistance) const;
  Grip GripOn(int ground) const;
  int MixGrips(const GroundMix& mix, int slot);
  void MeasureNear(const FanFrame& frame, double radius, SliceDepths* slices);
  int FindPatches(const FanFrame& frame, double radius);
  BrushPatch MakeTread(const Grip& grip, double load, const HubMotion& motion, double dt) const;
  void ApplyPatches(int count, const HubMotion& motion, double dt, Local* local);
  /// ApplyPatches, side by side (tyre_force.cc).
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
  /// Per rad of fan and m of depth.
  double ray_stiffness_ = 0.0;
  /// Of a slice: its load over its part of the nominal one (1/N).
  double fill_per_load_ = 0.0;
  double lug_phase_ = 0.0;
  /// Harmonics that are there.
  std::size_t lug_harmonics_ = 0;
  bool has_roughness_ = false;
  /// Per ground; then, near borders, those of the patches.
  std::vector<Grip> grips_;

  std::array<Patch, 3 * kSlices> patches_;
  /// Of the current step.
  Lugs lugs_;

  // What the wheel remembers.
  std::array<std::array<Planar, 3>, kSlices> bending_ = {};
  std::int64_t softened_steps_ = 0;
  /// A wheel that was put deep into the ground is smaller by this, and grows out of it (m).
  double overlap_ = 0.0;
  bool placed_ = true;
};

}  // namespace surefoot::ground
