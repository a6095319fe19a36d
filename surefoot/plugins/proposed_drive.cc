#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/wheels.h"
#include "surefoot/world/wheels/find_wheels.h"
#include "surefoot/world/wheels/wheel.h"

// A robot without a drive gets one if its wheels permit only one choice: two sides, or steered and
// driven wheels.

namespace surefoot::plugins {
namespace {

using world::Element;

/// Wheels that drive the base, and joints that steer other wheels. Casters are in neither list.
struct Gear {
  std::vector<int> driven;
  std::vector<int> steering;
};

/// The joint with a vertical axis that carries the wheel; -1 when there is none.
int PivotOf(const world::Model& model, const world::Tree& tree, int link) {
  for (int at = tree.bodies[At(tree.body_of_link[At(link)])].parent; at >= 0;
       at = tree.bodies[At(at)].parent) {
    const int joint = tree.bodies[At(at)].joint;
    const auto turning = WheelAt(model, joint);
    if (turning && std::abs(turning->axis_M.z()) > 0.95) return joint;
  }
  return -1;
}

/// Wheels and casters rotate without limits, steering joints do not.
bool TurnsWithoutEnd(const world::Joint& joint) {
  return joint.type == world::JointType::kContinuous ||
         (joint.axes[0].lower < -1e6 && joint.axes[0].upper > 1e6);
}

/// Wheels below 95 % of the largest radius are support wheels, not driven ones.
Gear GearOf(const world::Model& model, const world::Tree& tree,
            const std::vector<world::Wheel>& wheels) {
  Gear gear;
  double largest = 0.0;
  for (const world::Wheel& wheel : wheels) largest = std::max(largest, wheel.radius);
  for (const world::Wheel& wheel : wheels) {
    const int pivot = PivotOf(model, tree, wheel.link);
    if (pivot >= 0) {
      const auto& steering = gear.steering;
      const bool known = std::find(steering.begin(), steering.end(), pivot) != steering.end();
      if (!known && !TurnsWithoutEnd(model.joints[At(pivot)])) gear.steering.push_back(pivot);
    } else if (wheel.radius > 0.95 * largest) {
      gear.driven.push_back(wheel.joint);
    }
  }
  return gear;
}

/// True when the file gives initial commands to one of the joints: it then has a controller of its
/// own.
bool IsCommanded(const world::Model& model, const std::vector<int>& joints) {
  return std::any_of(model.initial_commands.begin(), model.initial_commands.end(),
                     [&](const world::InitialCommand& command) {
                       return std::find(joints.begin(), joints.end(), command.joint) !=
                              joints.end();
                     });
}

}  // namespace

// Only for models that can drive: a movable model with joints that roll without end.
std::optional<Element> ProposedDrive(const world::Model& model, Problems* problems) {
  if (model.is_static) return std::nullopt;
  const bool turns = std::any_of(model.joints.begin(), model.joints.end(), [](const auto& joint) {
    return world::RollingAxis(joint) == 0 && TurnsWithoutEnd(joint);
  });
  if (!turns) return std::nullopt;
  const Result<world::Tree> tree = world::MakeTree(model);
  if (!tree.ok()) return std::nullopt;
  Problems reported_elsewhere;
  const std::vector<world::Wheel> wheels =
      world::FindWheels(model, tree.value(), 9.8, &reported_elsewhere);
  Gear gear = GearOf(model, tree.value(), wheels);
  const auto sides = SidesOf(model, gear.driven);
  if (!sides || gear.steering.size() > 2) return std::nullopt;
  if (IsCommanded(model, gear.driven) || IsCommanded(model, gear.steering)) return std::nullopt;
  std::sort(gear.steering.begin(), gear.steering.end(), [&](int a, int b) {
    return WheelAt(model, a)->p_MW.y() > WheelAt(model, b)->p_MW.y();
  });
  Element drive = WheelDrive(model, *sides, gear.steering, "the model's wheels", model.source);
  drive.attributes.emplace_back("proposed", "true");
  problems->Note(model.source,
                 "the file defines no drive for the wheels of this model; they are driven as " +
                     AttributeOf(drive, "type") + " when a message arrives on cmd_vel",
                 model.name, "write <surefoot:drive> for another kind of drive");
  return drive;
}

}  // namespace surefoot::plugins
