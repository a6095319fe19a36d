#pragma once

/// A camera of a robot. It subscribes to its images only while a client of the image server sees
/// it, because an image without subscribers is not rendered.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/graph_link.h"

namespace surefoot::gateways::usarsim {

/// An image with 8 bits of red, green and blue per pixel, rows from the top without padding.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
};

/// Subscribes to CameraInfo at once and to images on demand. Images are immutable and shared, so
/// that several clients can read one.
class Camera {
 public:
  Camera(SensorSpec spec, const std::string& scope, GraphLink* link);
  ~Camera();
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;

  const SensorSpec& spec() const { return spec_; }
  int width() const { return width_; }
  int height() const { return height_; }
  /// Horizontal field of view (rad).
  double field_of_view() const { return field_of_view_; }

  /// Subscribes to images, or unsubscribes.
  void SetActive(bool requested);
  /// The last image; nullptr before the first.
  std::shared_ptr<const Picture> picture() const { return picture_; }
  /// Number of images so far.
  std::uint64_t number() const { return number_; }

 private:
  void TakeInfo(const graph::Sample& sample);
  void TakePicture(const graph::Sample& sample);

  SensorSpec spec_;
  std::string topic_;
  GraphLink& link_;
  int info_listener_ = 0;
  int picture_listener_ = 0;
  int width_ = 320;
  int height_ = 240;
  double field_of_view_ = 1.047;
  std::shared_ptr<const Picture> picture_;
  std::uint64_t number_ = 0;
};

}  // namespace surefoot::gateways::usarsim
