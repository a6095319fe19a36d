#pragma once

/// The parts of the URDF reader. Private to this folder.

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "surefoot/formats/urdf/urdf_file.h"
#include "surefoot/world/model.h"

namespace surefoot::formats::urdf {

using Materials = std::map<std::string, world::Material>;
using Ids = std::unordered_map<std::string, int>;

/// A robot in the making.
struct Robot {
  world::Model model;
  Ids link_ids;
  Ids joint_ids;
  /// Where joints start, by index.
  std::map<int, double> starts;
};

/// Fills in the model. False when nothing came out that can be used.
bool ReadRobot(const XmlElement& element, world::Model* model, UrdfFile* file);

/// "did you mean ...?", or which names there are when they are few. `kind`: "links".
std::string AdviceOn(const std::string& name, const Ids& ids, const std::string& kind);

/// Materials by name, wherever in the file they are described.
Materials ReadMaterials(const XmlElement& robot, UrdfFile* file);

world::Link ReadLink(const XmlElement& element, const Materials& materials, UrdfFile* file);

/// <surefoot:surface> written for a whole link; other elements are passed over.
void ApplySurfaceToLink(const world::Element& element, world::Link* link, UrdfFile* file);

std::optional<world::JointType> ReadJointType(const XmlElement& element, UrdfFile* file);
/// False when its type or links are unknown. Without <mimic>.
bool ReadJoint(const XmlElement& element, const Robot& robot, world::Joint* joint, UrdfFile* file);
/// Needs all joints.
void ReadMimic(const XmlElement& joint_element, Robot* robot, UrdfFile* file);

/// <gazebo>, with or without reference.
void ReadGazebo(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Sets one number of the surface of all collisions of the link.
void SetSurface(const XmlElement& element, double world::Surface::*member, world::Link* link,
                UrdfFile* file);

/// Adds a sensor of a link or joint (`owner`) under a name that none of the others has.
void AddSensor(world::Sensor sensor, const std::string& owner, std::vector<world::Sensor>* sensors,
               UrdfFile* file);
/// The <sensor> of URDF itself: <parent link="" or joint="">, <origin>, and <camera> or <ray>.
void ReadUrdfSensor(const XmlElement& element, Robot* robot, UrdfFile* file);
/// <frame name="" link="" xyz="" rpy="">, as Drake has it.
void ReadFrame(const XmlElement& element, Robot* robot, UrdfFile* file);
/// Initial positions; the element is kept by the caller.
void ReadRos2Control(const XmlElement& element, Robot* robot, UrdfFile* file);
/// The parameter files of ros2_control plugins that are there, as <surefoot:ros_parameters>.
void ReadControllers(world::Model* model, UrdfFile* file);
/// <loop_joint>, as Drake has it: closes a loop between two links that are in the tree.
void ReadLoop(const XmlElement& element, Robot* robot, UrdfFile* file);
/// PyBullet's <contact> of a link, for all its collisions.
void ReadContact(const XmlElement& element, world::Link* link, UrdfFile* file);

/// Inertia that no body can have (zero or negative moments with a mass) is replaced by that of the
/// link's shapes with the link's mass, else of a ball of water. With a warning.
void RepairInertia(world::Model* model, UrdfFile* file);
/// Joints whose limits exclude zero and that are told no start begin at the nearest limit.
void StartWithinLimits(world::Model* model, UrdfFile* file);

/// Checks that the links form one tree and gives them their poses at zero. A root link "world"
/// becomes the world itself. False after reporting.
bool ConnectLinks(Robot* robot, UrdfFile* file);

}  // namespace surefoot::formats::urdf
