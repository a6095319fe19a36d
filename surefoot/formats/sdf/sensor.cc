/// What hangs on links and worlds: sensors, lights, plugins, extensions.

#include "surefoot/formats/extensions.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/loader.h"

namespace surefoot::formats {

world::Sensor ReadSdfSensor(const SdfContext& context, const SdfNode& node) {
  world::Sensor sensor;
  sensor.name = node.Name();
  sensor.type = node.AttributeOr("type");
  sensor.update_rate = SdfNumber(&node, "update_rate", 0.0);
  sensor.topic = SdfText(&node, "topic");
  sensor.always_on = SdfFlag(&node, "always_on", false);
  sensor.visualize = SdfFlag(&node, "visualize", false);
  sensor.element = context.sources->Keep(node);
  sensor.source = sensor.element.source;
  return sensor;
}

world::Light ReadSdfLight(const SdfContext& context, const SdfNode& node) {
  world::Light light;
  light.name = node.Name();
  light.type = node.AttributeOr("type");
  light.element = context.sources->Keep(node);
  light.source = light.element.source;
  return light;
}

std::vector<world::Plugin> ReadSdfPlugins(const SdfContext& context, const SdfNode& node) {
  std::vector<world::Plugin> plugins;
  for (const SdfNode& child : node.children) {
    if (child.name != "plugin") continue;
    world::Plugin plugin;
    plugin.name = child.Name();
    plugin.filename = child.AttributeOr("filename");
    plugin.element = context.sources->Keep(child);
    plugin.source = plugin.element.source;
    plugins.push_back(std::move(plugin));
  }
  return plugins;
}

std::vector<world::Element> ReadSdfExtensions(const SdfContext& context, const SdfNode& node) {
  std::vector<world::Element> extensions;
  for (const SdfNode& child : node.children) {
    if (IsExtension(child.name) && child.name != kForeign) {
      extensions.push_back(context.sources->Keep(child));
    }
  }
  return extensions;
}

}  // namespace surefoot::formats
