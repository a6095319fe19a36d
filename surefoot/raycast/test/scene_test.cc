#include "surefoot/raycast/scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "surefoot/raycast/test/brute_force.h"

namespace surefoot::raycast {
namespace {

using test::AnyTriangles;
using test::AnyVector;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Geometries = std::vector<std::pair<world::Geometry, RigidTransform>>;

/// A world of one static model; the shapes are visuals of its only link.
std::shared_ptr<const world::World> MakeWorldOf(const Geometries& geometries,
                                                const Vector3d& p_WM = Vector3d::Zero()) {
  auto model = std::make_shared<world::Model>();
  model->name = "model";
  model->is_static = true;
  world::Link link;
  link.name = "link";
  for (const auto& [geometry, X_LG] : geometries) {
    world::Visual visual;
    visual.name = "visual" + std::to_string(link.visuals.size());
    visual.geometry = geometry;
    visual.X_LG = X_LG;
    link.visuals.push_back(visual);
  }
  model->links.push_back(link);
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"model", RigidTransform(p_WM), model});
  return world::MakeWorld(spec, nullptr).value();
}

std::unique_ptr<Scene> MakeSceneOf(const world::World& world, const RigidTransform& X_WL) {
  auto scene = Scene::Make(world).value();
  scene->SetPoses({X_WL});
  return scene;
}

Ray AnyRay(std::mt19937* random) {
  Ray ray;
  ray.p_WO = 3.0 * AnyVector(random);
  ray.direction_W = (AnyVector(random) - ray.p_WO).normalized();
  return ray;
}

world::Mesh Shared(TriMesh mesh) {
  world::Mesh shape;
  shape.mesh = std::make_shared<TriMesh>(std::move(mesh));
  return shape;
}

struct Found {
  double distance = kInfinity;
  std::size_t triangle = 0;
  double u = 0.0;
  double v = 0.0;
};

/// All triangles, one after another, after Moeller and Trumbore.
Found BruteForce(const TriMesh& mesh, const RigidTransform& X_WG, const Ray& ray) {
  Found found;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    const Vector3d a = X_WG * mesh.vertices[t[0]];
    const Vector3d ab = X_WG * mesh.vertices[t[1]] - a;
    const Vector3d ac = X_WG * mesh.vertices[t[2]] - a;
    const Vector3d h = ray.direction_W.cross(ac);
    const double determinant = ab.dot(h);
    const Vector3d s = ray.p_WO - a;
    const Vector3d q = s.cross(ab);
    const double u = s.dot(h) / determinant;
    const double v = ray.direction_W.dot(q) / determinant;
    const double distance = ac.dot(q) / determinant;
    if (u < 0.0 || v < 0.0 || u + v > 1.0 || distance <= 0.0) continue;
    if (distance < found.distance) found = Found{distance, i, u, v};
  }
  return found;
}

TEST(SceneTest, MeetsTheTriangleThatATestOfAllFinds) {
  std::mt19937 random(3);
  const TriMesh mesh = AnyTriangles(200, &random);
  const RigidTransform X_LG(QuaternionFromRpy(0.3, -0.2, 1.0), Vector3d(0.1, 0.2, -0.3));
  const RigidTransform X_WL(QuaternionFromRpy(-1.0, 0.4, 2.0), Vector3d(1.0, -2.0, 0.5));
  const auto world = MakeWorldOf({{Shared(mesh), X_LG}});
  const auto scene = MakeSceneOf(*world, X_WL);
  std::vector<Ray> rays;
  for (int i = 0; i < 2003; ++i) {
    Ray ray = AnyRay(&random);
    ray.p_WO += X_WL.p;
    rays.push_back(ray);
  }
  std::vector<Hit> hits(rays.size());
  scene->Cast(rays, hits);
  int met = 0;
  int different = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Found found = BruteForce(mesh, X_WL * X_LG, rays[i]);
    // Rounding decides at a triangle's edge.
    const double edge = std::min({found.u, found.v, 1.0 - found.u - found.v});
    if (hits[i].ok() != std::isfinite(found.distance) || !hits[i].ok()) {
      different += hits[i].ok() != std::isfinite(found.distance) ? 1 : 0;
      continue;
    }
    if (hits[i].triangle != found.triangle || edge < 1e-4) continue;
    ++met;
    const auto& t = mesh.triangles[found.triangle];
    const Vector3d normal = ((mesh.vertices[t[1]] - mesh.vertices[t[0]])
                                 .cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]))
                                .normalized();
    EXPECT_NEAR(hits[i].distance, found.distance, 1e-4);
    EXPECT_NEAR(hits[i].u, found.u, 1e-3);
    EXPECT_NEAR(hits[i].v, found.v, 1e-3);
    EXPECT_NEAR((hits[i].normal_W - X_WL.q * (X_LG.q * normal)).norm(), 0.0, 1e-4);
  }
  EXPECT_GT(met, 700);
  EXPECT_LE(different, 2);
}

