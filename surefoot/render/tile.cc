#include "surefoot/render/tile.h"

#include <array>
#include <cmath>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/render/color.h"
#include "surefoot/render/shading.h"

namespace surefoot::render {
namespace {

/// Interleaved sampling (Keller and Heidrich 2001): neighbouring pixels send their light rays in
/// different directions, in a pattern that repeats every kPattern pixels, and average their
/// results. Few rays per pixel then give a smooth picture.
constexpr int kPattern = 4;

/// Unit vectors about z for the rays of the whole pattern, and the share of the range that each ray
/// covers (0 to 1).
struct RayPattern {
  std::vector<Vector3d> directions;
  std::vector<double> lengths;
};

constexpr double kPi = 3.14159265358979323846;

double Fraction(double value) { return value - std::floor(value); }

/// Low-discrepancy points in the unit cube: the R3 sequence (Roberts 2018), an additive recurrence
/// with the powers of 1/1.2207..., the root of x^4 = x + 1. Needs no fixed number of points.
Vector3d SpreadPoint(int index) {
  return Vector3d(Fraction(0.5 + 0.8191725133961645 * index),
                  Fraction(0.5 + 0.6710436067037893 * index),
                  Fraction(0.5 + 0.5497004779019703 * index));
}

/// `rays` for each pixel of the pattern. The square root makes the points uniform on the disc of
/// radius `spread`, so with 1 the directions are distributed by the cosine (Malley's method).
RayPattern MakeRayPattern(int rays, double spread) {
  RayPattern pattern;
  for (int i = 0; i < kPattern * kPattern * rays; ++i) {
    const Vector3d point = SpreadPoint(i);
    const double angle = 2.0 * kPi * point.x();
    const double radius = spread * std::sqrt(point.y());
    pattern.directions.emplace_back(radius * std::cos(angle), radius * std::sin(angle),
                                    std::sqrt(1.0 - radius * radius));
    pattern.lengths.push_back(0.02 + 0.98 * point.z());
  }
  return pattern;
}

/// An orthonormal frame whose z axis is the given direction.
Matrix3d AxesAbout(const Vector3d& z) {
  const Vector3d helper = std::abs(z.x()) < 0.6 ? Vector3d::UnitX() : Vector3d::UnitY();
  Matrix3d axes;
  axes.col(0) = helper.cross(z).normalized();
  axes.col(1) = z.cross(axes.col(0));
  axes.col(2) = z;
  return axes;
}

/// Maximum number of transparent surfaces that one ray passes through.
constexpr int kMaxLayers = 8;

// Neighbours within half a pattern share their light, so a tile traces that many extra pixels.
constexpr int kBorder = kPattern / 2;
constexpr int kSkyRays = 6;
constexpr int kSunRays = 2;
/// Sine of the half angle of the sun's disc. The real one is 0.0047; this is larger to give visibly
/// soft shadows.
constexpr double kSunRadius = 0.02;

/// The part of a pixel that shows one surface. Light is computed for each fragment, not for each
/// ray, so supersampling does not multiply the cost of shadows.
struct Fragment {
  Surface surface;
  Vector3d to_eye_W = Vector3d::UnitZ();
  double distance = 0.0;
  double weight = 0.0;
  bool is_mark = false;
  Reach reach;
  /// Index of the pixel's next fragment, -1 at the end.
  int next = -1;
};

class Tile {
 public:
  /// A border around the tile, which the filter of the light reads.
  Tile(const Stage& stage, const Rectangle& part) : stage_(stage), part_(part) {
    padded_.left = std::max(0, part.left - kBorder);
    padded_.top = std::max(0, part.top - kBorder);
    padded_.right = std::min(stage.camera.width, part.right + kBorder);
    padded_.bottom = std::min(stage.camera.height, part.bottom + kBorder);
    columns_ = padded_.right - padded_.left;
    const auto count = static_cast<std::size_t>(columns_ * (padded_.bottom - padded_.top));
    sample_angle_ = stage.camera.PixelAngle() / stage.supersample;
    sample_weight_ = 1.0 / (stage.supersample * stage.supersample);
    first_.assign(count, -1);
    sky_.assign(count, Vector3d::Zero());
    sky_share_.assign(count, 0.0);
  }

