/// Depth images (RangeImager) and point clouds (PCL).

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/gateways/usarsim/sensors/sensor.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using msgs::sensor_msgs::CameraInfo;
using msgs::sensor_msgs::Image;
using msgs::sensor_msgs::PointCloud2;

/// A depth image in strips of rows, sent on SET {Opcode SCAN}: a whole image would be a line of
/// megabytes.
class RangeImager final : public Sensor {
 public:
  using Sensor::Sensor;

  bool is_periodic() const override { return false; }
  std::vector<std::string> topics() const override {
    const std::size_t slash = spec_.topic.rfind('/');
    const std::string folder = slash == spec_.topic.npos ? "" : spec_.topic.substr(0, slash + 1);
    return {spec_.topic, folder + "camera_info"};
  }

  int parts() const override { return static_cast<int>((image_.height + kRows - 1) / kRows); }

  void Write(const Style& style, Out* out) const override { WritePart(style, 0, out); }

  void WritePart(const Style&, int part, Out* out) const override {
    std::string depths;
    const std::size_t first = static_cast<std::size_t>(part) * kRows;
    const std::size_t last = std::min<std::size_t>(first + kRows, image_.height);
    for (std::size_t row = first; row < last; ++row) {
      for (std::size_t column = 0; column < image_.width; ++column) {
        float depth = 0.0F;
        std::memcpy(&depth, image_.data.data() + row * image_.step + 4 * column, sizeof(depth));
        depths += FormatNumber(std::isfinite(depth) ? depth : 0.0, 2) + ",";
      }
    }
    out->Add("Resolution", std::to_string(image_.width) + "," + std::to_string(image_.height))
        .Add("FOV", FormatNumber(fov_x(), 4) + "," + FormatNumber(fov_y(), 4))
        .AddInteger("Frames", parts())
        .AddInteger("Frame", part + 1)
        .Add("Range", depths);
  }

  bool Set(const Style&, const std::string& opcode, const std::string&) override {
    if (!SameWord(opcode, "SCAN")) return false;
    Ask();
    return true;
  }

 protected:
  bool Read(const graph::Sample& sample) override {
    if (sample.type == &CameraInfo::type()) {
      msgs::Decode(sample.cdr, &info_);
      return false;
    }
    Image image;
    if (!ReadAs(sample, &image) || image.encoding != "32FC1") return false;
    const std::uint64_t row = std::uint64_t{image.width} * 4;
    if (image.step < row || std::uint64_t{image.height} * image.step > image.data.size()) {
      return false;
    }
    image_ = std::move(image);
    return true;
  }

 private:
  static constexpr std::uint32_t kRows = 12;
  double fov_x() const { return Angle(image_.width, info_.k[0]); }
  double fov_y() const { return Angle(image_.height, info_.k[4]); }
  static double Angle(double size, double focal) {
    return focal > 0.0 ? 2.0 * std::atan(size / (2.0 * focal)) : 0.0;
  }

  Image image_;
  CameraInfo info_;
};

/// A point cloud "x,y,z;x,y,z;...", limited in size because the protocol is text.
class PointCloud final : public Sensor {
 public:
  using Sensor::Sensor;

  void Write(const Style& style, Out* out) const override {
    std::string points;
    for (const Vector3d& point : points_) {
      points += (points.empty() ? "" : ";") + FormatVector(style.frames.Swap(point), 2);
    }
    out->AddRaw(points);
  }

 protected:
  bool Read(const graph::Sample& sample) override {
    PointCloud2 cloud;
    if (!ReadAs(sample, &cloud)) return false;
    const int x = Offset(cloud, "x");
    const int y = Offset(cloud, "y");
    const int z = Offset(cloud, "z");
    if (x < 0 || y < 0 || z < 0) return false;
    const std::size_t count =
        std::min<std::size_t>(kMaxPoints, cloud.data.size() / cloud.point_step);
    points_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t* point = cloud.data.data() + i * cloud.point_step;
      const Vector3d p(Float(point + x), Float(point + y), Float(point + z));
      if (p.allFinite()) points_.push_back(p);
    }
    return true;
  }

 private:
  static constexpr std::size_t kMaxPoints = 20000;

  static double Float(const std::uint8_t* bytes) {
    float value = 0.0F;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  }
  /// Offset of a float field in a point; -1: the cloud has no such field. 7 is PointField::FLOAT32.
  static int Offset(const PointCloud2& cloud, const std::string& name) {
    for (const auto& field : cloud.fields) {
      const bool fits = std::uint64_t{field.offset} + 4 <= cloud.point_step;
      if (field.name == name && fits && field.datatype == 7) return static_cast<int>(field.offset);
    }
    return -1;
  }

  std::vector<Vector3d> points_;
};

}  // namespace

std::unique_ptr<Sensor> MakeDepthSensor(const SensorSpec& spec) {
  if (spec.type == "RangeImager") return std::make_unique<RangeImager>(spec);
  if (spec.type == "PCL") return std::make_unique<PointCloud>(spec);
  return nullptr;
}

}  // namespace surefoot::gateways::usarsim
