#include "surefoot/formats/grounds.h"

#include <tinyxml2.h>

#include <algorithm>
#include <set>

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

std::set<std::string> SurfaceNames(const world::WorldSpec& spec) {
  std::set<std::string> names;
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model == nullptr) continue;
    for (const world::Link& link : instance.model->links) {
      for (const world::Collision& collision : link.collisions) {
        names.insert(collision.surface.name);
      }
    }
  }
  for (const world::GroundMaterial& ground : spec.grounds) names.erase(ground.name);
  return names;
}

void ReadFrom(const std::string& file, const std::string& name, world::WorldSpec* spec,
              Problems* problems) {
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(file, problems, &document)) return;
  const world::Element element =
      KeepElement(*document.RootElement(), [&](const tinyxml2::XMLElement& e) {
        return Source{file, e.GetLineNum(), e.Name()};
      });
  if (element.name != "ground" && element.name != "surefoot:ground") {
    problems->Error(element.source, "a ground's file begins with <ground>", element.name);
    return;
  }
  world::GroundMaterial ground = world::ReadGround(element, problems);
  if (ground.name != name) {
    problems->Error(element.source, "a ground has the name of its file", ground.name,
                    "write <ground name=\"" + name + "\">");
  }
  spec->grounds.push_back(std::move(ground));
}

}  // namespace

void AddGrounds(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                Problems* problems) {
  for (const std::string& name : SurfaceNames(*spec)) {
    if (!IsFileName(name)) continue;
    for (const char* folder : {"grounds/", "soils/"}) {
      const Result<std::string> file = resolver.Resolve(folder + name + ".xml", path);
      if (!file.ok()) continue;
      ReadFrom(file.value(), name, spec, problems);
      break;
    }
  }
}

world::Element GroundElement(const world::GroundMaterial& ground) {
  world::Element element = MakeElement("surefoot:ground");
  SetAttribute(&element, "name", ground.name);
  if (ground.contact) SetAttribute(&element, "contact", world::WheelContactName(*ground.contact));
  const auto add = [](world::Element* parent, const char* name, double value) {
    AddChild(parent, name, NumberText(value));
  };
  add(&element, "surefoot:mu", ground.hard.mu);
  add(&element, "surefoot:slip_stiffness", ground.hard.slip_stiffness);
  add(&element, "surefoot:rolling_resistance", ground.hard.rolling_resistance);
  add(&element, "surefoot:roughness", ground.hard.roughness);
  add(&element, "surefoot:waviness", ground.hard.waviness);
  if (!ground.source_text.empty()) AddChild(&element, "surefoot:source", ground.source_text);
  if (!ground.has_soil) return element;
  world::Element& soil = AddChild(&element, "surefoot:soil");
  add(&soil, "surefoot:cohesion", ground.soil.cohesion);
  add(&soil, "surefoot:friction_angle", ground.soil.friction_angle);
  add(&soil, "surefoot:exponent", ground.soil.exponent);
  add(&soil, "surefoot:cohesive_modulus", ground.soil.cohesive_modulus);
  add(&soil, "surefoot:frictional_modulus", ground.soil.frictional_modulus);
  add(&soil, "surefoot:shear_modulus_x", ground.soil.shear_modulus_x);
  add(&soil, "surefoot:shear_modulus_y", ground.soil.shear_modulus_y);
  add(&soil, "surefoot:density", ground.soil.density);
  add(&soil, "surefoot:unloading_modulus", ground.soil.unloading_modulus);
  add(&soil, "surefoot:unloading_growth", ground.soil.unloading_growth);
  add(&soil, "surefoot:slip_sinkage", ground.soil.slip_sinkage);
  add(&soil, "surefoot:dig_rate", ground.soil.dig_rate);
  AddChild(&soil, "surefoot:ruts", ground.soil.ruts ? "true" : "false");
  return element;
}

}  // namespace surefoot::formats
