#include "surefoot/world/ground_reader.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "surefoot/world/element_reader.h"
#include "surefoot/world/ground_map_reader.h"

namespace surefoot::world {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr double kMost = 1e12;

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
  soil.cohesive_modulus = reader.Number("cohesive_modulus", 0.0, -kMost, kMost);
  soil.frictional_modulus = reader.Number("frictional_modulus", 0.0, -kMost, kMost);
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

/// One to eight numbers; what is not there is 0.
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

}  // namespace

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
    problems->Error(maps[1].element().source, "a ground has one map", "",
                    "put all layers into the first");
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
  tyre->stiffness = reader.Number("stiffness", tyre->stiffness, 0.0, kMost);
  tyre->damping = reader.Number("damping", tyre->damping, 0.0, kMost);
  tyre->shear_stiffness_x = reader.Number("shear_stiffness_x", tyre->shear_stiffness_x, 0.0, kMost);
  tyre->shear_stiffness_y = reader.Number("shear_stiffness_y", tyre->shear_stiffness_y, 0.0, kMost);
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
  for (const Element& element : elements) {
    if (element.name == name) return &element;
  }
  return nullptr;
}

}  // namespace surefoot::world
