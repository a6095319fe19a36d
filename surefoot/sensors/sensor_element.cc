#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {

std::string OwnName(const SensorPlace& place) {
  const std::size_t colons = place.name.rfind("::");
  return colons == std::string::npos ? place.name : place.name.substr(colons + 2);
}

void WarnMisspelt(const SensorArgs& args, std::vector<std::string> own) {
  for (const char* common :
       {"update_rate", "topic", "pose", "latency", "always_on", "visualize", "enable_metrics",
        "frame_id", "gz_frame_id", "ignition_frame_id", "plugin", "origin", "parent", "kept"}) {
    own.emplace_back(common);
  }
  args.element.WarnMisspelt(own);
}

}  // namespace surefoot::sensors
