/// Reads <joint>, <freejoint> and <inertial>.

#include <algorithm>
#include <cmath>

#include "surefoot/formats/mjcf/scene.h"
#include "surefoot/formats/mjcf/schema.h"

namespace surefoot::formats::mjcf {
namespace {

/// True when the range applies: `limited` says so or, with autolimits, the range is given and not
/// empty.
bool IsLimited(const Attributes& attributes, const char* limited, const std::vector<double>& range,
               const Compiler& compiler) {
  if (range.empty()) return false;
  const auto given = attributes.Tristate(limited);
  return given ? *given : compiler.autolimits && range[0] < range[1];
}

void ReadLimits(const Attributes& attributes, const Compiler& compiler, MjJoint* joint) {
  const std::vector<double> range = attributes.Numbers("range", 2, 2, true);
  if (IsLimited(attributes, "limited", range, compiler)) {
    const bool hinge = joint->type == MjJointType::kHinge;
    joint->axis.lower = hinge ? compiler.Angle(range[0]) : range[0];
    joint->axis.upper = hinge ? compiler.Angle(range[1]) : range[1];
    if (joint->axis.lower > joint->axis.upper) {
      attributes.reader()->Error(SourceOf(attributes.node(), "range"),
                                 "the lower limit is above the upper limit",
                                 attributes.Text("range"), "swap them");
      joint->axis.lower = -world::kInfinity;
      joint->axis.upper = world::kInfinity;
    }
  }
  const std::vector<double> force = attributes.Numbers("actuatorfrcrange", 2, 2, true);
  if (IsLimited(attributes, "actuatorfrclimited", force, compiler)) {
    joint->axis.effort = std::max(std::abs(force[0]), std::abs(force[1]));
  }
}

MjJointType ReadType(const Attributes& attributes) {
  const std::vector<std::string> names(std::begin(kMjJointTypeNames), std::end(kMjJointTypeNames));
  const std::string type = attributes.Choice("type", names, "hinge");
  return static_cast<MjJointType>(std::find(names.begin(), names.end(), type) - names.begin());
}

/// A coefficient such as damping; reports a negative one.
double NotNegative(const Attributes& attributes, const char* name) {
  // MuJoCo 3 also accepts coefficients of higher powers; the first one is linear.
  const std::vector<double> values = attributes.Numbers(name, 1, 10);
  if (values.empty()) return 0.0;
  if (values[0] >= 0.0) return values[0];
  attributes.reader()->Error(SourceOf(attributes.node(), name),
                             std::string(name) + " must not be negative", attributes.Text(name));
  return 0.0;
}

/// Position and axis of the joint in the body; the file gives them in the current frame F.
void ReadAxis(const Attributes& attributes, const Place& place, MjJoint* joint) {
  const RigidTransform X = place.InBody(RigidTransform());
  joint->p_BJ = X * attributes.Vector("pos", Vector3d::Zero());
  const Vector3d axis = attributes.Vector("axis", Vector3d::UnitZ());
  if (axis.norm() > 1e-12) {
    joint->axis.axis_J = (X.q * axis).normalized();
  } else if (joint->type == MjJointType::kHinge || joint->type == MjJointType::kSlide) {
    attributes.reader()->Error(SourceOf(attributes.node(), "axis"), "the joint's axis is zero",
                               attributes.Text("axis"), "give a direction such as 0 0 1");
  }
}

}  // namespace

/// A joint with its defaults. <freejoint> takes no defaults: a class may have damping, which would
/// brake a free body.
std::optional<MjJoint> ReadJoint(const Node& node, const Place& place, Reader* reader) {
  const bool is_free = node.name == "freejoint";
  CheckAttributes(node, node.name, reader);
  const DefaultClass* defaults =
      is_free ? nullptr : place.document->ClassOf(node, "class", place.defaults, reader);
  const Attributes attributes(node, defaults, reader);
  const Compiler& compiler = place.document->compiler;
  MjJoint joint;
  joint.name = place.Named(Attributes(node, reader).Text("name"));
  joint.source = attributes.source();
  if (attributes.Text("type") == "fixed") {
    return reader->WarnOnce("fixed joint", joint.source,
                            "MJCF has no fixed joints; a body without joints is fixed", joint.name);
  }
  joint.type = is_free ? MjJointType::kFree : ReadType(attributes);
  joint.kept = KeptAttributes(attributes, node.name);
  if (joint.type == MjJointType::kFree) return joint;
  ReadAxis(attributes, place, &joint);
  joint.axis.damping = NotNegative(attributes, "damping");
  joint.axis.friction = NotNegative(attributes, "frictionloss");
  joint.axis.armature = NotNegative(attributes, "armature");
  if (joint.type == MjJointType::kBall) {
    if (attributes.Has("range")) {
      reader->WarnOnce("ball range", joint.source, "the range of a ball joint is not supported");
    }
    return joint;
  }
  ReadLimits(attributes, compiler, &joint);
  const bool hinge = joint.type == MjJointType::kHinge;
  const auto position = [&](const char* name) {
    const double value = attributes.Number(name, 0.0);
    return hinge ? compiler.Angle(value) : value;
  };
  joint.ref = position("ref");
  joint.axis.spring_stiffness = NotNegative(attributes, "stiffness");
  joint.axis.spring_reference = position("springref");
  return joint;
}

/// <inertial> in the body's frame. fullinertia is in the order xx yy zz xy xz yz.
std::optional<Inertia> ReadInertial(const Node& node, const Place& place, Reader* reader) {
  CheckAttributes(node, "inertial", reader);
  const Attributes attributes(node, reader);
  if (!attributes.Has("mass")) {
    return reader->Error(SourceOf(node), "<inertial> needs the attribute mass", "",
                         "write mass=\"...\"");
  }
  Inertia inertia;
  inertia.mass = attributes.Number("mass", 0.0);
  const std::vector<double> full = attributes.Numbers("fullinertia", 6, 6);
  const std::vector<double> diagonal = attributes.Numbers("diaginertia", 3, 3);
  if (!full.empty()) {
    inertia.I_BBcm_B << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5],
        full[2];
  } else if (!diagonal.empty()) {
    inertia.I_BBcm_B = Vector3d(diagonal[0], diagonal[1], diagonal[2]).asDiagonal();
  } else if (inertia.mass != 0.0) {
    reader->WarnOnce("no moments", SourceOf(node),
                     "<inertial> has neither diaginertia nor fullinertia: the moments of inertia "
                     "are computed from the geoms",
                     "", "write the principal moments in kg m2");
  }
  const RigidTransform X_BI = place.InBody(ReadPose(attributes, place.document->compiler));
  if (inertia.mass < 0.0) {
    return reader->Error(SourceOf(node), "a mass must not be negative", attributes.Text("mass"));
  }
  Inertia result = ExpressedIn(X_BI, inertia);
  // The rotation leaves rounding errors; engines expect an exactly symmetric matrix.
  result.I_BBcm_B = 0.5 * (result.I_BBcm_B + result.I_BBcm_B.transpose().eval());
  return result;
}

}  // namespace surefoot::formats::mjcf
