#include "surefoot/render/frame_marks.h"

namespace surefoot::render {
namespace {

constexpr double kThickness = 0.03;

/// A rod from a point along a direction; `back` of it reaches to the other side.
world::Visual MakeRod(const Vector3d& p_W, const Vector3d& direction_W, double length, double back,
                      const Vector3d& color) {
  world::Visual rod;
  const double whole = length + back;
  rod.geometry = world::Cylinder{kThickness * length, whole};
  const Quaterniond q_WG = QuaternionFromZAxis(direction_W);
  rod.X_LG = RigidTransform(q_WG, p_W + q_WG * Vector3d(0.0, 0.0, 0.5 * whole - back));
  world::Material material;
  material.diffuse << color, 1.0;
  rod.material = material;
  return rod;
}

void AddLinkAxes(const RigidTransform& X_WL, double length, world::Link* marks) {
  for (int axis = 0; axis < 3; ++axis) {
    Vector3d color = Vector3d::Constant(0.12);
    color[axis] = axis == 2 ? 1.0 : 0.85;
    marks->visuals.push_back(MakeRod(X_WL.p, X_WL.q * Vector3d::Unit(axis), length, 0.0, color));
  }
}

int AxisCount(world::JointType type) {
  switch (type) {
    case world::JointType::kRevolute:
    case world::JointType::kContinuous:
    case world::JointType::kPrismatic:
    case world::JointType::kScrew:
      return 1;
    case world::JointType::kUniversal:
    case world::JointType::kPlanar:
      return 2;
    default:
      return 0;
  }
}

void AddJointAxes(const world::Joint& joint, const RigidTransform& X_WC, double length,
                  world::Link* marks) {
  const RigidTransform X_WJ = X_WC * joint.X_CJ;
  for (int axis = 0; axis < AxisCount(joint.type); ++axis) {
    marks->visuals.push_back(MakeRod(X_WJ.p, X_WJ.q * joint.axes[axis].axis_J, 1.25 * length,
                                     0.6 * length, Vector3d(1.0, 0.75, 0.05)));
  }
}

}  // namespace

Result<std::shared_ptr<const world::World>> MakeFrameMarks(const world::World& world,
                                                           const std::vector<RigidTransform>& X_WL,
                                                           const std::vector<bool>& models,
                                                           double length) {
  world::Link marks;
  marks.name = "marks";
  for (int id = 0; id < world.link_count(); ++id) {
    if (!models[static_cast<std::size_t>(world.model_of_link(id))]) continue;
    AddLinkAxes(X_WL[static_cast<std::size_t>(id)], length, &marks);
  }
  for (int id = 0; id < world.joint_count(); ++id) {
    const int model = world.joint(id).model;
    if (!models[static_cast<std::size_t>(model)]) continue;
    const world::Joint& joint = world.joint_spec(id);
    const int child = world.layout(model).links.first + joint.child;
    AddJointAxes(joint, X_WL[static_cast<std::size_t>(child)], length, &marks);
  }
  for (std::size_t i = 0; i < marks.visuals.size(); ++i) {
    marks.visuals[i].name = "mark" + std::to_string(i);
  }
  auto model = std::make_shared<world::Model>();
  model->name = "marks";
  model->is_static = true;
  model->links.push_back(std::move(marks));
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"marks", RigidTransform(), model});
  return world::MakeWorld(std::move(spec), nullptr);
}

}  // namespace surefoot::render
