#include "surefoot/formats/grounds.h"

#include <tinyxml2.h>

#include <algorithm>
#include <set>

#include "surefoot/formats/ground_maps.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/world/ground_reader.h"

namespace surefoot::formats {
namespace {

/// No way out of the folder.
bool IsFileName(const std::string& name) {
  return !name.empty() && name.size() < 100 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

std::set<std::string> MissingNames(const world::WorldSpec& spec) {
  std::set<std::string> names;
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model == nullptr) continue;
    for (const world::Link& link : instance.model->links) {
      for (const world::Collision& collision : link.collisions) {
        names.insert(collision.surface.name);
      }
    }
  }
  for (const world::GroundMaterial& ground : spec.grounds) {
    for (const world::NamedPart& part : PartsOf(ground.map)) names.insert(part.ground);
  }
  for (const world::GroundMaterial& ground : spec.grounds) names.erase(ground.name);
  return names;
}

std::optional<world::GroundMaterial> ReadFrom(const std::string& file, const std::string& name,
                                              Problems* problems) {
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(file, problems, &document)) return std::nullopt;
  const world::Element element =
      KeepElement(*document.RootElement(), [&](const tinyxml2::XMLElement& e) {
        return Source{file, e.GetLineNum(), e.Name()};
      });
  if (element.name != "ground" && element.name != "surefoot:ground") {
    problems->Error(element.source, "a ground's file begins with <ground>", element.name);
    return std::nullopt;
  }
  world::GroundMaterial ground = world::ReadGround(element, problems);
  if (ground.name != name) {
    problems->Error(element.source, "a ground has the name of its file", ground.name,
                    "write <ground name=\"" + name + "\">");
  }
  return ground;
}

void AddNumber(world::Element* parent, const char* name, double value) {
  AddChild(parent, name, NumberText(value));
}

void AddSoil(const world::Soil& soil, world::Element* out) {
  AddNumber(out, "surefoot:cohesion", soil.cohesion);
  AddNumber(out, "surefoot:friction_angle", soil.friction_angle);
  AddNumber(out, "surefoot:exponent", soil.exponent);
  AddNumber(out, "surefoot:cohesive_modulus", soil.cohesive_modulus);
  AddNumber(out, "surefoot:frictional_modulus", soil.frictional_modulus);
  AddNumber(out, "surefoot:shear_modulus_x", soil.shear_modulus_x);
  AddNumber(out, "surefoot:shear_modulus_y", soil.shear_modulus_y);
  AddNumber(out, "surefoot:density", soil.density);
  AddNumber(out, "surefoot:unloading_modulus", soil.unloading_modulus);
  AddNumber(out, "surefoot:unloading_growth", soil.unloading_growth);
  AddNumber(out, "surefoot:slip_sinkage", soil.slip_sinkage);
  AddNumber(out, "surefoot:dig_rate", soil.dig_rate);
  AddChild(out, "surefoot:ruts", soil.ruts ? "true" : "false");
  const world::SoilModel& model = soil.model;
  const auto add_kind = [&](const char* name, const char* const* names, auto kind) {
    AddChild(out, name, names[static_cast<std::size_t>(kind)]);
  };
  add_kind("surefoot:shear", world::kSoilShearNames, model.shear);
  add_kind("surefoot:flat_measure", world::kFlatMeasureNames, model.flat_measure);
  add_kind("surefoot:flat_shear", world::kFlatShearNames, model.flat_shear);
  add_kind("surefoot:bulldozing", world::kBulldozingNames, model.bulldozing);
  AddNumber(out, "surefoot:bulldozing_angle", model.bulldozing_angle);
  add_kind("surefoot:slip_sinkage_law", world::kSlipSinkageNames, model.slip_sinkage);
  AddNumber(out, "surefoot:rebound", model.rebound);
}

}  // namespace

std::optional<world::GroundMaterial> FindGround(const UriResolver& resolver,
                                                const std::string& path, const std::string& name,
                                                Problems* problems) {
  if (!IsFileName(name)) return std::nullopt;
  for (const char* folder : {"grounds/", "soils/"}) {
    const Result<std::string> file = resolver.Resolve(folder + name + ".xml", path);
    if (file.ok()) return ReadFrom(file.value(), name, problems);
  }
  return std::nullopt;
}

void AddGrounds(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                Problems* problems) {
  std::set<std::string> tried;
  for (bool more = true; more;) {
    more = false;
    // A ground that is found may have a map with further names.
    for (const std::string& name : MissingNames(*spec)) {
      if (!tried.insert(name).second) continue;
      auto ground = FindGround(resolver, path, name, problems);
      if (!ground) continue;
      spec->grounds.push_back(std::move(*ground));
      more = true;
    }
  }
  LoadGroundImages(resolver, spec, problems);
}

world::Element GroundElement(const world::GroundMaterial& ground, AssetFiles* files) {
  world::Element element = MakeElement("surefoot:ground");
  SetAttribute(&element, "name", ground.name);
  if (ground.contact) SetAttribute(&element, "contact", world::WheelContactName(*ground.contact));
  AddNumber(&element, "surefoot:mu", ground.hard.mu);
  AddNumber(&element, "surefoot:slip_stiffness", ground.hard.slip_stiffness);
  AddNumber(&element, "surefoot:rolling_resistance", ground.hard.rolling_resistance);
  AddNumber(&element, "surefoot:roughness", ground.hard.roughness);
  AddNumber(&element, "surefoot:waviness", ground.hard.waviness);
  AddNumber(&element, "surefoot:lug_share", ground.hard.lug_share);
  if (!ground.source_text.empty()) AddChild(&element, "surefoot:source", ground.source_text);
  if (!ground.map.empty()) element.children.push_back(GroundMapElement(ground.map, files));
  if (ground.has_soil) AddSoil(ground.soil, &AddChild(&element, "surefoot:soil"));
  return element;
}

}  // namespace surefoot::formats
