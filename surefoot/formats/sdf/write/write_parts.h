#pragma once

/// From our description to SDF's markup, piece by piece.

#include <set>
#include <string>
#include <vector>

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/write.h"
#include "surefoot/world/model.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// True for a name that SDF accepts: not empty, without :: and blanks at its ends, not reserved.
bool IsPlainSdfName(const std::string& name);

/// Hands out names that SDF accepts and that no sibling has. The first that asks for a name gets
/// it.
class SdfSiblingNames {
 public:
  std::string Take(const std::string& wanted, const std::string& kind);

 private:
  std::set<std::string> used_;
};

/// A model and the models nested in it, as they are to be written. Numbers are indices into
/// world::Model's lists.
struct SdfNesting {
  std::string name;
  /// What stands before its parts' names: "arm::", "" for the whole model.
  std::string path;
  std::vector<int> links;
  std::vector<int> joints;
  std::vector<int> frames;
  std::vector<SdfNesting> nested;
};

/// Names of a model's parts in the written file. Parts called "arm::hand" are nested where reading
/// them again gives the same order and joints reach only what is in their own model; else all parts
/// stand in the model itself, under other names.
class SdfModelNames {
 public:
  explicit SdfModelNames(const world::Model& model);

  const SdfNesting& root() const { return root_; }

  /// With their scope: "arm::hand".
  const std::string& link(int index) const { return links_[static_cast<std::size_t>(index)]; }
  const std::string& joint(int index) const { return joints_[static_cast<std::size_t>(index)]; }
  const std::string& frame(int index) const { return frames_[static_cast<std::size_t>(index)]; }

  /// Without what the scope says already.
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

/// <pose>; nothing for the identity.
void AddSdfPose(const RigidTransform& X, world::Element* parent);

/// <surefoot:name> when the part is not written under its own name.
void AddSdfName(const std::string& name, const std::string& written, world::Element* parent);

/// The elements that are kept; those that are not ours in <surefoot:kept>.
void AddSdfExtensions(const std::vector<world::Element>& extensions, world::Element* parent);

world::Element WriteSdfModel(const SdfWriter& writer, const world::ModelInstance& instance,
                             const std::string& name);
world::Element WriteSdfLink(const SdfWriter& writer, const world::Link& link, bool is_static,
                            const std::string& name);
/// `scope` is the model that the joint is written in.
world::Element WriteSdfJoint(const world::Model& model, const SdfModelNames& names,
                             const SdfNesting& scope, int joint);

world::Element WriteSdfGeometry(const SdfWriter& writer, const world::Geometry& geometry);
/// Nothing to write: no children.
world::Element WriteSdfSurface(const world::Surface& surface);
world::Element WriteSdfMaterial(const SdfWriter& writer, const world::Material& material);

/// `X_PS`: the sensor in what it is written in.
world::Element WriteSdfSensor(const world::Sensor& sensor, const RigidTransform& X_PS,
                              const std::string& name);
world::Element WriteSdfLight(const world::Light& light, const std::string& name);
world::Element WriteSdfPlugin(const world::Plugin& plugin);
world::Element WriteSdfPhysics(const world::PhysicsSpec& physics);

/// Writes a description as SDF 1.9 that reads as the same description (docs/reference/formats.md,
/// Writing). False after reporting.
bool WriteSdf(const world::WorldSpec& spec, const WriteContext& context,
              std::vector<WrittenFile>* files);

}  // namespace surefoot::formats
