#include "surefoot/plugins/wheels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/index.h"
#include "surefoot/base/items.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/world/wheels/wheel.h"

// Sides and sizes of wheels from the model, for plugins whose parameters are missing or wrong.

namespace surefoot::plugins {
namespace {

using world::Model;

/// Mean coordinate of the wheel centres along an axis (m).
double MeanAlong(const std::vector<Wheel>& wheels, const Vector3d& axis_M) {
  double sum = 0.0;
  for (const Wheel& wheel : wheels) sum += wheel.p_MW.dot(axis_M);
  return wheels.empty() ? 0.0 : sum / static_cast<double>(wheels.size());
}

/// True when every wheel of one side has one of the other side on its axle, within a quarter of a
/// radius.
bool ArePaired(const std::vector<Wheel>& left, const std::vector<Wheel>& right,
               const Vector3d& axis_M, double radius) {
  if (left.empty() || left.size() != right.size()) return false;
  const auto across = [&](const Wheel& wheel) -> Vector3d {
    return wheel.p_MW - axis_M * axis_M.dot(wheel.p_MW);
  };
  return std::all_of(left.begin(), left.end(), [&](const Wheel& one) {
    return std::any_of(right.begin(), right.end(), [&](const Wheel& other) {
      return (across(one) - across(other)).norm() < 0.25 * radius;
    });
  });
}

/// The wheels that a drive has in its children `side`.
std::vector<Wheel> WheelsNamed(const Model& model, const world::Element& drive,
                               const std::string& side) {
  std::vector<Wheel> wheels;
  for (const world::Element& child : drive.children) {
    if (child.name != side) continue;
    const auto wheel = WheelAt(model, FindJoint(model, child.text));
    if (wheel) wheels.push_back(*wheel);
  }
  return wheels;
}

/// For drives, which name joints.
std::vector<int> JointsOf(const std::vector<Wheel>& wheels) {
  return Mapped<int>(wheels, &Wheel::joint);
}

}  // namespace

/// The wheel at a joint; nothing if the joint does not turn.
std::optional<Wheel> WheelAt(const Model& model, int joint) {
  if (joint < 0) return std::nullopt;
  const world::Joint& at = model.joints[At(joint)];
  if (at.type != world::JointType::kRevolute && at.type != world::JointType::kContinuous) {
    return std::nullopt;
  }
  const world::Link& link = model.links[At(at.child)];
  Wheel wheel;
  wheel.joint = joint;
  wheel.p_MW = world::JointOrigin(model, joint);
  wheel.axis_M = (link.X_ML * at.X_CJ).q * at.axes[0].axis_J;
  wheel.radius = world::WheelRadius(model, joint).value_or(0.0);
  return wheel;
}

/// Tolerances: radii within 5 %, axles within 8 degrees of each other and nearly horizontal.
std::optional<WheelSides> SidesOf(const Model& model, const std::vector<int>& joints) {
  std::vector<Wheel> wheels;
  double min = std::numeric_limits<double>::infinity(), max = 0.0;
  for (int joint : joints) {
    const auto wheel = WheelAt(model, joint);
    if (!wheel) return std::nullopt;
    min = std::min(min, wheel->radius);
    max = std::max(max, wheel->radius);
    wheels.push_back(*wheel);
  }
  if (wheels.size() < 2 || !(min > 0.0) || max > 1.05 * min) return std::nullopt;
  // The axles are horizontal, and all axes point in the same direction.
  const Vector3d axis_M = wheels.front().axis_M;
  if (std::abs(axis_M.z()) > 0.1) return std::nullopt;
  for (const Wheel& wheel : wheels) {
    if (wheel.axis_M.dot(axis_M) < 0.99) return std::nullopt;
  }
  const double middle = MeanAlong(wheels, axis_M);
  std::vector<Wheel> left, right;
  // With forward = axle x up, the axle points to the left.
  for (const Wheel& wheel : wheels) {
    (wheel.p_MW.dot(axis_M) > middle ? left : right).push_back(wheel);
  }
  if (!ArePaired(left, right, axis_M, max)) return std::nullopt;
  WheelSides sides;
  sides.left = JointsOf(left);
  sides.right = JointsOf(right);
  sides.separation = MeanAlong(left, axis_M) - MeanAlong(right, axis_M);
  sides.radius = max;
  if (sides.separation < 0.5 * max) return std::nullopt;
  return sides;
}

// The type follows from the wheels: steered, several per side, or one per side.
world::Element WheelDrive(const Model& model, const WheelSides& sides,
                          const std::vector<int>& steering, const std::string& from,
                          const Source& source) {
  const char* type = !steering.empty()       ? "ackermann"
                     : sides.left.size() > 1 ? "skid_steer"
                                             : "diff_drive";
  world::Element drive = MakeDrive("base_controller", type, from, source);
  const auto add_joint = [&](const char* name, int joint) {
    AddChild(&drive, name, model.joints[At(joint)].name, source);
  };
  for (int joint : sides.left) add_joint("left_joint", joint);
  for (int joint : sides.right) add_joint("right_joint", joint);
  AddChild(&drive, "wheel_separation", NumberText(sides.separation), source);
  AddChild(&drive, "wheel_radius", NumberText(sides.radius), source);
  if (steering.size() == 1) add_joint("steering_joint", steering[0]);
  if (steering.size() == 2) {
    add_joint("left_steering_joint", steering[0]);
    add_joint("right_steering_joint", steering[1]);
  }
  return drive;
}

/// Left is where the axles point to, if a positive rotation drives forward.
bool PutSidesRight(const ForeignReader& reader, world::Element* drive) {
  const std::vector<Wheel> left = WheelsNamed(reader.model(), *drive, "left_joint");
  const std::vector<Wheel> right = WheelsNamed(reader.model(), *drive, "right_joint");
  if (left.empty() || right.empty()) return true;
  const Vector3d axis_M = left.front().axis_M;
  if (MeanAlong(left, axis_M) > MeanAlong(right, axis_M) - 1e-6) return true;
  reader.Note(nullptr, "its left and right joints are on the wrong sides; they are swapped");
  for (world::Element& child : drive->children) {
    if (child.name == "left_joint") {
      child.name = "right_joint";
    } else if (child.name == "right_joint") {
      child.name = "left_joint";
    }
  }
  return true;
}

}  // namespace surefoot::plugins
