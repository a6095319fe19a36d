#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "surefoot/base/random.h"
#include "surefoot/geometry/convex/convex.h"

namespace surefoot {
namespace {

using testing::HasSubstr;

constexpr double kPi = 3.14159265358979323846;
const RigidTransform kSkew(QuaternionFromRpy(0.4, -0.5, 0.6), Vector3d(3.0, -2.0, 1.0));

/// Signed distance to a solid, negative inside (inside it need not be exact).
using Distance = std::function<double(const Vector3d&)>;

/// A solid of boxes that do not overlap, as one closed surface or as one box each.
struct Blocks {
  std::vector<Eigen::AlignedBox3d> boxes;

  void Add(const Vector3d& low, const Vector3d& high) { boxes.emplace_back(low, high); }

  double At(const Vector3d& p) const {
    double distance = std::numeric_limits<double>::infinity();
    for (const Eigen::AlignedBox3d& box : boxes) {
      const double within = std::max((box.min() - p).maxCoeff(), (p - box.max()).maxCoeff());
      distance = std::min(distance, within < 0.0 ? within : box.exteriorDistance(p));
    }
    return distance;
  }

  TriMesh AsBoxes() const {
    TriMesh mesh;
    for (const Eigen::AlignedBox3d& box : boxes) {
      const TriMesh one =
          Transformed(RigidTransform(Vector3d(box.center())), MakeBoxMesh(box.sizes()));
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.insert(mesh.vertices.end(), one.vertices.begin(), one.vertices.end());
      for (const auto& t : one.triangles) {
        mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
      }
    }
    return mesh;
  }

  /// The grid spanned by all sides of the boxes, with a face wherever the solid is on one side
  /// only.
  TriMesh AsOneSurface() const {
    std::vector<double> marks[3];
    for (int axis = 0; axis < 3; ++axis) {
      for (const Eigen::AlignedBox3d& box : boxes) {
        marks[axis].insert(marks[axis].end(), {box.min()[axis], box.max()[axis]});
      }
      std::sort(marks[axis].begin(), marks[axis].end());
      marks[axis].erase(std::unique(marks[axis].begin(), marks[axis].end()), marks[axis].end());
    }
    const auto corner = [&](const Eigen::Vector3i& i) {
      return Vector3d(marks[0][i.x()], marks[1][i.y()], marks[2][i.z()]);
    };
    const auto is_solid = [&](const Eigen::Vector3i& i) {
      for (int axis = 0; axis < 3; ++axis) {
        if (i[axis] < 0 || i[axis] + 1 >= static_cast<int>(marks[axis].size())) return false;
      }
      return At(0.5 * (corner(i) + corner(i + Eigen::Vector3i::Ones()))) < 0.0;
    };
    TriMesh mesh;
    for (int i = 0; i + 1 < static_cast<int>(marks[0].size()); ++i) {
      for (int j = 0; j + 1 < static_cast<int>(marks[1].size()); ++j) {
        for (int k = 0; k + 1 < static_cast<int>(marks[2].size()); ++k) {
          const Eigen::Vector3i cell(i, j, k);
          if (!is_solid(cell)) continue;
          for (int axis = 0; axis < 3; ++axis) {
            const Eigen::Vector3i step = Eigen::Vector3i::Unit(axis);
            const Eigen::Vector3i u = Eigen::Vector3i::Unit((axis + 1) % 3);
            const Eigen::Vector3i v = Eigen::Vector3i::Unit((axis + 2) % 3);
            const auto add = [&](const Eigen::Vector3i& from, const Eigen::Vector3i& a,
                                 const Eigen::Vector3i& b) {
              const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
              for (const Eigen::Vector3i& at :
                   {from, Eigen::Vector3i(from + a), Eigen::Vector3i(from + a + b),
                    Eigen::Vector3i(from + b)}) {
                mesh.vertices.push_back(corner(at));
              }
              mesh.triangles.push_back({first, first + 1, first + 2});
              mesh.triangles.push_back({first, first + 2, first + 3});
            };
            if (!is_solid(cell + step)) add(cell + step, u, v);
            if (!is_solid(cell - step)) add(cell, v, u);
          }
        }
      }
    }
    return mesh;
  }
};

Blocks LShape() {
  Blocks blocks;
  blocks.Add({0.0, 0.0, 0.0}, {1.0, 0.4, 0.2});
  blocks.Add({0.0, 0.0, 0.2}, {0.23, 0.4, 0.9});
  return blocks;
}

Blocks UShape() {
  Blocks blocks;
  blocks.Add({0.0, 0.0, 0.0}, {1.0, 0.4, 0.2});
  blocks.Add({0.0, 0.0, 0.2}, {0.2, 0.4, 0.83});
  blocks.Add({0.77, 0.0, 0.2}, {1.0, 0.4, 0.7});
  return blocks;
}

Blocks Table() {
  Blocks blocks;
  blocks.Add({-0.6, -0.4, 0.7}, {0.6, 0.4, 0.74});
  for (const double x : {-0.57, 0.52}) {
    for (const double y : {-0.38, 0.33}) blocks.Add({x, y, 0.0}, {x + 0.05, y + 0.05, 0.7});
  }
  return blocks;
}

/// A surface of nu x nv points, closed in u and optionally in v.
TriMesh Surface(int nu, int nv, bool wrap_v, const std::function<Vector3d(double, double)>& at) {
  TriMesh mesh;
  for (int i = 0; i < nu; ++i) {
    for (int j = 0; j < nv; ++j) {
      mesh.vertices.push_back(
          at(static_cast<double>(i) / nu, static_cast<double>(j) / (wrap_v ? nv : nv - 1)));
    }
  }
  const auto index = [&](int i, int j) { return static_cast<std::uint32_t>(i % nu * nv + j % nv); };
  for (int i = 0; i < nu; ++i) {
    for (int j = 0; j + 1 < nv + (wrap_v ? 1 : 0); ++j) {
      mesh.triangles.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1)});
      mesh.triangles.push_back({index(i, j), index(i + 1, j + 1), index(i, j + 1)});
    }
  }
  return mesh;
}

