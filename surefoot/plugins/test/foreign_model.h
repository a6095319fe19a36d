#pragma once

/// Creates models with plugins and tags from text.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "surefoot/plugins/foreign.h"
#include "surefoot/plugins/plugin_name.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/world/test/build_model.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::plugins::test {

/// A model "car" with the base link and wheels of radius 0.1 at these positions, with axles along
/// y. Joints and links have these names.
inline world::Model MakeCar(const std::vector<std::pair<std::string, Vector3d>>& wheels) {
  world::Model model;
  model.name = "car";
  model.links.push_back(world::test::MakeLink("base"));
  for (const auto& [name, place] : wheels) {
    const int child = static_cast<int>(model.links.size());
    model.links.push_back(world::test::MakeLink(name + "_wheel"));
    model.links.back().X_ML.p = place;
    model.links.back().collisions[0].geometry = world::Cylinder{0.1, 0.05};
    model.joints.push_back(
        world::test::MakeJoint(model, name, world::JointType::kContinuous, 0, child));
    model.joints.back().axes[0].axis_J = Vector3d::UnitY();
  }
  return model;
}

inline world::Model MakeTwoWheels() {
  return MakeCar({{"left", Vector3d(0, 0.25, 0)}, {"right", Vector3d(0, -0.25, 0)}});
}

inline void AddPlugin(const std::string& text, world::Model* model) {
  model->plugins.push_back(PluginOf(world::test::ParseMarkup(text)));
}

inline void AddTag(const std::string& text, world::Model* model) {
  model->extensions.push_back(world::test::ParseMarkup(text));
}

/// The text at a path of an element; "" if it does not exist.
inline std::string At(const world::Element& element, const std::string& path) {
  const std::size_t slash = path.find('/');
  const world::Element* child = element.Child(path.substr(0, slash));
  if (child == nullptr) return "";
  return slash == std::string::npos ? child->text : At(*child, path.substr(slash + 1));
}

/// Returns the drive of a model; the test fails if it has no drive.
inline world::Element OnlyDrive(const world::Model& model, Problems* problems) {
  const std::vector<world::Element> drives = DrivesOf(model, problems);
  EXPECT_EQ(drives.size(), 1u);
  return drives.empty() ? world::Element() : drives[0];
}

/// Counts the problems of this severity whose message contains `part`.
inline int CountOf(const Problems& problems, Severity severity, const std::string& part) {
  int count = 0;
  for (const Problem& problem : problems.all()) {
    if (problem.severity == severity && ToString(problem).find(part) != std::string::npos) ++count;
  }
  return count;
}

}  // namespace surefoot::plugins::test
