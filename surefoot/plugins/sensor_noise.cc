#include <cmath>

#include "surefoot/plugins/sensor_spellings.h"

namespace surefoot::plugins {

void SetNoise(world::Element* element, const std::string& path, const ForeignNoise& noise,
              const Source& source) {
  world::Element& made = SetChild(element, path + "/noise", "", source);
  made.attributes = {{"type", "gaussian"}};
  made.children.clear();
  AddChild(&made, "mean", NumberText(noise.offset), source);
  AddChild(&made, "stddev", NumberText(std::abs(noise.stddev)), source);
  if (noise.drift == 0.0 || !(noise.drift_frequency > 0.0)) return;
  AddChild(&made, "dynamic_bias_stddev", NumberText(std::abs(noise.drift)), source);
  AddChild(&made, "dynamic_bias_correlation_time", NumberText(1.0 / noise.drift_frequency), source);
}

void SetAxisNoise(world::Element* element, const std::string& path, const ForeignNoise (&noises)[3],
                  const Source& source) {
  SetNoise(element, path + "/x", noises[0], source);
  SetNoise(element, path + "/y", noises[1], source);
  SetNoise(element, path + "/z", noises[2], source);
}

}  // namespace surefoot::plugins
