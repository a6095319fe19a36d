#include "surefoot/world/ground_map_reader.h"

#include <cmath>
#include <cstdlib>
#include <optional>

#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

namespace surefoot::world {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// Places of a map (m).
constexpr double kFar = 1e6;

std::string WithoutPrefix(const std::string& name) {
  return name.rfind("surefoot:", 0) == 0 ? name.substr(9) : name;
}

void Wrong(const ElementReader& reader, const std::string& message, const std::string& value,
           const std::string& advice) {
  reader.problems()->Error(reader.element().source, message, value, advice);
}

/// The ground that a layer or colour is made of; "" after reporting.
std::string GroundOf(const ElementReader& reader) {
  const std::string name = reader.Text("ground");
  if (name.empty()) {
    reader.Error("ground", "<" + reader.element().name + "> of a map needs the name of a ground",
                 "", "write ground=\"asphalt\", or the name of the mapped ground itself");
  }
  return name;
}

/// All numbers of the element's text; nothing after reporting.
std::optional<std::vector<double>> OwnNumbers(const ElementReader& reader, const char* accepted) {
  const std::string text = reader.OwnText();
  std::vector<double> numbers;
  for (const std::string& word : SplitWords(text)) {
    const auto number = ParseDouble(word, reader.element().source, reader.problems());
    if (!number) return std::nullopt;
    if (!(std::abs(*number) <= kFar)) {
      Wrong(reader, "places of a map lie between -1e6 and 1e6 m", word, accepted);
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

void ReadPolygon(const ElementReader& reader, GroundMap* map) {
  RefuseUnknown(reader.element(), {"ground"}, reader.problems());
  const char* accepted = "write x y of each corner: <polygon ground=\"ice\">0 0 4 0 4 2</polygon>";
  GroundPolygon polygon;
  polygon.source = reader.element().source;
  polygon.ground = GroundOf(reader);
  const auto numbers = OwnNumbers(reader, accepted);
  if (!numbers) return;
  const std::size_t count = numbers->size();
  if (count % 2 != 0 || count < 6 || count > 2 * kMostCorners) {
    Wrong(reader, "a polygon has 3 to " + std::to_string(kMostCorners) + " corners",
          std::to_string(count) + " numbers", accepted);
    return;
  }
  for (std::size_t i = 0; i < count; i += 2) {
    polygon.corners.emplace_back((*numbers)[i], (*numbers)[i + 1]);
  }
  map->layers.emplace_back(std::move(polygon));
}

void ReadCircle(const ElementReader& reader, GroundMap* map) {
  RefuseUnknown(reader.element(), {"ground"}, reader.problems());
  const char* accepted = "write x y radius: <circle ground=\"ice\">2 3 0.5</circle>";
  GroundCircle circle;
  circle.source = reader.element().source;
  circle.ground = GroundOf(reader);
  const auto numbers = OwnNumbers(reader, accepted);
  if (!numbers) return;
  if (numbers->size() != 3 || !((*numbers)[2] > 0.0)) {
    Wrong(reader, "a circle has a middle and a radius above 0", reader.OwnText(), accepted);
    return;
  }
  circle.centre = Eigen::Vector2d((*numbers)[0], (*numbers)[1]);
  circle.radius = (*numbers)[2];
  map->layers.emplace_back(std::move(circle));
}

bool ReadHex(const std::string& text, std::array<int, 3>* rgb) {
  if (text.size() != 7 || text[0] != '#') return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string pair = text.substr(1 + 2 * i, 2);
    char* end = nullptr;
    (*rgb)[i] = static_cast<int>(std::strtol(pair.c_str(), &end, 16));
    if (end != pair.c_str() + 2 || pair[0] == '-' || pair[0] == '+' || pair[0] == ' ') return false;
  }
  return true;
}

GroundColour ReadColour(const ElementReader& reader) {
  RefuseUnknown(reader.element(), {"ground", "value", "grey"}, reader.problems());
  GroundColour colour;
  colour.source = reader.element().source;
  colour.ground = GroundOf(reader);
  colour.is_grey = reader.Has("grey");
  if (colour.is_grey == reader.Has("value")) {
    Wrong(reader, "a colour has either a value or a range of grey", "",
          "write value=\"#c0a060\" or grey=\"0 40\"");
  } else if (colour.is_grey) {
    const std::vector<double> range = reader.Numbers("grey", 2, {0.0, 255.0});
    if (!(range[0] >= 0.0 && range[1] <= 255.0 && range[0] <= range[1])) {
      reader.Error("grey", "greys go from 0 (black) to 255 (white), the darker first",
                   reader.Text("grey"), "write grey=\"0 40\"");
    } else {
      colour.darkest = static_cast<int>(std::ceil(range[0]));
      colour.brightest = static_cast<int>(std::floor(range[1]));
    }
  } else if (!ReadHex(reader.Text("value"), &colour.rgb)) {
    reader.Error("value", "is no colour", reader.Text("value"),
                 "write red, green and blue: #c0a060");
  }
  return colour;
}

Eigen::Vector2d ReadPair(const ElementReader& reader, const char* name, double least,
                         double fallback) {
  const std::vector<double> pair = reader.Numbers(name, 2, {fallback, fallback});
  for (const double number : pair) {
    if (number >= least && number <= kFar) continue;
    reader.Error(
        name, "is out of range", reader.Text(name),
        "accepted: two numbers, " + std::string(least > 0.0 ? "0.001" : "-1e6") + " to 1e6 m");
    break;
  }
  return Eigen::Vector2d(pair[0], pair[1]);
}

void ReadImage(const ElementReader& reader, GroundMap* map) {
  RefuseUnknown(reader.element(),
                {"uri", "centre", "size", "yaw", "yaw_deg", "tolerance", "colour"},
                reader.problems());
  GroundImage image;
  image.source = reader.element().source;
  image.uri = reader.Text("uri");
  for (const char* needed : {"uri", "size", "colour"}) {
    if (!reader.Has(needed)) {
      reader.Error(needed, "the image of a map needs a " + std::string(needed), "",
                   "write <image uri=\"field.png\" size=\"20 10\"><colour value=\"#c0a060\" "
                   "ground=\"ice\"/></image>");
    }
  }
  image.centre = ReadPair(reader, "centre", -kFar, 0.0);
  image.size = ReadPair(reader, "size", 1e-3, 1.0);
  image.yaw = reader.Number("yaw", 0.0, -10.0, 10.0);
  if (reader.Has("yaw_deg")) image.yaw = reader.Number("yaw_deg", 0.0, -360.0, 360.0) * kPi / 180.0;
  image.tolerance = reader.Number("tolerance", image.tolerance, 0.0, 500.0);
  for (const ElementReader& colour : reader.Children("colour")) {
    image.colours.push_back(ReadColour(colour));
  }
  if (image.colours.size() > kMostColours) {
    reader.Error("colour", "an image has at most " + std::to_string(kMostColours) + " colours",
                 std::to_string(image.colours.size()));
    return;
  }
  map->layers.emplace_back(std::move(image));
}

}  // namespace

void RefuseUnknown(const Element& element, const std::vector<std::string>& known,
                   Problems* problems) {
  const auto refuse = [&](const std::string& written, const Source& source) {
    const std::string name = WithoutPrefix(written);
    for (const std::string& one : known) {
      if (one == name) return;
    }
    problems->Error(source, "there is no such value here", name, NameAdvice(name, known));
  };
  for (const Element& child : element.children) refuse(child.name, child.source);
  for (const auto& attribute : element.attributes) {
    if (attribute.first.rfind("xmlns", 0) != 0) refuse(attribute.first, element.source);
  }
}

GroundMap ReadGroundMap(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  RefuseUnknown(element, {"frame", "polygon", "circle", "image"}, problems);
  GroundMap map;
  map.source = element.source;
  map.in_shape = reader.Choice("frame", {"world", "shape"}, "world") == "shape";
  for (const Element& child : element.children) {
    const ElementReader layer(child, problems);
    const std::string name = WithoutPrefix(child.name);
    if (name == "polygon") ReadPolygon(layer, &map);
    if (name == "circle") ReadCircle(layer, &map);
    if (name == "image") ReadImage(layer, &map);
  }
  if (map.empty()) {
    Wrong(reader, "a map has at least one polygon, circle or image", "",
          "write <circle ground=\"ice\">2 3 0.5</circle>, or leave the map out");
  }
  return map;
}

}  // namespace surefoot::world
