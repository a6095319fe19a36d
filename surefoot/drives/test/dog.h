#pragma once

/// Small models with legs.

#include <string>
#include <vector>

#include "surefoot/world/test/build_model.h"

namespace surefoot::drives::test {

/// A leg of hinges at these positions (in the model, all at zero) with these axes. A ball of 2 cm
/// at the last point is its foot. Joints are named PREFIX0, PREFIX1, ...
inline void AddLeg(world::Model* model, const std::string& prefix,
                   const std::vector<Vector3d>& places, const std::vector<Vector3d>& axes) {
  int parent = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::string name = prefix + std::to_string(i);
    model->links.push_back(world::test::MakeLink(name + "_link"));
    model->links.back().X_ML.p = places[i];
    model->links.back().collisions.clear();
    const int child = static_cast<int>(model->links.size()) - 1;
    model->joints.push_back(
        world::test::MakeJoint(*model, name, world::JointType::kRevolute, parent, child));
    model->joints.back().axes[0].axis_J = axes[i].normalized();
    model->joints.back().axes[0].lower = -2.5;
    model->joints.back().axes[0].upper = 2.5;
    parent = child;
  }
  world::Collision foot;
  foot.name = "foot";
  foot.geometry = world::Sphere{0.02};
  foot.X_LG.p = places.back() - model->links.back().X_ML.p;
  model->links.back().collisions.push_back(foot);
}

/// Four legs of three joints (across, thigh, knee), 0.2 m each, at the corners of 0.4 m by 0.2 m;
/// bent so that the feet are below the hips. Joints lf0, lf1, lf2, rf0, ...
inline world::Model MakeDog() {
  world::Model model;
  model.name = "dog";
  model.links.push_back(world::test::MakeLink("base_link"));
  for (const char* name : {"lf", "rf", "lh", "rh"}) {
    const Vector3d hip(name[1] == 'f' ? 0.2 : -0.2, name[0] == 'l' ? 0.1 : -0.1, 0.0);
    AddLeg(&model, name, {hip, hip, hip - Vector3d(0, 0, 0.2), hip - Vector3d(0, 0, 0.4)},
           {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitY()});
    const int knee = static_cast<int>(model.joints.size()) - 1;
    model.initial_positions.push_back({knee - 1, 0, 0.7});
    model.initial_positions.push_back({knee, 0, -1.4});
  }
  return model;
}

/// The element of its drive; `more` are further children.
inline std::string DogDrive(const std::string& more) {
  std::string joints;
  std::string legs;
  for (const char* name : {"lf", "rf", "lh", "rh"}) {
    std::string leg;
    for (const char* joint : {"0", "1", "2"}) {
      const std::string full = std::string(name) + joint;
      const char* start = joint[0] == '0' ? "0" : joint[0] == '1' ? "0.7" : "-1.4";
      joints += "<joint name=\"" + full + "\"><initial>" + start + "</initial></joint>";
      leg += "<joint>" + full + "</joint>";
    }
    legs += std::string("<leg name=\"") + name + "\">" + leg + "</leg>";
  }
  return "<drive name=\"d\" type=\"legged_walk\">" + joints + legs + more + "</drive>";
}

}  // namespace surefoot::drives::test
