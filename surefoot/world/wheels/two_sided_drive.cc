#include "surefoot/world/wheels/two_sided_drive.h"

#include <cstdlib>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/world/fields.h"
#include "surefoot/world/wheels/wheel.h"

// Width and wheel radius that a drive with two sides uses, which calibration may change
// independently of the geometry.

namespace surefoot::world {
namespace {

bool HasTwoSides(const Element& element) {
  const std::string* type = element.Attribute("type");
  return type != nullptr && (*type == "diff_drive" || *type == "skid_steer" || *type == "tracks");
}

std::vector<int> JointsOf(const Model& model, const Element& drive, const std::string& side) {
  std::vector<int> joints;
  for (const Element& child : drive.children) {
    if (PlainName(child.name) != side) continue;
    if (const int joint = model.FindJoint(child.text); joint >= 0) joints.push_back(joint);
  }
  return joints;
}

}  // namespace

int FindTwoSidedDrive(const Model& model) {
  for (std::size_t i = 0; i < model.extensions.size(); ++i) {
    const Element& element = model.extensions[i];
    if (PlainName(element.name) == "drive" && HasTwoSides(element)) return static_cast<int>(i);
  }
  return -1;
}

double TwoSidedNumber(const Model& model, const Element& drive, const std::string& name) {
  for (const Element& child : drive.children) {
    if (PlainName(child.name) == name) return std::strtod(child.text.c_str(), nullptr);
  }
  const std::vector<int> left = JointsOf(model, drive, "left_joint");
  const std::vector<int> right = JointsOf(model, drive, "right_joint");
  if (left.empty() || right.empty()) return 0.0;
  if (name == kWheelRadius) return WheelRadius(model, left.front()).value_or(0.0);
  return name == kWheelSeparation ? TrackOf(model, {left.front()}, {right.front()}) : 0.0;
}

void SetTwoSidedNumber(const std::string& name, double value, Element* drive) {
  ChildOf(drive, name)->text = NumberText(value, 17);
}

}  // namespace surefoot::world
