#include "surefoot/render/looks.h"

#include <cmath>

#include "surefoot/render/color.h"
#include "surefoot/render/smooth_normals.h"
#include "surefoot/render/texture_map.h"

namespace surefoot::render {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A faint shine on everything, so that round things look round.
constexpr double kLeastShine = 0.03;

/// Link after link in colours as different as can be: steps of the golden section round the circle.
Vector3d LinkColor(int link) {
  const double hue = std::fmod(0.05 + 0.61803398875 * link, 1.0);
  Vector3d rgb;
  for (int i = 0; i < 3; ++i) {
    rgb[i] = 0.62 + 0.30 * std::cos(2.0 * kPi * (hue - i / 3.0));
  }
  return LinearFromSrgb(rgb);
}

/// True when the colour is the one that stands for "none given".
bool IsDefault(const Eigen::Vector4d& diffuse) {
  return diffuse == Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
}

/// Share of a cell's width that is line, averaged over a sample of this width.
double LineShare(double position, double cell, double width) {
  const double half = 0.008 * cell;
  const double blur = std::max(0.5 * width, 1e-9);
  const double distance = std::abs(position - cell * std::round(position / cell));
  const double low = std::max(distance - blur, -half);
  const double high = std::min(distance + blur, half);
  const double near_line = std::clamp((high - low) / (2.0 * blur), 0.0, 1.0);
  const double average = 2.0 * half / cell;
  const double fade = std::clamp(width / cell - 0.3, 0.0, 1.0);
  return near_line + (average - near_line) * fade;
}

/// +1 and -1 on alternate cells, to 0 where a sample spans many.
double Checker(const Eigen::Vector2d& p, double cell, double width) {
  const double fade = std::clamp(1.5 - 2.0 * width / cell, 0.0, 1.0);
  const double parity = std::floor(p.x() / cell) + std::floor(p.y() / cell);
  return std::fmod(std::abs(parity), 2.0) < 0.5 ? fade : -fade;
}

/// Slopes of a height map by differences over the neighbouring samples.
Vector3d HeightNormal(const HeightField& field, const Vector3d& p) {
  const double dx = field.size_x / std::max(1, field.cols - 1);
  const double dy = field.size_y / std::max(1, field.rows - 1);
  const double slope_x =
      (field.HeightAt(p.x() + dx, p.y()) - field.HeightAt(p.x() - dx, p.y())) / (2.0 * dx);
  const double slope_y =
      (field.HeightAt(p.x(), p.y() + dy) - field.HeightAt(p.x(), p.y() - dy)) / (2.0 * dy);
  return Vector3d(-slope_x, -slope_y, 1.0).normalized();
}

}  // namespace

/// A prepared material.
struct Looks::Coat {
  Vector3d color = LinearFromSrgb(Vector3d::Constant(0.7));
  Vector3d specular = Vector3d::Constant(kLeastShine);
  Vector3d emissive = Vector3d::Zero();
  double alpha = 1.0;
  std::shared_ptr<const Texture> texture;
};

struct Looks::ShapeLook {
  /// One, or one for each material of the mesh.
  std::vector<Coat> coats;
  const TriMesh* mesh = nullptr;
  std::shared_ptr<const std::vector<Eigen::Vector3f>> corner_normals;
  const HeightField* field = nullptr;
  bool is_plane = false;
  /// The geometry in the file, with the plane's drawn size.
  const world::Geometry* drawn = nullptr;

  const Coat& CoatAt(std::uint32_t triangle) const {
    if (coats.size() == 1 || triangle >= mesh->triangle_materials.size()) return coats.front();
    return coats[std::min<std::size_t>(mesh->triangle_materials[triangle], coats.size() - 1)];
  }
};

Looks::Looks(const raycast::Scene& scene, const LooksOptions& options,
             std::vector<std::string>* notes)
    : scene_(scene), options_(options) {
  shapes_.reserve(static_cast<std::size_t>(scene.shape_count()));
  for (int i = 0; i < scene.shape_count(); ++i) AddShape(i, notes);
}

Looks::~Looks() = default;

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
  const bool white = coat.texture && IsDefault(material.diffuse);
  coat.color = white ? Vector3d::Ones() : LinearFromSrgb(Vector3d(material.diffuse.head<3>()));
  coat.specular = LinearFromSrgb(Vector3d(material.specular.head<3>())).cwiseMax(kLeastShine);
  coat.emissive = LinearFromSrgb(Vector3d(material.emissive.head<3>()));
  coat.alpha = std::clamp(material.diffuse.w() * (1.0 - transparency), 0.0, 1.0);
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

