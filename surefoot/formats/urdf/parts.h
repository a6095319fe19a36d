#pragma once

/// The parts of the URDF reader. Private to this folder.

#include <map>
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
};

/// "did you mean ...?", or which names there are when they are few. `kind`: "links".
std::string AdviceOn(const std::string& name, const Ids& ids, const std::string& kind);

/// Materials by name, wherever in the file they are described.
Materials ReadMaterials(const XmlElement& robot, UrdfFile* file);

world::Link ReadLink(const XmlElement& element, const Materials& materials, UrdfFile* file);

/// Names given to the shapes of one link.
using UsedNames = std::unordered_set<std::string>;

/// Adds the <visual> or <collision> to the link; a shape that cannot be used is left out.
void ReadVisual(const XmlElement& element, const Materials& materials, world::Link* link,
                UsedNames* used, UrdfFile* file);
void ReadCollision(const XmlElement& element, world::Link* link, UsedNames* used, UrdfFile* file);

/// <surefoot:surface> written for a whole link; other elements are passed over.
void ApplySurfaceToLink(const world::Element& element, world::Link* link, UrdfFile* file);

/// False when its type or links are unknown. Without <mimic>.
bool ReadJoint(const XmlElement& element, const Robot& robot, world::Joint* joint, UrdfFile* file);
/// Needs all joints.
void ReadMimic(const XmlElement& joint_element, Robot* robot, UrdfFile* file);

/// <gazebo>, with or without reference.
void ReadGazebo(const XmlElement& element, Robot* robot, UrdfFile* file);
/// A sensor as Gazebo writes it, with <pose>.
world::Sensor ReadSensor(const XmlElement& element, UrdfFile* file);

/// Checks that the links form one tree and gives them their poses at zero. A root link "world"
/// becomes the world itself. False after reporting.
bool ConnectLinks(Robot* robot, UrdfFile* file);

}  // namespace surefoot::formats::urdf
