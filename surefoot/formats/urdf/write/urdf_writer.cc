#include <algorithm>
#include <cmath>
#include <set>

#include "surefoot/base/index.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/urdf/write/write_parts.h"

namespace surefoot::formats::urdf {
namespace {

using world::Element;

/// Roll, pitch and yaw whose rotation differs from `q` by rounding only. RpyFromQuaternion is off
/// by 1e-8 rad near a pitch of 90 degrees, because it uses the arc sine there.
Vector3d AccurateRpy(const Quaterniond& q) {
  const Matrix3d R = q.toRotationMatrix();
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
  // Roll from Rz(-yaw) R, so that it fits to the yaw where both are ill-conditioned.
  const double roll = std::atan2(R(0, 2) * std::sin(yaw) - R(1, 2) * std::cos(yaw),
                                 R(1, 1) * std::cos(yaw) - R(0, 1) * std::sin(yaw));
  return Vector3d(roll, pitch, yaw);
}

/// Writes the robot: materials first, then links, joints and the model's frames as links.
class RobotWriter {
 public:
  RobotWriter(const world::ModelInstance& instance, RobotTree tree, UrdfWriter* writer)
      : instance_(instance), model_(*instance.model), tree_(std::move(tree)), writer_(*writer) {}

  Element Write() {
    std::vector<Element> parts;
    for (const RobotTree::Node& node : tree_.nodes) {
      parts.push_back(node.link >= 0 ? WriteLink(model_.links[At(node.link)], node.name, &writer_)
                                     : Named("link", node.name));
    }
    for (std::size_t i = 0; i < tree_.edges.size(); ++i) {
      parts.push_back(WriteJoint(model_, tree_, static_cast<int>(i), &writer_));
    }
    for (const world::Frame& frame : model_.frames) AddFrame(frame, &parts);
    Element robot = Named("robot", instance_.name);
    robot.children = writer_.materials();
    std::move(parts.begin(), parts.end(), std::back_inserter(robot.children));
    return robot;
  }

 private:
  static Element Named(const std::string& kind, const std::string& name) {
    Element element = MakeElement(kind);
    SetAttribute(&element, "name", name);
    return element;
  }

  /// URDF has no frames besides links. A frame with the name of a link is omitted, as in tf.
  void AddFrame(const world::Frame& frame, std::vector<Element>* parts) {
    const auto is_link = [&](const RobotTree::Node& node) { return node.name == frame.name; };
    const auto owner = std::find_if(tree_.nodes.begin(), tree_.nodes.end(),
                                    [&](const auto& node) { return node.link == frame.link; });
    const bool known = std::any_of(tree_.nodes.begin(), tree_.nodes.end(), is_link);
    if (known || owner == tree_.nodes.end() || !frames_.insert(frame.name).second) return;
    parts->push_back(Named("link", frame.name));
    Element joint = Named("joint", JointNameOf(frame));
    SetAttribute(&joint, "type", "fixed");
    AddOrigin(frame.X_LF, &joint);
    SetAttribute(&AddChild(&joint, "parent"), "link", owner->name);
    SetAttribute(&AddChild(&joint, "child"), "link", frame.name);
    parts->push_back(std::move(joint));
  }

  std::string JointNameOf(const world::Frame& frame) {
    std::string name = frame.name + "_joint";
    const auto is_taken = [&](const RobotTree::Edge& edge) { return edge.name == name; };
    while (std::any_of(tree_.edges.begin(), tree_.edges.end(), is_taken) ||
           !joints_.insert(name).second) {
      name += "_";
    }
    return name;
  }

  const world::ModelInstance& instance_;
  const world::Model& model_;
  RobotTree tree_;
  UrdfWriter& writer_;
  std::set<std::string> frames_;
  std::set<std::string> joints_;
};

}  // namespace

void AddOrigin(const RigidTransform& X, Element* parent) {
  // Adding 0 turns -0 into 0.
  const Vector3d rpy = AccurateRpy(X.q) + Vector3d::Zero();
  if (X.p.isZero(0.0) && rpy.isZero(0.0)) return;
  Element& origin = AddChild(parent, "origin");
  SetAttribute(&origin, "xyz", NumberText(X.p));
  SetAttribute(&origin, "rpy", NumberText(rpy));
}

bool WriteUrdf(const world::WorldSpec& spec, const WriteContext& context,
               std::vector<WrittenFile>* files) {
  if (spec.models.size() != 1) {
    std::string names;
    for (const world::ModelInstance& instance : spec.models) {
      names += (names.empty() ? "" : ", ") + instance.name;
    }
    return context.problems->Error(Source{}, "URDF describes a single robot",
                                   std::to_string(spec.models.size()) + " models: " + names,
                                   "choose one of them, for example with --model");
  }
  const world::ModelInstance& instance = spec.models[0];
  Result<RobotTree> tree = MakeRobotTree(*instance.model);
  if (!tree.ok()) return context.problems->Error(instance.model->source, tree.error().message);
  UrdfWriter writer(spec, context);
  FindLosses(instance, tree.value(), &writer.losses());
  const Element robot = RobotWriter(instance, std::move(tree).value(), &writer).Write();
  writer.losses().Report(context.problems);
  *files = writer.assets().files();
  files->push_back(WrittenFile{context.path, XmlText(robot), ""});
  return context.problems->ok();
}

}  // namespace surefoot::formats::urdf