TriMesh Torus(double ring, double tube) {
  return Surface(96, 48, true, [&](double u, double v) {
    const double r = ring + tube * std::cos(2 * kPi * v);
    return Vector3d(r * std::cos(2 * kPi * u), r * std::sin(2 * kPi * u),
                    tube * std::sin(2 * kPi * v));
  });
}

/// The lower half of a sphere, as a sheet facing inwards.
TriMesh Bowl(double radius) {
  return Surface(64, 24, false, [&](double u, double v) {
    const double polar = kPi / 2 * (1.0 + 0.999 * v);
    return Vector3d(radius * std::sin(polar) * std::cos(2 * kPi * u),
                    radius * std::sin(polar) * std::sin(2 * kPi * u), radius * std::cos(polar));
  });
}

/// Half-spaces normal . x <= offset of a convex mesh.
std::vector<Eigen::Vector4d> PlanesOf(const TriMesh& hull) {
  std::vector<Eigen::Vector4d> planes;
  for (const auto& t : hull.triangles) {
    const Vector3d& a = hull.vertices[t[0]];
    const Vector3d normal = (hull.vertices[t[1]] - a).cross(hull.vertices[t[2]] - a);
    if (normal.norm() < 1e-12) continue;
    planes.emplace_back();
    planes.back() << normal.normalized(), normal.normalized().dot(a);
  }
  return planes;
}

/// Distance of the point outside of the half-spaces.
double OutsideOf(const std::vector<Eigen::Vector4d>& planes, const Vector3d& p) {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const Eigen::Vector4d& plane : planes) {
    farthest = std::max(farthest, plane.head<3>().dot(p) - plane.w());
  }
  return farthest;
}
double OutsideOf(const TriMesh& hull, const Vector3d& p) { return OutsideOf(PlanesOf(hull), p); }

/// Distance of the point outside of all of them.
double OutsideOfAll(const std::vector<std::vector<Eigen::Vector4d>>& hulls, const Vector3d& p) {
  double min = std::numeric_limits<double>::infinity();
  for (const auto& planes : hulls) min = std::min(min, OutsideOf(planes, p));
  return min;
}

double Volume(const TriMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles) {
    sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
  }
  return sum;
}

struct Outcome {
  std::vector<TriMesh> parts;
  std::vector<std::vector<Eigen::Vector4d>> planes;
  /// Volumes of the solid and of the union of the parts, by counting points.
  double solid_volume = 0.0;
  double union_volume = 0.0;
  /// How far points of the solid are outside of all parts, and points of parts outside of the
  /// solid.
  double largest_gap = 0.0;
  double largest_excess = 0.0;
};

