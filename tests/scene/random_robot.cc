#include "tests/scene/random_robot.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/scene/scene.h"

namespace surefoot::conformance {
namespace {

using physics::Capability;
using world::JointType;

constexpr double kPi = 3.14159265358979323846;

std::size_t Index(RandomStream* random, std::size_t count) {
  return std::min(count - 1,
                  static_cast<std::size_t>(random->Uniform() * static_cast<double>(count)));
}

Vector3d Direction(RandomStream* random) {
  return Vector3d(random->Normal(), random->Normal(), random->Normal()).normalized();
}

Quaterniond Turn(RandomStream* random) {
  return Quaterniond(Eigen::AngleAxisd(random->Uniform(-kPi, kPi), Direction(random)));
}

/// Only these may connect child to parent.
bool IsReversible(JointType type) {
  return type == JointType::kFixed || type == JointType::kRevolute ||
         type == JointType::kContinuous || type == JointType::kPrismatic ||
         type == JointType::kScrew || type == JointType::kBall;
}

bool IsHinge(JointType type) {
  return type == JointType::kRevolute || type == JointType::kContinuous;
}

/// Makes one robot.
class Maker {
 public:
  explicit Maker(const RandomRobotSpec& spec) : spec_(spec), random_(spec.seed, "random_robot") {}

  world::Model Make() {
    model_.name = "robot";
    const int count =
        2 + static_cast<int>(Index(&random_, static_cast<std::size_t>(spec_.max_links - 1)));
    for (int i = 0; i < count; ++i) AddLink(i);
    // Attached to the world, or floating.
    if (random_.Uniform() < 0.5) AddJoint(world::kWorldLink, 0);
    for (int i = 1; i < count; ++i) {
      const int other = static_cast<int>(Index(&random_, static_cast<std::size_t>(i)));
      AddJoint(other, i);
    }
    if (spec_.mimics) AddMimic();
    return std::move(model_);
  }

 private:
  void AddLink(int i) {
    const Vector3d size(random_.Uniform(0.1, 0.3), random_.Uniform(0.1, 0.3),
                        random_.Uniform(0.1, 0.3));
    world::Link link =
        MakeLink("l" + std::to_string(i), world::Box{size}, random_.Uniform(0.5, 2.0));
    const Matrix3d R = Turn(&random_).toRotationMatrix();
    const Matrix3d I = R * link.inertia.I_BBcm_B * R.transpose();
    link.inertia.I_BBcm_B = 0.5 * (I + I.transpose());
    link.inertia.p_BBcm = 0.05 * Direction(&random_);
    link.gravity = random_.Uniform() > 0.05;
    link.collisions.clear();
    if (!spec_.shapes.empty() && random_.Uniform() < 0.8) {
      world::Collision collision;
      collision.name = "collision";
      collision.geometry = spec_.shapes[Index(&random_, spec_.shapes.size())];
      collision.X_LG = RigidTransform(Turn(&random_), 0.05 * Direction(&random_));
      collision.surface.mu = collision.surface.mu2 = random_.Uniform(0.0, 1.2);
      link.collisions.push_back(collision);
    }
    // A random walk through space; AddJoint puts the joint between a link and its parent.
    const Vector3d from = i == 0 ? Vector3d::Zero() : model_.links.back().X_ML.p;
    link.X_ML = RigidTransform(Turn(&random_), from + 0.3 * Direction(&random_));
    model_.links.push_back(link);
  }

  const RigidTransform& PoseOfLink(int link) const {
    return model_.links[static_cast<std::size_t>(link)].X_ML;
  }

  void AddJoint(int parent, int child) {
    world::Joint joint;
    joint.name = "j" + std::to_string(model_.joints.size());
    joint.type = spec_.types[Index(&random_, spec_.types.size())];
    const RigidTransform X_MP = parent == world::kWorldLink ? RigidTransform() : PoseOfLink(parent);
    const Vector3d middle = 0.5 * (X_MP.p + PoseOfLink(child).p) + 0.05 * Direction(&random_);
    const RigidTransform X_MJ(Turn(&random_), middle);
    const bool inwards = random_.Uniform() < 0.2;
    // A link connected from child to parent must not get another parent: that would be a loop.
    const auto hangs_inwards = [&](int link) {
      return std::find(inwards_.begin(), inwards_.end(), link) != inwards_.end();
    };
    if (inwards && parent != world::kWorldLink && IsReversible(joint.type) &&
        !hangs_inwards(parent)) {
      inwards_.push_back(child);
      std::swap(parent, child);
    }
    joint.parent = parent;
    joint.child = child;
    joint.X_PJ = parent == world::kWorldLink ? X_MJ : PoseOfLink(parent).Inverse() * X_MJ;
    joint.X_CJ = PoseOfLink(child).Inverse() * X_MJ;
    const Quaterniond q = Turn(&random_);
    joint.axes[0].axis_J = q * Vector3d::UnitX();
    joint.axes[1].axis_J = q * Vector3d::UnitY();
    joint.screw_pitch = random_.Uniform(0.5, 1.0) * (random_.Uniform() < 0.5 ? -1.0 : 1.0);
    for (int k = 0; k < std::min(2, world::LimitedAxisCount(joint.type)); ++k) {
      FillAxis(&joint.axes[k]);
    }
    model_.joints.push_back(joint);
    AddStartAndCommands(static_cast<int>(model_.joints.size()) - 1);
  }

