#include "surefoot/render/looks.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "surefoot/render/color.h"
#include "surefoot/render/smooth_normals.h"
#include "surefoot/render/texture.h"

// Colours, textures and normals of all shapes, prepared once, so that shading a ray needs only
// lookups.

namespace surefoot::render {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Minimum specular reflection, so that round shapes look round.
constexpr float kMinSpecular = 0.03F;

/// Colours that differ as much as possible between successive links: the hue advances by the golden
/// ratio conjugate 0.618..., which fills the circle evenly for any number of links.
Vector3d LinkColor(int link) {
  const double hue = std::fmod(0.05 + 0.61803398875 * link, 1.0);
  Vector3d rgb;
  for (int i = 0; i < 3; ++i) {
    rgb[i] = 0.62 + 0.30 * std::cos(2.0 * kPi * (hue - i / 3.0));
  }
  return LinearFromSrgb(rgb);
}

/// Whether the colour is the default that stands for "no colour given".
bool IsDefault(const Eigen::Vector4d& diffuse) {
  return diffuse == Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
}

/// The nearest integer, for values below 4 million (2^22). Adding 1.5 * 2^23 leaves no mantissa
/// bits for the fraction, so the hardware rounds; unlike std::round this vectorises.
Lanes Rounded(const Lanes& value) {
  constexpr float kShift = 12582912.0F;
  const Lanes shifted = value + kShift;
  return shifted - kShift;
}

Lanes Between0And1(const Lanes& value) { return value.max(0.0F).min(1.0F); }

/// Share of a sample of the given width that a grid line covers: the box filter of the line, in
/// closed form. Lengths in cells. Without it, distant lines would flicker.
Lanes LineShare(const Lanes& position, const Lanes& width) {
  constexpr float kHalf = 0.008F;
  const Lanes blur = (0.5F * width).max(1e-9F);
  const Lanes distance = (position - Rounded(position)).abs();
  const Lanes low = (distance - blur).max(-kHalf);
  const Lanes high = (distance + blur).min(kHalf);
  const Lanes near_line = Between0And1((high - low) / (2.0F * blur));
  // Samples wider than a cell see the mean brightness.
  const Lanes fade = Between0And1(width - 0.3F);
  return near_line + (2.0F * kHalf - near_line) * fade;
}

/// +1 and -1 on alternate cells, fading to 0 where a sample spans several. Lengths in cells.
Lanes Checker(const Lanes& x, const Lanes& y, const Lanes& width) {
  const Lanes half = 0.5F * (Rounded(x - 0.5F) + Rounded(y - 0.5F));
  const Lanes odd = half - Rounded(half - 0.25F);
  return (1.0F - 4.0F * odd) * Between0And1(1.5F - 2.0F * width);
}

/// Normals of a height map's samples, by central differences (one-sided at the border).
std::vector<Eigen::Vector3f> FieldNormals(const HeightField& field) {
  std::vector<Eigen::Vector3f> normals;
  normals.reserve(field.heights.size());
  const auto dx = static_cast<float>(field.size_x / std::max(1, field.cols - 1));
  const auto dy = static_cast<float>(field.size_y / std::max(1, field.rows - 1));
  for (int row = 0; row < field.rows; ++row) {
    const int below = std::max(row - 1, 0);
    const int above = std::min(row + 1, field.rows - 1);
    for (int col = 0; col < field.cols; ++col) {
      const int left = std::max(col - 1, 0);
      const int right = std::min(col + 1, field.cols - 1);
      const float rise_x = field.At(row, right) - field.At(row, left);
      const float rise_y = field.At(above, col) - field.At(below, col);
      const float run_x = dx * static_cast<float>(std::max(1, right - left));
      const float run_y = dy * static_cast<float>(std::max(1, above - below));
      normals.push_back(Eigen::Vector3f(-rise_x / run_x, -rise_y / run_y, 1.0F).normalized());
    }
  }
  return normals;
}

/// The mesh's normals, or computed ones if it has none; three for each triangle.
std::vector<Eigen::Vector3f> MeshNormals(const TriMesh& mesh) {
  if (mesh.normals.empty()) return CornerNormals(mesh);
  std::vector<Eigen::Vector3f> normals;
  normals.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      normals.push_back(mesh.normals[corner].cast<float>());
    }
  }
  return normals;
}