Outcome Decompose(const TriMesh& mesh, double concavity, int max_parts, const Distance& distance) {
  Outcome outcome;
  Result<std::vector<TriMesh>> parts = DecomposeConvex(mesh, concavity, max_parts);
  if (!parts.ok()) {
    ADD_FAILURE() << parts.error().message;
    return outcome;
  }
  outcome.parts = *parts;
  EXPECT_LE(outcome.parts.size(), static_cast<std::size_t>(max_parts));
  for (const TriMesh& part : outcome.parts) {
    EXPECT_GT(Volume(part), 0.0);
    outcome.planes.push_back(PlanesOf(part));
    for (const Vector3d& vertex : part.vertices) {
      EXPECT_LT(OutsideOf(outcome.planes.back(), vertex), 1e-8);
    }
  }
  Eigen::AlignedBox3d box = mesh.Bounds();
  box.min().array() -= 3.0 * concavity;
  box.max().array() += 3.0 * concavity;
  RandomStream random(5, "points");
  constexpr int kPoints = 30000;
  for (int i = 0; i < kPoints; ++i) {
    const Vector3d p(random.Uniform(box.min().x(), box.max().x()),
                     random.Uniform(box.min().y(), box.max().y()),
                     random.Uniform(box.min().z(), box.max().z()));
    const double outside = OutsideOfAll(outcome.planes, p);
    const double d = distance(p);
    if (d < 0.0) outcome.solid_volume += box.volume() / kPoints;
    if (d < 0.0) outcome.largest_gap = std::max(outcome.largest_gap, outside);
    if (outside < 0.0) outcome.union_volume += box.volume() / kPoints;
    if (outside < 0.0) outcome.largest_excess = std::max(outcome.largest_excess, d);
  }
  return outcome;
}

void ExpectExact(const Outcome& outcome) {
  EXPECT_LT(outcome.largest_gap, 1e-9);
  EXPECT_LT(outcome.largest_excess, 1e-9);
}

TEST(DecomposeConvex, AnLIsTwoBoxes) {
  const Blocks blocks = LShape();
  const Outcome outcome =
      Decompose(blocks.AsOneSurface(), 0.02, 16, [&](const Vector3d& p) { return blocks.At(p); });
  EXPECT_EQ(outcome.parts.size(), 2u);
  ExpectExact(outcome);
}

TEST(DecomposeConvex, AUIsThreeBoxes) {
  const Blocks blocks = UShape();
  for (const TriMesh& mesh : {blocks.AsOneSurface(), blocks.AsBoxes()}) {
    const Outcome outcome =
        Decompose(mesh, 0.02, 16, [&](const Vector3d& p) { return blocks.At(p); });
    EXPECT_EQ(outcome.parts.size(), 3u);
    ExpectExact(outcome);
  }
}

TEST(DecomposeConvex, ATurnedUIsThreeBoxes) {
  const Blocks blocks = UShape();
  const Outcome outcome =
      Decompose(Transformed(kSkew, blocks.AsOneSurface()), 0.02, 16,
                [&](const Vector3d& p) { return blocks.At(kSkew.Inverse() * p); });
  EXPECT_EQ(outcome.parts.size(), 3u);
  ExpectExact(outcome);
}

TEST(DecomposeConvex, ATableIsATopAndFourLegs) {
  const Blocks blocks = Table();
  for (const TriMesh& mesh : {blocks.AsOneSurface(), blocks.AsBoxes()}) {
    const Outcome outcome =
        Decompose(mesh, 0.03, 64, [&](const Vector3d& p) { return blocks.At(p); });
    EXPECT_EQ(outcome.parts.size(), 5u);
    ExpectExact(outcome);
  }
}

TEST(DecomposeConvex, ATorusKeepsItsHole) {
  const double ring = 0.5;
  const double tube = 0.12;
  const auto distance = [&](const Vector3d& p) {
    return std::hypot(p.head<2>().norm() - ring, p.z()) - tube;
  };
  const Outcome outcome = Decompose(Torus(ring, tube), 0.03, 64, distance);
  EXPECT_GE(outcome.parts.size(), 6u);
  EXPECT_LE(outcome.parts.size(), 24u);
  EXPECT_LT(outcome.largest_gap, 0.01);
  EXPECT_LT(outcome.largest_excess, 0.06);
  EXPECT_NEAR(outcome.union_volume, outcome.solid_volume, 0.15 * outcome.solid_volume);
}

