#pragma once

/// Small worlds for the tests of this folder.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::cli::test {

/// A ball of 1 kg and 0.1 m radius per link, without joints.
inline std::shared_ptr<world::Model> MakeBalls(const std::vector<std::string>& links) {
  auto model = std::make_shared<world::Model>();
  model->name = "balls";
  for (const std::string& name : links) {
    world::Link link;
    link.name = name;
    link.inertia.mass = 1.0;
    link.inertia.I_BBcm_B = Matrix3d::Identity() * 0.004;
    model->links.push_back(link);
  }
  return model;
}

inline void Connect(const std::string& name, world::JointType type, int parent, int child,
                    world::Model* model) {
  world::Joint joint;
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.axes[1].axis_J = Vector3d::UnitX();
  model->joints.push_back(joint);
}

/// The same model under each of the names.
inline std::shared_ptr<const world::World> MakeWorldOf(std::shared_ptr<const world::Model> model,
                                                       const std::vector<std::string>& names) {
  world::WorldSpec spec;
  for (const std::string& name : names) {
    spec.models.push_back(world::ModelInstance{name, RigidTransform(), model});
  }
  return world::MakeWorld(std::move(spec), nullptr).value();
}

}  // namespace surefoot::cli::test