Lanes3 Rotated(const Eigen::Matrix3f& R, const Lanes3& v) {
  return {R(0, 0) * v.x + R(0, 1) * v.y + R(0, 2) * v.z,
          R(1, 0) * v.x + R(1, 1) * v.y + R(1, 2) * v.z,
          R(2, 0) * v.x + R(2, 1) * v.y + R(2, 2) * v.z};
}

/// The zero vector stays finite.
Lanes3 Normalized(const Lanes3& v) {
  const Lanes scale = Dot(v, v).max(1e-30F).rsqrt();
  return {v.x * scale, v.y * scale, v.z * scale};
}

/// Scales the vector in each lane, e.g. by -1 to flip it.
void TurnBy(const Lanes& sign, Lanes3* v) {
  v->x *= sign;
  v->y *= sign;
  v->z *= sign;
}

/// -1 for -0, too.
Lanes SignOf(const Lanes& value) {
  Lanes sign;
  for (int i = 0; i < kLanes; ++i) sign[i] = std::copysign(1.0F, value[i]);
  return sign;
}

Lanes3 Same(const Eigen::Vector3f& v) {
  return {Lanes::Constant(v.x()), Lanes::Constant(v.y()), Lanes::Constant(v.z())};
}

void SetLane(int lane, const Eigen::Vector3f& v, Lanes3* lanes) {
  lanes->x[lane] = v.x();
  lanes->y[lane] = v.y();
  lanes->z[lane] = v.z();
}

Vector3d LaneOf(const Lanes3& lanes, int lane) {
  return Vector3d(lanes.x[lane], lanes.y[lane], lanes.z[lane]);
}

void CopyLane(int lane, const Surfaces& from, Surfaces* to) {
  for (const auto part : {&Surfaces::facet_W, &Surfaces::normal_W, &Surfaces::color,
                          &Surfaces::specular, &Surfaces::emissive}) {
    (to->*part).x[lane] = (from.*part).x[lane];
    (to->*part).y[lane] = (from.*part).y[lane];
    (to->*part).z[lane] = (from.*part).z[lane];
  }
  to->alpha[lane] = from.alpha[lane];
}

constexpr unsigned kAllLanes = (1U << kLanes) - 1U;

}  // namespace

/// A material prepared for shading.
struct Looks::Coat {
  Eigen::Vector3f color = LinearFromSrgb(Vector3d::Constant(0.7)).cast<float>();
  Eigen::Vector3f specular = Eigen::Vector3f::Constant(kMinSpecular);
  Eigen::Vector3f emissive = Eigen::Vector3f::Zero();
  float alpha = 1.0F;
  std::shared_ptr<const Texture> texture;
};

struct Looks::ShapeLook {
  /// One, or one for each material of the mesh.
  std::vector<Coat> coats;
  const TriMesh* mesh = nullptr;
  const HeightField* field = nullptr;
  /// Three for each triangle of the mesh, or one for each sample of the field.
  std::shared_ptr<const std::vector<Eigen::Vector3f>> normals;
  bool is_plane = false;
  bool has_texture = false;
  /// The geometry of the file, with the plane's drawn size.
  /// The geometry in the file, with the plane's drawn size.
  const world::Geometry* drawn = nullptr;

  /// Material numbers out of range are the last one.
  const Coat& CoatAt(std::uint32_t triangle) const {
    if (coats.size() == 1 || triangle >= mesh->triangle_materials.size()) return coats.front();
    return coats[std::min<std::size_t>(mesh->triangle_materials[triangle], coats.size() - 1)];
  }

  /// Interpolated between the normals at the triangle's corners (Phong 1975); not normalised.
  Eigen::Vector3f NormalAt(std::uint32_t triangle, float u, float v) const {
    std::size_t a = 3 * std::size_t{triangle};
    std::size_t b = a + 1;
    std::size_t c = a + 2;
    if (field != nullptr) {
      // The same division of cells into triangles as in ToMesh.
      const auto cols = static_cast<std::uint32_t>(field->cols);
      const std::uint32_t cell = triangle / 2;
      a = std::size_t{cell / (cols - 1)} * cols + cell % (cols - 1);
      b = triangle % 2 == 0 ? a + 1 : a + cols + 1;
      c = triangle % 2 == 0 ? a + cols + 1 : a + cols;
    }
    return (1.0F - u - v) * (*normals)[a] + u * (*normals)[b] + v * (*normals)[c];
  }
};

Looks::Looks(const raycast::Scene& scene, const LooksOptions& options,
             std::vector<std::string>* notes)
    : scene_(scene), options_(options) {
  shapes_.reserve(static_cast<std::size_t>(scene.shape_count()));
  for (int i = 0; i < scene.shape_count(); ++i) AddShape(i, notes);
}

