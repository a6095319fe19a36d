/// The rate of a sensor, and what its kind makes editable.

#include "surefoot/sensors/error_fields.h"
#include "surefoot/sim/fields/fields.h"

namespace surefoot::sim {

void AddSensorFields(world::Sensor* sensor, const sensors::SensorKind* kind, Fields* fields) {
  fields->Number({"update_rate", "Rate (0: the usual one)", "Sensor", "Hz"}, {0.0, 1e6},
                 &sensor->update_rate);
  if (kind == nullptr || kind->fields == nullptr) return;
  Problems ignored;
  const world::ElementReader reader(sensor->element, &ignored);
  sensors::ErrorFields errors(reader, &sensor->element, fields);
  kind->fields(&errors);
}

std::vector<NamedSensor> NamedSensors(world::Model* model) {
  std::vector<NamedSensor> all;
  const auto add = [&](const std::string& owner, std::vector<world::Sensor>* sensors) {
    for (world::Sensor& sensor : *sensors) all.push_back({sensor.name, owner, &sensor});
  };
  for (world::Link& link : model->links) add(link.name, &link.sensors);
  for (world::Joint& joint : model->joints) add(joint.name, &joint.sensors);
  for (NamedSensor& one : all) {
    int same = 0;
    for (const NamedSensor& other : all) same += other.sensor->name == one.sensor->name ? 1 : 0;
    if (same > 1) one.name = one.owner + "/" + one.sensor->name;
  }
  return all;
}

}  // namespace surefoot::sim
