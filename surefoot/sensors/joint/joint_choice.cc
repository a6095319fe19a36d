#include "surefoot/sensors/joint/joint_choice.h"

#include "surefoot/world/parse.h"

namespace surefoot::sensors {
namespace {

std::string JointAdvice(const world::Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (const world::Joint& joint : model.joints) names.push_back(joint.name);
  return names.empty() ? "the model has no joints" : world::NameAdvice(name, names);
}

/// Whether a coordinate is an angle (rad) instead of a length (m). A planar joint has x, y and an
/// angle.
bool IsAngle(world::JointType type, int axis) {
  return type != world::JointType::kPrismatic && (type != world::JointType::kPlanar || axis == 2);
}

}  // namespace

std::vector<int> NamedJoints(const SensorArgs& args, const std::string& name) {
  const world::Model& model = args.world.model(args.place.model);
  std::vector<int> joints;
  for (const world::ElementReader& child : args.element.Children(name)) {
    const std::string requested = child.OwnText();
    const int joint = model.FindJoint(requested);
    if (joint < 0) {
      args.element.problems()->Error(child.element().source,
                                     name + ": the model '" + model.name + "' has no such joint",
                                     requested, JointAdvice(model, requested));
      continue;
    }
    joints.push_back(args.world.layout(args.place.model).joints.first + joint);
  }
  return joints;
}

int ChosenJoint(const SensorArgs& args) {
  const std::vector<int> named = NamedJoints(args, "joint");
  if (!named.empty()) return named.front();
  if (args.element.Has("joint")) return -1;
  if (args.place.joint < 0) {
    args.element.Error("joint", "this sensor measures a joint, but no joint is specified", "",
                       "put it into a <joint>, or name one in <surefoot:joint>");
  }
  return args.place.joint;
}

std::vector<JointCoordinate> CoordinatesOf(const world::World& world, int joint) {
  const world::JointLayout& layout = world.joint(joint);
  const world::Joint& spec = world.joint_spec(joint);
  std::vector<JointCoordinate> coordinates;
  if (layout.q_count != layout.v_count) return coordinates;
  for (int i = 0; i < layout.v_count; ++i) {
    JointCoordinate coordinate;
    coordinate.q = static_cast<std::size_t>(layout.q + i);
    coordinate.v = static_cast<std::size_t>(layout.v + i);
    coordinate.name = layout.v_count == 1 ? spec.name : spec.name + "_" + std::to_string(i);
    coordinate.is_angle = IsAngle(spec.type, i);
    coordinates.push_back(coordinate);
  }
  return coordinates;
}

bool ChosenCoordinate(const SensorArgs& args, JointCoordinate* chosen) {
  const int joint = ChosenJoint(args);
  if (joint < 0) return false;
  const std::vector<JointCoordinate> coordinates = CoordinatesOf(args.world, joint);
  if (coordinates.empty()) {
    args.element.Error("joint", "this joint has no angle or length to measure",
                       std::string(world::JointTypeName(args.world.joint_spec(joint).type)),
                       "choose a revolute, continuous, prismatic, screw, universal or planar one");
    return false;
  }
  const auto last = static_cast<long long>(coordinates.size()) - 1;
  *chosen = coordinates[static_cast<std::size_t>(args.element.Integer("axis", 0, 0, last))];
  return true;
}

}  // namespace surefoot::sensors
