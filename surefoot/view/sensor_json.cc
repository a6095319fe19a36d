#include "surefoot/view/sensor_json.h"

#include <cstdlib>
#include <initializer_list>

namespace surefoot::view {
namespace {

using Path = std::initializer_list<const char*>;

const world::Element* Find(const world::Element& element, Path path) {
  const world::Element* at = &element;
  for (const char* name : path) {
    at = at != nullptr ? at->Child(name) : nullptr;
  }
  return at;
}

double NumberAt(const world::Element& element, Path path, double otherwise) {
  const world::Element* found = Find(element, path);
  if (found == nullptr) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(found->text.c_str(), &end);
  return end == found->text.c_str() ? otherwise : value;
}

void PutCamera(const world::Element& element, msgs::JsonText* json) {
  json->Number("fov", NumberAt(element, {"camera", "horizontal_fov"}, 1.047));
  json->Number("near", NumberAt(element, {"camera", "clip", "near"}, 0.1));
  json->Number("far", NumberAt(element, {"camera", "clip", "far"}, 100.0));
  json->Number("width", NumberAt(element, {"camera", "image", "width"}, 320.0));
  json->Number("height", NumberAt(element, {"camera", "image", "height"}, 240.0));
}

void PutScan(const world::Element& element, const char* block, msgs::JsonText* json) {
  for (const char* way : {"horizontal", "vertical"}) {
    if (Find(element, {block, "scan", way}) == nullptr) continue;
    json->Key(way).BeginObject();
    json->Number("min", NumberAt(element, {block, "scan", way, "min_angle"}, 0.0));
    json->Number("max", NumberAt(element, {block, "scan", way, "max_angle"}, 0.0));
    json->Number("samples", NumberAt(element, {block, "scan", way, "samples"}, 1.0));
    json->EndObject();
  }
  json->Number("near", NumberAt(element, {block, "range", "min"}, 0.0));
  json->Number("far", NumberAt(element, {block, "range", "max"}, 0.0));
}

void PutSonar(const world::Element& element, msgs::JsonText* json) {
  json->Number("near", NumberAt(element, {"sonar", "min"}, 0.0));
  json->Number("far", NumberAt(element, {"sonar", "max"}, 1.0));
  json->Number("radius", NumberAt(element, {"sonar", "radius"}, 0.5));
}

}  // namespace

void PutSensor(const plugins::PlacedSensor& placed, const sensors::SensorRegistry& kinds,
               msgs::JsonText* json) {
  const world::Sensor& sensor = placed.sensor;
  const sensors::SensorKind* kind = sensors::FindKind(kinds, sensor.type);
  const sensors::SensorCard card = kind != nullptr ? kind->card : sensors::SensorCard();
  json->BeginObject().Text("name", sensor.name).Text("type", sensor.type);
  json->Text("icon", card.icon).Text("view", card.view);
  json->Pose("pose", sensor.X_LS);
  json->Number("rate", sensor.update_rate);
  if (placed.joint >= 0) json->Integer("joint", placed.joint);
  const world::Element& element = sensor.element;
  if (element.Child("camera") != nullptr) PutCamera(element, json);
  for (const char* block : {"ray", "lidar"}) {
    if (element.Child(block) == nullptr) continue;
    PutScan(element, block, json);
    break;
  }
  if (element.Child("sonar") != nullptr) PutSonar(element, json);
  json->EndObject();
}

}  // namespace surefoot::view
