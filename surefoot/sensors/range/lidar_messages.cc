#include "surefoot/sensors/range/lidar_messages.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/msgs/convert.h"
#include "surefoot/sensors/camera/point_cloud.h"

namespace surefoot::sensors {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// As it lies in a cloud.
struct Point {
  float x;
  float y;
  float z;
  float intensity;
  std::uint16_t ring;
  std::uint16_t unused;
  float time;
};
static_assert(sizeof(Point) == 24);

std::string OtherTopic(const SensorPlace& place, const std::string& usual) {
  return place.topic.empty() ? place.TopicFor(usual) : place.TopicFor(usual, usual);
}

}  // namespace

LidarTiming LidarTiming::Of(const LidarSpec& spec, double rate) {
  LidarTiming timing;
  timing.period = 1.0 / rate;
  timing.columns = spec.columns;
  if (!spec.spin) return timing;
  const double by_angle = spec.azimuth_step() / kTwoPi * timing.period;
  timing.column_step = std::min(by_angle, timing.period / spec.columns);
  return timing;
}

LidarMessages::LidarMessages(const LidarSpec& spec, const LidarTiming& timing,
                             const LidarRays& rays, const SensorArgs& args)
    : spec_(spec), timing_(timing), rays_(rays) {
  const SensorPlace& place = args.place;
  const bool flat = spec.rings.size() == 1;
  const std::string scan = flat ? place.TopicFor("scan") : OtherTopic(place, "scan");
  const std::string cloud = flat ? OtherTopic(place, "points") : place.TopicFor("points");
  scan_topic_ = args.topics->Add<msgs::sensor_msgs::LaserScan>(scan);
  cloud_topic_ = args.topics->Add<msgs::sensor_msgs::PointCloud2>(cloud);
  const auto level = std::min_element(spec.rings.begin(), spec.rings.end(),
                                      [](double a, double b) { return std::abs(a) < std::abs(b); });
  level_ring_ = static_cast<int>(level - spec.rings.begin());

  scan_.header.frame_id = place.frame_id;
  scan_.angle_min = static_cast<float>(spec.min_azimuth);
  scan_.angle_max = static_cast<float>(spec.max_azimuth);
  scan_.angle_increment = static_cast<float>(spec.azimuth_step());
  scan_.time_increment = static_cast<float>(timing.column_step);
  scan_.scan_time = static_cast<float>(timing.period);
  scan_.range_min = static_cast<float>(spec.errors.min_range);
  scan_.range_max = static_cast<float>(spec.errors.max_range);

  using Field = msgs::sensor_msgs::PointField;
  cloud_.header.frame_id = place.frame_id;
  SetFields({{"x", offsetof(Point, x), Field::FLOAT32},
             {"y", offsetof(Point, y), Field::FLOAT32},
             {"z", offsetof(Point, z), Field::FLOAT32},
             {"intensity", offsetof(Point, intensity), Field::FLOAT32},
             {"ring", offsetof(Point, ring), Field::UINT16},
             {"time", offsetof(Point, time), Field::FLOAT32}},
            sizeof(Point), &cloud_);
}

void LidarMessages::Publish(SimTimeNs end_ns, const std::vector<float>& ranges,
                            const std::vector<float>& intensities, SensorTopics* topics) {
  const auto stamp = msgs::ToTime(end_ns - timing_.ToEndNs(0));
  if (topics->Wanted(scan_topic_)) {
    scan_.header.stamp = stamp;
    FillScan(ranges, intensities);
    topics->Publish(scan_topic_, scan_);
  }
  if (topics->Wanted(cloud_topic_)) {
    cloud_.header.stamp = stamp;
    FillCloud(ranges, intensities);
    topics->Publish(cloud_topic_, cloud_);
  }
}

void LidarMessages::FillScan(const std::vector<float>& ranges,
                             const std::vector<float>& intensities) {
  const auto first = static_cast<std::ptrdiff_t>(level_ring_) * rays_.stride();
  const auto last = first + spec_.columns;
  scan_.ranges.assign(ranges.begin() + first, ranges.begin() + last);
  if (!spec_.intensity) return;
  scan_.intensities.assign(intensities.begin() + first, intensities.begin() + last);
  for (std::size_t i = 0; i < scan_.ranges.size(); ++i) {
    if (!(std::abs(scan_.ranges[i]) < kInfinity)) scan_.intensities[i] = 0.0F;
  }
}

void LidarMessages::FillCloud(const std::vector<float>& ranges,
                              const std::vector<float>& intensities) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const auto columns = static_cast<std::uint32_t>(spec_.columns);
  const auto rings = static_cast<std::uint32_t>(rays_.ring_count());
  SetSize(columns, rings, !spec_.organised, &cloud_);
  std::uint8_t* out = cloud_.data.data();
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    const std::size_t row =
        static_cast<std::size_t>(ring) * static_cast<std::size_t>(rays_.stride());
    const LidarRays::Row directions = rays_.Directions(static_cast<int>(ring));
    for (std::uint32_t column = 0; column < columns; ++column) {
      const float range = ranges[row + column];
      const bool met = std::abs(range) < kInfinity;
      if (!met && !spec_.organised) continue;
      const float length = met ? range : kNone;
      const Point point{length * directions.x[column],
                        length * directions.y[column],
                        length * directions.z[column],
                        met ? intensities[row + column] : 0.0F,
                        static_cast<std::uint16_t>(ring),
                        0,
                        static_cast<float>(column) * static_cast<float>(timing_.column_step)};
      std::memcpy(out, &point, sizeof point);
      out += sizeof point;
    }
  }
  if (!spec_.organised) {
    const auto points = static_cast<std::uint32_t>((out - cloud_.data.data()) / sizeof(Point));
    SetSize(points, 1, true, &cloud_);
  }
}

}  // namespace surefoot::sensors
