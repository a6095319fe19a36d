#pragma once

/// The rays of slices against one piece of the terrain: each function increases depths where its
/// piece is met earlier.

#include <vector>

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/brush.h"

namespace surefoot::ground {

/// A plane, for all slices.
void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice* at, SliceDepths* slices);
/// A round solid, for one slice.
void SolidDepths(const GroundSolid& solid, const Fan& fan, const FanSlice& at, SliceDepths* slice);
/// A segment in the plane of a slice, for one slice; x is down and y is forward.
void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice);

/// The triangles around one wheel, and the segments in which its slices cut them.
class NearTriangles {
 public:
  /// The wheel may move by `slack` (m) and rotate by slack / radius before triangles must be
  /// selected again.
  NearTriangles(const Fan& fan, double width, double slack);

  /// Starts a selection for a wheel at this pose.
  void Start(const FanFrame& frame);
  /// Selects the triangle if the wheel can touch it.
  void Add(const GroundTriangle& triangle);
  bool empty() const { return grounds_.empty(); }

  /// Present pose of the wheel.
  void MoveTo(const FanFrame& frame);
  /// Increases depths where a triangle is met earlier.
  void Measure(const Fan& fan, const HiddenGrounds& hidden, int slice, double radius,
               SliceDepths* depths) const;

 private:
  /// Coordinates of corners, three for each triangle.
  struct Corners {
    std::vector<double> a, b, c;
  };

  double radius_;
  double width_;
  double slack_;
  /// The cone about down, in the plane of down and forward, that contains all rays below.
  double cone_cos_, cone_sin_;
  FanFrame start_;
  std::vector<int> grounds_;
  /// In W, and relative to the wheel's centre along axle, down and forward.
  Corners corners_W_;
  Corners corners_;
  /// Triangles that each slice can cut.
  std::vector<int> of_slice_[kSlices];
};

}  // namespace surefoot::ground
