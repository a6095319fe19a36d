#include "surefoot/ground/terrain/terrain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/ground/terrain/field_cells.h"
#include "surefoot/ground/terrain/terrain_rays.h"
#include "surefoot/raycast/shape_rays.h"

namespace surefoot::ground {
namespace {

/// Links that cannot move, where they are.
template <typename Visit>
void ForEachStaticLink(const world::World& world, const Visit& visit) {
  for (int id = 0; id < world.link_count(); ++id) {
    if (!world.IsStatic(id)) continue;
    visit(id, world.instance(world.model_of_link(id)).X_WM * world.link(id).X_ML);
  }
}

void AddTriangles(const TriMesh& mesh, const RigidTransform& X_WG, int ground,
                  std::vector<GroundTriangle>* triangles) {
  for (const auto& corners : mesh.triangles) {
    GroundTriangle triangle;
    triangle.ground = ground;
    for (std::size_t i = 0; i < 3; ++i) triangle.corners_W[i] = X_WG * mesh.vertices[corners[i]];
    triangles->push_back(triangle);
  }
}

GroundField MakeField(const world::HeightMap& map, const RigidTransform& X_WG, int ground) {
  GroundField field;
  field.field = map.field;
  field.X_WG = X_WG;
  field.R_WG = X_WG.R();
  field.box_W = raycast::Moved(X_WG, raycast::BoundsOf(map));
  field.columns_per_metre = (map.field->cols - 1) / map.field->size_x;
  field.rows_per_metre = (map.field->rows - 1) / map.field->size_y;
  field.highest = HighestOfBlocks(*map.field);
  field.ground = ground;
  return field;
}

bool HasCells(const world::HeightMap& map) {
  return map.field != nullptr && map.field->rows > 1 && map.field->cols > 1 &&
         map.field->size_x > 0.0 && map.field->size_y > 0.0;
}

}  // namespace

Result<std::unique_ptr<Terrain>> Terrain::Make(const world::World& world,
                                               std::vector<world::GroundMaterial> grounds,
                                               const TerrainOptions& options) {
  std::unique_ptr<Terrain> terrain(new Terrain());
  terrain->grounds_ = std::move(grounds);
  terrain->named_count_ = terrain->ground_count();
  std::vector<GroundTriangle> triangles;
  Status status;
  ForEachStaticLink(world, [&](int link, const RigidTransform& X_WL) {
    const std::vector<world::Collision>& collisions = world.link(link).collisions;
    for (std::size_t i = 0; i < collisions.size() && status.ok(); ++i) {
      const int index = static_cast<int>(i);
      if (options.include && !options.include(link, index)) continue;
      const RigidTransform X_WG = X_WL * collisions[i].X_LG;
      const int own = terrain->GroundOf(collisions[i].surface);
      const Result<int> ground = terrain->AddMap(own, link, index, X_WG, options);
      if (!ground.ok()) status = ground.error();
      if (ground.ok()) terrain->AddShape(collisions[i].geometry, X_WG, *ground, &triangles);
    }
  });
  if (!status.ok()) return status.error();
  terrain->triangles_ = TriangleTree(std::move(triangles));
  for (const world::GroundMaterial& ground : terrain->grounds_) {
    Result<std::unique_ptr<Roughness>> made = Roughness::Make(ground, options.seed);
    if (!made.ok()) return made.error();
    terrain->roughness_.push_back(std::move(made).value());
  }
  return terrain;
}

int Terrain::GroundOf(const world::Surface& surface) {
  for (int i = 0; i < ground_count(); ++i) {
    const bool named = is_named(i);
    if (named && !surface.name.empty() && ground(i).name == surface.name) return i;
    if (!named && ground(i).hard.mu == surface.mu) return i;
  }
  world::GroundMaterial material;
  material.hard.mu = surface.mu;
  material.source_text = "friction of the collision shape";
  grounds_.push_back(material);
  return ground_count() - 1;
}

/// The number for the pieces of a shape that is made of `ground`.
Result<int> Terrain::AddMap(int ground, int link, int collision, const RigidTransform& X_WG,
                            const TerrainOptions& options) {
  const world::GroundMap& map = this->ground(ground).map;
  if (map.empty()) return ground;
  std::vector<std::string> names;
  std::vector<char> carried;
  for (int i = 0; i < named_count_; ++i) {
    names.push_back(this->ground(i).name);
    carried.push_back(!options.carry || options.carry(link, collision, this->ground(i)) ? 1 : 0);
  }
  Result<GroundRegions> regions = GroundRegions::Make(map, ground, names, X_WG);
  if (!regions.ok()) return regions.error().Within("ground \"" + this->ground(ground).name + "\"");
  maps_.push_back(ShapeMap{std::move(regions).value(), std::move(carried)});
  return kFirstMap + map_count() - 1;
}

void Terrain::AddShape(const world::Geometry& geometry, const RigidTransform& X_WG, int ground,
                       std::vector<GroundTriangle>* triangles) {
  if (std::holds_alternative<world::Plane>(geometry)) {
    const Vector3d normal_W = X_WG.R().col(2);
    planes_.push_back(GroundPlane{normal_W, normal_W.dot(X_WG.p), ground});
  } else if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    if (HasCells(*map)) fields_.push_back(MakeField(*map, X_WG, ground));
  } else if (const auto* box = std::get_if<world::Box>(&geometry)) {
    AddTriangles(MakeBoxMesh(box->size), X_WG, ground, triangles);
  } else if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    if (mesh->mesh != nullptr) AddTriangles(*mesh->mesh, X_WG, ground, triangles);
  } else {
    const Eigen::AlignedBox3d box_W = raycast::Moved(X_WG, raycast::BoundsOf(geometry));
    solids_.push_back(GroundSolid{geometry, X_WG, X_WG.R(), box_W, ground});
  }
}

GroundHit Terrain::Cast(const Vector3d& p_W, const Vector3d& d_W, double far) const {
  GroundHit hit;
  hit.distance = far;
  for (const GroundPlane& plane : planes_) CastPlane(plane, p_W, d_W, &hit);
  for (const GroundSolid& solid : solids_) CastSolid(solid, p_W, d_W, &hit);
  Eigen::AlignedBox3d box_W(p_W);
  box_W.extend(Vector3d(p_W + hit.distance * d_W));
  const auto cast = [&](const GroundTriangle& triangle) { CastTriangle(triangle, p_W, d_W, &hit); };
  triangles_.ForEach(box_W, cast);
  for (const GroundField& field : fields_) {
    CastInsideField(field, p_W, &hit);
    ForEachTriangle(field, box_W, cast);
  }
  hit.ground = GroundAt(hit.ground, p_W + hit.distance * d_W);
  return hit;
}

}  // namespace surefoot::ground
