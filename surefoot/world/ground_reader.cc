#include "surefoot/world/ground_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>

#include "surefoot/base/items.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/parse.h"

// The elements of grounds, soils, tyres and wheels, the same in worlds and in the data files of
// grounds/ and soils/.

namespace surefoot::world {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;
/// Limit on moduli and stiffnesses; beyond it lies a typing error in the exponent.
constexpr double kMaxValue = 1e12;

template <typename Kind, std::size_t kCount>
void ReadKind(const ElementReader& reader, const char* name, const char* const (&names)[kCount],
              Kind* kind) {
  const std::vector<std::string> accepted(names, names + kCount);
  const std::string chosen = reader.Choice(name, accepted, names[static_cast<std::size_t>(*kind)]);
  for (std::size_t i = 0; i < kCount; ++i) {
    if (chosen == names[i]) *kind = static_cast<Kind>(i);
  }
}

SoilModel ReadModel(const ElementReader& reader) {
  SoilModel model;
  ReadKind(reader, "shear", kSoilShearNames, &model.shear);
  ReadKind(reader, "flat_measure", kFlatMeasureNames, &model.flat_measure);
  ReadKind(reader, "flat_shear", kFlatShearNames, &model.flat_shear);
  ReadKind(reader, "bulldozing", kBulldozingNames, &model.bulldozing);
  ReadKind(reader, "slip_sinkage_law", kSlipSinkageNames, &model.slip_sinkage);
  model.bulldozing_angle = reader.Number("bulldozing_angle", model.bulldozing_angle, 1e-6, 1.6);
  if (reader.Has("bulldozing_angle_deg")) {
    model.bulldozing_angle = reader.Number("bulldozing_angle_deg", 1.0, 1e-4, 90.0) * kDegree;
  }
  model.rebound = reader.Number("rebound", model.rebound, 0.0, 0.99);
  return model;
}

HardGround ReadHard(const ElementReader& reader) {
  HardGround hard;
  hard.mu = reader.Number("mu", hard.mu, 0.0, 10.0);
  hard.slip_stiffness = reader.Number("slip_stiffness", hard.slip_stiffness, 0.0, 1000.0);
  hard.rolling_resistance = reader.Number("rolling_resistance", hard.rolling_resistance, 0.0, 1.0);
  hard.roughness = reader.Number("roughness", hard.roughness, 0.0, 1.0);
  hard.waviness = reader.Number("waviness", hard.waviness, 1.0, 4.0);
  hard.lug_share = reader.Number("lug_share", hard.lug_share, 0.0, 10.0);
  return hard;
}

/// The ranges reject typing errors, above all wrong units (kPa for Pa, cm for m). Four parameters
/// have no sensible default and are required.
Soil ReadSoil(const ElementReader& reader) {
  RefuseUnknown(reader.element(),
                {"cohesion",
                 "friction_angle",
                 "friction_angle_deg",
                 "exponent",
                 "cohesive_modulus",
                 "frictional_modulus",
                 "shear_modulus_x",
                 "shear_modulus_y",
                 "density",
                 "unloading_modulus",
                 "unloading_growth",
                 "slip_sinkage",
                 "dig_rate",
                 "ruts",
                 "shear",
                 "flat_measure",
                 "flat_shear",
                 "bulldozing",
                 "bulldozing_angle",
                 "bulldozing_angle_deg",
                 "slip_sinkage_law",
                 "rebound"},
                reader.problems());
  for (const char* needed : {"exponent", "frictional_modulus", "shear_modulus_x", "density"}) {
    if (!reader.Has(needed)) reader.Error(needed, "is missing: a soil needs it");
  }
  Soil soil;
  soil.cohesion = reader.Number("cohesion", 0.0, 0.0, 1e7);
  soil.friction_angle = reader.Number("friction_angle", 0.0, 0.0, 80.0 * kDegree);
  if (reader.Has("friction_angle_deg")) {
    soil.friction_angle = reader.Number("friction_angle_deg", 0.0, 0.0, 80.0) * kDegree;
  }
  soil.exponent = reader.Number("exponent", 1.0, 0.01, 3.0);
  soil.cohesive_modulus = reader.Number("cohesive_modulus", 0.0, -kMaxValue, kMaxValue);
  soil.frictional_modulus = reader.Number("frictional_modulus", 0.0, -kMaxValue, kMaxValue);
  soil.shear_modulus_x = reader.Number("shear_modulus_x", 0.01, 1e-5, 1.0);
  soil.shear_modulus_y = reader.Number("shear_modulus_y", soil.shear_modulus_x, 1e-5, 1.0);
  soil.density = reader.Number("density", 0.0, 1.0, 10000.0);
  soil.unloading_modulus = reader.Number("unloading_modulus", 0.0, 0.0, 1e15);
  soil.unloading_growth = reader.Number("unloading_growth", 0.0, 0.0, 1e15);
  soil.slip_sinkage = reader.Number("slip_sinkage", 0.0, 0.0, 100.0);
  soil.dig_rate = reader.Number("dig_rate", 0.0, 0.0, 1.0);
  soil.ruts = reader.Flag("ruts", false);
  soil.model = ReadModel(reader);
  return soil;
}

/// One to eight numbers; missing ones are 0.
void ReadHarmonics(const ElementReader& reader, const char* name, std::array<double, 8>* values) {
  if (!reader.Has(name)) return;
  std::istringstream text(reader.Text(name));
  std::array<double, 8> read{};
  std::size_t count = 0;
  double value = 0.0;
  while (count < read.size() && text >> value) read[count++] = value;
  const bool small =
      std::all_of(read.begin(), read.end(), [](double a) { return std::abs(a) <= 0.1; });
  if (count == 0 || !(text >> std::ws).eof() || !small) {
    reader.Error(name, "must be one to eight numbers between -0.1 and 0.1 m", reader.Text(name));
    return;
  }
  *values = read;
}

/// Limit on the coordinates of a map (m).
constexpr double kFar = 1e6;

void Wrong(const ElementReader& reader, const std::string& message, const std::string& value,
           const std::string& advice) {
  reader.problems()->Error(reader.element().source, message, value, advice);
}

/// The ground of a layer or colour; "" after reporting.
std::string GroundOf(const ElementReader& reader) {
  const std::string name = reader.Text("ground");
  if (name.empty()) {
    reader.Error("ground", "<" + reader.element().name + "> of a map needs the name of a ground",
                 "", "write ground=\"asphalt\", or the name of the mapped ground itself");
  }
  return name;
}

/// All numbers of the element's text; std::nullopt after reporting.
std::optional<std::vector<double>> OwnNumbers(const ElementReader& reader, const char* accepted) {
  const std::string text = reader.OwnText();
  std::vector<double> numbers;
  for (const std::string& word : SplitWords(text)) {
    const auto number = ParseDouble(word, reader.element().source, reader.problems());
    if (!number) return std::nullopt;
    if (!(std::abs(*number) <= kFar)) {
      Wrong(reader, "coordinates of a map must be between -1e6 and 1e6 m", word, accepted);
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
  if (count % 2 != 0 || count < 6 || count > 2 * kMaxCorners) {
    Wrong(reader, "a polygon must have 3 to " + std::to_string(kMaxCorners) + " corners",
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
    Wrong(reader, "a circle needs a centre and a positive radius", reader.OwnText(), accepted);
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
    Wrong(reader, "a colour needs either a value or a range of grey", "",
          "write value=\"#c0a060\" or grey=\"0 40\"");
  } else if (colour.is_grey) {
    const std::vector<double> range = reader.Numbers("grey", 2, {0.0, 255.0});
    if (!(range[0] >= 0.0 && range[1] <= 255.0 && range[0] <= range[1])) {
      reader.Error("grey", "grey values range from 0 (black) to 255 (white), the darker one first",
                   reader.Text("grey"), "write grey=\"0 40\"");
    } else {
      colour.darkest = static_cast<int>(std::ceil(range[0]));
      colour.brightest = static_cast<int>(std::floor(range[1]));
    }
  } else if (!ReadHex(reader.Text("value"), &colour.rgb)) {
    reader.Error("value", "not a colour", reader.Text("value"),
                 "write red, green and blue: #c0a060");
  }
  return colour;
}

Eigen::Vector2d ReadPair(const ElementReader& reader, const char* name, double min,
                         double fallback) {
  const std::vector<double> pair = reader.Numbers(name, 2, {fallback, fallback});
  for (const double number : pair) {
    if (number >= min && number <= kFar) continue;
    reader.Error(
        name, "is out of range", reader.Text(name),
        "accepted: two numbers, " + std::string(min > 0.0 ? "0.001" : "-1e6") + " to 1e6 m");
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
  if (image.colours.size() > kMaxColours) {
    reader.Error("colour", "an image can have at most " + std::to_string(kMaxColours) + " colours",
                 std::to_string(image.colours.size()));
    return;
  }
  map->layers.emplace_back(std::move(image));
}

GroundMap ReadGroundMap(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  RefuseUnknown(element, {"frame", "polygon", "circle", "image"}, problems);
  GroundMap map;
  map.source = element.source;
  map.in_shape = reader.Choice("frame", {"world", "shape"}, "world") == "shape";
  for (const Element& child : element.children) {
    const ElementReader layer(child, problems);
    const std::string name = PlainName(child.name);
    if (name == "polygon") ReadPolygon(layer, &map);
    if (name == "circle") ReadCircle(layer, &map);
    if (name == "image") ReadImage(layer, &map);
  }
  if (map.empty()) {
    Wrong(reader, "a map needs at least one polygon, circle or image", "",
          "write <circle ground=\"ice\">2 3 0.5</circle>, or remove the map");
  }
  return map;
}

}  // namespace

void RefuseUnknown(const Element& element, const std::vector<std::string>& known,
                   Problems* problems) {
  const auto refuse = [&](const std::string& written, const Source& source) {
    const std::string name = PlainName(written);
    for (const std::string& one : known) {
      if (one == name) return;
    }
    problems->Error(source, "unknown parameter", name, NameAdvice(name, known));
  };
  for (const Element& child : element.children) refuse(child.name, child.source);
  for (const auto& attribute : element.attributes) {
    if (attribute.first.rfind("xmlns", 0) != 0) refuse(attribute.first, element.source);
  }
}

std::optional<WheelContact> ReadContact(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  if (!reader.Has("contact")) return std::nullopt;
  const std::string text = reader.Text("contact");
  const std::optional<WheelContact> contact = ParseWheelContact(text);
  if (!contact) reader.Error("contact", "must be one of: engine, tyre, soil", text);
  return contact;
}

GroundMaterial ReadGround(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  RefuseUnknown(element,
                {"name", "contact", "mu", "slip_stiffness", "rolling_resistance", "roughness",
                 "waviness", "lug_share", "soil", "source", "map"},
                problems);
  GroundMaterial ground;
  ground.source = element.source;
  ground.name = reader.Text("name");
  ground.hard = ReadHard(reader);
  ground.source_text = reader.Text("source");
  ground.contact = ReadContact(element, problems);
  ground.has_soil = reader.Has("soil");
  if (ground.has_soil) ground.soil = ReadSoil(reader.Child("soil"));
  const std::vector<ElementReader> maps = reader.Children("map");
  if (maps.size() > 1) {
    problems->Error(maps[1].element().source, "a ground can have only one map", "",
                    "put all layers into the first one");
  } else if (!maps.empty()) {
    ground.map = ReadGroundMap(maps[0].element(), problems);
  }
  return ground;
}

void ReadTyre(const Element& element, Tyre* tyre, Problems* problems) {
  const ElementReader reader(element, problems);
  RefuseUnknown(element,
                {"stiffness", "damping", "shear_stiffness_x", "shear_stiffness_y", "lugs",
                 "lug_amplitudes", "lug_amplitudes_along", "lug_angle", "lug_phases",
                 "flattening_pressure", "grousers", "grouser_height", "calibrated"},
                problems);
  tyre->stiffness = reader.Number("stiffness", tyre->stiffness, 0.0, kMaxValue);
  tyre->damping = reader.Number("damping", tyre->damping, 0.0, kMaxValue);
  tyre->shear_stiffness_x =
      reader.Number("shear_stiffness_x", tyre->shear_stiffness_x, 0.0, kMaxValue);
  tyre->shear_stiffness_y =
      reader.Number("shear_stiffness_y", tyre->shear_stiffness_y, 0.0, kMaxValue);
  tyre->lugs = static_cast<int>(reader.Integer("lugs", tyre->lugs, 0, 10000));
  ReadHarmonics(reader, "lug_amplitudes", &tyre->lug_amplitudes);
  ReadHarmonics(reader, "lug_amplitudes_along", &tyre->lug_amplitudes_along);
  if (reader.Has("lug_angle")) tyre->lug_angle = reader.Number("lug_angle", 0.0, -10.0, 10.0);
  tyre->lug_phases = reader.Text("lug_phases", tyre->lug_phases);
  tyre->flattening_pressure = reader.Number("flattening_pressure", tyre->flattening_pressure, 1.0,
                                            std::numeric_limits<double>::infinity());
  tyre->grousers = static_cast<int>(reader.Integer("grousers", tyre->grousers, 0, 10000));
  tyre->grouser_height = reader.Number("grouser_height", tyre->grouser_height, 0.0, 1.0);
  tyre->calibrated = reader.Flag("calibrated", tyre->calibrated);
}

WheelElement ReadWheel(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  RefuseUnknown(element, {"radius", "width", "load", "contact"}, problems);
  WheelElement wheel;
  if (reader.Has("radius")) wheel.radius = reader.Number("radius", 0.0, 1e-4, 100.0);
  if (reader.Has("width")) wheel.width = reader.Number("width", 0.0, 1e-5, 100.0);
  if (reader.Has("load")) wheel.load = reader.Number("load", 0.0, 1e-6, 1e9);
  wheel.contact = ReadContact(element, problems);
  return wheel;
}

const Element* FindElement(const std::vector<Element>& elements, const char* name) {
  return FindIf(elements, [&](const Element& element) { return element.name == name; });
}

}  // namespace surefoot::world
