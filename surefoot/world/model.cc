#include "surefoot/world/model.h"

namespace surefoot::world {
namespace {

template <typename T>
int FindByName(const std::vector<T>& items, const std::string& name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

const char* JointTypeName(JointType type) {
  switch (type) {
    case JointType::kFixed:
      return "fixed";
    case JointType::kRevolute:
      return "revolute";
    case JointType::kContinuous:
      return "continuous";
    case JointType::kPrismatic:
      return "prismatic";
    case JointType::kScrew:
      return "screw";
    case JointType::kUniversal:
      return "universal";
    case JointType::kBall:
      return "ball";
    case JointType::kPlanar:
      return "planar";
    case JointType::kFloating:
      return "floating";
  }
  return "unknown";
}

int PositionCount(JointType type) {
  if (type == JointType::kBall) return 4;
  if (type == JointType::kFloating) return 7;
  return VelocityCount(type);
}

int VelocityCount(JointType type) {
  switch (type) {
    case JointType::kFixed:
      return 0;
    case JointType::kRevolute:
    case JointType::kContinuous:
    case JointType::kPrismatic:
    case JointType::kScrew:
      return 1;
    case JointType::kUniversal:
      return 2;
    case JointType::kBall:
    case JointType::kPlanar:
      return 3;
    case JointType::kFloating:
      return 6;
  }
  return 0;
}

int LimitedAxisCount(JointType type) {
  switch (type) {
    case JointType::kFixed:
    case JointType::kBall:
    case JointType::kFloating:
      return 0;
    case JointType::kUniversal:
    case JointType::kPlanar:
      return 2;
    default:
      return 1;
  }
}

int Model::FindLink(const std::string& link_name) const { return FindByName(links, link_name); }

int Model::FindJoint(const std::string& joint_name) const { return FindByName(joints, joint_name); }

}  // namespace surefoot::world
