#pragma once

/// From our description to SDF's markup, piece by piece.

#include <string>
#include <vector>

#include "surefoot/formats/asset_files.h"
#include "surefoot/formats/sdf/write/write_names.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

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

}  // namespace surefoot::formats
