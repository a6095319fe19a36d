#include "surefoot/drives/joints.h"

#include <algorithm>

#include "surefoot/base/items.h"
#include "surefoot/world/parse.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::drives {
namespace {

/// Limit of joints or topics of a drive, against hostile files.
constexpr std::size_t kMaxItems = 1000;

/// The joint that a child names: its text, its attribute "name" or "joint".
std::string NameIn(const world::ElementReader& child) {
  const std::string text = child.OwnText();
  return text.empty() ? child.Text("name", child.Text("joint")) : text;
}

bool HasMotor(world::JointType type) { return world::LimitedAxisCount(type) > 0; }

}  // namespace

std::optional<DriveJoint> FindDriveJoint(const DriveArgs& args, const world::ElementReader& where,
                                         const std::string& child, const std::string& name,
                                         int axis) {
  const world::Model& model = args.world.model(args.model);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const world::Joint& joint = model.joints[i];
    if (HasMotor(joint.type)) names.push_back(joint.name);
    if (joint.name != name) continue;
    if (!HasMotor(joint.type)) {
      where.Error(child,
                  std::string("a joint of type ") + world::JointTypeName(joint.type) +
                      " has no motor that a drive could use",
                  name);
      return std::nullopt;
    }
    const world::JointLayout& layout =
        args.world.joint(args.world.layout(args.model).joints.first + static_cast<int>(i));
    if (axis < 0 || axis >= layout.v_count) {
      where.Error(child, "the joint has no such axis", std::to_string(axis));
      return std::nullopt;
    }
    if (model.is_static) {
      where.Error(child, "the model is static; its joints cannot move", name,
                  "leave out <static>, or the drive");
      return std::nullopt;
    }
    return DriveJoint{name, layout.q + axis, layout.v + axis, static_cast<int>(i), axis};
  }
  where.Error(child, "the model has no joint of this name", name, world::NameAdvice(name, names));
  return std::nullopt;
}

std::vector<DriveJoint> FindDriveJoints(const DriveArgs& args, const std::string& child, int min) {
  std::vector<DriveJoint> found;
  const std::vector<world::ElementReader> children = args.element.Children(child);
  if (static_cast<int>(children.size()) < min) {
    args.element.Error(child, "the drive needs at least " + std::to_string(min) + " of these",
                       std::to_string(children.size()),
                       "write <" + child + ">name</" + child + ">");
  }
  for (const world::ElementReader& reader : children) {
    if (found.size() >= kMaxItems) {
      reader.Error("name", "too many joints in a drive", "", "at most 1000");
      break;
    }
    const auto axis = static_cast<int>(reader.Integer("axis", 0, 0, 5));
    const auto joint = FindDriveJoint(args, reader, "name", NameIn(reader), axis);
    if (!joint) continue;
    const bool twice = std::any_of(found.begin(), found.end(),
                                   [&](const DriveJoint& other) { return other.v == joint->v; });
    if (twice) {
      reader.Error("name", "the joint is named twice", joint->name, "name it once");
      continue;
    }
    found.push_back(*joint);
  }
  return found;
}

JointReading Read(const physics::State& state, const DriveJoint& joint) {
  const auto v = static_cast<std::size_t>(joint.v);
  return {state.q[static_cast<std::size_t>(joint.q)], state.v[v], state.effort[v]};
}

double InitialPosition(const DriveArgs& args, const DriveJoint& joint) {
  double position = 0.0;
  for (const world::InitialPosition& initial : args.world.model(args.model).initial_positions) {
    if (initial.joint == joint.joint && initial.axis == joint.axis) position = initial.position;
  }
  return position;
}

std::vector<int> AxesOf(const std::vector<DriveJoint>& joints) {
  return Mapped<int>(joints, &DriveJoint::v);
}

RigidTransform BasePose(const DriveArgs& args, const std::string& base_frame) {
  const world::Model& model = args.world.model(args.model);
  for (const world::Link& link : model.links) {
    if (link.name == base_frame) return link.X_ML;
  }
  for (const world::Frame& frame : model.frames) {
    if (frame.name != base_frame) continue;
    return model.links[static_cast<std::size_t>(frame.link)].X_ML * frame.X_LF;
  }
  return model.links.empty() ? RigidTransform() : model.links[0].X_ML;
}

WheelPlace PlaceOf(const DriveArgs& args, const DriveJoint& joint, const RigidTransform& X_MB) {
  const world::Joint& spec = joint.spec(args.world, args.model);
  const world::Model& model = args.world.model(args.model);
  const RigidTransform X_BJ =
      X_MB.Inverse() * model.links[static_cast<std::size_t>(spec.child)].X_ML * spec.X_CJ;
  return {X_BJ.p, X_BJ.q * spec.axes[joint.axis == 1 ? 1 : 0].axis_J};
}

double WheelRadius(const DriveArgs& args, const world::ElementReader& element, const char* name,
                   const DriveJoint& joint) {
  if (element.Has(name)) return element.Number(name, 0.1, 1e-6, 1e6);
  const world::Model& model = args.world.model(args.model);
  if (const auto radius = world::WheelRadius(model, joint.joint)) return *radius;
  const int child = joint.spec(args.world, args.model).child;
  const world::Link& link = model.links[static_cast<std::size_t>(child)];
  element.Error(name,
                "missing, and it cannot be derived from the model: link '" + link.name +
                    "' has no cylinder, sphere or capsule",
                "", std::string("write <") + name + ">metres</" + name + ">");
  return 0.1;
}

std::string FrameName(const DriveArgs& args, const std::string& name) {
  if (!name.empty() && name[0] == '/') return name.substr(1);
  return args.frame_prefix + name;
}

std::vector<std::string> TopicNames(const DriveArgs& args, const std::string& child,
                                    const std::string& usual) {
  std::vector<std::string> names;
  for (const world::ElementReader& reader : args.element.Children(child)) {
    if (reader.OwnText().empty() || names.size() >= kMaxItems) continue;
    names.push_back(graph::TopicName(args.scope, reader.OwnText()));
  }
  if (args.element.Children(child).empty() && !usual.empty()) {
    names.push_back(graph::TopicName(args.scope, args.element.Text(child, usual)));
  }
  return names;
}

}  // namespace surefoot::drives
