#include <algorithm>
#include <cmath>

#include "surefoot/base/try.h"
#include "surefoot/engines/mujoco/mjcf_writer.h"
#include "surefoot/geometry/convex/collision_mesh.h"
#include "surefoot/geometry/convex/solid_hull.h"

namespace surefoot::engines::mujoco {
namespace {

/// Smallest size (m): MuJoCo treats smaller ones as zero and rejects them.
constexpr double kMinSize = 1e-9;

std::string Size(double size) { return Num(std::max(size, kMinSize)); }
std::string Size(const Vector3d& size) { return Vec(size.cwiseMax(kMinSize)); }

/// Vertices are relative to the mesh's centre, because MuJoCo stores them in single precision.
std::string MeshText(const MeshAsset& asset, const TriMesh& hull) {
  std::string text = "<mesh name=\"" + asset.name + "\" vertex=\"";
  for (const Vector3d& vertex : hull.vertices) text += Vec(vertex - asset.middle) + " ";
  return text + "\"/>\n";
}

}  // namespace

// Shapes with their contact masks.
Status MjcfWriter::WriteLinkShapes(int model, int link, const RigidTransform& X_BL) {
  const world::Link& description = world_.model(model).links[static_cast<std::size_t>(link)];
  for (std::size_t i = 0; i < description.collisions.size(); ++i) {
    const world::Collision& collision = description.collisions[i];
    GeomMap map;
    map.link = world_.layout(model).links.first + link;
    map.collision = static_cast<int>(i);
    map.surface = out_.laws.Add(collision.surface);
    const std::string common = MaskAttributes(map.link, collision.surface.collide_mask);
    const RigidTransform X_BG = X_BL * collision.X_LG;
    const world::Geometry& geometry = collision.geometry;
    if (std::holds_alternative<world::Plane>(geometry)) {
      WriteGeom("type=\"plane\" size=\"0 0 1\"", X_BG, common, map);
    } else if (const auto* box = std::get_if<world::Box>(&geometry)) {
      WriteGeom("type=\"box\" size=\"" + Size(box->size / 2.0) + "\"", X_BG, common, map);
    } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
      WriteGeom("type=\"sphere\" size=\"" + Size(sphere->radius) + "\"", X_BG, common, map);
    } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
      WriteGeom("type=\"cylinder\" size=\"" + Size(cylinder->radius) + " " +
                    Size(cylinder->length / 2.0) + "\"",
                X_BG, common, map);
    } else if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
      WriteGeom("type=\"capsule\" size=\"" + Size(capsule->radius) + " " +
                    Size(capsule->length / 2.0) + "\"",
                X_BG, common, map);
    } else if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
      WriteGeom("type=\"ellipsoid\" size=\"" + Size(ellipsoid->radii) + "\"", X_BG, common, map);
    } else if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
      SUREFOOT_TRY(WriteMesh(*mesh, X_BG, common, map, collision));
    } else if (const auto* height_map = std::get_if<world::HeightMap>(&geometry)) {
      WriteHeightMap(*height_map, X_BG, common, map);
    }
  }
  return Status();
}

// MuJoCo's contype and conaffinity.
std::string MjcfWriter::MaskAttributes(int link, std::uint32_t mask) const {
  std::uint32_t type = mask;
  std::uint32_t affinity = mask;
  if (wheel_masks_) {
    // Static shapes have their bits in the upper half, which wheels do not match: MuJoCo then does
    // not even detect their contacts, which would be dropped afterwards.
    if (world_.IsStatic(link)) {
      type = mask << 16;
      affinity = 0;
    } else if (world_.WheelOf(link) < 0) {
      affinity |= mask << 16;
    }
  }
  return " contype=\"" + std::to_string(static_cast<int>(type)) + "\" conaffinity=\"" +
         std::to_string(static_cast<int>(affinity)) + "\"";
}

