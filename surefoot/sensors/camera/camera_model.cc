#include "surefoot/sensors/camera/camera_model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "surefoot/math/decompose.h"

namespace surefoot::sensors {
namespace {

// Lenses: the radial and tangential ("plumb bob") model is Brown's (1971) with OpenCV's order of
// coefficients; "rational_polynomial" is OpenCV's extension; "equidistant" is the fisheye model of
// Kannala and Brandt (2006) as OpenCV has it. The formulas of <lens> are SDF's.

constexpr double kPi = 3.14159265358979323846;
/// Limits against files that ask for more memory than a machine has; the rays of 16 million pixels
/// take 200 MB.
constexpr int kMaxSide = 8192;
constexpr int kMaxPixels = 1 << 24;
constexpr double kMaxCoefficient = 1e6;
/// Tangent of the widest angle from the axis of a perspective image: 88 degrees.
constexpr double kMaxTangent = 30.0;

/// The x in [0, high] with f(x) = target, for an f that increases there; f also returns its slope.
/// Newton's method, with bisection where a Newton step leaves the bracket.
double SolveGrowing(const std::function<double(double, double*)>& f, double target, double high) {
  double low = 0.0;
  double x = std::min(target, 0.5 * high);
  for (int i = 0; i < 100; ++i) {
    double slope = 0.0;
    const double error = f(x, &slope) - target;
    (error > 0.0 ? high : low) = x;
    double next = slope > 0.0 ? x - error / slope : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= 1e-15 * (1.0 + std::abs(x))) return next;
    x = next;
  }
  return x;
}

}  // namespace

const Quaterniond& CameraModel::R_SO() {
  static const Quaterniond kRotation(0.5, -0.5, 0.5, -0.5);
  return kRotation;
}

CameraModel CameraModel::Read(const world::ElementReader& sensor, bool wide_angle) {
  const world::ElementReader camera = sensor.Child("camera");
  camera.WarnMisspelt({"pose",
                       "horizontal_fov",
                       "image",
                       "clip",
                       "save",
                       "depth_camera",
                       "noise",
                       "distortion",
                       "lens",
                       "visibility_mask",
                       "trigger_topic",
                       "triggered",
                       "box_type",
                       "camera_info_topic",
                       "segmentation_type",
                       "optical_frame_id",
                       "exposure",
                       "gain",
                       "shot_noise",
                       "rolling_shutter",
                       "line_time",
                       "supersample",
                       "jpeg_quality",
                       "baseline"});
  CameraModel model;
  model.width_ = static_cast<int>(camera.Integer("image/width", 320, 1, kMaxSide));
  model.height_ = static_cast<int>(camera.Integer("image/height", 240, 1, kMaxSide));
  if (model.pixel_count() > kMaxPixels) {
    camera.Error("image", "too many pixels; at most 16 million are accepted",
                 std::to_string(model.width_) + " x " + std::to_string(model.height_));
    model.height_ = 1;
  }
  model.near_clip_ = camera.Number("clip/near", 0.1, 0.0, 1e6);
  model.far_clip_ = camera.Number("clip/far", 100.0, 0.0, world::kInfinity);
  if (!(model.far_clip_ > model.near_clip_)) {
    camera.Error("clip/far", "must be farther than <near>", std::to_string(model.far_clip_));
  }
  model.ReadDistortion(camera);
  if (wide_angle) model.ReadLens(camera.Child("lens"));
  model.ReadFocalLength(camera, wide_angle);
  return model;
}

void CameraModel::ReadDistortion(const world::ElementReader& camera) {
  const world::ElementReader reader = camera.Child("distortion");
  const std::string model =
      reader.Choice("model", {"plumb_bob", "rational_polynomial", "equidistant"}, "plumb_bob");
  const char* const names[] = {"k1", "k2", "k3", "k4", "k5", "k6"};
  for (std::size_t i = 0; i < k_.size(); ++i) {
    k_[i] = reader.Number(names[i], 0.0, -kMaxCoefficient, kMaxCoefficient);
  }
  p1_ = reader.Number("p1", 0.0, -kMaxCoefficient, kMaxCoefficient);
  p2_ = reader.Number("p2", 0.0, -kMaxCoefficient, kMaxCoefficient);
  kind_ = model == "equidistant" ? Kind::kAngle : Kind::kTangent;
  rational_ = model == "rational_polynomial";
  if (kind_ == Kind::kTangent && !rational_) k_[3] = k_[4] = k_[5] = 0.0;
  if (kind_ == Kind::kAngle) p1_ = p2_ = 0.0;
  limit_ = kind_ == Kind::kAngle ? kPi : kMaxTangent;
  const std::vector<double> center = reader.Numbers("center", 2, {0.5, 0.5});
  if (center[0] != 0.5 || center[1] != 0.5) {
    reader.Warning("center", "distortion is about the principal point; this is ignored", "",
                   "move the principal point with <lens><intrinsics>");
  }
}

