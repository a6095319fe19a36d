#include <cstring>

#include "surefoot/autonomy/navigate/guide.h"

namespace surefoot::navigate {
namespace {

constexpr std::uint8_t kFloat32 = 7;

int OffsetOf(const msgs::sensor_msgs::PointCloud2& cloud, const char* name) {
  for (const msgs::sensor_msgs::PointField& field : cloud.fields) {
    if (field.name == name && field.datatype == kFloat32) return static_cast<int>(field.offset);
  }
  return -1;
}

}  // namespace

std::vector<Eigen::Vector3f> PointsOf(const msgs::sensor_msgs::PointCloud2& cloud) {
  std::vector<Eigen::Vector3f> points;
  const int offsets[3] = {OffsetOf(cloud, "x"), OffsetOf(cloud, "y"), OffsetOf(cloud, "z")};
  for (const int offset : offsets) {
    if (offset < 0 || static_cast<std::size_t>(offset) + sizeof(float) > cloud.point_step)
      return {};
  }
  if (cloud.is_bigendian || cloud.point_step == 0) return {};
  points.reserve(cloud.data.size() / cloud.point_step);
  for (std::size_t at = 0; at + cloud.point_step <= cloud.data.size(); at += cloud.point_step) {
    Eigen::Vector3f point;
    for (int k = 0; k < 3; ++k) {
      std::memcpy(&point[k], cloud.data.data() + at + offsets[k], sizeof(float));
    }
    if (point.allFinite()) points.push_back(point);
  }
  return points;
}

}  // namespace surefoot::navigate
