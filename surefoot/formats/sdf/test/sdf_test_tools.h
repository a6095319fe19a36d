#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/formats/format.h"
#include "surefoot/formats/sdf/sdf_reader.h"

namespace surefoot::formats {

/// Reads SDF texts from a temporary folder.
class SdfTest : public testing::Test {
 protected:
  SdfTest() { registry_.Add("sdf", MakeSdfFormat()); }

  /// Writes the text to w.sdf and reads it.
  ReadResult Read(const std::string& text) { return ReadPath(folder_.Write("w.sdf", text)); }

  ReadResult ReadPath(const std::string& path) {
    problems_ = Problems();
    return ReadFile(registry_, resolver_, path, &problems_);
  }

  /// Reads the text as the content of <model name="m">; the text begins in
  /// line 3.
  world::Model ReadModel(const std::string& body, const std::string& version = "1.9") {
    const ReadResult result = Read("<sdf version=\"" + version + "\">\n<model name=\"m\">\n" +
                                   body + "\n</model>\n</sdf>\n");
    EXPECT_TRUE(result.ok) << AllProblems();
    EXPECT_TRUE(result.is_model);
    if (!result.ok || result.spec.models.size() != 1) return world::Model();
    return *result.spec.models[0].model;
  }

  /// Reads the text as the content of <world name="w">.
  world::WorldSpec ReadWorld(const std::string& body, const std::string& version = "1.9") {
    const ReadResult result = Read(WorldText(body, version));
    EXPECT_TRUE(result.ok) << AllProblems();
    EXPECT_FALSE(result.is_model);
    return result.spec;
  }

  static std::string WorldText(const std::string& body, const std::string& version = "1.9") {
    return "<sdf version=\"" + version + "\">\n<world name=\"w\">\n" + body +
           "\n</world>\n</sdf>\n";
  }

  std::string AllProblems() const {
    std::string text;
    for (const Problem& problem : problems_.all()) text += ToString(problem) + "\n";
    return text;
  }

  /// True if a problem of this severity in this line contains this text.
  bool Has(Severity severity, int line, const std::string& part) const {
    for (const Problem& problem : problems_.all()) {
      if (problem.severity == severity && problem.source.line == line &&
          ToString(problem).find(part) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

  TempFolder folder_;
  FormatRegistry registry_;
  UriResolver resolver_;
  Problems problems_;
};

/// Compares poses by position and rotation.
inline void ExpectPose(const RigidTransform& X, const Vector3d& p, const Quaterniond& q,
                       const std::string& what = {}) {
  EXPECT_TRUE(X.p.isApprox(p, 1e-12) || (X.p - p).norm() < 1e-12)
      << what << ": " << X.p.transpose() << " is not " << p.transpose();
  EXPECT_LT(X.q.angularDistance(q), 1e-7) << what;
}

/// Rotation by `angle` about z.
inline Quaterniond AboutZ(double angle) {
  return Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

/// A link with mass, so that no problem is reported for it.
inline std::string LinkText(const std::string& name, const std::string& inside = {}) {
  return "<link name=\"" + name +
         "\"><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>"
         "</inertial>" +
         inside + "</link>\n";
}

}  // namespace surefoot::formats
