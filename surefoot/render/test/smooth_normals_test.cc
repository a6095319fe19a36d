#include "surefoot/render/smooth_normals.h"

#include <gtest/gtest.h>

namespace surefoot::render {
namespace {

TEST(SmoothNormalsTest, ABallIsRound) {
  const TriMesh mesh = MakeSphereMesh(2.0, 48);
  const auto normals = CornerNormals(mesh);
  ASSERT_EQ(normals.size(), 3 * mesh.triangles.size());
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const Vector3d& vertex = mesh.vertices[mesh.triangles[i / 3][i % 3]];
    EXPECT_GT(normals[i].cast<double>().dot(vertex.normalized()), 0.99);
  }
}

TEST(SmoothNormalsTest, ABoxHasEdges) {
  const TriMesh mesh = MakeBoxMesh(Vector3d(1.0, 2.0, 3.0));
  const auto normals = CornerNormals(mesh);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    const Vector3d facet = (mesh.vertices[t[1]] - mesh.vertices[t[0]])
                               .cross(mesh.vertices[t[2]] - mesh.vertices[t[0]])
                               .normalized();
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR((normals[3 * i + k].cast<double>() - facet).norm(), 0.0, 1e-6);
    }
  }
}

}  // namespace
}  // namespace surefoot::render