  void FillAxis(world::JointAxis* axis) {
    if (random_.Uniform() < 0.5) axis->damping = random_.Uniform(0.0, 0.1);
    if (random_.Uniform() < 0.3) {
      axis->spring_stiffness = random_.Uniform(0.0, 5.0);
      axis->spring_reference = random_.Uniform(-0.5, 0.5);
    }
    if (random_.Uniform() < 0.3) axis->armature = random_.Uniform(0.0, 0.05);
    axis->effort = random_.Uniform(1.0, 10.0);
    axis->velocity = random_.Uniform(1.0, 6.0);
    if (!spec_.rough) return;
    if (random_.Uniform() < 0.3) axis->friction = random_.Uniform(0.0, 0.5);
    if (random_.Uniform() < 0.5) {
      axis->lower = random_.Uniform(-2.0, -0.2);
      axis->upper = random_.Uniform(0.2, 2.0);
    }
  }

  void AddStartAndCommands(int index) {
    const world::Joint& joint = model_.joints[static_cast<std::size_t>(index)];
    const bool angle = joint.type != JointType::kPrismatic && joint.type != JointType::kPlanar;
    const int axes = std::min(2, world::LimitedAxisCount(joint.type));
    for (int k = 0; k < axes; ++k) {
      const double max = angle ? 0.8 : 0.1;
      const double start =
          std::clamp(random_.Uniform(-max, max), joint.axes[k].lower, joint.axes[k].upper);
      if (random_.Uniform() < 0.5) model_.initial_positions.push_back({index, k, start});
      AddCommand(index, k, angle);
    }
    if (joint.type != JointType::kBall) return;
    for (int k = 0; k < 3; ++k) {
      model_.initial_commands.push_back(
          {index, k, world::ControlMode::kEffort, random_.Uniform(-0.1, 0.1)});
    }
  }

  void AddCommand(int joint, int axis, bool angle) {
    using world::ControlMode;
    const double kind = random_.Uniform();
    const double size = random_.Uniform(-1.0, 1.0);
    if (kind < 0.4) return;
    if (!spec_.servos || kind < 0.6) {
      model_.initial_commands.push_back({joint, axis, ControlMode::kEffort, 0.3 * size});
    } else if (kind < 0.8) {
      model_.initial_commands.push_back(
          {joint, axis, ControlMode::kVelocity, (angle ? 3.0 : 0.2) * size});
    } else {
      model_.initial_commands.push_back(
          {joint, axis, ControlMode::kPosition, (angle ? 1.0 : 0.1) * size});
    }
  }

  /// The last hinge follows the first, if there are two.
  void AddMimic() {
    int first = -1;
    int last = -1;
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      if (!IsHinge(model_.joints[i].type)) continue;
      if (first < 0) first = static_cast<int>(i);
      last = static_cast<int>(i);
    }
    if (first == last) return;
    world::Joint& follower = model_.joints[static_cast<std::size_t>(last)];
    follower.mimic = world::Mimic{first, random_.Uniform(-1.5, 1.5), 0.0};
    follower.axes[0].lower = -world::kInfinity;
    follower.axes[0].upper = world::kInfinity;
    const auto of_follower = [&](const auto& entry) { return entry.joint == last; };
    std::erase_if(model_.initial_commands, of_follower);
    std::erase_if(model_.initial_positions, of_follower);
  }

  const RandomRobotSpec& spec_;
  RandomStream random_;
  world::Model model_;
  /// Links that are the parent in the joint that connects them.
  std::vector<int> inwards_;
};

bool AllCan(const std::vector<physics::BackendInfo>& engines, Capability capability) {
  return std::all_of(engines.begin(), engines.end(), [&](const physics::BackendInfo& info) {
    return info.Of(capability).supported;
  });
}

}  // namespace

world::Model MakeRandomRobot(const RandomRobotSpec& spec) { return Maker(spec).Make(); }

std::vector<JointType> CommonTypes(const std::vector<physics::BackendInfo>& engines) {
  std::vector<JointType> types = {JointType::kFixed};
  const std::pair<JointType, Capability> kinds[] = {{JointType::kRevolute, Capability::kRevolute},
                                                    {JointType::kContinuous, Capability::kRevolute},
                                                    {JointType::kPrismatic, Capability::kPrismatic},
                                                    {JointType::kScrew, Capability::kScrew},
                                                    {JointType::kUniversal, Capability::kUniversal},
                                                    {JointType::kBall, Capability::kBall},
                                                    {JointType::kPlanar, Capability::kPlanar},
                                                    {JointType::kFloating, Capability::kFloating}};
  for (const auto& [type, capability] : kinds) {
    if (AllCan(engines, capability)) types.push_back(type);
  }
  return types;
}

std::vector<world::Geometry> CommonShapes(const std::vector<physics::BackendInfo>& engines) {
  std::vector<world::Geometry> shapes;
  const std::pair<world::Geometry, Capability> kinds[] = {
      {world::Box{Vector3d(0.2, 0.15, 0.1)}, Capability::kBox},
      {world::Sphere{0.1}, Capability::kSphere},
      {world::Cylinder{0.08, 0.2}, Capability::kCylinder},
      {world::Capsule{0.06, 0.15}, Capability::kCapsule},
      {world::Ellipsoid{Vector3d(0.12, 0.08, 0.06)}, Capability::kEllipsoid}};
  for (const auto& [shape, capability] : kinds) {
    if (AllCan(engines, capability)) shapes.push_back(shape);
  }
  return shapes;
}

}  // namespace surefoot::conformance
