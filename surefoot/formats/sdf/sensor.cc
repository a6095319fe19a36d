/// What hangs on links and worlds: sensors, lights, plugins, extensions.

#include <sdf/Element.hh>
#include <sdf/Light.hh>
#include <sdf/Sensor.hh>

#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/newer.h"

namespace surefoot::formats {
namespace {

std::string AttributeOf(const sdf::Element& element, const std::string& key) {
  const sdf::ParamPtr attribute = element.GetAttribute(key);
  return attribute != nullptr && attribute->GetSet() ? attribute->GetAsString() : std::string();
}

}  // namespace

world::Sensor ReadSdfSensor(const SdfContext& context, const sdf::Sensor& sensor, bool in_joint) {
  const sdf::ElementPtr element = sensor.Element();
  world::Sensor read;
  read.name = sensor.Name();
  // libsdformat's own name for the type would lose types that it does not know.
  read.type = AttributeOf(*element, "type");
  if (!in_joint) {
    read.X_LS = ReadSdfPose(context, sensor.SemanticPose(), element);
  } else {
    read.X_LS = FromSdfPose(sensor.RawPose());
    if (!sensor.PoseRelativeTo().empty()) {
      context.problems()->Warning(context.sources->Of(*element),
                                  "a joint's sensor is placed in the joint's frame; relative_to is "
                                  "ignored",
                                  sensor.PoseRelativeTo(), "give its pose in the joint's frame");
    }
  }
  read.update_rate = SdfNumber(element, "update_rate", 0.0);
  if (const auto topic = SdfFind(element, {"topic"})) read.topic = SdfTextOf(*topic);
  read.always_on = SdfFlag(element, "always_on", false);
  read.visualize = SdfFlag(element, "visualize", false);
  read.element = context.sources->Keep(element);
  read.source = read.element.source;
  return read;
}

world::Light ReadSdfLight(const SdfContext& context, const sdf::Light& light) {
  world::Light read;
  read.name = light.Name();
  read.type = AttributeOf(*light.Element(), "type");
  read.X_PL = ReadSdfPose(context, light.SemanticPose(), light.Element());
  read.element = context.sources->Keep(light.Element());
  read.source = read.element.source;
  return read;
}

std::vector<world::Plugin> ReadSdfPlugins(const SdfContext& context,
                                          const sdf::ElementPtr& element) {
  std::vector<world::Plugin> plugins;
  for (const sdf::ElementPtr& child : SdfChildren(*element, "plugin")) {
    world::Plugin plugin;
    plugin.name = AttributeOf(*child, "name");
    plugin.filename = AttributeOf(*child, "filename");
    plugin.element = context.sources->Keep(child);
    plugin.source = plugin.element.source;
    plugins.push_back(std::move(plugin));
  }
  return plugins;
}

std::vector<world::Element> ReadSdfExtensions(const SdfContext& context,
                                              const sdf::ElementPtr& element) {
  std::vector<world::Element> extensions;
  for (const sdf::ElementPtr& child : SdfChildren(*element)) {
    const std::string& name = child->GetName();
    if (name.rfind("surefoot:", 0) == 0 && name != kAutoInertia) {
      extensions.push_back(context.sources->Keep(child));
    }
  }
  return extensions;
}

}  // namespace surefoot::formats
