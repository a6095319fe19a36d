#pragma once

/// Walls and kerbs beside a wheel: rays along the axle from places of its middle plane to its
/// flanks.

#include <array>
#include <vector>

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/terrain.h"

namespace surefoot::ground {

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

}  // namespace surefoot::ground
