#pragma once

#include "surefoot/ground/fan_depths.h"

namespace surefoot::ground {

/// A height map as the rays below of one slice see it, all rays side by side: first where they end,
/// then which triangles are there, then where those are met.
class FieldRays {
 public:
  FieldRays(const GroundField& field, const Fan& fan, const FanSlice& at);

  /// Takes over larger depths; returns the largest.
  double Measure(double* depth);

 private:
  /// With the free place after the last ray: loops over all of them need no rest.
  static constexpr int kPlaces = kFanRays + 1;

  /// The same code for any machine, and for one that does four numbers at once; the results are the
  /// same bit for bit.
  void MeetPlain();
  void MeetWide();
  void Meet();
  void Correct(int ray);

  const Fan& fan_;
  double radius_;
  const float* heights_;
  int cols_;
  double last_u_, last_v_;
  /// The slice's middle and directions, in cells and metres.
  double u_, v_, z_;
  double down_u_, down_v_, down_z_;
  double forward_u_, forward_v_, forward_z_;
  /// Per ray: its direction, its triangle (the cell, and 1 below the diagonal), and where that is
  /// met; 1 where that is another triangle.
  double du_[kPlaces], dv_[kPlaces], dz_[kPlaces];
  int cell_[kPlaces], lower_[kPlaces], other_[kPlaces];
  double distance_[kPlaces];
};

}  // namespace surefoot::ground