  /// Several samples per pixel; samples of the same surface become one fragment.
  void Trace() {
    const int n = stage_.supersample;
    for (int i = 0; i < n * n; ++i) {
      Beam beam = MakeBeam((i % n + 0.5) / n, (i / n + 0.5) / n);
      if (stage_.marks != nullptr) TraceMarks(&beam);
      TraceLayers(std::move(beam));
    }
  }

  void Light() {
    SampleSky();
    SampleSun();
    SampleLamps();
  }

  /// Fragments are shaded and summed by their weights.
  void Write(Image* image) const {
    for (int y = part_.top; y < part_.bottom; ++y) {
      for (int x = part_.left; x < part_.right; ++x) {
        const int column = x - padded_.left;
        const int row = y - padded_.top;
        const auto pixel = static_cast<std::size_t>(row * columns_ + column);
        const double alpha = stage_.transparent ? std::max(0.0, 1.0 - sky_share_[pixel]) : 1.0;
        Vector3d sum = stage_.transparent ? Vector3d::Zero() : sky_[pixel];
        for (int i = first_[pixel]; i >= 0; i = fragments_[static_cast<std::size_t>(i)].next) {
          const Fragment& fragment = fragments_[static_cast<std::size_t>(i)];
          sum += fragment.weight * ColorOf(column, row, fragment);
        }
        if (alpha > 0.0) sum /= alpha;
        std::uint8_t* out = image->rgba.data() + 4 * (static_cast<std::size_t>(y) *
                                                          static_cast<std::size_t>(image->width) +
                                                      static_cast<std::size_t>(x));
        for (int i = 0; i < 3; ++i) out[i] = ByteFrom(SrgbFromLinear(sum[i]));
        out[3] = ByteFrom(alpha);
      }
    }
  }

 private:
  /// Rays of one sample of every pixel that have not ended yet.
  struct Beam {
    std::vector<raycast::Ray> rays;
    std::vector<std::size_t> pixels;
    /// Share of the sample's light that no surface has absorbed yet.
    std::vector<double> rest;
  };

  /// One ray per pixel, at the same place within each.
  Beam MakeBeam(double dx, double dy) const {
    Beam beam;
    const Camera& camera = stage_.camera;
    const Matrix3d R_WC = camera.X_WC.R();
    const double scale = camera.PixelAngle();
    beam.rays.reserve(first_.size());
    for (int y = padded_.top; y < padded_.bottom; ++y) {
      for (int x = padded_.left; x < padded_.right; ++x) {
        raycast::Ray ray;
        ray.p_WO = camera.X_WC.p;
        const Vector3d direction_C(scale * (x + dx - 0.5 * camera.width),
                                   scale * (y + dy - 0.5 * camera.height), 1.0);
        ray.direction_W = R_WC * direction_C.normalized();
        beam.pixels.push_back(beam.rays.size());
        beam.rays.push_back(ray);
        beam.rest.push_back(1.0);
      }
    }
    return beam;
  }

  void TraceMarks(Beam* beam) {
    std::vector<raycast::Hit> hits(beam->rays.size());
    stage_.marks->Cast(beam->rays, hits);
    std::vector<Surface> surfaces(hits.size());
    stage_.mark_looks->At(beam->rays, hits, sample_angle_, surfaces);
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (!hits[i].ok()) continue;
      AddFragment(beam->pixels[i], beam->rays[i], hits[i].distance, sample_weight_, surfaces[i],
                  true);
      beam->rest[i] = 0.0;
    }
  }

