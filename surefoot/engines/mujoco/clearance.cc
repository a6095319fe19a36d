#include "surefoot/engines/mujoco/clearance.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::engines::mujoco {
namespace {

using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

/// Cells along the side of a block. Larger blocks have looser bounds, smaller ones cost more
/// memory.
constexpr int kBlock = 8;

/// MuJoCo's own filters, from mj_collision. Pairs that Surefoot excludes afterwards still count
/// here.
bool MayTouch(const mjModel& m, int a, int b) {
  const bool masks = (m.geom_contype[a] & m.geom_conaffinity[b]) != 0 ||
                     (m.geom_contype[b] & m.geom_conaffinity[a]) != 0;
  const int body_a = m.geom_bodyid[a];
  const int body_b = m.geom_bodyid[b];
  if (!masks || body_a == body_b) return false;
  const int signature = (std::min(body_a, body_b) << 16) + std::max(body_a, body_b);
  const int* end = m.exclude_signature + m.nexclude;
  if (std::find(static_cast<const int*>(m.exclude_signature), end, signature) != end) return false;
  // MuJoCo excludes parents and children, except children of the world.
  const int weld_a = m.body_weldid[body_a];
  const int weld_b = m.body_weldid[body_b];
  if (weld_a == weld_b) return false;
  const int above_a = m.body_weldid[m.body_parentid[weld_a]];
  const int above_b = m.body_weldid[m.body_parentid[weld_b]];
  const bool related = (weld_a != 0 && weld_b != 0) && (weld_a == above_b || weld_b == above_a);
  return !related;
}

bool Moves(const mjModel& m, int geom) { return m.body_weldid[m.geom_bodyid[geom]] != 0; }

}  // namespace

// Applies only if every pair that may touch has a plane or height field.
Clearance::Clearance(const mjModel_& model) {
  applies_ = model.npair == 0;
  for (int a = 0; a < model.ngeom && applies_; ++a) {
    for (int b = a + 1; b < model.ngeom && applies_; ++b) {
      if (!MayTouch(model, a, b)) continue;
      const int fixed = Moves(model, a) ? b : a;
      const int moving = fixed == a ? b : a;
      const int type = model.geom_type[fixed];
      // Pairs of moving geoms, or with margins, are beyond this test.
      if (Moves(model, fixed) || model.geom_margin[a] > 0.0 || model.geom_margin[b] > 0.0) {
        applies_ = false;
      } else if (type == mjGEOM_PLANE) {
        planes_.emplace_back(moving, fixed);
      } else if (type == mjGEOM_HFIELD) {
        const auto known = std::find_if(fields_.begin(), fields_.end(),
                                        [&](const Field& field) { return field.geom == fixed; });
        on_fields_.emplace_back(moving, static_cast<int>(known - fields_.begin()));
        if (known == fields_.end()) fields_.push_back(FieldOf(model, fixed));
      } else {
        applies_ = false;
      }
    }
  }
}

// The highest sample in coarse cells, which bounds the ground from above.
Clearance::Field Clearance::FieldOf(const mjModel_& model, int geom) {
  const int id = model.geom_dataid[geom];
  const int rows = model.hfield_nrow[id];
  const int cols = model.hfield_ncol[id];
  const mjtNum* size = model.hfield_size + 4 * id;
  const float* data = model.hfield_data + model.hfield_adr[id];
  Field field;
  field.geom = geom;
  field.half_x = size[0];
  field.half_y = size[1];
  field.blocks_x = (cols - 1 + kBlock - 1) / kBlock;
  field.blocks_y = (rows - 1 + kBlock - 1) / kBlock;
  field.block_x = kBlock * 2.0 * size[0] / (cols - 1);
  field.block_y = kBlock * 2.0 * size[1] / (rows - 1);
  for (int y = 0; y < field.blocks_y; ++y) {
    for (int x = 0; x < field.blocks_x; ++x) {
      float highest = -std::numeric_limits<float>::infinity();
      for (int row = y * kBlock; row <= std::min((y + 1) * kBlock, rows - 1); ++row) {
        for (int col = x * kBlock; col <= std::min((x + 1) * kBlock, cols - 1); ++col) {
          highest = std::max(highest, data[row * cols + col]);
        }
      }
      field.highest.push_back(highest * size[2]);
    }
  }
  return field;
}