Looks::Looks(const Looks& looks, const raycast::Scene& twin)
    : scene_(twin),
      options_(looks.options_),
      shapes_(looks.shapes_),
      textures_(looks.textures_),
      normals_(looks.normals_) {}

Looks::~Looks() = default;

// Read once per file; a missing one is noted once.
std::shared_ptr<const Texture> Looks::TextureAt(const std::string& path,
                                                std::vector<std::string>* notes) {
  if (path.empty()) return nullptr;
  const auto known = textures_.find(path);
  if (known != textures_.end()) return known->second;
  std::shared_ptr<const Texture>& texture = textures_[path];
  Result<Image> image = LoadImage(path);
  if (image.ok()) {
    texture = std::make_shared<Texture>(std::move(image).value());
  } else {
    notes->push_back(image.error().message);
  }
  return texture;
}

Looks::Coat Looks::CoatOf(const world::Material& material, double transparency,
                          std::vector<std::string>* notes) {
  Coat coat;
  coat.texture = TextureAt(material.texture, notes);
  // A texture with the default colour is drawn as it is, not darkened by that grey.
  const bool white = coat.texture && IsDefault(material.diffuse);
  const Vector3d color = LinearFromSrgb(Vector3d(material.diffuse.head<3>()));
  const Vector3d specular = LinearFromSrgb(Vector3d(material.specular.head<3>()));
  coat.color = white ? Eigen::Vector3f::Ones() : Eigen::Vector3f(color.cast<float>());
  coat.specular = specular.cast<float>().cwiseMax(kMinSpecular);
  coat.emissive = LinearFromSrgb(Vector3d(material.emissive.head<3>())).cast<float>();
  const double alpha = std::clamp(material.diffuse.w() * (1.0 - transparency), 0.0, 1.0);
  coat.alpha = static_cast<float>(alpha);
  return coat;
}

Looks::Coat Looks::CoatOf(const MeshMaterial& material, double transparency,
                          std::vector<std::string>* notes) {
  world::Material same;
  same.diffuse = material.diffuse;
  same.specular = material.specular;
  same.emissive = material.emissive;
  same.texture = material.texture;
  return CoatOf(same, transparency, notes);
}

// Shapes with the same mesh share the normals.
void Looks::AddNormals(ShapeLook* look) {
  if (look->mesh == nullptr && look->field == nullptr) return;
  const void* key = look->mesh;
  if (look->field != nullptr) key = look->field;
  std::shared_ptr<const std::vector<Eigen::Vector3f>>& shared = normals_[key];
  if (!shared) {
    shared = std::make_shared<std::vector<Eigen::Vector3f>>(
        look->field != nullptr ? FieldNormals(*look->field) : MeshNormals(*look->mesh));
  }
  look->normals = shared;
}

// Everything that does not depend on the ray.
void Looks::AddShape(int index, std::vector<std::string>* notes) {
  const raycast::Shape& shape = scene_.shape(index);
  const world::Link& link = scene_.world().link(shape.link);
  const auto place = static_cast<std::size_t>(shape.index);
  ShapeLook look;
  look.drawn =
      shape.is_collision ? &link.collisions[place].geometry : &link.visuals[place].geometry;
  look.is_plane = std::holds_alternative<world::Plane>(*look.drawn);
  if (const auto* map = std::get_if<world::HeightMap>(look.drawn)) look.field = map->field.get();
  if (const auto* mesh = std::get_if<world::Mesh>(look.drawn)) look.mesh = mesh->mesh.get();
  AddNormals(&look);
  if (shape.is_collision) {
    Coat coat;
    if (!look.is_plane) coat.color = LinkColor(shape.link).cast<float>();
    look.coats.push_back(coat);
    shapes_.push_back(std::move(look));
    return;
  }
  const world::Visual& visual = link.visuals[place];
  if (visual.material) {
    look.coats.push_back(CoatOf(*visual.material, visual.transparency, notes));
  } else if (look.mesh != nullptr) {
    for (const MeshMaterial& material : look.mesh->materials) {
      look.coats.push_back(CoatOf(material, visual.transparency, notes));
    }
  }
  if (look.coats.empty())
    look.coats.push_back(CoatOf(world::Material(), visual.transparency, notes));
  // Ground has no specular reflection.
  if (look.is_plane || look.field != nullptr) {
    for (Coat& coat : look.coats) coat.specular.setZero();
  }
  look.has_texture = std::any_of(look.coats.begin(), look.coats.end(),
                                 [](const Coat& coat) { return coat.texture != nullptr; });
  shapes_.push_back(std::move(look));
}

