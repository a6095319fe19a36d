#include "surefoot/sensors/parameters.h"

namespace surefoot::sensors {

void WarnMisspelt(const world::ElementReader& element, std::vector<std::string> own) {
  for (const char* common :
       {"always_on", "enable_metrics", "frame", "frame_id", "gz_frame_id", "ignition_frame_id",
        "latency", "name", "plugin", "pose", "topic", "update_rate", "visualize"}) {
    own.emplace_back(common);
  }
  element.WarnMisspelt(own);
}

}  // namespace surefoot::sensors
