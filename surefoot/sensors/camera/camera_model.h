#pragma once

/// The lens that all image sensors share: which way each pixel looks, and where a point is seen.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// The directions of all pixels in the optical frame O, row by row from the top left. They have
/// length 1; they are zero where the lens sees nothing.
struct PixelRays {
  std::vector<float> x;
  std::vector<float> y;
  std::vector<float> z;
};

/// A camera looks along x of its sensor frame S. Its optical frame O has x to the right, y down and
/// z into the picture (REP 103). The middle of the top left pixel is at (0, 0), as in OpenCV.
class CameraModel {
 public:
  /// From a <sensor> element, whose <camera> SDF describes; `wide_angle`: <lens> counts. Errors are
  /// reported through the reader.
  static CameraModel Read(const world::ElementReader& sensor, bool wide_angle = false);

  int width() const { return width_; }
  int height() const { return height_; }
  int pixel_count() const { return width_ * height_; }
  /// What is nearer or farther is not seen (m), along z of O.
  double near_clip() const { return near_clip_; }
  double far_clip() const { return far_clip_; }
  /// Angle that one pixel spans in the middle of the picture (rad).
  double PixelAngle() const { return 1.0 / fx_; }

  /// Where a point is seen, in pixels; none when the lens does not see it. It may be outside of the
  /// picture.
  std::optional<Eigen::Vector2d> Project(const Vector3d& p_O) const;
  /// The way a place in the picture looks, of length 1; none where the lens sees nothing.
  std::optional<Vector3d> Direction(double u, double v) const;
  /// Of all pixels, or of places that are that much off their middles.
  PixelRays MakeRays(double du = 0.0, double dv = 0.0) const;

  /// Everything but the header.
  void FillInfo(msgs::sensor_msgs::CameraInfo* info) const;

  /// O in S.
  static const Quaterniond& R_SO();

 private:
  /// How the distance from the axis comes about: by a polynomial of the angle's tangent (plumb bob,
  /// rational), of the angle itself (equidistant), or by SDF's c1 fun(angle / c2 + c3).
  enum class Kind { kTangent, kAngle, kFunction };
  enum class Function { kTan, kSin, kIdentity };

  void ReadDistortion(const world::ElementReader& camera);
  void ReadLens(const world::ElementReader& lens);
  void ReadFocalLength(const world::ElementReader& camera, bool wide_angle);
  void FindLimit();

  /// Distance from the axis for a tangent or angle, and its slope.
  double Radius(double from_axis, double* slope) const;
  /// The inverse; none beyond the lens's limit.
  std::optional<double> FromRadius(double radius) const;
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

/// Where a parameter of our own stands: in the <sensor> itself, or else in its <camera>.
world::ElementReader ReaderOf(const world::ElementReader& sensor, const std::string& name);

/// frame_id of the images: the sensor's frame with "_optical", or what <optical_frame_id> says.
std::string OpticalFrame(const SensorArgs& args);

}  // namespace surefoot::sensors