// Colour and gloss of the lanes, by material and texture.
void Looks::Paint(const ShapeLook& look, unsigned lanes, const raycast::RayPacket& packet,
                  const Lanes3& p_G, const Lanes& footprint, const Lanes& slant,
                  Surfaces* surfaces) const {
  const Coat& first = look.coats.front();
  surfaces->color = Same(first.color);
  surfaces->specular = Same(first.specular);
  surfaces->emissive = Same(first.emissive);
  surfaces->alpha.setConstant(first.alpha);
  if (look.is_plane && !look.has_texture && options_.grid > 0.0) {
    const auto cells = static_cast<float>(1.0 / options_.grid);
    const Lanes x = cells * p_G.x;
    const Lanes y = cells * p_G.y;
    // On a slanted surface the footprint grows by 1 / cos; lines use its geometric mean.
    const Lanes width = cells * footprint * slant.rsqrt();
    const Lanes lines = LineShare(x, width).max(LineShare(y, width));
    const Lanes shade = 1.0F - 0.35F * lines + 0.03F * Checker(x, y, width);
    TurnBy(shade, &surfaces->color);
  }
  if (look.coats.size() == 1 && !look.has_texture) return;
  for (int i = 0; i < kLanes; ++i) {
    if ((lanes >> i & 1U) == 0) continue;
    const Coat& coat = look.CoatAt(packet.triangle[i]);
    Eigen::Vector3f color = coat.color;
    float alpha = coat.alpha;
    if (coat.texture) {
      raycast::Hit hit;
      hit.triangle = packet.triangle[i];
      hit.u = static_cast<double>(packet.u[i]);
      hit.v = static_cast<double>(packet.v[i]);
      const TexturePoint point = MapTexture(*look.drawn, hit, LaneOf(p_G, i));
      const double width = point.per_metre * static_cast<double>(footprint[i] / slant[i]);
      const Eigen::Vector4f texel = coat.texture->At(point.uv, width);
      color = color.cwiseProduct(Eigen::Vector3f(texel.head<3>()));
      alpha *= texel.w();
    }
    SetLane(i, color, &surfaces->color);
    SetLane(i, coat.specular, &surfaces->specular);
    SetLane(i, coat.emissive, &surfaces->emissive);
    surfaces->alpha[i] = alpha;
  }
}

// All lanes that hit the shape.
void Looks::Describe(int shape, unsigned lanes, const raycast::RayPacket& packet,
                     const Lanes& footprint, Surfaces* surfaces) const {
  const ShapeLook& look = shapes_[static_cast<std::size_t>(shape)];
  const Eigen::Matrix3f R_WG = scene_.R_WG(shape).cast<float>();
  const Eigen::Vector3f p = scene_.ToScene(scene_.X_WG(shape).p);
  const Lanes3 way = {AsLanes(packet.direction_x), AsLanes(packet.direction_y),
                      AsLanes(packet.direction_z)};
  const Lanes3 facet_N = {AsLanes(packet.normal_x), AsLanes(packet.normal_y),
                          AsLanes(packet.normal_z)};
  surfaces->facet_W = Normalized(Rotated(scene_.R_WN(shape), facet_N));
  const Lanes sign = SignOf(-Dot(surfaces->facet_W, way));
  TurnBy(sign, &surfaces->facet_W);
  surfaces->normal_W = surfaces->facet_W;
  if (look.normals) {
    Lanes3 normal_G = Rotated(R_WG.transpose(), surfaces->facet_W);
    for (int i = 0; i < kLanes; ++i) {
      if ((lanes >> i & 1U) == 0) continue;
      const Eigen::Vector3f normal = look.NormalAt(packet.triangle[i], packet.u[i], packet.v[i]);
      if (normal.squaredNorm() > 1e-12F) SetLane(i, normal, &normal_G);
    }
    surfaces->normal_W = Normalized(Rotated(R_WG, normal_G));
    TurnBy(SignOf(Dot(surfaces->normal_W, surfaces->facet_W)), &surfaces->normal_W);
  }
  const Lanes distance = AsLanes(packet.distance);
  const Lanes3 from_G = {AsLanes(packet.origin_x) + distance * way.x - p.x(),
                         AsLanes(packet.origin_y) + distance * way.y - p.y(),
                         AsLanes(packet.origin_z) + distance * way.z - p.z()};
  // Grazing angles would make the footprint infinite.
  const Lanes slant = (-Dot(surfaces->facet_W, way)).max(0.02F);
  Paint(look, lanes, packet, Rotated(R_WG.transpose(), from_G), footprint, slant, surfaces);
}