  /// Rays continue behind transparent surfaces.
  void TraceLayers(Beam beam) {
    std::vector<raycast::Hit> hits;
    std::vector<Surface> surfaces;
    for (int layer = 0; layer < kMaxLayers && !beam.rays.empty(); ++layer) {
      hits.resize(beam.rays.size());
      stage_.scene->Cast(beam.rays, hits);
      surfaces.assign(hits.size(), Surface());
      stage_.looks->At(beam.rays, hits, sample_angle_, surfaces);
      Beam onward;
      for (std::size_t i = 0; i < hits.size(); ++i) {
        const std::size_t pixel = beam.pixels[i];
        raycast::Ray& ray = beam.rays[i];
        double rest = beam.rest[i];
        if (rest < 0.01) continue;
        const bool last = layer + 1 == kMaxLayers;
        if (!hits[i].ok() || last) {
          sky_[pixel] += sample_weight_ * rest * SkyColor(ray.direction_W, stage_.sky);
          sky_share_[pixel] += sample_weight_ * rest;
          continue;
        }
        const double distance = hits[i].distance;
        Surface& surface = surfaces[i];
        if (IsBackground(hits[i])) surface.alpha = 0.0;
        AddFragment(pixel, ray, distance, sample_weight_ * rest * surface.alpha, surface, false);
        rest *= 1.0 - surface.alpha;
        ray.near = distance + 1e-5 + 1e-6 * distance;
        if (rest < 0.01) continue;
        onward.rays.push_back(ray);
        onward.pixels.push_back(pixel);
        onward.rest.push_back(rest);
      }
      beam = std::move(onward);
    }
  }

  void AddFragment(std::size_t pixel, const raycast::Ray& ray, double distance, double weight,
                   const Surface& surface, bool is_mark) {
    // Samples of one surface within a pixel are merged if their normals nearly agree.
    if (weight <= 0.0) return;
    for (int i = first_[pixel]; i >= 0; i = fragments_[static_cast<std::size_t>(i)].next) {
      Fragment& known = fragments_[static_cast<std::size_t>(i)];
      const bool same = known.surface.shape == surface.shape && known.is_mark == is_mark &&
                        known.surface.normal_W.dot(surface.normal_W) > 0.95;
      if (!same) continue;
      // Weighted running mean.
      const double share = weight / (known.weight + weight);
      known.surface.color += share * (surface.color - known.surface.color);
      known.surface.emissive += share * (surface.emissive - known.surface.emissive);
      known.weight += weight;
      return;
    }
    Fragment fragment;
    fragment.surface = surface;
    fragment.to_eye_W = -ray.direction_W;
    fragment.distance = distance;
    fragment.weight = weight;
    fragment.is_mark = is_mark;
    fragment.next = first_[pixel];
    first_[pixel] = static_cast<int>(fragments_.size());
    fragments_.push_back(fragment);
    pixel_of_.push_back(pixel);
  }

  /// Origin of rays to the lights.
  Vector3d PointAbove(const Fragment& fragment) const {
    // The lift shortens the hard shadows of a low sun by several times its size.
    const bool hard = stage_.lights.front().is_hard;
    const double slope = hard ? 4e-6 : 0.2 * sample_angle_;
    const double lift = slope * fragment.distance + 1e-5;
    return fragment.surface.p_W + lift * fragment.surface.facet_W;
  }

  std::size_t PatternOf(std::size_t pixel) const {
    const int x = padded_.left + static_cast<int>(pixel) % columns_;
    const int y = padded_.top + static_cast<int>(pixel) / columns_;
    return static_cast<std::size_t>(kPattern * (y % kPattern) + x % kPattern);
  }