/// Whether no wheel has contacts with static shapes in the engine, so that masks can express it.
bool MjcfWriter::WheelsLeaveGroundAlone() const {
  if (!world_.has_own_contacts()) return false;
  for (int link = 0; link < world_.link_count(); ++link) {
    const std::vector<world::Collision>& shapes = world_.link(link).collisions;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::uint32_t mask = shapes[i].surface.collide_mask;
      if (mask > 0xffff) return false;
      if (!world_.IsStatic(link)) continue;
      for (const world::Wheel& wheel : world_.wheels()) {
        const world::WheelContact contact = world_.ContactOn(wheel.link, link, static_cast<int>(i));
        if (contact == world::WheelContact::kEngine) return false;
      }
    }
  }
  return true;
}

// Names are numbers, by which contacts find the link.
void MjcfWriter::WriteGeom(const std::string& shape, const RigidTransform& X_BG,
                           const std::string& common, const GeomMap& map) {
  body_text_ += "<geom name=\"g" + std::to_string(out_.geoms.size()) + "\" " + shape + common +
                PoseAttributes(X_BG) + "/>\n";
  out_.geoms.push_back(map);
}

Status MjcfWriter::WriteMesh(const world::Mesh& mesh, const RigidTransform& X_BG,
                             const std::string& common, const GeomMap& map,
                             const world::Collision& collision) {
  const std::vector<MeshAsset> assets = SUREFOOT_TRY(MeshAssets(mesh, collision.source));
  for (const MeshAsset& asset : assets) {
    WriteGeom("type=\"mesh\" mesh=\"" + asset.name + "\"", X_BG * RigidTransform(asset.middle),
              common, map);
  }
  return Status();
}

// Instances of a mesh share its assets.
Result<std::vector<MeshAsset>> MjcfWriter::MeshAssets(const world::Mesh& mesh,
                                                      const Source& source) {
  const auto known = mesh_assets_.find(mesh.mesh.get());
  if (known != mesh_assets_.end()) return known->second;
  const std::string place = source.file + ":" + std::to_string(source.line) + ": collision mesh '";
  CollisionParts parts;
  if (IsThin(mesh.mesh->vertices)) {
    parts.hulls.push_back(*mesh.mesh);
  } else {
    Result<CollisionParts> made = MakeCollisionParts(*mesh.mesh, {}, DiskCache::Default());
    if (!made.ok()) return Error{place + mesh.uri + "' " + made.error().message};
    parts = std::move(made).value();
  }
  std::vector<MeshAsset> assets;
  for (const TriMesh& part : parts.hulls) {
    const Result<TriMesh> hull = SolidHull(part.vertices);
    if (!hull.ok()) {
      return Error{place + mesh.uri + "' cannot be used: " + hull.error().message +
                   "; use a box or another primitive shape"};
    }
    MeshAsset asset;
    asset.name = "m" + std::to_string(mesh_assets_.size()) + "_" + std::to_string(assets.size());
    asset.middle = hull->Bounds().center();
    asset_text_ += MeshText(asset, hull.value());
    assets.push_back(asset);
  }
  mesh_assets_[mesh.mesh.get()] = assets;
  return assets;
}

void MjcfWriter::WriteHeightMap(const world::HeightMap& map, const RigidTransform& X_BG,
                                const std::string& common, const GeomMap& geom) {
  const HeightField& field = *map.field;
  HeightFieldSlot slot;
  slot.field = map.field;
  slot.base = field.MinHeight();
  slot.span = std::max(static_cast<double>(field.MaxHeight()) - slot.base, 1e-6);
  // MuJoCo closes the field by a slab below (m), thick enough that nothing tunnels through it.
  constexpr double kSlab = 1.0;
  const std::string name = "h" + std::to_string(out_.height_fields.size());
  asset_text_ += "<hfield name=\"" + name + "\" nrow=\"" + std::to_string(field.rows) +
                 "\" ncol=\"" + std::to_string(field.cols) + "\" size=\"" +
                 Num(field.size_x / 2.0) + " " + Num(field.size_y / 2.0) + " " + Num(slot.span) +
                 " " + Num(kSlab) + "\"/>\n";
  const RigidTransform X_BH = X_BG * RigidTransform(Vector3d(0.0, 0.0, slot.base));
  WriteGeom("type=\"hfield\" hfield=\"" + name + "\"", X_BH, common, geom);
  out_.height_fields.push_back(slot);
}

}  // namespace surefoot::engines::mujoco
