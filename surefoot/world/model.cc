#include "surefoot/world/model.h"

#include "surefoot/base/index.h"

namespace surefoot::world {
namespace {

/// In the order of JointType.
struct JointKind {
  const char* name;
  int positions;
  int velocities;
  int limited_axes;
};
constexpr JointKind kJointKinds[] = {
    {"fixed", 0, 0, 0},     {"revolute", 1, 1, 1}, {"continuous", 1, 1, 1},
    {"prismatic", 1, 1, 1}, {"screw", 1, 1, 1},    {"universal", 2, 2, 2},
    {"ball", 4, 3, 0},      {"planar", 3, 3, 2},   {"floating", 7, 6, 0},
};

const JointKind& KindOf(JointType type) { return kJointKinds[static_cast<int>(type)]; }

}  // namespace

const char* JointTypeName(JointType type) { return KindOf(type).name; }
int PositionCount(JointType type) { return KindOf(type).positions; }
int VelocityCount(JointType type) { return KindOf(type).velocities; }
int LimitedAxisCount(JointType type) { return KindOf(type).limited_axes; }

int Model::FindLink(const std::string& link_name) const { return FindNamed(links, link_name); }

int Model::FindJoint(const std::string& joint_name) const { return FindNamed(joints, joint_name); }

}  // namespace surefoot::world
