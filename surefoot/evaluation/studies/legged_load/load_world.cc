/// The world of walking robots.

#include <cmath>

#include "surefoot/evaluation/studies/legged_load/load_run.h"
#include "surefoot/evaluation/studies/study_tools.h"
#include "surefoot/formats/markup.h"

namespace surefoot::studies {
namespace {

using formats::AddChild;
using formats::SetAttribute;
using world::Element;

/// Between robots that walk beside each other (m): all are told the same, so they keep it.
constexpr double kApart = 0.6;
/// From the middle, of robots that will meet there (m).
constexpr double kBefore = 0.36;

void AddInclude(Element* world, const std::string& uri, const std::string& name,
                const std::string& pose) {
  Element& include = AddChild(world, "include");
  AddChild(&include, "uri", uri);
  AddChild(&include, "name", name);
  AddChild(&include, "pose", pose);
}

void AddLight(Element* world) {
  Element& light = AddChild(world, "light");
  SetAttribute(&light, "name", "lamp");
  SetAttribute(&light, "type", "directional");
  AddChild(&light, "cast_shadows", "true");
  AddChild(&light, "pose", "0 0 10 0 0 0");
  AddChild(&light, "diffuse", "0.8 0.8 0.8 1");
  AddChild(&light, "specular", "0.2 0.2 0.2 1");
  AddChild(&light, "direction", "-0.2 0.1 -0.97");
}

/// In rows of twice as many columns, as the field is longer than wide.
std::string PlaceBeside(const LoadSettings& settings, int robots, int i) {
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(2.0 * robots))));
  const int rows = (robots + columns - 1) / columns;
  const double x = kApart * (i % columns - 0.5 * (columns - 1));
  const double y = kApart * (i / columns - 0.5 * (rows - 1));
  return PlainNumber(x) + " " + PlainNumber(y) + " " + PlainNumber(settings.height) + " 0 0 0";
}

/// On a circle, facing its middle.
std::string PlaceAround(const LoadSettings& settings, int robots, int i) {
  const double angle = 2.0 * M_PI * i / robots;
  // More robots need a larger circle.
  const double radius = kBefore * std::max(1.0, robots / 3.0);
  return PlainNumber(radius * std::cos(angle)) + " " + PlainNumber(radius * std::sin(angle)) + " " +
         PlainNumber(settings.height) + " 0 0 " + PlainNumber(angle + M_PI);
}

}  // namespace

std::string LoadWorldText(const LoadSettings& settings, const LoadCase& one) {
  Element root = formats::MakeElement("sdf");
  SetAttribute(&root, "version", "1.9");
  Element world = formats::MakeElement("world");
  SetAttribute(&world, "name", "legged_load");
  AddChild(&world, "gravity", "0 0 -9.81");
  AddLight(&world);
  AddInclude(&world, settings.place, "place", "0 0 0 0 0 0");
  for (int i = 0; i < one.robots; ++i) {
    AddInclude(&world, settings.robot, "robot_" + std::to_string(i),
               one.colliding ? PlaceAround(settings, one.robots, i)
                             : PlaceBeside(settings, one.robots, i));
  }
  root.children.push_back(std::move(world));
  return formats::XmlText(root);
}

}  // namespace surefoot::studies
