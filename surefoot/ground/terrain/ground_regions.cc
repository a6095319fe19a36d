#include "surefoot/ground/terrain/ground_regions.h"

#include <algorithm>
#include <cmath>

namespace surefoot::ground {
namespace {

using Eigen::Vector2d;

/// Largest number of horizontal bands, which bounds the index's memory.
constexpr std::size_t kMaxBands = 1024;

double DistanceToEdge(const Vector2d& p, const Vector2d& a, const Vector2d& b) {
  const Vector2d e = b - a;
  const double length2 = e.squaredNorm();
  const double t = length2 > 0.0 ? std::clamp((p - a).dot(e) / length2, 0.0, 1.0) : 0.0;
  return (a + t * e - p).norm();
}

}  // namespace

PolygonRegion::PolygonRegion(std::vector<Vector2d> corners) : corners_(std::move(corners)) {
  for (const Vector2d& corner : corners_) box_.extend(corner);
  const std::size_t bands = std::clamp<std::size_t>(corners_.size() / 4, 1, kMaxBands);
  const double height = box_.sizes().y();
  bands_per_metre_ = height > 0.0 ? static_cast<double>(bands) / height : 0.0;
  const auto band_of = [&](double y) {
    const double band = (y - box_.min().y()) * bands_per_metre_;
    return static_cast<std::size_t>(std::clamp(band, 0.0, static_cast<double>(bands) - 1.0));
  };
  std::vector<std::vector<std::uint32_t>> lists(bands);
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const std::size_t from = band_of(std::min(corners_[i].y(), next(i).y()));
    const std::size_t to = band_of(std::max(corners_[i].y(), next(i).y()));
    for (std::size_t band = from; band <= to; ++band) {
      lists[band].push_back(static_cast<std::uint32_t>(i));
    }
  }
  for (const std::vector<std::uint32_t>& list : lists) {
    first_of_band_.push_back(edges_.size());
    edges_.insert(edges_.end(), list.begin(), list.end());
  }
  first_of_band_.push_back(edges_.size());
}

bool PolygonRegion::Contains(const Vector2d& p) const {
  if (!box_.contains(p)) return false;
  const std::size_t bands = first_of_band_.size() - 1;
  const double scaled = (p.y() - box_.min().y()) * bands_per_metre_;
  const auto band =
      static_cast<std::size_t>(std::clamp(scaled, 0.0, static_cast<double>(bands) - 1.0));
  // Parity of the edges crossed by a ray towards +x.
  bool inside = false;
  for (std::size_t k = first_of_band_[band]; k < first_of_band_[band + 1]; ++k) {
    const Vector2d& a = corners_[edges_[k]];
    const Vector2d& b = next(edges_[k]);
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    const double x = a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x());
    if (x > p.x()) inside = !inside;
  }
  return inside;
}

double PolygonRegion::BorderDistance(const Vector2d& p, double far) const {
  if (box_.exteriorDistance(p) >= far) return far;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    far = std::min(far, DistanceToEdge(p, corners_[i], next(i)));
  }
  return far;
}

ImageRegion::ImageRegion(const world::GroundImage& image, std::vector<int> grounds)
    : centre_(image.centre),
      half_(0.5 * image.size),
      cos_(std::cos(image.yaw)),
      sin_(std::sin(image.yaw)),
      columns_per_metre_(image.cells->columns / image.size.x()),
      rows_per_metre_(image.cells->rows / image.size.y()),
      cell_(1.0 / std::max(columns_per_metre_, rows_per_metre_)),
      grounds_(std::move(grounds)),
      cells_(image.cells) {
  MeasureCells();
}

/// Chamfer distance in two passes over the image: a cell is one step farther from a border than its
/// nearest neighbour (Chebyshev distance in cells).
void ImageRegion::MeasureCells() {
  const int columns = cells_->columns;
  const int rows = cells_->rows;
  constexpr int kMaxDistance = 60000;
  steps_.assign(cells_->labels.size(), static_cast<std::uint16_t>(kMaxDistance));
  const auto at = [&](int row, int col) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(col);
  };
  const auto update = [&](int row, int col, int sign) {
    const int ground = grounds_[cells_->labels[at(row, col)]];
    int min = steps_[at(row, col)];
    const int near[4][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}};
    for (const auto& step : near) {
      const int r = row + sign * step[0];
      const int c = col + sign * step[1];
      const bool outside = r < 0 || c < 0 || r >= rows || c >= columns;
      if (outside) continue;
      const bool same = grounds_[cells_->labels[at(r, c)]] == ground;
      min = same ? std::min(min, steps_[at(r, c)] + 1) : 1;
    }
    steps_[at(row, col)] = static_cast<std::uint16_t>(min);
  };
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < columns; ++col) update(row, col, 1);
  }
  for (int row = rows - 1; row >= 0; --row) {
    for (int col = columns - 1; col >= 0; --col) update(row, col, -1);
  }
}

