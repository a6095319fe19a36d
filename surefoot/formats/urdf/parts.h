#pragma once

/// The parts of the URDF reader: each function reads one kind of element into the model. Errors go
/// to the UrdfFile; reading continues after them so that one load reports all. Private to this
/// folder.

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "surefoot/formats/urdf/urdf_file.h"
#include "surefoot/world/model.h"

namespace surefoot::formats::urdf {

/// Materials by name; indices of links or joints by name.
using Materials = std::map<std::string, world::Material>;
using Ids = std::unordered_map<std::string, int>;

/// A robot under construction. Indices into model.links and model.joints stay valid while it is
/// read.
struct Robot {
  world::Model model;
  Ids link_ids;
  Ids joint_ids;
  /// Initial positions by joint index (rad or m).
  std::map<int, double> starts;
};

/// Fills in the model from <robot>. Returns false when the result cannot be used.
bool ReadRobot(const XmlElement& element, world::Model* model, UrdfFile* file);

/// "did you mean ...?", or the list of names when they are few. `kind` is "links" or "joints".
std::string AdviceOn(const std::string& name, const Ids& ids, const std::string& kind);

/// All materials that are defined, at the robot or inside of a <visual>: URDF lets a visual refer
/// to a material that is defined later.
Materials ReadMaterials(const XmlElement& robot, UrdfFile* file);

world::Link ReadLink(const XmlElement& element, const Materials& materials, UrdfFile* file);

/// Applies a <surefoot:surface> of a link to all its collisions; does nothing for other elements.
void ApplySurfaceToLink(const world::Element& element, world::Link* link, UrdfFile* file);

std::optional<world::JointType> ReadJointType(const XmlElement& element, UrdfFile* file);
/// Reads a joint without its <mimic>. Returns false when its type or one of its links is unknown.
bool ReadJoint(const XmlElement& element, const Robot& robot, world::Joint* joint, UrdfFile* file);
/// Reads <mimic>. Called after all joints have been read, since it may name a later one.
void ReadMimic(const XmlElement& joint_element, Robot* robot, UrdfFile* file);

/// Reads <gazebo>, for the link or joint that `reference` names or else for the robot.
void ReadGazebo(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Sets one number of the surface of all collisions of the link.
void SetSurface(const XmlElement& element, double world::Surface::*member, world::Link* link,
                UrdfFile* file);

/// Adds a sensor to a link or joint (`owner`), renamed if another one has its name: topics are
/// named after sensors.
void AddSensor(world::Sensor sensor, const std::string& owner, std::vector<world::Sensor>* sensors,
               UrdfFile* file);
/// Reads the <sensor> of URDF itself: <parent link="" or joint="">, <origin>, <camera> or <ray>.
void ReadUrdfSensor(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Reads Drake's <frame name="" link="" xyz="" rpy="">.
void ReadFrame(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Reads initial positions from <ros2_control>. The caller keeps the element for the controllers.
void ReadRos2Control(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Adds the parameter files of ros2_control plugins to the model as <surefoot:ros_parameters>.
void ReadControllers(world::Model* model, UrdfFile* file);
/// Reads Drake's <loop_joint>, which closes a loop between two links of the tree.
void ReadLoop(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Reads PyBullet's <contact> of a link, which applies to all its collisions.
void ReadContact(const XmlElement& element, world::Link* link, UrdfFile* file);

/// Replaces impossible inertias (a mass with a principal moment of zero), which exporters write, by
/// those of the link's shapes or of a sphere with the same mass. Warns of each.
void RepairInertia(world::Model* model, UrdfFile* file);
/// Joints whose limits exclude zero start at the nearest limit, unless the file gives an initial
/// position: the limit's force would throw the robot otherwise.
void StartWithinLimits(world::Model* model, UrdfFile* file);

/// Checks that the links form one tree and computes their poses at joint position zero. A root link
/// named "world" becomes the world itself. Returns false after reporting.
bool ConnectLinks(Robot* robot, UrdfFile* file);

}  // namespace surefoot::formats::urdf
