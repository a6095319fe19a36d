/// Writes <joint>.

#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/urdf/write/write_parts.h"

namespace surefoot::formats::urdf {
namespace {

using world::Element;
using world::JointType;

/// URDF requires numbers; this one stands for "no limit", as in SDF. Surefoot reads it as infinite.
constexpr double kNoLimit = 1e16;

double Finite(double value) {
  return std::isfinite(value) ? value : std::copysign(kNoLimit, value);
}

bool IsUnlimited(const world::JointAxis& axis) {
  return !std::isfinite(axis.lower) && !std::isfinite(axis.upper);
}

/// A rotation without limits is "continuous" in URDF.
const char* TypeOf(const RobotTree::Edge& edge) {
  const bool turns = edge.type == JointType::kRevolute || edge.type == JointType::kContinuous;
  if (turns && IsUnlimited(edge.axis)) return "continuous";
  return edge.type == JointType::kContinuous ? "revolute" : world::JointTypeName(edge.type);
}

/// <limit> is required for revolute and prismatic joints, and always contains effort and velocity.
void AddLimit(const RobotTree::Edge& edge, const std::string& type, Element* element) {
  const world::JointAxis& axis = edge.axis;
  const bool ranged = type == "revolute" || type == "prismatic";
  if (!ranged && !std::isfinite(axis.effort) && !std::isfinite(axis.velocity)) return;
  Element& limit = AddChild(element, "limit");
  if (ranged) {
    SetAttribute(&limit, "lower", NumberText(Finite(axis.lower)));
    SetAttribute(&limit, "upper", NumberText(Finite(axis.upper)));
  }
  SetAttribute(&limit, "effort", NumberText(Finite(axis.effort)));
  SetAttribute(&limit, "velocity", NumberText(Finite(axis.velocity)));
}

void AddMotion(const RobotTree& tree, const RobotTree::Edge& edge, const std::string& type,
               Element* element) {
  const world::JointAxis& axis = edge.axis;
  SetAttribute(&AddChild(element, "axis"), "xyz", NumberText(axis.axis_J));
  AddLimit(edge, type, element);
  if (axis.damping != 0.0 || axis.friction != 0.0) {
    AddChild(element, "dynamics").attributes = {{"damping", NumberText(axis.damping)},
                                                {"friction", NumberText(axis.friction)}};
  }
  if (!edge.mimic) return;
  AddChild(element, "mimic").attributes = {{"joint", tree.edges[At(edge.mimic->leader)].name},
                                           {"multiplier", NumberText(edge.mimic->multiplier)},
                                           {"offset", NumberText(edge.mimic->offset)}};
}

void FindAxisLosses(const std::string& name, const RobotTree::Edge& edge, const Source& source,
                    Losses* losses) {
  if (edge.axis.spring_stiffness != 0.0) losses->Add("springs in joints", name, source);
  if (edge.axis.armature != 0.0) losses->Add("inertias of motors", name, source);
}

}  // namespace

Element WriteJoint(const world::Model& model, const RobotTree& tree, int index,
                   UrdfWriter* writer) {
  const RobotTree::Edge& edge = tree.edges[At(index)];
  const std::string type = TypeOf(edge);
  Element element = MakeElement("joint");
  SetAttribute(&element, "name", edge.name);
  SetAttribute(&element, "type", type);
  AddOrigin(edge.X_PC, &element);
  SetAttribute(&AddChild(&element, "parent"), "link", tree.nodes[At(edge.parent)].name);
  SetAttribute(&AddChild(&element, "child"), "link", tree.nodes[At(edge.child)].name);
  if (edge.type != JointType::kFixed && edge.type != JointType::kFloating) {
    AddMotion(tree, edge, type, &element);
  }
  const Source source = edge.joint >= 0 ? model.joints[At(edge.joint)].source : model.source;
  FindAxisLosses(edge.name, edge, source, &writer->losses());
  return element;
}

}  // namespace surefoot::formats::urdf