  /// The share of the sky that each fragment sees.
  void SampleSky() {
    const RayPattern pattern = MakeRayPattern(kSkyRays, 1.0);
    std::vector<raycast::Ray> rays(kSkyRays * fragments_.size(), raycast::Ray());
    for (std::size_t i = 0; i < fragments_.size(); ++i) {
      const Fragment& fragment = fragments_[i];
      const Matrix3d axes = AxesAbout(fragment.surface.normal_W);
      const std::size_t first = PatternOf(pixel_of_[i]);
      for (std::size_t k = 0; k < kSkyRays; ++k) {
        const std::size_t index = first + kPattern * kPattern * k;
        raycast::Ray& ray = rays[kSkyRays * i + k];
        ray.p_WO = PointAbove(fragment);
        ray.direction_W = axes * pattern.directions[index];
        // Random ranges weight near obstacles more: they block more of the rays.
        ray.far = stage_.occlusion_reach * pattern.lengths[index];
      }
    }
    std::vector<std::uint8_t> occluded(rays.size());
    stage_.scene->Occluded(rays, occluded);
    for (std::size_t i = 0; i < fragments_.size(); ++i) {
      int free = kSkyRays;
      for (std::size_t k = 0; k < kSkyRays; ++k) free -= occluded[kSkyRays * i + k];
      fragments_[i].reach.sky = static_cast<double>(free) / kSkyRays;
    }
  }

