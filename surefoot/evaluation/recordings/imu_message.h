#pragma once

/// Times and IMU samples of messages. Private to the folders of evaluation.

#include "surefoot/base/time.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gap {

/// Time of measurement (s): the stamp of the message, or the time of logging when the driver left
/// the stamp at zero.
inline double MessageTime(const msgs::std_msgs::Header& header, SimTimeNs log_time_ns) {
  const bool stamped = header.stamp.sec != 0 || header.stamp.nanosec != 0;
  return stamped ? header.stamp.sec + 1e-9 * header.stamp.nanosec : ToSeconds(log_time_ns);
}

/// Adds a message's turn rates and accelerations as a sample at that time.
void Append(const msgs::sensor_msgs::Imu& message, double time, ImuRecording* imu);

}  // namespace surefoot::gap
