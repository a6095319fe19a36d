#pragma once

/// Helpers to fill sensor_msgs/PointCloud2: SetFields once, SetSize per message, then the points
/// are written to cloud->data.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::sensors {

/// A field of a cloud: its name, its offset in the point (bytes) and its type, of PointField's.
struct CloudField {
  std::string name;
  std::uint32_t offset;
  std::uint8_t type;
};

/// Sets what stays the same from cloud to cloud. Data is little-endian, as on all supported
/// machines.
inline void SetFields(const std::vector<CloudField>& fields, std::uint32_t point_step,
                      msgs::sensor_msgs::PointCloud2* cloud) {
  cloud->fields.clear();
  for (const CloudField& field : fields) {
    msgs::sensor_msgs::PointField& made = cloud->fields.emplace_back();
    made.name = field.name;
    made.offset = field.offset;
    made.datatype = field.type;
    made.count = 1;
  }
  cloud->point_step = point_step;
  cloud->is_bigendian = false;
}

/// Sets width and height and resizes the data. `dense`: no point has a NaN.
inline void SetSize(std::uint32_t width, std::uint32_t height, bool dense,
                    msgs::sensor_msgs::PointCloud2* cloud) {
  cloud->width = width;
  cloud->height = height;
  cloud->row_step = width * cloud->point_step;
  cloud->is_dense = dense;
  cloud->data.resize(static_cast<std::size_t>(cloud->row_step) * height);
}

}  // namespace surefoot::sensors
