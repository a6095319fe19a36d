#pragma once

/// From the bodies of an MJCF file to models. Private to this folder.

#include <set>
#include <string>
#include <vector>

#include "surefoot/formats/mjcf/scene.h"

namespace surefoot::formats::mjcf {

/// One model while it is made.
struct ModelBuild {
  world::Model model;
  RigidTransform X_WM;
  /// Index into Scene::bodies of the only root that moves freely; -1: none, or several.
  int free_root = -1;
  std::set<std::string> joint_names;
};

/// One equality constraint, its references resolved.
struct Equality {
  enum class Kind { kConnect, kWeld, kJoint } kind = Kind::kConnect;
  std::string name;
  /// Connect and weld: bodies and the frame that is held together, in each of them.
  int body1 = 0;
  int body2 = 0;
  RigidTransform X_1J;
  RigidTransform X_2J;
  /// Joint: the follower, the leader (body -1: none) and the polynomial.
  PartRef joint1;
  PartRef joint2;
  std::vector<double> polynomial;
  Source source;
};

/// Reads all <equality> sections; what is not active or not known is told and left out.
std::vector<Equality> ReadEqualities(const Scene& scene, Reader* reader);

/// Splits the bodies into models: what cannot move is one static model ("worldbody"), the first;
/// each tree below the world that can move is one of its own, trees that a constraint joins are
/// one together. Fills in MjBody::model and link, MjJoint::model_joint.
std::vector<ModelBuild> BuildModels(const std::vector<Equality>& equalities, Reader* reader,
                                    Scene* scene);

/// The constraints as loop joints and mimics of the models.
void ApplyEqualities(const std::vector<Equality>& equalities, Reader* reader, Scene* scene,
                     std::vector<ModelBuild>* models);

/// Masks, frictions, <exclude> and <pair>.
void ApplyContacts(const Scene& scene, Reader* reader, std::vector<ModelBuild>* models,
                   world::WorldSpec* spec);

/// One actuator of the file, in its order.
struct Servo {
  world::ControlMode mode = world::ControlMode::kNone;
  int model = -1;
  int joint = -1;
  /// Command = offset + factor * ctrl, ctrl clamped to the range.
  double factor = 0.0;
  double offset = 0.0;
  double least = -world::kInfinity;
  double most = world::kInfinity;

  double Target(double ctrl) const;
};

/// Reads <actuator>: limits of efforts, and what position and velocity servos command at ctrl 0.
std::vector<Servo> ApplyActuators(Reader* reader, Scene* scene, std::vector<ModelBuild>* models);

/// <sensor>, <tendon> and what is kept as written.
void ApplySensors(Reader* reader, const Scene& scene, std::vector<ModelBuild>* models,
                  world::WorldSpec* spec);
void KeepTendons(Reader* reader, const Scene& scene, std::vector<ModelBuild>* models);

/// <keyframe>: positions, root pose and commands for each model.
void ApplyKeyframes(const std::vector<Servo>& servos, Reader* reader, const Scene& scene,
                    std::vector<ModelBuild>* models);

}  // namespace surefoot::formats::mjcf
