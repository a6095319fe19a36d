/// Reads <sensor> and <tendon>. MuJoCo's sensors measure single quantities at a site; Surefoot's
/// are devices, such as an IMU, on a link.

#include "surefoot/base/index.h"
#include "surefoot/formats/mjcf/build.h"
#include "surefoot/formats/mjcf/schema.h"

namespace surefoot::formats::mjcf {
namespace {

/// The type of the equivalent sensor; empty when there is none.
std::string SensorType(const std::string& element) {
  if (element == "gyro" || element == "accelerometer") return "imu";
  if (element == "magnetometer") return "magnetometer";
  if (element == "force" || element == "torque") return "force_torque";
  if (element == "touch") return "contact";
  if (element == "rangefinder") return "ray";
  return "";
}

/// Adds a sensor to the link. A gyro and an accelerometer at one site become one IMU; a force and a
/// torque sensor become one force-torque sensor.
void AddSensor(const std::string& type, const Node& node, const std::string& name,
               const MjSite& site, world::Link* link) {
  const std::string base = site.name + "_" + type;
  const bool joined = type == "imu" || type == "force_torque";
  for (world::Sensor& known : link->sensors) {
    if (!joined || known.name != base || known.type != type) continue;
    known.element.children.push_back(Keep(node));
    return;
  }
  world::Sensor sensor;
  sensor.name = joined || name.empty() ? base : name;
  const std::string requested = sensor.name;
  for (int i = 2; surefoot::FindNamed(link->sensors, sensor.name) >= 0; ++i) {
    sensor.name = requested + "_" + std::to_string(i);
  }
  sensor.type = type;
  sensor.X_LS = site.X_BS;
  sensor.source = SourceOf(node);
  sensor.element.name = "sensor";
  sensor.element.source = sensor.source;
  sensor.element.attributes = {{"name", sensor.name}, {"type", type}};
  sensor.element.children = {Keep(node)};
  link->sensors.push_back(std::move(sensor));
}

}  // namespace

void ApplySensors(Reader* reader, const Scene& scene, std::vector<ModelBuild>* models,
                  world::WorldSpec* spec) {
  for (const ScenePart& part : scene.parts) {
    for (const Node* node : part.document->Section("sensor")) {
      if (reader->stopped()) return;
      const std::string type = SensorType(node->name);
      if (node->name == "plugin" || node->name == "user") {
        reader->WarnUnused(*node, "is kept as a sensor, but not simulated");
      }
      if (type.empty() || !node->Has("site")) {
        spec->kept.push_back(Keep(*node, "mujoco:sensor:"));
        continue;
      }
      const auto site = FindPart(scene.sites, "site", part, *node, "site", reader);
      if (!site) continue;
      const MjBody& body = scene.bodies[At(site->body)];
      if (body.model < 0 || body.link < 0) continue;
      const std::string name = Attributes(*node, reader).Text("name");
      AddSensor(type, *node, part.prefix + name, scene.site(*site),
                &(*models)[At(body.model)].model.links[At(body.link)]);
    }
  }
}

void KeepTendons(Reader* reader, const Scene& scene, std::vector<ModelBuild>* models) {
  if (models->empty()) return;
  for (const ScenePart& part : scene.parts) {
    for (const Node* node : part.document->Section("tendon")) {
      if (node->name != "fixed" && node->name != "spatial") {
        WarnUnknownChild(*node, {"fixed", "spatial"}, reader);
        continue;
      }
      if (node->name == "fixed") CheckAttributes(*node, "fixed", reader);
      reader->WarnUnused(*node, "is a tendon: tendons are kept, but not simulated");
      models->back().model.extensions.push_back(Keep(*node, "mujoco:tendon:"));
    }
  }
}

}  // namespace surefoot::formats::mjcf
