#pragma once

/// Reads MJCF text in tests.

#include <gtest/gtest.h>

#include <string>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/formats/format.h"
#include "surefoot/formats/mjcf/mjcf.h"
#include "surefoot/formats/test/findings.h"

namespace surefoot::formats {

/// A loaded file with its problems.
struct Loaded : Findings {
  ReadResult read;

  const world::Model* FindModel(const std::string& name) const {
    for (const world::ModelInstance& instance : read.spec.models) {
      if (instance.name == name) return instance.model.get();
    }
    return nullptr;
  }
  /// Returns the link with this name in any model.
  const world::Link& link(const std::string& name) const {
    static const world::Link none;
    for (const world::ModelInstance& instance : read.spec.models) {
      const int index = instance.model->FindLink(name);
      if (index >= 0) return instance.model->links[static_cast<std::size_t>(index)];
    }
    ADD_FAILURE() << "no link " << name << "\n" << Text();
    return none;
  }
  const world::Joint& joint(const std::string& name) const {
    static const world::Joint none;
    for (const world::ModelInstance& instance : read.spec.models) {
      const int index = instance.model->FindJoint(name);
      if (index >= 0) return instance.model->joints[static_cast<std::size_t>(index)];
    }
    ADD_FAILURE() << "no joint " << name << "\n" << Text();
    return none;
  }
};

inline Loaded LoadFile(const std::string& path) {
  FormatRegistry registry;
  registry.Add("mjcf", MakeMjcfFormat());
  Loaded loaded;
  loaded.read = ReadFile(registry, UriResolver(), path, &loaded.problems);
  return loaded;
}

/// Loads the text inside <mujoco>; its first line is line 1.
inline Loaded LoadText(const std::string& text) {
  const TempFolder folder;
  return LoadFile(folder.Write("test.xml", "<mujoco>" + text + "</mujoco>"));
}

/// Loads the text inside <worldbody>.
inline Loaded LoadBodies(const std::string& text) {
  return LoadText("<worldbody>" + text + "</worldbody>");
}

}  // namespace surefoot::formats
