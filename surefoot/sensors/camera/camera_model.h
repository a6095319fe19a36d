#pragma once

/// The projection that all image sensors share: the direction of each pixel, and the pixel of a
/// point.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Unit vectors of all pixels in the optical frame O, row by row from the top left. A pixel outside
/// of the lens's field of view has the zero vector.
struct PixelRays {
  std::vector<float> x;
  std::vector<float> y;
  std::vector<float> z;
};

/// A camera looks along x of its sensor frame S. Its optical frame O has x to the right, y down and
/// z into the image (REP 103). The centre of the top left pixel is at (0, 0), as in OpenCV.
///   const CameraModel camera = CameraModel::Read(args.element);
///   if (const auto pixel = camera.Project(p_O)) ...
class CameraModel {
 public:
  /// From the <camera> of a <sensor>; <lens> is read only for `wide_angle`. Errors are reported to
  /// the reader's problems.
  static CameraModel Read(const world::ElementReader& sensor, bool wide_angle = false);

  int width() const { return width_; }
  int height() const { return height_; }
  int pixel_count() const { return width_ * height_; }
  /// Range of visible distances along z of O (m).
  double near_clip() const { return near_clip_; }
  double far_clip() const { return far_clip_; }
  /// Angle that one pixel spans in the centre of the image (rad).
  double PixelAngle() const { return 1.0 / fx_; }

  /// Pixel coordinates of a point; none when it is outside of the lens's field of view. They may be
  /// outside of the image.
  std::optional<Eigen::Vector2d> Project(const Vector3d& p_O) const;
  /// Unit vector in O of a place in the image; none outside of the lens's field of view.
  std::optional<Vector3d> Direction(double u, double v) const;
  /// Directions of all pixels, or of places offset by (du, dv) pixels from their centres.
  PixelRays MakeRays(double du = 0.0, double dv = 0.0) const;

  /// Everything but the header.
  void FillInfo(msgs::sensor_msgs::CameraInfo* info) const;

  /// O in S.
  static const Quaterniond& R_SO();

 private:
  /// What the image radius is a function of: a polynomial of the tangent of the angle from the axis
  /// (plumb bob, rational), of the angle itself (equidistant), or SDF's c1 fun(angle / c2 + c3).
  enum class Kind { kTangent, kAngle, kFunction };
  enum class Function { kTan, kSin, kIdentity };

  void ReadDistortion(const world::ElementReader& camera);
  void ReadLens(const world::ElementReader& lens);
  void ReadFocalLength(const world::ElementReader& camera, bool wide_angle);
  void FindLimit();

  /// Image radius over the focal length for a tangent or angle from the axis, and its derivative.
  double Radius(double from_axis, double* slope) const;
  /// The inverse of Radius; none beyond the lens's limit.
  std::optional<double> FromRadius(double radius) const;
  /// The shift by tangential distortion at an undistorted point (Brown 1971).
  Eigen::Vector2d Tangential(const Eigen::Vector2d& m) const;
  std::optional<Eigen::Vector2d> Undistorted(const Eigen::Vector2d& distorted) const;
  void FillDistortion(msgs::sensor_msgs::CameraInfo* info) const;

  int width_ = 320;
  int height_ = 240;
  double near_clip_ = 0.1;
  double far_clip_ = 100.0;
  double fx_ = 1.0;
  double fy_ = 1.0;
  double cx_ = 0.0;
  double cy_ = 0.0;
  double skew_ = 0.0;
  std::array<double, 12> projection_ = {};
  Kind kind_ = Kind::kTangent;
  /// k1 .. k6 in OpenCV's order of the rational model; k1 .. k4 of the equidistant one.
  std::array<double, 6> k_ = {};
  double p1_ = 0.0;
  double p2_ = 0.0;
  bool rational_ = false;
  Function function_ = Function::kTan;
  double c1_ = 1.0;
  double c2_ = 1.0;
  double c3_ = 0.0;
  /// The largest tangent or angle that the lens sees.
  double limit_ = 0.0;
};

/// Where to read a Surefoot parameter: in the <sensor> if it is there, otherwise in its <camera>.
world::ElementReader ReaderOf(const world::ElementReader& sensor, const std::string& name);

/// frame_id of the images: <optical_frame_id>, or the sensor's frame with "_optical" appended.
std::string OpticalFrame(const SensorArgs& args);

}  // namespace surefoot::sensors