// Lanes are grouped by shape, because neighbouring rays mostly hit the same.
void Looks::At(const raycast::RayMask& hits, const raycast::RayPacket& packet,
               const Lanes& footprint, Surfaces* surfaces) const {
  unsigned left = 0;
  for (int i = 0; i < kLanes; ++i) left |= hits.valid[i] != 0 ? 1U << i : 0U;
  if (left != kAllLanes) {
    const Lanes3 black = Same(Eigen::Vector3f::Zero());
    *surfaces = Surfaces{black, black, black, black, black, Lanes::Zero()};
  }
  // Rays of a packet usually hit few shapes, so the loop runs once for each shape, not for each
  // ray.
  while (left != 0) {
    const std::int32_t shape = packet.shape[std::countr_zero(left)];
    unsigned lanes = 0;
    for (int i = 0; i < kLanes; ++i) lanes |= packet.shape[i] == shape ? left & 1U << i : 0U;
    left &= ~lanes;
    if (lanes == kAllLanes) {
      Describe(shape, lanes, packet, footprint, surfaces);
      return;
    }
    Surfaces some;
    Describe(shape, lanes, packet, footprint, &some);
    for (int i = 0; i < kLanes; ++i) {
      if ((lanes >> i & 1U) != 0) CopyLane(i, some, surfaces);
    }
  }
}

void Looks::At(std::span<const raycast::Ray> rays, std::span<const raycast::Hit> hits,
               double sample_angle, std::span<Surface> surfaces) const {
  raycast::RayPacket packet = {};
  for (std::size_t first = 0; first < rays.size(); first += kLanes) {
    raycast::RayMask mask = {};
    Lanes footprint = Lanes::Zero();
    const std::size_t count = std::min<std::size_t>(kLanes, rays.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const raycast::Hit& hit = hits[first + i];
      if (!hit.ok()) continue;
      mask.valid[i] = -1;
      footprint[static_cast<int>(i)] = static_cast<float>(sample_angle * hit.distance);
      FillLane(i, rays[first + i], hit, &packet);
    }
    Surfaces some;
    At(mask, packet, footprint, &some);
    for (std::size_t i = 0; i < count; ++i) {
      if (mask.valid[i] == 0) continue;
      const auto lane = static_cast<int>(i);
      Surface& surface = surfaces[first + i];
      surface.shape = hits[first + i].shape;
      surface.p_W = rays[first + i].p_WO + hits[first + i].distance * rays[first + i].direction_W;
      surface.facet_W = LaneOf(some.facet_W, lane);
      surface.normal_W = LaneOf(some.normal_W, lane);
      surface.color = LaneOf(some.color, lane);
      surface.specular = LaneOf(some.specular, lane);
      surface.emissive = LaneOf(some.emissive, lane);
      surface.alpha = static_cast<double>(some.alpha[lane]);
    }
  }
}

void Looks::FillLane(std::size_t lane, const raycast::Ray& ray, const raycast::Hit& hit,
                     raycast::RayPacket* packet) const {
  const Eigen::Vector3f origin = scene_.ToScene(ray.p_WO);
  const Eigen::Vector3f way = ray.direction_W.cast<float>();
  const Eigen::Vector3f normal_N = scene_.R_WN(hit.shape).transpose() * hit.normal_W.cast<float>();
  packet->origin_x[lane] = origin.x();
  packet->origin_y[lane] = origin.y();
  packet->origin_z[lane] = origin.z();
  packet->direction_x[lane] = way.x();
  packet->direction_y[lane] = way.y();
  packet->direction_z[lane] = way.z();
  packet->distance[lane] = static_cast<float>(hit.distance);
  packet->normal_x[lane] = normal_N.x();
  packet->normal_y[lane] = normal_N.y();
  packet->normal_z[lane] = normal_N.z();
  packet->u[lane] = static_cast<float>(hit.u);
  packet->v[lane] = static_cast<float>(hit.v);
  packet->triangle[lane] = hit.triangle;
  packet->shape[lane] = hit.shape;
}

}  // namespace surefoot::render
