#include "surefoot/ground/terrain/terrain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::ground {
namespace {

/// Calls visit(link id, X_WL) for links that cannot move.
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

void Meet(double distance, const Vector3d& normal_W, int ground, GroundHit* hit) {
  if (!(distance < hit->distance)) return;
  hit->distance = distance;
  hit->normal_W = normal_W;
  hit->ground = ground;
}

/// Edge of a block of samples with a stored maximum.
constexpr int kBlock = 16;
/// Larger areas use the blocks' maxima instead of the samples.
constexpr int kMaxSamples = 1024;

int Blocks(int samples) { return (samples + kBlock - 1) / kBlock; }

/// Maximum of a range of rows and columns, ends included.
float Highest(const std::vector<float>& heights, int cols, int first_row, int last_row,
              int first_col, int last_col) {
  float highest = heights[static_cast<std::size_t>(first_row) * cols + first_col];
  for (int row = first_row; row <= last_row; ++row) {
    const float* values = heights.data() + static_cast<std::ptrdiff_t>(row) * cols;
    for (int col = first_col; col <= last_col; ++col) highest = std::max(highest, values[col]);
  }
  return highest;
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
    terrain->roughness_.push_back(SUREFOOT_TRY(Roughness::Make(ground, options.seed)));
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

/// The ground number for the pieces of a shape made of `ground`: a map's number if it has one.
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

void CastPlane(const GroundPlane& plane, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit) {
  const double height = plane.normal_W.dot(p_W) - plane.offset;
  const double closing = -plane.normal_W.dot(d_W);
  if (height <= 0.0) {
    Meet(0.0, plane.normal_W, plane.ground, hit);
  } else if (closing > 0.0) {
    Meet(height / closing, plane.normal_W, plane.ground, hit);
  }
}

void CastSolid(const GroundSolid& solid, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit) {
  const Vector3d p_G = solid.R_WG.transpose() * (p_W - solid.X_WG.p);
  const Vector3d d_G = solid.R_WG.transpose() * d_W;
  const std::optional<double> found =
      raycast::Intersect(solid.geometry, p_G, d_G, 0.0, hit->distance);
  if (!found) return;
  const Vector3d normal_G = raycast::NormalAt(solid.geometry, p_G + *found * d_G);
  // From within the solid: already met.
  const double distance = normal_G.dot(d_G) > 0.0 ? 0.0 : *found;
  Meet(distance, solid.R_WG * normal_G, solid.ground, hit);
}

/// Moeller and Trumbore's intersection (1997).
void CastTriangle(const GroundTriangle& triangle, const Vector3d& p_W, const Vector3d& d_W,
                  GroundHit* hit) {
  const Vector3d a = triangle.corners_W[1] - triangle.corners_W[0];
  const Vector3d b = triangle.corners_W[2] - triangle.corners_W[0];
  const Vector3d across = d_W.cross(b);
  const double det = a.dot(across);
  if (det == 0.0) return;
  const Vector3d from = p_W - triangle.corners_W[0];
  const double u = from.dot(across) / det;
  const Vector3d other = from.cross(a);
  const double v = d_W.dot(other) / det;
  const double distance = b.dot(other) / det;
  // Slightly larger than the triangle, so that no ray passes between two adjacent ones.
  constexpr double kSeam = 1e-12;
  if (!(u >= -kSeam && v >= -kSeam && u + v <= 1.0 + kSeam && distance >= 0.0)) return;
  Vector3d normal_W = a.cross(b).normalized();
  if (normal_W.dot(d_W) > 0.0) normal_W = -normal_W;
  Meet(distance, normal_W, triangle.ground, hit);
}

void CastInsideField(const GroundField& field, const Vector3d& p_W, GroundHit* hit) {
  const Vector3d p_G = field.R_WG.transpose() * (p_W - field.X_WG.p);
  const HeightField& grid = *field.field;
  if (std::abs(p_G.x()) > 0.5 * grid.size_x || std::abs(p_G.y()) > 0.5 * grid.size_y) return;
  if (p_G.z() >= grid.HeightAt(p_G.x(), p_G.y())) return;
  Meet(0.0, field.R_WG.col(2), field.ground, hit);
}

std::vector<float> HighestOfBlocks(const HeightField& grid) {
  std::vector<float> blocks;
  for (int row = 0; row < grid.rows; row += kBlock) {
    for (int col = 0; col < grid.cols; col += kBlock) {
      blocks.push_back(Highest(grid.heights, grid.cols, row, std::min(row + kBlock, grid.rows) - 1,
                               col, std::min(col + kBlock, grid.cols) - 1));
    }
  }
  return blocks;
}

float HighestIn(const GroundField& field, const Eigen::AlignedBox3d& box_W) {
  const FieldCells cells = CellsIn(field, box_W);
  const int rows = cells.last_row - cells.first_row + 2;
  const int cols = cells.last_col - cells.first_col + 2;
  const HeightField& grid = *field.field;
  if (rows * cols <= kMaxSamples) {
    return Highest(grid.heights, grid.cols, cells.first_row, cells.last_row + 1, cells.first_col,
                   cells.last_col + 1);
  }
  return Highest(field.highest, Blocks(grid.cols), cells.first_row / kBlock,
                 (cells.last_row + 1) / kBlock, cells.first_col / kBlock,
                 (cells.last_col + 1) / kBlock);
}

}  // namespace surefoot::ground