TEST(DecomposeConvex, AnOpenBowlStaysOpen) {
  const double radius = 0.5;
  const auto distance = [&](const Vector3d& p) {
    if (p.z() > 0.0) return std::hypot(p.head<2>().norm() - radius, p.z());
    return std::abs(p.norm() - radius);
  };
  const Outcome outcome = Decompose(Bowl(radius), 0.05, 64, distance);
  EXPECT_GE(outcome.parts.size(), 5u);
  EXPECT_LT(outcome.largest_excess, 0.1);
  // The sheet itself is covered.
  RandomStream random(2, "bowl");
  for (int i = 0; i < 2000; ++i) {
    Vector3d p = Vector3d(random.Normal(), random.Normal(), random.Normal()).normalized();
    p.z() = -std::abs(p.z());
    EXPECT_LT(OutsideOfAll(outcome.planes, radius * p), 0.01);
  }
}

TEST(DecomposeConvex, WallsWithoutThicknessStandWhereTheirFrontsAre) {
  // An open box of five sheets facing inwards.
  TriMesh box = MakeBoxMesh(Vector3d(1.0, 0.8, 0.5));
  box.triangles.erase(box.triangles.begin() + 2, box.triangles.begin() + 4);  // Without the lid.
  for (auto& t : box.triangles) std::swap(t[1], t[2]);
  const auto distance = [&](const Vector3d& p) {
    const Vector3d half(0.5, 0.4, 0.25);
    const Eigen::AlignedBox3d whole(-half, half);
    if (!whole.contains(p)) return whole.exteriorDistance(p);
    return std::min((half - p.cwiseAbs()).head<2>().minCoeff(), p.z() + half.z());
  };
  const Outcome outcome = Decompose(box, 0.04, 16, distance);
  EXPECT_EQ(outcome.parts.size(), 5u);
  EXPECT_LT(outcome.largest_excess, 0.04);
  // The interior is free: a wheel in a corner rolls on the floor.
  for (const TriMesh& part : outcome.parts) {
    EXPECT_GT(OutsideOf(part, Vector3d(0.499, 0.399, -0.249)), 0.0);
    EXPECT_GT(OutsideOf(part, Vector3d(-0.499, 0.1, 0.1)), 0.0);
    EXPECT_GT(OutsideOf(part, Vector3d(0.0, 0.0, -0.249)), 0.0);
  }
}

TEST(DecomposeConvex, APlateOfRealThicknessKeepsIt) {
  Blocks blocks;
  blocks.Add({0.0, 0.0, 0.0}, {1.0, 0.5, 0.002});
  blocks.Add({0.0, 0.0, 0.002}, {0.002, 0.5, 0.6});
  const Outcome outcome =
      Decompose(blocks.AsOneSurface(), 0.03, 16, [&](const Vector3d& p) { return blocks.At(p); });
  ASSERT_EQ(outcome.parts.size(), 2u);
  double volume = 0.0;
  for (const TriMesh& part : outcome.parts) volume += Volume(part);
  EXPECT_NEAR(volume, 0.5 * (0.002 + 0.002 * 0.598), 1e-9);
}

TEST(DecomposeConvex, WhatIsApartStaysApart) {
  Blocks blocks;
  for (int i = 0; i < 12; ++i) {
    const Vector3d low(0.3 * (i % 4), 0.3 * (i / 4), 0.01 * i);
    blocks.Add(low, low + Vector3d(0.1, 0.15, 0.2));
  }
  const Distance distance = [&](const Vector3d& p) { return blocks.At(p); };
  const Outcome outcome = Decompose(blocks.AsBoxes(), 0.02, 64, distance);
  EXPECT_EQ(outcome.parts.size(), 12u);
  ExpectExact(outcome);
  // More components than parts: neighbours are joined, all remain covered.
  const Outcome few = Decompose(blocks.AsBoxes(), 0.02, 5, distance);
  EXPECT_EQ(few.parts.size(), 5u);
  EXPECT_LT(few.largest_gap, 1e-9);
  EXPECT_LT(few.largest_excess, 0.16);  // Gaps are 0.2 and 0.15 wide.
}

TEST(DecomposeConvex, HollowsThatAreClosedCountAsSolid) {
  TriMesh shell = MakeBoxMesh(Vector3d(1.0, 1.0, 1.0));
  for (auto t : MakeBoxMesh(Vector3d::Ones()).triangles) {
    shell.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
  }
  for (const Vector3d& vertex : MakeBoxMesh(Vector3d::Constant(0.8)).vertices) {
    shell.vertices.push_back(vertex);
  }
  const Outcome outcome = Decompose(
      shell, 0.03, 16, [](const Vector3d& p) { return p.lpNorm<Eigen::Infinity>() - 0.5; });
  EXPECT_EQ(outcome.parts.size(), 1u);
  ExpectExact(outcome);
}