Vector2d ImageRegion::Local(const Vector2d& p) const {
  const Vector2d d = p - centre_;
  return Vector2d(cos_ * d.x() + sin_ * d.y(), cos_ * d.y() - sin_ * d.x()) + half_;
}

int ImageRegion::At(const Vector2d& p) const {
  const Vector2d local = Local(p);
  const double col = std::floor(local.x() * columns_per_metre_);
  const double row = std::floor(local.y() * rows_per_metre_);
  if (!(col >= 0.0 && row >= 0.0 && col < cells_->columns && row < cells_->rows)) return -1;
  const auto index = static_cast<std::size_t>(row) * static_cast<std::size_t>(cells_->columns) +
                     static_cast<std::size_t>(col);
  return grounds_[cells_->labels[index]];
}

double ImageRegion::BorderDistance(const Vector2d& p, double far) const {
  const Vector2d local = Local(p);
  const Vector2d outside = (local - half_).cwiseAbs() - half_;
  if (outside.maxCoeff() > 0.0) return std::min(far, outside.cwiseMax(0.0).norm());
  const auto columns = static_cast<double>(cells_->columns);
  const auto rows = static_cast<double>(cells_->rows);
  const double col = std::clamp(std::floor(local.x() * columns_per_metre_), 0.0, columns - 1.0);
  const double row = std::clamp(std::floor(local.y() * rows_per_metre_), 0.0, rows - 1.0);
  const auto index = static_cast<std::size_t>(row) * static_cast<std::size_t>(cells_->columns) +
                     static_cast<std::size_t>(col);
  return std::min({far, (steps_[index] - 1) * cell_, -outside.maxCoeff()});
}

Result<GroundRegions> GroundRegions::Make(const world::GroundMap& map, int own,
                                          const std::vector<std::string>& names,
                                          const RigidTransform& X_WG) {
  GroundRegions regions;
  regions.own_ = own;
  regions.in_shape_ = map.in_shape;
  regions.X_GW_ = X_WG.Inverse();
  std::vector<int> grounds;
  for (const world::NamedPart& part : PartsOf(map)) {
    const auto found = std::find(names.begin(), names.end(), part.ground);
    if (found == names.end()) {
      return Error{"a map names the ground \"" + part.ground + "\", which is not there"};
    }
    grounds.push_back(static_cast<int>(found - names.begin()));
  }
  auto next = grounds.begin();
  for (const world::GroundLayer& layer : map.layers) {
    Layer& made = regions.layers_.emplace_back();
    if (const auto* image = std::get_if<world::GroundImage>(&layer)) {
      std::vector<int> by_label = {-1};
      by_label.insert(by_label.end(), next, next + static_cast<long>(image->colours.size()));
      next += static_cast<long>(image->colours.size());
      made.image = std::make_shared<const ImageRegion>(*image, std::move(by_label));
      regions.grain_ = std::max(regions.grain_, made.image->cell());
      continue;
    }
    made.ground = *next++;
    if (const auto* polygon = std::get_if<world::GroundPolygon>(&layer)) {
      made.polygon = std::make_shared<const PolygonRegion>(polygon->corners);
    } else {
      const auto& circle = std::get<world::GroundCircle>(layer);
      made.centre = circle.centre;
      made.radius = circle.radius;
    }
  }
  // Margin for rounding.
  regions.grain_ += 1e-9;
  return regions;
}

Vector2d GroundRegions::Flat(const Vector3d& p_W) const {
  if (!in_shape_) return p_W.head<2>();
  const Vector3d p_G = X_GW_ * p_W;
  return p_G.head<2>();
}

int GroundRegions::At(const Vector3d& p_W) const {
  const Vector2d p = Flat(p_W);
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    if (layer->image != nullptr) {
      const int ground = layer->image->At(p);
      if (ground >= 0) return ground;
    } else if (layer->polygon != nullptr) {
      if (layer->polygon->Contains(p)) return layer->ground;
    } else if ((p - layer->centre).squaredNorm() < layer->radius * layer->radius) {
      return layer->ground;
    }
  }
  return own_;
}

double GroundRegions::Clearance(const Vector3d& p_W, double far) const {
  const Vector2d p = Flat(p_W);
  for (const Layer& layer : layers_) {
    if (layer.image != nullptr) {
      far = layer.image->BorderDistance(p, far);
    } else if (layer.polygon != nullptr) {
      far = layer.polygon->BorderDistance(p, far);
    } else {
      far = std::min(far, std::abs((p - layer.centre).norm() - layer.radius));
    }
  }
  return far;
}

}  // namespace surefoot::ground
