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

/// The attributes of <compiler> with MuJoCo's defaults.
struct Compiler {
  bool radians = false;
  /// coordinate="global": poses are in the world frame instead of the parent's. Current versions of
  /// MuJoCo reject it, but older files use it.
  bool global = false;
  std::string eulerseq = "xyz";
  std::string meshdir;
  std::string texturedir;
  bool strippath = false;
  bool autolimits = true;
  bool balanceinertia = false;
  bool fitaabb = false;
  bool exactmeshinertia = false;
  /// "auto", "true" or "false". "auto" computes the inertia of bodies without <inertial>.
  std::string inertiafromgeom = "auto";
  /// Geoms outside of these groups do not count for computed inertias.
  int group_first = 0;
  int group_last = 5;
  /// Lower bounds (kg, kg m2) and, if positive, the total mass of the model (kg).
  double boundmass = 0.0;
  double boundinertia = 0.0;
  double settotalmass = -1.0;

  /// Converts an angle from the file's unit to radians.
  double Angle(double value) const;
};

/// The assets of one kind by name. The nodes belong to Document::root.
using NodeTable = std::map<std::string, const Node*>;

/// One file of the load: its elements, settings, default classes and assets. The tables point into
/// `root`.
struct Document {
  std::string path;
  /// <mujoco model="...">, or the file's name.
  std::string name;
  std::unique_ptr<Node> root;
  Compiler compiler;
  /// A deque, because elements keep pointers to their default class while more are added.
  std::deque<DefaultClass> classes;
  NodeTable meshes;
  NodeTable textures;
  NodeTable materials;
  NodeTable hfields;
  NodeTable models;
  /// Geoms named by a <pair>: they collide whatever their masks are.
  std::set<std::string> paired_geoms;

  const DefaultClass* main_class() const { return &classes.front(); }
  /// The class that the element names by `attribute`, else `inherited`. Reports unknown names.
  const DefaultClass* ClassOf(const Node& node, const char* attribute,
                              const DefaultClass* inherited, Reader* reader) const;
  /// All children of all sections of this name ("asset", "worldbody"), in the file's order. MJCF
  /// merges repeated sections.
  std::vector<const Node*> Section(const std::string& section) const;
};

/// Reads the file into a document; null after reporting.
std::unique_ptr<Document> ReadDocument(const std::string& path, Reader* reader);

/// The pose that `pos` and one of quat, axisangle, xyaxes, zaxis and euler describe.
RigidTransform ReadPose(const Attributes& attributes, const Compiler& compiler);
/// Rotation by three angles (rad) about the axes of `sequence`. As in MuJoCo, lower case letters
/// are intrinsic rotations (about the axes that turn along), upper case extrinsic (about fixed
/// axes).
Quaterniond QuaternionFromEuler(const Vector3d& angles, const std::string& sequence);

/// The entry of a table; null after an error that suggests the nearest name.
const Node* Lookup(const NodeTable& table, const char* kind, const std::string& name,
                   const Source& source, Reader* reader);

}  // namespace surefoot::formats::mjcf
