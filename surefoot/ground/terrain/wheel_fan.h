#pragma once

/// Depths of a wheel's undeformed tread in the ground: rays from the axle to the tread, in slices
/// across the width, against the terrain. The enveloping contact filters waves shorter than the
/// contact patch (Pacejka, chapter 10; Schmeitz 2004).

#include <array>
#include <memory>
#include <vector>

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/terrain/terrain.h"

namespace surefoot::ground {

// Walls and kerbs beside a wheel: rays along the axle from points of its middle plane to its
// flanks.

/// Origin of such a ray relative to the wheel's centre (m).
struct FlankPlace {
  double down, forward;
};
constexpr int kFlankPlaces = 9;
std::array<FlankPlace, kFlankPlaces> FlankPlaces(double radius);

/// The steep triangles beside one wheel, sorted by the rays that can meet them.
class WheelFlank {
 public:
  /// The wheel may move by `slack` (m) and rotate by slack / radius before triangles must be
  /// selected again.
  WheelFlank(double radius, double width, double slack);

  /// Starts a selection for a wheel at this pose.
  void Start(const FanFrame& frame);
  /// Selects the triangle if it faces the flank.
  void Add(const GroundTriangle& triangle);
  /// Selects steep cells of the field where a ray can end below it.
  void Add(const GroundField& field);
  bool empty() const { return triangles_.empty(); }

  /// The ray of a place along d against the triangles.
  void Cast(int place, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit) const;

 private:
  void AddCells(const GroundField& field, int place, const Eigen::AlignedBox3d& box_W);
  void AddTo(int place, const GroundTriangle& triangle);

  double width_;
  double slack_;
  std::array<FlankPlace, kFlankPlaces> places_;
  FanFrame start_;
  std::vector<GroundTriangle> triangles_;
  std::array<std::vector<int>, kFlankPlaces> of_place_;
};

/// Contact of a wheel's flank: depth (m), side and place.
struct FlankTouch {
  double depth = 0.0;
  /// 1: left, the direction of the axle; -1: right; 0: no contact.
  int side = 0;
  /// Along down and forward from the centre (m).
  double down = 0.0;
  double forward = 0.0;
  int ground = 0;
};

class FieldRays;

/// The ground around one wheel. Nearby shapes are cached until the wheel has moved on, so that the
/// cost of a step does not depend on the size of the world. Results do not depend on when the cache
/// was filled, except for rounding.
class WheelFan {
 public:
  /// The terrain must outlive it.
  WheelFan(const Terrain* terrain, double radius, double width, double half_angle);
  ~WheelFan();

  /// Prefetches the data of the next Measure().
  void Prefetch() const;
  /// Call before Measure(): updates the cache. False: nothing is near, the wheel is in the air.
  bool MoveTo(const FanFrame& frame);
  /// Measures all kSlices slices; `radius` (m) is the present radius of the tread.
  void Measure(const FanFrame& frame, double radius, SliceDepths* slices);
  /// After Measure(): adds the ground's roughness to the rays below of a slice.
  void AddRoughness(const FanFrame& frame, int index, double radius, SliceDepths* slice) const;
  /// Walls and kerbs beside the wheel.
  FlankTouch MeasureFlank(const FanFrame& frame) const;

  /// Excludes grounds from Measure() until changed: shapes without a map, and each map.
  void HidePlain(bool hidden) { hidden_.plain = hidden; }
  void HideMap(int map, bool hidden) { hidden_.maps[static_cast<std::size_t>(map)] = hidden; }

  /// Pose of the last look-up: rounding depends on it.
  void Archive(StateArchive* archive);

  const Fan& fan() const { return fan_; }
  double width() const { return width_; }
  /// Offset of a slice's centre from the wheel's centre, along the axle (m).
  double offset(int slice) const { return SliceOffset(slice, width_); }

 private:
  void LookUp(const FanFrame& frame);
  const Terrain* terrain_;
  Fan fan_;
  double width_;
  double slack_;
  /// Largest height of roughness above the shapes (m).
  double rise_ = 0.0;
  HiddenGrounds hidden_;
  /// Pose of the last LookUp().
  bool looked_up_ = false;
  FanFrame seen_ = {Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  std::unique_ptr<FieldRays> field_rays_;
  std::vector<int> planes_;
  struct NearField {
    int index;
    /// Upper bound of its height near the wheel, in its own frame.
    double highest;
  };
  std::vector<NearField> fields_;
  std::vector<int> solids_;
  NearTriangles triangles_;
  WheelFlank flank_;
  bool has_flank_ = false;
};

}  // namespace surefoot::ground
