#pragma once

/// One MJCF file (with its includes) apart from its bodies: settings, default classes, and the
/// tables of its assets. Private to this folder.

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/formats/mjcf/reader.h"

namespace surefoot::formats::mjcf {

/// <compiler>.
struct Compiler {
  bool radians = false;
  /// Poses are told in the world, not in the parent.
  bool global = false;
  std::string eulerseq = "xyz";
  std::string meshdir;
  std::string texturedir;
  bool strippath = false;
  bool autolimits = true;
  bool balanceinertia = false;
  bool fitaabb = false;
  bool exactmeshinertia = false;
  /// "auto", "true" or "false".
  std::string inertiafromgeom = "auto";
  int group_first = 0;
  int group_last = 5;
  double boundmass = 0.0;
  double boundinertia = 0.0;
  double settotalmass = -1.0;

  /// An angle as written, in rad.
  double Angle(double value) const;
};

using NodeTable = std::map<std::string, const Node*>;

struct Document {
  std::string path;
  /// <mujoco model="...">, or the file's name.
  std::string name;
  std::unique_ptr<Node> root;
  Compiler compiler;
  /// Addresses stay.
  std::deque<DefaultClass> classes;
  NodeTable meshes;
  NodeTable textures;
  NodeTable materials;
  NodeTable hfields;
  NodeTable models;
  /// Geoms that a <pair> lets collide, whatever their masks say.
  std::set<std::string> paired_geoms;

  const DefaultClass* main_class() const { return &classes.front(); }
  /// The class that the element names by `attribute`, else `inherited`. Reports unknown names.
  const DefaultClass* ClassOf(const Node& node, const char* attribute,
                              const DefaultClass* inherited, Reader* reader) const;
  /// All children of the sections of this name ("asset", "worldbody"), in the file's order.
  std::vector<const Node*> Section(const std::string& section) const;
};

/// Reads the file into a document. Null after reporting.
std::unique_ptr<Document> ReadDocument(const std::string& path, Reader* reader);

/// The pose that pos and one of quat, axisangle, xyaxes, zaxis, euler give.
RigidTransform ReadPose(const Attributes& attributes, const Compiler& compiler);
/// Rotation by angles (rad) about the axes of `sequence`: lower case turn, upper case fixed axes.
Quaterniond QuaternionFromEuler(const Vector3d& angles, const std::string& sequence);

/// A reference to something of a table: its entry, or null after an error with the nearest name.
const Node* Lookup(const NodeTable& table, const char* kind, const std::string& name,
                   const Source& source, Reader* reader);

}  // namespace surefoot::formats::mjcf
