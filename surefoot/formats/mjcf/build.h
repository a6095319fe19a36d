#pragma once

/// From the bodies of an MJCF file to models. Private to this folder.

#include <set>
#include <string>
#include <vector>

#include "surefoot/formats/mjcf/scene.h"

namespace surefoot::formats::mjcf {

/// One model under construction.
struct ModelBuild {
  world::Model model;
  RigidTransform X_WM;
  /// Index into Scene::bodies of the root, when the model has one root and it has a free joint; -1
  /// otherwise. Keyframes set the model's pose by it.
  int free_root = -1;
  std::set<std::string> joint_names;
};

/// One equality constraint with its references resolved.
struct Equality {
  enum class Kind { kConnect, kWeld, kJoint } kind = Kind::kConnect;
  std::string name;
  /// Connect and weld: the two bodies, and the pose in each of the frame J that the constraint
  /// keeps together.
  int body1 = 0;
  int body2 = 0;
  RigidTransform X_1J;
  RigidTransform X_2J;
  /// Joint: the follower, the leader (body -1: none), and the coefficients of q_follower - ref = c0
  /// + c1 (q_leader - ref) + ... (MuJoCo's polycoef, five numbers).
  PartRef joint1;
  PartRef joint2;
  std::vector<double> polynomial;
  Source source;
};

/// Reads all <equality> sections. Inactive and unsupported constraints are reported and ignored.
std::vector<Equality> ReadEqualities(const Scene& scene, Reader* reader);

/// Splits the bodies into models. All static bodies become one static model, "worldbody", which is
/// the first; each kinematic tree that can move becomes a model, and trees that a constraint
/// connects are one model, because a loop joint cannot cross models. Sets MjBody::model and link
/// and MjJoint::model_joint.
std::vector<ModelBuild> BuildModels(const std::vector<Equality>& equalities, Reader* reader,
                                    Scene* scene);

/// Adds the constraints to the models: connect and weld as loop joints, joint as a mimic.
void ApplyEqualities(const std::vector<Equality>& equalities, Reader* reader, Scene* scene,
                     std::vector<ModelBuild>* models);

/// Converts contype and conaffinity to collision masks, friction to surfaces, and <exclude> and
/// <pair> to filters and masks.
void ApplyContacts(const Scene& scene, Reader* reader, std::vector<ModelBuild>* models,
                   world::WorldSpec* spec);

/// One actuator. The vector of servos keeps the file's order, because the `ctrl` of a keyframe is
/// indexed by it.
struct Servo {
  world::ControlMode mode = world::ControlMode::kNone;
  int model = -1;
  int joint = -1;
  /// Command = offset + factor * ctrl, with ctrl clamped to [min, max].
  double factor = 0.0;
  double offset = 0.0;
  double min = -world::kInfinity;
  double max = world::kInfinity;

  double Target(double ctrl) const;
};

/// Reads <actuator>: the effort limits of joints, and the commands of position and velocity servos
/// for ctrl = 0, which become the initial commands.
std::vector<Servo> ApplyActuators(Reader* reader, Scene* scene, std::vector<ModelBuild>* models);

/// Reads <sensor> and <tendon>. Sensors at sites become sensors of links; tendons and sensors
/// without an equivalent are kept as written.
void ApplySensors(Reader* reader, const Scene& scene, std::vector<ModelBuild>* models,
                  world::WorldSpec* spec);
void KeepTendons(Reader* reader, const Scene& scene, std::vector<ModelBuild>* models);

/// Reads <keyframe>: joint positions, root pose and commands for each model.
void ApplyKeyframes(const std::vector<Servo>& servos, Reader* reader, const Scene& scene,
                    std::vector<ModelBuild>* models);

}  // namespace surefoot::formats::mjcf