void CameraModel::ReadLens(const world::ElementReader& lens) {
  const std::string type = lens.Choice(
      "type",
      {"gnomonical", "stereographic", "equidistant", "equisolid_angle", "orthographic", "custom"},
      "stereographic");
  limit_ = lens.Number("cutoff_angle", 0.5 * kPi, 1e-3, kPi);
  if (type == "equidistant") {
    // The only type of <lens> that <distortion> applies to.
    kind_ = Kind::kAngle;
    p1_ = p2_ = 0.0;
    return;
  }
  kind_ = Kind::kFunction;
  // Stereographic: r = 2 tan(a / 2); equisolid angle: r = 2 sin(a / 2); the others without halves.
  const bool half = type == "stereographic" || type == "equisolid_angle";
  c1_ = c2_ = half ? 2.0 : 1.0;
  function_ = type == "equisolid_angle" || type == "orthographic" ? Function::kSin : Function::kTan;
  if (type != "custom") return;
  const world::ElementReader custom = lens.Child("custom_function");
  c1_ = custom.Number("c1", 1.0, 1e-6, kMaxCoefficient);
  c2_ = custom.Number("c2", 1.0, 1e-6, kMaxCoefficient);
  c3_ = custom.Number("c3", 0.0, 0.0, 0.5 * kPi);
  const std::string name = custom.Choice("fun", {"tan", "sin", "id"}, "tan");
  function_ = name == "tan" ? Function::kTan : name == "sin" ? Function::kSin : Function::kIdentity;
}

/// Reduces the limit to where the radius still increases with the angle. Beyond it a polynomial
/// folds the image back, and two directions would share a pixel.
void CameraModel::FindLimit() {
  // Most cameras have no distortion: the radius is the tangent itself, and grows everywhere.
  const bool distorts =
      std::any_of(std::begin(k_), std::end(k_), [](double k) { return k != 0.0; });
  if (kind_ == Kind::kTangent && !distorts) return;
  constexpr int kSteps = 6000;
  const double requested = limit_;
  for (int i = 1; i <= kSteps; ++i) {
    double slope = 0.0;
    const double at = requested * i / kSteps;
    const double radius = Radius(at, &slope);
    if (slope > 1e-6 && std::isfinite(radius)) continue;
    limit_ = requested * (i - 1) / kSteps;
    return;
  }
}

void CameraModel::ReadFocalLength(const world::ElementReader& camera, bool wide_angle) {
  FindLimit();
  if (!(limit_ > 0.0)) camera.Error("distortion", "with these numbers the lens sees nothing");
  const bool flat = kind_ == Kind::kTangent;
  const double fov = camera.Number("horizontal_fov", 1.047, 1e-3, flat ? 3.1 : 2.0 * kPi);
  double slope = 0.0;
  if (wide_angle && !camera.Flag("lens/scale_to_hfov", true)) {
    fx_ = 0.5 * width_ * camera.Number("lens/custom_function/f", 1.0, 1e-6, kMaxCoefficient);
  } else if (flat) {
    // As in Gazebo, the field of view is that of the camera without distortion.
    fx_ = 0.5 * width_ / std::tan(0.5 * fov);
  } else {
    fx_ = 0.5 * width_ / std::max(1e-9, Radius(std::min(0.5 * fov, limit_), &slope));
  }
  const world::ElementReader given = camera.Child("lens/intrinsics");
  fx_ = given.Number("fx", fx_, 1e-3, 1e7);
  fy_ = given.Number("fy", fx_, 1e-3, 1e7);
  cx_ = given.Number("cx", 0.5 * (width_ - 1), -1e7, 1e7);
  cy_ = given.Number("cy", 0.5 * (height_ - 1), -1e7, 1e7);
  skew_ = given.Number("s", 0.0, -1e7, 1e7);
  // CameraInfo's P is that of the rectified image, whose scale is the lens's at the axis.
  Radius(0.0, &slope);
  const world::ElementReader p = camera.Child("lens/projection");
  projection_ = {p.Number("p_fx", fx_ * slope, -1e7, 1e7),
                 0.0,
                 p.Number("p_cx", cx_, -1e7, 1e7),
                 p.Number("tx", 0.0, -1e7, 1e7),
                 0.0,
                 p.Number("p_fy", fy_ * slope, -1e7, 1e7),
                 p.Number("p_cy", cy_, -1e7, 1e7),
                 p.Number("ty", 0.0, -1e7, 1e7),
                 0.0,
                 0.0,
                 1.0,
                 0.0};
}