TEST(SceneTest, ShapesOfOneMeshAndDifferentPlacesAreDistinguished) {
  const world::Mesh box = Shared(MakeBoxMesh(Vector3d::Ones()));
  const auto world = MakeWorldOf({{box, RigidTransform(Vector3d(0.0, 5.0, 0.0))},
                                  {box, RigidTransform()},
                                  {world::Sphere{0.5}, RigidTransform(Vector3d(0.0, -5.0, 0.0))}});
  const auto scene = MakeSceneOf(*world, RigidTransform(Vector3d(10.0, 0.0, 0.0)));
  for (int i = 0; i < 3; ++i) {
    Ray ray;
    ray.p_WO = Vector3d(0.0, 5.0 - 5.0 * i, 0.0);
    const Hit hit = scene->Cast(ray);
    EXPECT_EQ(hit.shape, i);
    EXPECT_NEAR(hit.distance, 9.5, 1e-5);
    EXPECT_EQ(scene->shape(i).index, i);
    EXPECT_NEAR((hit.normal_W + Vector3d::UnitX()).norm(), 0.0, 1e-6);
  }
}

TEST(SceneTest, OccludedAgreesWithCast) {
  std::mt19937 random(5);
  const auto world = MakeWorldOf({{Shared(AnyTriangles(50, &random)), RigidTransform()},
                                  {world::Cylinder{0.4, 2.0}, RigidTransform(Vector3d::UnitX())}});
  const auto scene = MakeSceneOf(*world, RigidTransform());
  std::vector<Ray> rays;
  for (int i = 0; i < 500; ++i) {
    rays.push_back(AnyRay(&random));
    rays.back().far = 4.0;
  }
  std::vector<Hit> hits(rays.size());
  std::vector<std::uint8_t> occluded(rays.size());
  scene->Cast(rays, hits);
  scene->Occluded(rays, occluded);
  int met = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    EXPECT_EQ(occluded[i] != 0, hits[i].ok());
    met += occluded[i];
  }
  EXPECT_GT(met, 50);
  EXPECT_LT(met, 450);
}

TEST(SceneTest, AHeightMapIsWhereItsHeightsAre) {
  auto field = std::make_shared<HeightField>();
  field->rows = 9;
  field->cols = 13;
  field->size_x = 6.0;
  field->size_y = 4.0;
  std::mt19937 random(11);
  std::uniform_real_distribution<float> height(0.0F, 1.0F);
  for (int i = 0; i < 9 * 13; ++i) field->heights.push_back(height(random));
  world::HeightMap map;
  map.field = field;
  const auto world = MakeWorldOf({{map, RigidTransform()}});
  const auto scene = MakeSceneOf(*world, RigidTransform());
  std::uniform_real_distribution<double> any(-0.49, 0.49);
  for (int i = 0; i < 200; ++i) {
    Ray ray;
    ray.p_WO = Vector3d(6.0 * any(random), 4.0 * any(random), 5.0);
    ray.direction_W = -Vector3d::UnitZ();
    EXPECT_NEAR(5.0 - scene->Cast(ray).distance, field->HeightAt(ray.p_WO.x(), ray.p_WO.y()), 1e-5);
  }
}

TEST(SceneTest, WorldsFarFromTheirOriginAreAsExact) {
  const Vector3d far(4e5, -3e5, 100.0);
  const auto world = MakeWorldOf({{world::Sphere{1.0}, RigidTransform()}}, far);
  const auto scene = MakeSceneOf(*world, RigidTransform(far));
  Ray ray;
  ray.p_WO = far - Vector3d(5.0, 0.0, 0.6);
  EXPECT_NEAR(scene->Cast(ray).distance, 5.0 - 0.8, 1e-5);
}