TEST(DecomposeConvex, OnePartIsTheHull) {
  const TriMesh mesh = UShape().AsOneSurface();
  const Result<std::vector<TriMesh>> parts = DecomposeConvex(mesh, 0.02, 1);
  ASSERT_TRUE(parts.ok());
  ASSERT_EQ(parts->size(), 1u);
  EXPECT_NEAR(Volume((*parts)[0]), Volume(*ConvexHull(mesh.vertices)), 1e-12);
}

TEST(DecomposeConvex, IsTheSameEachTime) {
  const TriMesh mesh = Torus(0.5, 0.2);
  const Result<std::vector<TriMesh>> first = DecomposeConvex(mesh, 0.08, 12);
  const Result<std::vector<TriMesh>> second = DecomposeConvex(mesh, 0.08, 12);
  ASSERT_TRUE(first.ok() && second.ok());
  ASSERT_EQ(first->size(), second->size());
  for (std::size_t i = 0; i < first->size(); ++i) {
    EXPECT_EQ((*first)[i].vertices, (*second)[i].vertices);
    EXPECT_EQ((*first)[i].triangles, (*second)[i].triangles);
  }
}

std::string MessageOf(const Result<std::vector<TriMesh>>& parts) {
  return parts.ok() ? std::string() : parts.error().message;
}

TEST(DecomposeConvex, SaysWhatCannotBeDone) {
  const TriMesh box = MakeBoxMesh(Vector3d::Ones());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(MessageOf(DecomposeConvex(box, 0.0, 4)), HasSubstr("concavity"));
  EXPECT_THAT(MessageOf(DecomposeConvex(box, nan, 4)), HasSubstr("concavity"));
  EXPECT_THAT(MessageOf(DecomposeConvex(box, 0.1, 0)), HasSubstr("max_parts = 0"));
  EXPECT_THAT(MessageOf(DecomposeConvex(TriMesh(), 0.1, 4)), HasSubstr("no triangles"));
  EXPECT_THAT(MessageOf(DecomposeConvex(MakeBoxMesh(Vector3d(1, 1, 0)), 0.1, 4)),
              HasSubstr("no volume"));
  TriMesh wrong = box;
  wrong.triangles[2][1] = 8;
  EXPECT_THAT(MessageOf(DecomposeConvex(wrong, 0.1, 4)), HasSubstr("vertex 8 of 8"));
  wrong = box;
  wrong.vertices[3].z() = nan;
  EXPECT_THAT(MessageOf(DecomposeConvex(wrong, 0.1, 4)), HasSubstr("not finite"));
}

TEST(DecomposeConvex, TakesAnyHeapOfTriangles) {
  for (int seed = 0; seed < 20; ++seed) {
    RandomStream random(static_cast<std::uint64_t>(seed), "heap");
    TriMesh heap;
    const int vertices = 4 + static_cast<int>(random.Uniform(0.0, 60.0));
    const double flatness = std::pow(10.0, random.Uniform(-8.0, 0.0));
    for (int i = 0; i < vertices; ++i) {
      // Sometimes on a coarse lattice, to get collinear, duplicate and coplanar points.
      Vector3d p(random.Normal(), random.Normal(), random.Normal());
      if (seed % 3 == 0) p = p.array().round();
      heap.vertices.push_back(p.cwiseProduct(Vector3d(1.0, 1.0, flatness)));
    }
    for (int i = 0; i < 3 * vertices; ++i) {
      const auto pick = [&] { return static_cast<std::uint32_t>(random.Uniform(0.0, vertices)); };
      heap.triangles.push_back({pick(), pick(), pick()});
    }
    const Result<std::vector<TriMesh>> parts = DecomposeConvex(heap, 0.1, 10);
    if (!parts.ok()) {
      EXPECT_THAT(parts.error().message, HasSubstr("no volume")) << "seed " << seed;
      continue;
    }
    EXPECT_GE(parts->size(), 1u);
    EXPECT_LE(parts->size(), 10u);
    for (const TriMesh& part : *parts) EXPECT_GT(Volume(part), 0.0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace surefoot
