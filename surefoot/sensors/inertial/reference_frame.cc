#include "surefoot/sensors/inertial/reference_frame.h"

#include <cmath>

namespace surefoot::sensors {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Z against gravity (or along it), x as near to `x_W` as that allows.
Quaterniond GravityFrame(const Vector3d& z_W, const Vector3d& x_W) {
  const Vector3d z = z_W.normalized();
  Vector3d x = x_W - x_W.dot(z) * z;
  if (x.norm() < 1e-6) x = z.unitOrthogonal();
  Matrix3d R_WR;
  R_WR.col(0) = x.normalized();
  R_WR.col(2) = z;
  R_WR.col(1) = z.cross(R_WR.col(0));
  return Quaterniond(Matrix3d(R_WR.transpose()));
}

void WarnOfParent(const world::ElementReader& frame, const std::string& name) {
  const std::string parent = frame.Text(name + "/parent_frame");
  if (parent.empty() || parent == "world") return;
  frame.Warning(name, "only the world can be the parent frame; it is taken", parent,
                "write it without parent_frame, as seen from the world");
}

}  // namespace

Quaterniond RotationEnuFromWorld(const world::World& world) {
  const auto& place = world.spec().spherical_coordinates;
  return QuaternionFromRpy(0.0, 0.0, place ? place->heading_deg * kPi / 180.0 : 0.0);
}

Quaterniond ReadReferenceFrame(const world::ElementReader& element, const world::World& world) {
  const world::ElementReader frame = element.Child("imu/orientation_reference_frame");
  const std::string kind =
      frame.Choice("localization", {"CUSTOM", "NED", "ENU", "NWU", "GRAV_UP", "GRAV_DOWN"}, "ENU");
  const Quaterniond R_EW = RotationEnuFromWorld(world);
  if (kind == "ENU") return R_EW;
  if (kind == "NED") {
    Matrix3d R_NE;
    R_NE << 0, 1, 0, 1, 0, 0, 0, 0, -1;
    return Quaterniond(R_NE) * R_EW;
  }
  if (kind == "NWU") return QuaternionFromRpy(0.0, 0.0, -kPi / 2.0) * R_EW;
  if (kind == "CUSTOM") {
    WarnOfParent(frame, "custom_rpy");
    const Vector3d rpy = frame.Vector("custom_rpy", Vector3d::Zero());
    return QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()).conjugate();
  }
  WarnOfParent(frame, "grav_dir_x");
  const Vector3d up_W = world.spec().gravity_W.norm() > 0.0 ? Vector3d(-world.spec().gravity_W)
                                                            : Vector3d(Vector3d::UnitZ());
  const Vector3d x_W = frame.Vector("grav_dir_x", Vector3d::UnitX());
  return GravityFrame(kind == "GRAV_UP" ? up_W : Vector3d(-up_W), x_W);
}

}  // namespace surefoot::sensors