TEST(SceneTest, PlanesUnderThingsHaveNoEnd) {
  auto model = std::make_shared<world::Model>();
  model->name = "floor";
  model->is_static = true;
  world::Link link;
  link.name = "link";
  link.visuals.emplace_back().name = "v";
  link.visuals.back().geometry = world::Plane{Eigen::Vector2d(2.0, 2.0)};
  model->links.push_back(link);
  model->links.push_back(link);
  model->links[1].name = "link_with_collision";
  model->links[1].collisions.emplace_back().name = "c";
  model->links[1].collisions.back().geometry = world::Plane{};
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"floor", RigidTransform(), model});
  const auto world = world::MakeWorld(spec, nullptr).value();
  const auto scene = Scene::Make(*world).value();
  // The first plane is higher, and has its drawn size only.
  scene->SetPoses({RigidTransform(Vector3d(0.0, 0.0, 1.0)), RigidTransform()});
  Ray ray;
  ray.direction_W = -Vector3d::UnitZ();
  ray.p_WO = Vector3d(0.5, 0.5, 3.0);
  EXPECT_NEAR(scene->Cast(ray).distance, 2.0, 1e-6);
  ray.p_WO = Vector3d(500.0, 0.5, 3.0);
  EXPECT_NEAR(scene->Cast(ray).distance, 3.0, 1e-6);
}

TEST(SceneTest, FromTheEyeTheLaterOfTwoCoplanarShapesIsSeen) {
  // A disc in the face of a box, as in many models for logos and lamps.
  const auto world = MakeWorldOf({{world::Box{Vector3d(1.0, 2.0, 2.0)}, RigidTransform()},
                                  {world::Box{Vector3d(1.0, 1.0, 1.0)}, RigidTransform()}});
  SceneOptions options;
  options.layers = true;
  const auto scene = Scene::Make(*world, options).value();
  const Vector3d eye(3.0, 1.0, 0.7);
  const RigidTransform X_WL(QuaternionFromRpy(0.1, 0.2, 0.3), Vector3d::Zero());
  scene->SetPosesSeenFrom({X_WL}, eye);
  std::mt19937 random(2);
  std::uniform_real_distribution<double> any(-0.49, 0.49);
  for (int i = 0; i < 300; ++i) {
    Ray ray;
    ray.p_WO = eye;
    const Vector3d target = X_WL * Vector3d(0.5, any(random), any(random));
    ray.direction_W = (target - eye).normalized();
    const Hit hit = scene->Cast(ray);
    EXPECT_EQ(hit.shape, 1);
    EXPECT_NEAR(hit.distance, (target - eye).norm(), 3e-4 * hit.distance);
  }
}

// Two states of one world, in any order and interleaved, compared with two separate scenes.
TEST(SceneTest, TwinsMoveByThemselves) {
  std::mt19937 random(5);
  Geometries shapes = {{Shared(AnyTriangles(40, &random)), RigidTransform()},
                       {world::Sphere{0.5}, RigidTransform(Vector3d(1, 0, 0))}};
  const auto world = MakeWorldOf(shapes);
  const RigidTransform first(Vector3d(0.1, 0.2, 0.3));
  const RigidTransform second(QuaternionFromRpy(0.3, 0.2, 1.0), Vector3d(-0.5, 0, 0));
  const auto scene = MakeSceneOf(*world, first);
  const auto twin = scene->MakeTwin().value();
  twin->SetPoses({second});
  const auto alone = MakeSceneOf(*world, second);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const Ray ray = AnyRay(&random);
    const Hit own = scene->Cast(ray);
    const Hit seen = twin->Cast(ray);
    const Hit expected = alone->Cast(ray);
    EXPECT_EQ(seen.shape, expected.shape);
    EXPECT_EQ(seen.distance, expected.distance);
    EXPECT_EQ(seen.triangle, expected.triangle);
    hits += own.ok() && expected.ok() && own.distance != expected.distance;
  }
  EXPECT_GT(hits, 20);
  // One model stays unchanged while its twin moves.
  const Ray ray{Vector3d(1.1, 0.2, 5.3), -Vector3d::UnitZ()};
  const double before = scene->Cast(ray).distance;
  twin->SetPoses({first});
  EXPECT_EQ(scene->Cast(ray).distance, before);
  EXPECT_EQ(twin->Cast(ray).distance, before);
}

}  // namespace
}  // namespace surefoot::raycast
