#pragma once

/// Decides whether collision detection can be skipped. MuJoCo examines every triangle of a height
/// field that is as high as the lowest corner of a shape's bounding box, which is most of the step
/// for a robot that has not landed.

#include <Eigen/Geometry>
#include <utility>
#include <vector>

#include "surefoot/engines/mujoco/handles.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::engines::mujoco {

/// Applies to worlds in which moving geoms can only touch planes and height fields: all single
/// robots without self-collision.
class Clearance {
 public:
  explicit Clearance(const mjModel_& model);

  /// True: no contact exists at the present positions. Conservative: it may be false without any
  /// contact.
  bool IsClear(const mjModel_& model, const mjData_& data) const;

 private:
  /// A height field with the maximum of each of its blocks, in its own frame F.
  struct Field {
    int geom = 0;
    double half_x = 0.0;
    double half_y = 0.0;
    int blocks_x = 0;
    int blocks_y = 0;
    double block_x = 0.0;
    double block_y = 0.0;
    std::vector<double> highest;
  };
  /// Oriented bounding box of a shape.
  struct Box {
    Vector3d p = Vector3d::Zero();
    Matrix3d R = Matrix3d::Identity();
    Vector3d half = Vector3d::Zero();
  };

  static Field FieldOf(const mjModel_& model, int geom);
  static Box BoxOf(const mjModel_& model, const mjData_& data, int geom);
  static bool IsAbovePlane(const mjData_& data, int plane, const Box& box);
  static bool IsAbove(const Field& field, const mjData_& data, const Box& box);

  /// False when there are pairs that this class cannot judge.
  bool applies_ = true;
  /// Moving geoms with planes, and with height fields (index into fields_).
  std::vector<std::pair<int, int>> planes_;
  std::vector<std::pair<int, int>> on_fields_;
  std::vector<Field> fields_;
};

}  // namespace surefoot::engines::mujoco