void Looks::AddMeshNormals(const TriMesh& mesh, ShapeLook* look) {
  if (!mesh.normals.empty()) return;
  std::shared_ptr<const std::vector<Eigen::Vector3f>>& shared = normals_[&mesh];
  if (!shared) shared = std::make_shared<std::vector<Eigen::Vector3f>>(CornerNormals(mesh));
  look->corner_normals = shared;
}

void Looks::AddShape(int index, std::vector<std::string>* notes) {
  const raycast::Shape& shape = scene_.shape(index);
  const world::Link& link = scene_.world().link(shape.link);
  const auto place = static_cast<std::size_t>(shape.index);
  ShapeLook look;
  look.drawn =
      shape.is_collision ? &link.collisions[place].geometry : &link.visuals[place].geometry;
  look.is_plane = std::holds_alternative<world::Plane>(*look.drawn);
  if (const auto* map = std::get_if<world::HeightMap>(look.drawn)) look.field = map->field.get();
  if (const auto* mesh = std::get_if<world::Mesh>(look.drawn)) {
    look.mesh = mesh->mesh.get();
    AddMeshNormals(*look.mesh, &look);
  }
  if (shape.is_collision) {
    Coat coat;
    if (!look.is_plane) coat.color = LinkColor(shape.link);
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
  // Ground does not shine.
  if (look.is_plane || look.field != nullptr) {
    for (Coat& coat : look.coats) coat.specular.setZero();
  }
  shapes_.push_back(std::move(look));
}

Vector3d Looks::SmoothNormal(const ShapeLook& look, const raycast::Hit& hit,
                             const Vector3d& p_G) const {
  const Matrix3d& R_WG = scene_.R_WG(hit.shape);
  if (look.field != nullptr) return R_WG * HeightNormal(*look.field, p_G);
  if (look.mesh == nullptr) return hit.normal_W;
  const Vector3d weights(1.0 - hit.u - hit.v, hit.u, hit.v);
  Vector3d sum = Vector3d::Zero();
  const auto& triangle = look.mesh->triangles[hit.triangle];
  for (std::size_t i = 0; i < 3; ++i) {
    const double weight = weights[static_cast<int>(i)];
    if (look.corner_normals) {
      sum += weight * (*look.corner_normals)[3 * std::size_t{hit.triangle} + i].cast<double>();
    } else {
      sum += weight * look.mesh->normals[triangle[i]];
    }
  }
  if (!(sum.norm() > 1e-6)) return hit.normal_W;
  const Vector3d normal_W = R_WG * sum.normalized();
  return normal_W.dot(hit.normal_W) < 0.0 ? Vector3d(-normal_W) : normal_W;
}

void Looks::Paint(const ShapeLook& look, const raycast::Hit& hit, const Vector3d& p_G,
                  double footprint, double slant, Surface* surface) const {
  const Coat& coat = look.CoatAt(hit.triangle);
  surface->color = coat.color;
  surface->specular = coat.specular;
  surface->emissive = coat.emissive;
  surface->alpha = coat.alpha;
  if (coat.texture) {
    const TexturePoint point = MapTexture(*look.drawn, hit, p_G);
    const Eigen::Vector4d texel = coat.texture->At(point.uv, point.per_metre * footprint / slant);
    surface->color = surface->color.cwiseProduct(Vector3d(texel.head<3>()));
    surface->alpha *= texel.w();
  } else if (look.is_plane) {
    const double width = footprint / std::sqrt(slant);
    const double lines = std::max(LineShare(p_G.x(), options_.grid, width),
                                  LineShare(p_G.y(), options_.grid, width));
    surface->color *= 1.0 - 0.35 * lines + 0.03 * Checker(p_G.head<2>(), options_.grid, width);
  }
}

Surface Looks::At(const raycast::Ray& ray, const raycast::Hit& hit, double footprint) const {
  const ShapeLook& look = shapes_[static_cast<std::size_t>(hit.shape)];
  Surface surface;
  surface.shape = hit.shape;
  surface.p_W = ray.p_WO + hit.distance * ray.direction_W;
  const Vector3d p_G =
      scene_.R_WG(hit.shape).transpose() * (surface.p_W - scene_.X_WG(hit.shape).p);
  surface.facet_W = hit.normal_W;
  surface.normal_W = SmoothNormal(look, hit, p_G);
  if (hit.normal_W.dot(ray.direction_W) > 0.0) {
    surface.facet_W = -surface.facet_W;
    surface.normal_W = -surface.normal_W;
  }
  const double slant = std::max(0.02, -surface.facet_W.dot(ray.direction_W));
  Paint(look, hit, p_G, footprint, slant, &surface);
  return surface;
}

}  // namespace surefoot::render
