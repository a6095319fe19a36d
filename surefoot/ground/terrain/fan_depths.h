#pragma once

/// The rays of slices against one piece of the terrain: each makes depths larger where its piece is
/// met earlier.

#include <vector>

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/brush.h"

namespace surefoot::ground {

/// All slices.
void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice* at, SliceDepths* slices);
/// One slice.
void SolidDepths(const GroundSolid& solid, const Fan& fan, const FanSlice& at, SliceDepths* slice);
/// A line in the plane of the slice; x is down and y is forward.
void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice);

/// The triangles around one wheel, as its slices cut them.
class NearTriangles {
 public:
  /// The wheel may move by `slack` and turn by as much over its radius before triangles are chosen
  /// anew.
  NearTriangles(const Fan& fan, double width, double slack);

  /// To be chosen for a wheel that is there.
  void Start(const FanFrame& frame);
  /// Takes the triangle if the wheel can touch it.
  void Add(const GroundTriangle& triangle);
  bool empty() const { return grounds_.empty(); }

  /// Where the wheel is now.
  void MoveTo(const FanFrame& frame);
  /// Makes depths larger where a triangle is met earlier.
  void Measure(const Fan& fan, const HiddenGrounds& hidden, int slice, double radius,
               SliceDepths* depths) const;

 private:
  /// Per corner, three for a triangle.
  struct Corners {
    std::vector<double> a, b, c;
  };

  double radius_;
  double width_;
  double slack_;
  /// Beyond this angle, in down and forward, no ray below gets.
  double cone_cos_, cone_sin_;
  FanFrame start_;
  std::vector<int> grounds_;
  /// In W, and from the centre of the wheel along axle, down and forward.
  Corners corners_W_;
  Corners corners_;
  /// Triangles that a slice can cut.
  std::vector<int> of_slice_[kSlices];
};

}  // namespace surefoot::ground
