#include "surefoot/geometry/terrain/height_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/base/random.h"

namespace surefoot {
namespace {

HeightField RandomField(int rows, int cols) {
  HeightField field;
  field.rows = rows;
  field.cols = cols;
  field.size_x = 3.0;
  field.size_y = 2.0;
  RandomStream random(7, "height_field_test");
  for (int i = 0; i < rows * cols; ++i) {
    field.heights.push_back(static_cast<float>(random.Uniform(-1.0, 1.0)));
  }
  return field;
}

/// The height of the mesh over (x, y) by trying every triangle.
double BruteForceHeight(const TriMesh& mesh, double x, double y) {
  for (const auto& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[t[0]];
    const Vector3d ab = mesh.vertices[t[1]] - a;
    const Vector3d ac = mesh.vertices[t[2]] - a;
    const double det = ab.x() * ac.y() - ab.y() * ac.x();
    const double u = ((x - a.x()) * ac.y() - (y - a.y()) * ac.x()) / det;
    const double v = (ab.x() * (y - a.y()) - ab.y() * (x - a.x())) / det;
    if (u >= -1e-12 && v >= -1e-12 && u + v <= 1.0 + 1e-12) return a.z() + u * ab.z() + v * ac.z();
  }
  return std::numeric_limits<double>::quiet_NaN();
}

TEST(HeightField, HeightAtAgreesWithItsMesh) {
  const HeightField field = RandomField(5, 8);
  const TriMesh mesh = ToMesh(field);
  RandomStream random(8, "points");
  for (int i = 0; i < 2000; ++i) {
    const double x = random.Uniform(-1.5, 1.5);
    const double y = random.Uniform(-1.0, 1.0);
    EXPECT_NEAR(field.HeightAt(x, y), BruteForceHeight(mesh, x, y), 1e-9) << x << " " << y;
  }
}

TEST(HeightField, RowsGrowWithYAndColumnsWithX) {
  HeightField field;
  field.rows = 2;
  field.cols = 3;
  field.size_x = 4.0;
  field.size_y = 2.0;
  field.heights = {0, 1, 2, 10, 11, 12};
  EXPECT_EQ(field.At(1, 2), 12.0f);
  EXPECT_DOUBLE_EQ(field.HeightAt(-2.0, -1.0), 0.0);
  EXPECT_DOUBLE_EQ(field.HeightAt(2.0, -1.0), 2.0);
  EXPECT_DOUBLE_EQ(field.HeightAt(-2.0, 1.0), 10.0);
  EXPECT_DOUBLE_EQ(field.HeightAt(0.0, 0.0), 6.0);
}

/// A saddle distinguishes the two diagonals: (0,0) and (1,1) are low, the others high.
TEST(HeightField, CellIsSplitAlongTheRisingDiagonal) {
  HeightField field;
  field.rows = field.cols = 2;
  field.size_x = field.size_y = 2.0;
  field.heights = {0, 1, 1, 0};
  EXPECT_DOUBLE_EQ(field.HeightAt(0.0, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(field.HeightAt(0.5, -0.5), 0.5);
}

TEST(HeightField, OutsideIsClampedToTheEdge) {
  const HeightField field = RandomField(4, 6);
  EXPECT_DOUBLE_EQ(field.HeightAt(-99.0, 0.3), field.HeightAt(-1.5, 0.3));
  EXPECT_DOUBLE_EQ(field.HeightAt(99.0, 99.0), field.At(3, 5));
  EXPECT_DOUBLE_EQ(field.HeightAt(1e300, -1e300), field.At(0, 5));
  EXPECT_TRUE(std::isfinite(field.HeightAt(std::nan(""), 0.0)));
}

TEST(HeightField, SmallestAndLargestHeight) {
  HeightField field;
  EXPECT_EQ(field.MinHeight(), 0.0f);
  EXPECT_EQ(field.HeightAt(0.0, 0.0), 0.0);
  field.rows = field.cols = 2;
  field.heights = {0.5f, -2.0f, 3.0f, 1.0f};
  EXPECT_EQ(field.MinHeight(), -2.0f);
  EXPECT_EQ(field.MaxHeight(), 3.0f);
}

TEST(HeightField, MeshFacesUpAndCoversTheField) {
  const TriMesh mesh = ToMesh(RandomField(5, 8));
  EXPECT_EQ(mesh.triangles.size(), 2u * 4u * 7u);
  double area = 0.0;
  for (const auto& t : mesh.triangles) {
    const Vector3d ab = mesh.vertices[t[1]] - mesh.vertices[t[0]];
    const Vector3d ac = mesh.vertices[t[2]] - mesh.vertices[t[0]];
    const double up = ab.cross(ac).z();
    EXPECT_GT(up, 0.0);
    area += 0.5 * up;
  }
  EXPECT_NEAR(area, 6.0, 1e-9);
}

TEST(HeightField, OneRowHasNoMesh) {
  HeightField field = RandomField(1, 4);
  EXPECT_TRUE(ToMesh(field).triangles.empty());
  EXPECT_DOUBLE_EQ(field.HeightAt(1.5, 0.7), field.At(0, 3));
}

}  // namespace
}  // namespace surefoot