double CameraModel::Radius(double from_axis, double* slope) const {
  const double x = from_axis;
  const double x2 = x * x;
  if (kind_ == Kind::kTangent) {
    const double above = 1.0 + x2 * (k_[0] + x2 * (k_[1] + x2 * k_[2]));
    const double below = 1.0 + x2 * (k_[3] + x2 * (k_[4] + x2 * k_[5]));
    const double d_above = 2.0 * x * (k_[0] + x2 * (2.0 * k_[1] + 3.0 * x2 * k_[2]));
    const double d_below = 2.0 * x * (k_[3] + x2 * (2.0 * k_[4] + 3.0 * x2 * k_[5]));
    *slope = below > 0.0 ? (above + x * (d_above - above * d_below / below)) / below : -1.0;
    return x * above / below;
  }
  if (kind_ == Kind::kAngle) {
    *slope = 1.0 + x2 * (3.0 * k_[0] + x2 * (5.0 * k_[1] + x2 * (7.0 * k_[2] + 9.0 * x2 * k_[3])));
    return x * (1.0 + x2 * (k_[0] + x2 * (k_[1] + x2 * (k_[2] + x2 * k_[3]))));
  }
  const double angle = x / c2_ + c3_;
  const double cosine = std::cos(angle);
  *slope = c1_ / c2_;
  if (function_ == Function::kIdentity) return c1_ * angle;
  if (angle >= 0.5 * kPi) {
    *slope = 0.0;
  } else {
    *slope *= function_ == Function::kSin ? cosine : 1.0 / (cosine * cosine);
  }
  return c1_ * (function_ == Function::kSin ? std::sin(angle) : std::tan(angle));
}

std::optional<double> CameraModel::FromRadius(double radius) const {
  double slope = 0.0;
  if (radius > Radius(limit_, &slope)) return std::nullopt;
  if (kind_ == Kind::kFunction) {
    const double value = radius / c1_;
    const double angle = function_ == Function::kTan   ? std::atan(value)
                         : function_ == Function::kSin ? std::asin(std::min(value, 1.0))
                                                       : value;
    const double from_axis = c2_ * (angle - c3_);
    if (from_axis < 0.0) return std::nullopt;
    return from_axis;
  }
  return SolveGrowing([this](double x, double* s) { return Radius(x, s); }, radius, limit_);
}

Eigen::Vector2d CameraModel::Tangential(const Eigen::Vector2d& m) const {
  const double r2 = m.squaredNorm();
  const double xy = m.x() * m.y();
  return Eigen::Vector2d(2.0 * p1_ * xy + p2_ * (r2 + 2.0 * m.x() * m.x()),
                         p1_ * (r2 + 2.0 * m.y() * m.y()) + 2.0 * p2_ * xy);
}

std::optional<Eigen::Vector2d> CameraModel::Project(const Vector3d& p_O) const {
  const double side = p_O.head<2>().norm();
  Eigen::Vector2d m = Eigen::Vector2d::Zero();
  double slope = 0.0;
  if (kind_ == Kind::kTangent) {
    if (!(p_O.z() > 0.0) || side > limit_ * p_O.z()) return std::nullopt;
    const Eigen::Vector2d ideal = p_O.head<2>() / p_O.z();
    const double r = ideal.norm();
    m = r > 0.0 ? Eigen::Vector2d(ideal * (Radius(r, &slope) / r)) : ideal;
    m += Tangential(ideal);
  } else {
    const double angle = std::atan2(side, p_O.z());
    if (!(angle <= limit_)) return std::nullopt;
    if (side > 0.0) m = p_O.head<2>() * (Radius(angle, &slope) / side);
  }
  return Eigen::Vector2d(fx_ * m.x() + skew_ * m.y() + cx_, fy_ * m.y() + cy_);
}

/// Inverts the distortion: fixed-point iteration on the tangential part, and the exact inverse of
/// the radial part in each round. One round is enough without tangential coefficients.
std::optional<Eigen::Vector2d> CameraModel::Undistorted(const Eigen::Vector2d& distorted) const {
  Eigen::Vector2d ideal = distorted;
  Eigen::Vector2d target = distorted;
  const int rounds = p1_ == 0.0 && p2_ == 0.0 ? 1 : 50;
  for (int i = 0; i < rounds; ++i) {
    const double radius = target.norm();
    if (radius == 0.0) return target;
    const std::optional<double> r = FromRadius(radius);
    if (!r) return std::nullopt;
    const Eigen::Vector2d next = target * (*r / radius);
    const bool settled = (next - ideal).norm() < 1e-14;
    ideal = next;
    if (settled && i > 0) break;
    target = distorted - Tangential(ideal);
  }
  return ideal;
}

