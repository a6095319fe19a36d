#pragma once

/// A camera of a robot. Its pictures are asked for only while the image server has a client.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/graph_link.h"

namespace surefoot::gateways::usarsim {

/// 8 bits red, green and blue, rows from the top.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
};

class Camera {
 public:
  Camera(SensorSpec spec, const std::string& scope, GraphLink* link);
  ~Camera();
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;

  const SensorSpec& spec() const { return spec_; }
  int width() const { return width_; }
  int height() const { return height_; }
  /// Horizontal, in rad.
  double field_of_view() const { return field_of_view_; }

  /// Whether somebody wants pictures.
  void Want(bool wanted);
  /// nullptr before the first.
  std::shared_ptr<const Picture> picture() const { return picture_; }
  /// Counts pictures.
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