  /// The share of the sun's disc that is visible, for soft shadows.
  void SampleSun() {
    const LightSource& sun = stage_.lights.front();
    // Without shadows, Reach::sun stays 1 and shading alone darkens faces turned away.
    if (!sun.casts_shadows) return;
    const Matrix3d axes = AxesAbout(-sun.direction_W);
    const RayPattern pattern = MakeRayPattern(kSunRays, kSunRadius);
    const std::size_t rays_each = sun.is_hard ? 1 : kSunRays;
    std::vector<raycast::Ray> rays;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < fragments_.size(); ++i) {
      Fragment& fragment = fragments_[i];
      if (fragment.surface.facet_W.dot(sun.direction_W) >= 0.0) {
        fragment.reach.sun = 0.0;
        continue;
      }
      const std::size_t first = PatternOf(pixel_of_[i]);
      for (std::size_t k = 0; k < rays_each; ++k) {
        raycast::Ray ray;
        ray.p_WO = PointAbove(fragment);
        ray.direction_W =
            sun.is_hard ? Vector3d(-sun.direction_W)
                        : Vector3d(axes * pattern.directions[first + kPattern * kPattern * k]);
        rays.push_back(ray);
        owners.push_back(i);
      }
    }
    std::vector<std::uint8_t> occluded(rays.size());
    stage_.scene->Occluded(rays, occluded);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      if (occluded[i] != 0) fragments_[owners[i]].reach.sun -= 1.0 / static_cast<double>(rays_each);
    }
  }

  void SampleLamps() {
    for (std::size_t lamp = 1; lamp < stage_.lights.size(); ++lamp) {
      const LightSource& light = stage_.lights[lamp];
      std::vector<raycast::Ray> rays;
      std::vector<std::size_t> owners;
      for (std::size_t i = 0; i < fragments_.size(); ++i) {
        const Surface& surface = fragments_[i].surface;
        const bool directional = light.kind == LightSource::Kind::kDirectional;
        raycast::Ray ray;
        ray.p_WO = PointAbove(fragments_[i]);
        const Vector3d way = directional ? Vector3d(-light.direction_W) : light.p_W - surface.p_W;
        ray.direction_W = way.normalized();
        if (!directional) ray.far = 0.999 * way.norm();
        const bool lit = light.ColorAt(surface.p_W).maxCoeff() > 0.001 &&
                         surface.normal_W.dot(ray.direction_W) > 0.0 &&
                         surface.facet_W.dot(ray.direction_W) > 0.0;
        if (!lit) continue;
        rays.push_back(ray);
        owners.push_back(i);
      }
      std::vector<std::uint8_t> occluded(rays.size(), 0);
      if (light.casts_shadows) stage_.scene->Occluded(rays, occluded);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        if (occluded[i] != 0) continue;
        Fragment& fragment = fragments_[owners[i]];
        fragment.reach.lamps += fragment.surface.normal_W.dot(rays[i].direction_W) *
                                light.ColorAt(fragment.surface.p_W);
      }
    }
  }

  /// Mean over the neighbours that see the same surface: same shape, similar normal, and nearly the
  /// same plane, so light does not leak across edges.
  Reach SharedReach(int column, int row, const Fragment& fragment) const {
    // A window that covers each cell of the 4x4 pattern with equal total weight.
    constexpr std::array<double, 5> kWeights = {0.5, 1.0, 1.0, 1.0, 0.5};
    // Six pixels' width at this distance (m).
    const double tolerance = 6.0 * stage_.camera.PixelAngle() * fragment.distance;
    Reach shared = fragment.reach;
    double weights = 0.0;
    shared.sky = shared.sun = 0.0;
    const int rows = padded_.bottom - padded_.top;
    for (int dy = -kBorder; dy <= kBorder; ++dy) {
      for (int dx = -kBorder; dx <= kBorder; ++dx) {
        const int x = column + dx;
        const int y = row + dy;
        if (x < 0 || x >= columns_ || y < 0 || y >= rows) continue;
        for (int i = first_[static_cast<std::size_t>(y * columns_ + x)]; i >= 0;) {
          const Fragment& other = fragments_[static_cast<std::size_t>(i)];
          i = other.next;
          if (other.surface.shape != fragment.surface.shape || other.is_mark) continue;
          if (other.surface.normal_W.dot(fragment.surface.normal_W) < 0.9) continue;
          const Vector3d way = other.surface.p_W - fragment.surface.p_W;
          if (std::abs(way.dot(fragment.surface.normal_W)) > tolerance) continue;
          const double weight = kWeights[static_cast<std::size_t>(dx + kBorder)] *
                                kWeights[static_cast<std::size_t>(dy + kBorder)];
          weights += weight;
          shared.sky += weight * other.reach.sky;
          shared.sun += weight * other.reach.sun;
        }
      }
    }
    // The fragment is one of its own neighbours, so the sum is not zero.
    shared.sky /= weights;
    shared.sun /= weights;
    if (stage_.lights.front().is_hard) shared.sun = fragment.reach.sun;
    return shared;
  }

  Vector3d ColorOf(int column, int row, const Fragment& fragment) const {
    if (fragment.is_mark) {
      const double facing = fragment.surface.normal_W.dot(fragment.to_eye_W);
      return fragment.surface.color * (0.55 + 0.45 * std::max(0.0, facing));
    }
    const Reach reach = SharedReach(column, row, fragment);
    const Vector3d color = ToneMapped(
        Shade(fragment.surface, fragment.to_eye_W, stage_.lights.front(), stage_.sky, reach));
    const double far = fragment.distance / stage_.haze;
    // A transparent picture has no horizon to fade into.
    const bool fades = stage_.sky.haze && !stage_.transparent;
    // Gaussian in distance: near things stay clear.
    const double haze = fades ? 1.0 - std::exp(-far * far) : 0.0;
    return color + haze * (stage_.sky.horizon - color);
  }

  bool IsBackground(const raycast::Hit& hit) const {
    if (!stage_.transparent) return false;
    const auto* plane = std::get_if<world::Plane>(&stage_.scene->shape(hit.shape).geometry);
    return plane != nullptr && !plane->size.allFinite();
  }

  const Stage& stage_;
  Rectangle part_;
  /// With the border, whose pixels are traced for their neighbours only.
  Rectangle padded_;
  int columns_;
  double sample_angle_;
  double sample_weight_;
  std::vector<Fragment> fragments_;
  std::vector<std::size_t> pixel_of_;
  /// For each pixel: first fragment, and the light and share of the sky.
  std::vector<int> first_;
  std::vector<Vector3d> sky_;
  std::vector<double> sky_share_;
};

}  // namespace

void DrawTile(const Stage& stage, const Rectangle& part, Image* image) {
  Tile tile(stage, part);
  tile.Trace();
  tile.Light();
  tile.Write(image);
}

}  // namespace surefoot::render
