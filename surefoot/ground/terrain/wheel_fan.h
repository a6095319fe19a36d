#pragma once

/// Where a wheel's tread would be if the ground were not there: rays from the axle to the tread, in
/// slices across the width, against the terrain.

#include <array>
#include <memory>
#include <vector>

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/terrain/terrain.h"

namespace surefoot::ground {

// Walls and kerbs beside a wheel: rays along the axle from places of its middle plane to its
// flanks.

/// Where the rays start, from the centre.
struct FlankPlace {
  double down, forward;
};
constexpr int kFlankPlaces = 9;
std::array<FlankPlace, kFlankPlaces> FlankPlaces(double radius);

/// The triangles that stand beside one wheel, by the places whose rays can meet them.
class WheelFlank {
 public:
  /// The wheel may move by `slack` and turn by as much over its radius before triangles are chosen
  /// anew.
  WheelFlank(double radius, double width, double slack);

  /// To be chosen for a wheel that is there.
  void Start(const FanFrame& frame);
  /// Takes the triangle if it stands beside the wheel.
  void Add(const GroundTriangle& triangle);
  /// Takes the steep cells of the field where a ray can end below it.
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

/// What the flank of a wheel touches: how far, on which side and where.
struct FlankTouch {
  double depth = 0.0;
  /// 1: on the left, where the axle points; -1: on the right; 0: nothing.
  int side = 0;
  /// Along down and forward from the centre.
  double down = 0.0;
  double forward = 0.0;
  int ground = 0;
};

class FieldRays;

/// The ground around one wheel. What is near is looked up again only when the wheel has moved on,
/// so that a step costs the same whatever the size of the world; the answers do not depend on when.
class WheelFan {
 public:
  /// The terrain must outlive it.
  WheelFan(const Terrain* terrain, double radius, double width, double half_angle);
  ~WheelFan();

  /// Has what Measure will look at brought into the caches.
  void Prefetch() const;
  /// Before Measure: looks up what is near. False: nothing, the wheel is in the air.
  bool MoveTo(const FanFrame& frame);
  /// All slices, kSlices of them; `radius` is that of the tread now.
  void Measure(const FanFrame& frame, double radius, SliceDepths* slices);
  /// After Measure: the unevenness that the ground has beside its shape, for the rays below of a
  /// slice.
  void AddRoughness(const FanFrame& frame, int index, double radius, SliceDepths* slice) const;
  /// Walls and kerbs beside the wheel.
  FlankTouch MeasureFlank(const FanFrame& frame) const;

  /// What Measure does not see from now on: shapes without a map, and those with one.
  void HidePlain(bool hidden) { hidden_.plain = hidden; }
  void HideMap(int map, bool hidden) { hidden_.maps[static_cast<std::size_t>(map)] = hidden; }

  /// Where it looked last: the last digits depend on that.
  void Archive(StateArchive* archive);

  const Fan& fan() const { return fan_; }
  double width() const { return width_; }
  /// Of a slice's middle from the centre, along the axle.
  double offset(int slice) const { return SliceOffset(slice, width_); }

 private:
  void LookUp(const FanFrame& frame);
  const Terrain* terrain_;
  Fan fan_;
  double width_;
  double slack_;
  /// How far roughness can rise over the shapes (m).
  double rise_ = 0.0;
  HiddenGrounds hidden_;
  /// Where LookUp was.
  bool looked_up_ = false;
  FanFrame seen_ = {Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  std::unique_ptr<FieldRays> field_rays_;
  std::vector<int> planes_;
  struct NearField {
    int index;
    /// Nowhere near is it higher, in its own frame.
    double highest;
  };
  std::vector<NearField> fields_;
  std::vector<int> solids_;
  NearTriangles triangles_;
  WheelFlank flank_;
  bool has_flank_ = false;
};

}  // namespace surefoot::ground
