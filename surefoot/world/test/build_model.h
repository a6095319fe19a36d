#pragma once

/// Small models for the tests of this folder.

#include <memory>
#include <string>

#include "surefoot/world/model.h"

namespace surefoot::world::test {

/// A solid cube with sides of 1 m and this mass.
inline Link MakeLink(const std::string& name, double mass = 1.0) {
  Link link;
  link.name = name;
  link.inertia.mass = mass;
  link.inertia.I_BBcm_B = Matrix3d::Identity() * (mass / 6.0);
  link.source = Source{"robot.urdf", 7, "link[" + name + "]"};
  Collision collision;
  collision.name = "shape";
  collision.geometry = Box{};
  collision.source = Source{"robot.urdf", 8, "link[" + name + "]/collision"};
  link.collisions.push_back(collision);
  return link;
}

/// A joint whose frames are consistent with the poses of the links.
inline Joint MakeJoint(const Model& model, const std::string& name, JointType type, int parent,
                       int child) {
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.source = Source{"robot.urdf", 20, "joint[" + name + "]"};
  const RigidTransform X_MP =
      parent == kWorldLink ? RigidTransform() : model.links[static_cast<std::size_t>(parent)].X_ML;
  joint.X_PJ = X_MP.Inverse() * model.links[static_cast<std::size_t>(child)].X_ML;
  joint.axes[1].axis_J = Vector3d::UnitX();
  if (type == JointType::kScrew) joint.screw_pitch = 0.01;
  return joint;
}

/// Links "l0", "l1", ... in a row, 1 m apart, without joints.
inline Model MakeRow(int count) {
  Model model;
  model.name = "row";
  model.source = Source{"robot.urdf", 2, "model[row]"};
  for (int i = 0; i < count; ++i) {
    model.links.push_back(MakeLink("l" + std::to_string(i)));
    model.links.back().X_ML = RigidTransform(Vector3d(i, 0.0, 0.0));
  }
  return model;
}

inline void Connect(Model* model, JointType type, int parent, int child) {
  const std::string name = "j" + std::to_string(model->joints.size());
  model->joints.push_back(MakeJoint(*model, name, type, parent, child));
}

/// A cart with two wheels and a fixed mast.
inline Model MakeCart() {
  Model model = MakeRow(4);
  model.name = "cart";
  const char* names[] = {"chassis", "left_wheel", "right_wheel", "mast"};
  for (std::size_t i = 0; i < 4; ++i) model.links[i].name = names[i];
  Connect(&model, JointType::kContinuous, 0, 1);
  Connect(&model, JointType::kContinuous, 0, 2);
  Connect(&model, JointType::kFixed, 0, 3);
  return model;
}

}  // namespace surefoot::world::test
