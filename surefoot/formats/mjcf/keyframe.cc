/// Reads <keyframe>. MuJoCo has one state vector for the whole scene, while keyframes belong to
/// models here: each <key> is split into one keyframe for each moving model.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/formats/mjcf/build.h"
#include "surefoot/formats/mjcf/schema.h"

namespace surefoot::formats::mjcf {
namespace {

/// Far above the positions of any scene within kMaxElements.
constexpr std::size_t kMaxNumbers = 10'000'000;

/// Numbers of a joint in qpos: a free joint has a position and a quaternion, a ball a quaternion.
std::size_t PositionCount(MjJointType type) {
  return type == MjJointType::kFree ? 7 : type == MjJointType::kBall ? 4 : 1;
}

/// The pose of a free joint: x y z, then the quaternion w x y z.
RigidTransform PoseAt(const double* q) {
  Quaterniond rotation(q[3], q[4], q[5], q[6]);
  rotation = rotation.norm() > 1e-12 ? rotation.normalized() : Quaterniond::Identity();
  return RigidTransform(rotation, Vector3d(q[0], q[1], q[2]));
}

/// Copies qpos into the keyframes of the models; returns false when its length does not match the
/// joints. qpos is in the order of the bodies and their joints.
bool ReadPositions(const std::vector<double>& qpos, const Scene& scene,
                   const std::vector<ModelBuild>& models, const Source& source, Reader* reader,
                   std::vector<world::Keyframe>* keys) {
  std::size_t count = 0;
  for (const MjBody& body : scene.bodies) {
    for (const MjJoint& joint : body.joints) count += PositionCount(joint.type);
  }
  if (qpos.size() != count) {
    return reader->WarnOnce("qpos size", source,
                            "the keyframe is ignored: its qpos has " + std::to_string(qpos.size()) +
                                " numbers, but the joints have " + std::to_string(count) +
                                " positions");
  }
  std::size_t at = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const MjBody& body = scene.bodies[i];
    for (const MjJoint& joint : body.joints) {
      const double* q = qpos.data() + at;
      at += PositionCount(joint.type);
      if (body.model < 0) continue;
      world::Keyframe& key = (*keys)[At(body.model)];
      if (joint.type == MjJointType::kFree) {
        const ModelBuild& build = models[At(body.model)];
        if (build.free_root == static_cast<int>(i)) key.X_MB = build.X_WM.Inverse() * PoseAt(q);
      } else if (joint.type == MjJointType::kBall) {
        const bool turned = q[1] != 0.0 || q[2] != 0.0 || q[3] != 0.0;
        if (turned) {
          reader->WarnOnce("key ball", source, "ball joints keep their zero position in keyframes",
                           joint.name);
        }
      } else if (joint.model_joint >= 0) {
        key.positions.push_back({joint.model_joint, 0, q[0]});
      }
    }
  }
  return true;
}

/// Copies ctrl into the commands. The first actuator of a joint decides its command; motors without
/// effort need none.
void ReadControls(const std::vector<double>& ctrl, const std::vector<Servo>& servos,
                  const std::vector<ModelBuild>& models, std::vector<world::Keyframe>* keys) {
  for (std::size_t i = 0; i < std::min(ctrl.size(), servos.size()); ++i) {
    const Servo& servo = servos[i];
    if (servo.model < 0 || servo.mode == world::ControlMode::kNone) continue;
    world::Keyframe& key = (*keys)[At(servo.model)];
    const bool taken = std::any_of(
        key.commands.begin(), key.commands.end(),
        [&](const world::InitialCommand& command) { return command.joint == servo.joint; });
    const world::Joint& joint = models[At(servo.model)].model.joints[At(servo.joint)];
    if (taken || joint.mimic) continue;
    double target = servo.Target(ctrl[i]);
    if (servo.mode == world::ControlMode::kEffort && target == 0.0) continue;
    if (servo.mode == world::ControlMode::kPosition) {
      target = std::clamp(target, joint.axes[0].lower, joint.axes[0].upper);
    }
    key.commands.push_back({servo.joint, 0, servo.mode, target});
  }
}

}  // namespace

void ApplyKeyframes(const std::vector<Servo>& servos, Reader* reader, const Scene& scene,
                    std::vector<ModelBuild>* models) {
  const ScenePart& part = scene.parts.front();
  std::set<std::string> names;
  std::size_t index = 0;
  for (const Node* node : part.document->Section("keyframe")) {
    if (node->name != "key" || reader->stopped()) continue;
    CheckAttributes(*node, "key", reader);
    const Attributes attributes(*node, reader);
    const std::string number = "key" + std::to_string(index++);
    std::string name = attributes.Text("name", number);
    if (name.empty() || !names.insert(name).second) name = number;
    if (node->Has("qvel") || node->Has("act")) {
      reader->WarnOnce("key velocity", SourceOf(*node),
                       "qvel and act of a keyframe are ignored: it starts at rest", name);
    }
    std::vector<world::Keyframe> keys(models->size());
    const std::vector<double> ctrl = attributes.Numbers("ctrl", 1, kMaxNumbers);
    if (attributes.Has("qpos") && !ReadPositions(attributes.Numbers("qpos", 0, kMaxNumbers), scene,
                                                 *models, SourceOf(*node), reader, &keys)) {
      continue;
    }
    // Without `ctrl`, MuJoCo sets all controls to zero.
    ReadControls(ctrl.empty() ? std::vector<double>(servos.size(), 0.0) : ctrl, servos, *models,
                 &keys);
    for (std::size_t i = 0; i < models->size(); ++i) {
      if ((*models)[i].model.is_static) continue;
      keys[i].name = name;
      if (!attributes.Has("qpos")) keys[i].positions = (*models)[i].model.initial_positions;
      (*models)[i].model.keyframes.push_back(std::move(keys[i]));
    }
  }
}

}  // namespace surefoot::formats::mjcf
