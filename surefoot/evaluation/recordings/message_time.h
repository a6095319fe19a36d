#pragma once

/// Private to this folder.

#include "surefoot/base/time.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gap {

/// When a message was measured (s): its stamp, or when it was logged where drivers leave that
/// alone.
inline double MessageTime(const msgs::std_msgs::Header& header, SimTimeNs log_time_ns) {
  const bool stamped = header.stamp.sec != 0 || header.stamp.nanosec != 0;
  return stamped ? header.stamp.sec + 1e-9 * header.stamp.nanosec : ToSeconds(log_time_ns);
}

}  // namespace surefoot::gap