// Box around a shape in its own frame.
Clearance::Box Clearance::BoxOf(const mjModel_& model, const mjData_& data, int geom) {
  Box box;
  box.p = Eigen::Map<const Vector3d>(data.geom_xpos + 3 * geom);
  box.R = Eigen::Map<const RowMajor>(data.geom_xmat + 9 * geom);
  const mjtNum* size = model.geom_size + 3 * geom;
  switch (model.geom_type[geom]) {
    case mjGEOM_SPHERE:
      box.half.setConstant(size[0]);
      break;
    case mjGEOM_CAPSULE:
      box.half = Vector3d(size[0], size[0], size[1] + size[0]);
      break;
    case mjGEOM_CYLINDER:
      box.half = Vector3d(size[0], size[0], size[1]);
      break;
    case mjGEOM_BOX:
    case mjGEOM_ELLIPSOID:
      box.half = Vector3d(size[0], size[1], size[2]);
      break;
    default:
      box.half.setConstant(model.geom_rbound[geom]);
  }
  return box;
}

bool Clearance::IsAbovePlane(const mjData_& data, int plane, const Box& box) {
  const Eigen::Map<const RowMajor> R_WP(data.geom_xmat + 9 * plane);
  const Vector3d normal_W = R_WP.col(2);
  const Eigen::Map<const Vector3d> p_WP(data.geom_xpos + 3 * plane);
  // Half extent of the box along the normal.
  const double reach = (box.R.transpose() * normal_W).cwiseAbs().dot(box.half);
  return normal_W.dot(box.p - p_WP) > reach;
}

bool Clearance::IsAbove(const Field& field, const mjData_& data, const Box& box) {
  const Eigen::Map<const RowMajor> R_WF(data.geom_xmat + 9 * field.geom);
  const Eigen::Map<const Vector3d> p_WF(data.geom_xpos + 3 * field.geom);
  const Vector3d p_F = R_WF.transpose() * (box.p - p_WF);
  const Matrix3d R_F = R_WF.transpose() * box.R;
  const Vector3d reach = R_F.cwiseAbs() * box.half;
  if (std::abs(p_F.x()) > field.half_x + reach.x() ||
      std::abs(p_F.y()) > field.half_y + reach.y()) {
    return true;
  }
  // The whole box is above the plane of the face that looks down most: z >= low + slopes.
  int face = 0;
  R_F.row(2).cwiseAbs().maxCoeff(&face);
  const Vector3d up = R_F(2, face) > 0.0 ? R_F.col(face) : Vector3d(-R_F.col(face));
  const double slope_x = -up.x() / up.z();
  const double slope_y = -up.y() / up.z();
  const double low = p_F.z() - box.half[face] / up.z();
  const auto block = [](double at, double half, double size, int count) {
    return std::clamp(static_cast<int>((at + half) / size), 0, count - 1);
  };
  const int x0 = block(p_F.x() - reach.x(), field.half_x, field.block_x, field.blocks_x);
  const int x1 = block(p_F.x() + reach.x(), field.half_x, field.block_x, field.blocks_x);
  const int y0 = block(p_F.y() - reach.y(), field.half_y, field.block_y, field.blocks_y);
  const int y1 = block(p_F.y() + reach.y(), field.half_y, field.block_y, field.blocks_y);
  // How far that plane descends from the middle of a block to its corner.
  const double fall = 0.5 * (std::abs(slope_x) * field.block_x + std::abs(slope_y) * field.block_y);
  for (int y = y0; y <= y1; ++y) {
    const double at_y = (y + 0.5) * field.block_y - field.half_y - p_F.y();
    const double* highest = field.highest.data() + static_cast<std::ptrdiff_t>(y) * field.blocks_x;
    for (int x = x0; x <= x1; ++x) {
      const double at_x = (x + 0.5) * field.block_x - field.half_x - p_F.x();
      if (low + slope_x * at_x + slope_y * at_y - fall <= highest[x]) return false;
    }
  }
  return true;
}

// True if no pair can touch, so that MuJoCo need not search.
bool Clearance::IsClear(const mjModel_& model, const mjData_& data) const {
  if (!applies_) return false;
  for (const auto& [geom, plane] : planes_) {
    if (!IsAbovePlane(data, plane, BoxOf(model, data, geom))) return false;
  }
  for (const auto& [geom, field] : on_fields_) {
    if (!IsAbove(fields_[static_cast<std::size_t>(field)], data, BoxOf(model, data, geom))) {
      return false;
    }
  }
  return true;
}

}  // namespace surefoot::engines::mujoco
