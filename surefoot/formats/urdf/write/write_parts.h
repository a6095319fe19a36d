#pragma once

/// From the world's description to URDF elements. Private to this folder, except WriteUrdf.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/robot_tree.h"
#include "surefoot/formats/write.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats::urdf {

/// What a URDF file cannot express, by kind. Reported as one warning for each kind.
class Losses {
 public:
  /// `what` completes "URDF has no ...": "sensors". `name` is the part that has it.
  void Add(const std::string& what, const std::string& name, const Source& source);
  /// The same for shapes that are approximated; `what` is the whole message.
  void Changed(const std::string& what, const std::string& name, const Source& source);
  void Report(Problems* problems) const;

 private:
  struct Loss {
    std::string message;
    Source source;
    std::vector<std::string> names;
  };
  void Note(const std::string& message, const std::string& name, const Source& source);

  /// In the order of the first one of each kind.
  std::vector<Loss> losses_;
};

/// What the functions below share.
class UrdfWriter {
 public:
  UrdfWriter(const world::WorldSpec& spec, const WriteContext& context) : assets_(spec, context) {}

  AssetFiles& assets() { return assets_; }
  Losses& losses() { return losses_; }

  /// The URI of a mesh that is made from a shape. `key` identifies the shape; `make` is called for
  /// the first shape of each key.
  template <typename Make>
  std::string UriOfMade(const std::string& key, Make make) {
    std::unique_ptr<TriMesh>& mesh = made_[key];
    if (mesh == nullptr) mesh = std::make_unique<TriMesh>(make());
    return assets_.UriOf(*mesh);
  }

  /// The name under which a material is defined at the robot; equal materials have one name.
  std::string MaterialName(const world::Material& material, double transparency);
  /// The <material> elements of all names.
  const std::vector<world::Element>& materials() const { return materials_; }

 private:
  AssetFiles assets_;
  Losses losses_;
  std::map<std::string, std::unique_ptr<TriMesh>> made_;
  std::vector<world::Element> materials_;
};

/// Adds <origin xyz="" rpy="">; nothing for the identity.
void AddOrigin(const RigidTransform& X, world::Element* parent);

world::Element WriteLink(const world::Link& link, const std::string& name, UrdfWriter* writer);
/// `model` is for messages.
world::Element WriteJoint(const world::Model& model, const RobotTree& tree, int edge,
                          UrdfWriter* writer);

/// Adds what the model has and URDF has not.
void FindLosses(const world::ModelInstance& instance, const RobotTree& tree, Losses* losses);

/// Writes a description of one model as plain URDF, which urdfdom reads. Warnings list what is
/// lost (docs/reference/formats.md, Writing). Returns false after reporting.
bool WriteUrdf(const world::WorldSpec& spec, const WriteContext& context,
               std::vector<WrittenFile>* files);

}  // namespace surefoot::formats::urdf
