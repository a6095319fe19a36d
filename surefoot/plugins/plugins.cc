#include "surefoot/plugins/plugins.h"

namespace surefoot::plugins {

std::vector<PlacedSensor> SensorsOf(const world::Model& model, Problems* /*problems*/) {
  std::vector<PlacedSensor> sensors;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    for (const world::Sensor& sensor : model.links[i].sensors) {
      sensors.push_back({static_cast<int>(i), -1, sensor});
    }
  }
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    for (const world::Sensor& sensor : model.joints[i].sensors) {
      sensors.push_back({model.joints[i].child, static_cast<int>(i), sensor});
    }
  }
  return sensors;
}

std::vector<world::Element> DrivesOf(const world::Model& model, Problems* /*problems*/) {
  std::vector<world::Element> drives;
  for (const world::Element& element : model.extensions) {
    if (element.name == "surefoot:drive") drives.push_back(element);
  }
  return drives;
}

}  // namespace surefoot::plugins
