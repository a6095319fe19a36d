#pragma once

/// Reading URDF text in tests.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/formats/assets.h"
#include "surefoot/formats/test/findings.h"
#include "surefoot/formats/urdf/urdf.h"

namespace surefoot::formats {

/// A loaded file with its problems.
struct Loaded : Findings {
  bool read = false;
  bool is_model = false;
  world::WorldSpec spec;

  const world::Model& model() const {
    static const world::Model none;
    return spec.models.size() == 1 ? *spec.models[0].model : none;
  }
  const world::Link& link(const std::string& name) const {
    static const world::Link none;
    const int index = model().FindLink(name);
    EXPECT_GE(index, 0) << "no link " << name;
    return index < 0 ? none : model().links[static_cast<std::size_t>(index)];
  }
  const world::Joint& joint(const std::string& name) const {
    static const world::Joint none;
    const int index = model().FindJoint(name);
    EXPECT_GE(index, 0) << "no joint " << name;
    return index < 0 ? none : model().joints[static_cast<std::size_t>(index)];
  }
};

inline Loaded LoadFile(const std::string& path) {
  Loaded loaded;
  const UriResolver resolver = UriResolver::FromEnvironment();
  AssetCache assets;
  ReadContext context;
  context.resolver = &resolver;
  context.problems = &loaded.problems;
  context.assets = &assets;
  loaded.read = MakeUrdfFormat().read(path, context, &loaded.spec, &loaded.is_model);
  return loaded;
}

/// Reads the text as a file "robot.urdf".
inline Loaded LoadText(const std::string& text) {
  const TempFolder folder;
  return LoadFile(folder.Write("robot.urdf", text));
}

/// Loads the text inside <robot>, which is on line 1: the first line of `body` is line 2.
inline Loaded LoadBody(const std::string& body) {
  return LoadText("<robot name=\"r\">\n" + body + "\n</robot>\n");
}

/// A link with mass, on one line.
inline std::string LinkText(const std::string& name, const std::string& inside = "") {
  return "<link name=\"" + name +
         "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" "
         "iyz=\"0\" izz=\"1\"/></inertial>" +
         inside + "</link>\n";
}

/// A joint from a to b, on one line.
inline std::string JointText(const std::string& name, const std::string& type, const std::string& a,
                             const std::string& b, const std::string& inside = "") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + a +
         "\"/><child link=\"" + b + "\"/>" + inside + "</joint>\n";
}

/// Expects a problem with this severity that contains `part`, on this line.
inline void ExpectProblem(const Loaded& loaded, Severity severity, int line,
                          const std::string& part) {
  const Problem* problem = loaded.Find(severity, part);
  ASSERT_NE(problem, nullptr) << "expected: " << part << "\nfound:\n" << loaded.Text();
  EXPECT_EQ(problem->source.line, line) << ToString(*problem);
}

}  // namespace surefoot::formats
