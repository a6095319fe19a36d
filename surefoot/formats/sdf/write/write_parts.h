#pragma once

/// From the world's description to SDF elements, one function for each kind of element.

#include <set>
#include <string>
#include <vector>

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/write.h"
#include "surefoot/world/model.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// True for a name that SDF accepts: not empty, not reserved, without "::" and without blanks at
/// its ends.
bool IsPlainSdfName(const std::string& name);

/// Assigns names that SDF accepts and that are unique among siblings. The first one to request a
/// name gets it.
class SdfSiblingNames {
 public:
  std::string Take(const std::string& requested, const std::string& kind);

 private:
  std::set<std::string> used_;
};

/// A model and its nested models as they will be written. The numbers are indices into the lists
/// of world::Model.
struct SdfNesting {
  std::string name;
  /// The prefix of its parts' names: "arm::", or "" for the whole model.
  std::string path;
  std::vector<int> links;
  std::vector<int> joints;
  std::vector<int> frames;
  std::vector<SdfNesting> nested;
};

/// Names of a model's parts in the written file. Parts named "arm::hand" are written in a nested
/// model, if reading the file gives the same order of parts and each joint refers only to parts of
/// its own model. Otherwise all parts are written in the model itself, under other names.
class SdfModelNames {
 public:
  explicit SdfModelNames(const world::Model& model);

  const SdfNesting& root() const { return root_; }

  /// Names with their scope: "arm::hand".
  const std::string& link(int index) const { return links_[static_cast<std::size_t>(index)]; }
  const std::string& joint(int index) const { return joints_[static_cast<std::size_t>(index)]; }
  const std::string& frame(int index) const { return frames_[static_cast<std::size_t>(index)]; }

  /// The name without the part that the scope implies.
  static std::string Within(const SdfNesting& scope, const std::string& full_name) {
    return full_name.substr(scope.path.size());
  }

 private:
  void Assign(const world::Model& model, const SdfNesting& scope);

  SdfNesting root_;
  std::vector<std::string> links_;
  std::vector<std::string> joints_;
  std::vector<std::string> frames_;
};

/// What the functions below share.
struct SdfWriter {
  AssetFiles* assets = nullptr;
  Problems* problems = nullptr;
};

/// Adds <pose>; nothing for the identity.
void AddSdfPose(const RigidTransform& X, world::Element* parent);

/// Adds <surefoot:name> when the part is written under another name than its own.
void AddSdfName(const std::string& name, const std::string& written, world::Element* parent);

/// Adds the kept elements; those without the prefix surefoot are wrapped in <surefoot:kept>.
void AddSdfExtensions(const std::vector<world::Element>& extensions, world::Element* parent);

world::Element WriteSdfModel(const SdfWriter& writer, const world::ModelInstance& instance,
                             const std::string& name);
world::Element WriteSdfLink(const SdfWriter& writer, const world::Link& link, bool is_static,
                            const std::string& name);
/// `scope` is the model in which the joint is written.
world::Element WriteSdfJoint(const world::Model& model, const SdfModelNames& names,
                             const SdfNesting& scope, int joint);

world::Element WriteSdfGeometry(const SdfWriter& writer, const world::Geometry& geometry);
/// Without children when all values are SDF's defaults.
world::Element WriteSdfSurface(const world::Surface& surface);
world::Element WriteSdfMaterial(const SdfWriter& writer, const world::Material& material);

/// `X_PS` is the sensor's pose in the element that contains it.
world::Element WriteSdfSensor(const world::Sensor& sensor, const RigidTransform& X_PS,
                              const std::string& name);
world::Element WriteSdfLight(const world::Light& light, const std::string& name);
world::Element WriteSdfPlugin(const world::Plugin& plugin);
world::Element WriteSdfPhysics(const world::PhysicsSpec& physics);

/// Writes a description as SDF 1.9 such that reading the file gives the same description
/// (docs/reference/formats.md, Writing). Returns false after reporting.
bool WriteSdf(const world::WorldSpec& spec, const WriteContext& context,
              std::vector<WrittenFile>* files);

}  // namespace surefoot::formats
