#pragma once

#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace surefoot::gap {

/// Adds a message's turn rates and accelerations as a sample at that time.
void Append(const msgs::sensor_msgs::Imu& message, double time, ImuRecording* imu);

}  // namespace surefoot::gap
