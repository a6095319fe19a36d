#pragma once

#include <vector>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/range/lidar_rays.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// When the columns of a scan are taken: one after another, the last one step before the end of the
/// period.
struct LidarTiming {
  double period = 0.1;
  /// 0 for a LiDAR that does not turn.
  double column_step = 0.0;
  int columns = 1;

  static LidarTiming Of(const LidarSpec& spec, double rate);

  SimTimeNs ToEndNs(int column) const { return ToNanoseconds((columns - column) * column_step); }
};

/// A finished scan as messages. One ring: LaserScan on "scan", and a cloud on "points" for those
/// who want it; several rings: a cloud on "points", and the ring nearest to level on "scan".
class LidarMessages {
 public:
  LidarMessages(const LidarSpec& spec, const LidarTiming& timing, const LidarRays& rays,
                const SensorArgs& args);

  /// `end_ns` is the end of the scan's period; stamps tell the first ray's time.
  void Publish(SimTimeNs end_ns, const std::vector<float>& ranges,
               const std::vector<float>& intensities, SensorTopics* topics);

 private:
  void FillScan(const std::vector<float>& ranges, const std::vector<float>& intensities);
  void FillCloud(const std::vector<float>& ranges, const std::vector<float>& intensities);

  const LidarSpec& spec_;
  LidarTiming timing_;
  const LidarRays& rays_;
  int scan_topic_ = -1;
  int cloud_topic_ = -1;
  int level_ring_ = 0;
  msgs::sensor_msgs::LaserScan scan_;
  msgs::sensor_msgs::PointCloud2 cloud_;
};

}  // namespace surefoot::sensors