std::optional<Vector3d> CameraModel::Direction(double u, double v) const {
  Eigen::Vector2d m;
  m.y() = (v - cy_) / fy_;
  m.x() = (u - cx_ - skew_ * m.y()) / fx_;
  if (kind_ == Kind::kTangent) {
    const std::optional<Eigen::Vector2d> ideal = Undistorted(m);
    if (!ideal) return std::nullopt;
    return Vector3d(ideal->x(), ideal->y(), 1.0).normalized();
  }
  const double radius = m.norm();
  const std::optional<double> angle = FromRadius(radius);
  if (!angle) return std::nullopt;
  if (radius == 0.0) return Vector3d::UnitZ();
  const Eigen::Vector2d side = std::sin(*angle) * m / radius;
  return Vector3d(side.x(), side.y(), std::cos(*angle));
}

PixelRays CameraModel::MakeRays(double du, double dv) const {
  const auto count = static_cast<std::size_t>(pixel_count());
  PixelRays rays{std::vector<float>(count, 0.0F), std::vector<float>(count, 0.0F),
                 std::vector<float>(count, 0.0F)};
  std::size_t i = 0;
  for (int v = 0; v < height_; ++v) {
    for (int u = 0; u < width_; ++u, ++i) {
      const std::optional<Vector3d> direction = Direction(u + du, v + dv);
      if (!direction) continue;
      rays.x[i] = static_cast<float>(direction->x());
      rays.y[i] = static_cast<float>(direction->y());
      rays.z[i] = static_cast<float>(direction->z());
    }
  }
  return rays;
}

/// ROS has one distortion model for fisheye lenses, "equidistant", a polynomial of the angle. It is
/// fitted by least squares to lenses with another formula, over the angles that the lens sees. A
/// lens whose radius is not 0 on the axis cannot be expressed, and its model stays empty.
void CameraModel::FillDistortion(msgs::sensor_msgs::CameraInfo* info) const {
  if (kind_ == Kind::kTangent) {
    info->distortion_model = rational_ ? "rational_polynomial" : "plumb_bob";
    info->d = {k_[0], k_[1], p1_, p2_, k_[2]};
    if (rational_) info->d.insert(info->d.end(), k_.begin() + 3, k_.end());
    return;
  }
  info->distortion_model = "equidistant";
  info->d.assign(k_.begin(), k_.begin() + 4);
  if (kind_ == Kind::kAngle) return;
  if (function_ == Function::kTan && c2_ == 1.0 && c3_ == 0.0) {
    info->distortion_model = "plumb_bob";
    info->d.assign(5, 0.0);
    return;
  }
  double slope = 0.0;
  double unused = 0.0;
  if (Radius(0.0, &slope) != 0.0) {
    info->distortion_model.clear();
    info->d.clear();
    return;
  }
  constexpr int kSamples = 400;
  Eigen::MatrixXd powers(kSamples, 4);
  Eigen::VectorXd rest(kSamples);
  for (int i = 0; i < kSamples; ++i) {
    const double share = (i + 1.0) / kSamples;
    const double angle = share * limit_;
    rest[i] = Radius(angle, &unused) / slope - angle;
    for (int j = 0; j < 4; ++j) powers(i, j) = std::pow(share, 2 * j + 3);
  }
  const Eigen::Vector4d fitted = LeastSquares(powers, rest);
  for (int j = 0; j < 4; ++j) {
    info->d[static_cast<std::size_t>(j)] = fitted[j] / std::pow(limit_, 2 * j + 3);
  }
}

void CameraModel::FillInfo(msgs::sensor_msgs::CameraInfo* info) const {
  double slope = 0.0;
  Radius(0.0, &slope);
  info->width = static_cast<std::uint32_t>(width_);
  info->height = static_cast<std::uint32_t>(height_);
  FillDistortion(info);
  info->k = {fx_ * slope, skew_ * slope, cx_, 0.0, fy_ * slope, cy_, 0.0, 0.0, 1.0};
  info->r = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  std::copy(projection_.begin(), projection_.end(), info->p.begin());
}

world::ElementReader ReaderOf(const world::ElementReader& sensor, const std::string& name) {
  return sensor.Has(name) ? sensor : sensor.Child("camera");
}

std::string OpticalFrame(const SensorArgs& args) {
  const std::string given = args.element.Text("camera/optical_frame_id");
  if (given.empty()) return args.place.frame_id + "_optical";
  return args.world.instance(args.place.model).name + "/" + given;
}

}  // namespace surefoot::sensors
