#include "surefoot/evaluation/studies/rover/soil_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"
#include "surefoot/formats/grounds.h"
#include "surefoot/world/ground_reader.h"

// Parameters have one table with their units in files, so that reading, drawing and describing an
// uncertainty agree.

namespace surefoot::studies {
namespace {

using experiment::RefuseUnknown;
using world::Element;
using world::ElementReader;

constexpr double kDegree = M_PI / 180.0;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A name as a title: underscores become spaces.
std::string TitleOf(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// Reads a soil that is defined in the experiment's file, in the form of a ground's file.
world::GroundMaterial ReadInline(const Element& item, Problems* problems) {
  Element ground;
  ground.name = "ground";
  ground.source = item.source;
  Element soil = item;
  soil.name = "soil";
  for (const Element& child : item.children) {
    if (child.name == "name") ground.attributes.emplace_back("name", child.text);
  }
  std::erase_if(soil.children, [](const Element& child) { return child.name == "name"; });
  ground.children.push_back(std::move(soil));
  return world::ReadGround(ground, problems);
}

NamedSoil Named(const world::GroundMaterial& ground) {
  return {ground.name, TitleOf(ground.name), ground.soil};
}

/// A parameter of a soil or wheel that may be uncertain.
struct Parameter {
  const char* name;
  const char* title;
  const char* unit;
  /// Range in units of the file.
  double min;
  double max;
  std::vector<double*> (*values)(world::Soil*, ground::SoilWheel*);
  /// Factor from the file's unit to SI.
  double unit_size;
};

using Values = std::vector<double*>;

const std::vector<Parameter>& Parameters() {
  static const std::vector<Parameter> parameters = {
      {"cohesion", "cohesion", "Pa", 0.0, 1e7,
       [](world::Soil* s, ground::SoilWheel*) { return Values{&s->cohesion}; }, 1.0},
      {"friction_angle_deg", "friction angle", "deg", 1.0, 60.0,
       [](world::Soil* s, ground::SoilWheel*) { return Values{&s->friction_angle}; }, kDegree},
      {"exponent", "exponent", "", 0.1, 2.5,
       [](world::Soil* s, ground::SoilWheel*) { return Values{&s->exponent}; }, 1.0},
      {"cohesive_modulus", "cohesive modulus", "N/m^(n+1)", 0.0, 1e12,
       [](world::Soil* s, ground::SoilWheel*) { return Values{&s->cohesive_modulus}; }, 1.0},
      {"frictional_modulus", "frictional modulus", "N/m^(n+2)", 1.0, 1e12,
       [](world::Soil* s, ground::SoilWheel*) { return Values{&s->frictional_modulus}; }, 1.0},
      {"shear_modulus", "shear displacement", "m", 1e-4, 1.0,
       [](world::Soil* s, ground::SoilWheel*) {
         return Values{&s->shear_modulus_x, &s->shear_modulus_y};
       },
       1.0},
      {"density", "density", "kg/m^3", 1.0, 1e4,
       [](world::Soil* s, ground::SoilWheel*) { return Values{&s->density}; }, 1.0},
      {"flattening_pressure", "pressure at which a wheel flattens", "Pa", 100.0, kInfinity,
       [](world::Soil*, ground::SoilWheel* w) { return Values{&w->flattening_pressure}; }, 1.0}};
  return parameters;
}

std::vector<std::string> ParameterNames() {
  return Mapped<std::string>(Parameters(), &Parameter::name);
}

const Parameter* FindParameter(const std::string& name) {
  return FindIf(Parameters(), [&](const Parameter& parameter) { return name == parameter.name; });
}

SoilSpread ReadSpread(const ElementReader& reader) {
  RefuseUnknown(reader, {"normal", "uniform", "relative"});
  SoilSpread spread;
  spread.parameter = reader.element().name;
  if (reader.Has("normal") == reader.Has("uniform")) {
    reader.Error("normal", "an uncertainty has one of 'normal' and 'uniform'", "",
                 "`normal: DEVIATION` or `uniform: HALF_WIDTH`, and `relative: true` if it is a "
                 "share of the value");
    return spread;
  }
  spread.uniform = reader.Has("uniform");
  spread.relative = reader.Flag("relative", false);
  spread.size =
      reader.Number(spread.uniform ? "uniform" : "normal", 0.0, 0.0, spread.relative ? 1.0 : 1e9);
  return spread;
}

}  // namespace

void CheckSoils(const ElementReader& reader, const std::string& key) {
  if (!reader.Has(key)) return;
  const Element* list = &reader.Child(key).element();
  if (list->children.empty() && list->text.empty()) {
    reader.Error(key, "the list is empty", "", "name soils, as [cloddy, drift]");
  }
  for (const Element& item : list->children) {
    if (item.children.empty()) continue;
    if (item.Child("name") == nullptr) {
      reader.problems()->Error(item.source, "a soil defined here needs a name");
    }
    ReadInline(item, reader.problems());
  }
}

Result<std::vector<NamedSoil>> ReadSoils(const Parts& parts, const ElementReader& reader,
                                         const std::string& key,
                                         const std::vector<std::string>& fallback) {
  const auto resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  Problems problems;
  std::vector<NamedSoil> soils;
  const auto find = [&](const std::string& name, const Source& source) -> Status {
    const auto ground = formats::FindGround(resolver, source.file, name, &problems);
    if (!problems.ok()) return Error{problems.ErrorText()};
    const std::string place = source.file + ":" + std::to_string(source.line) + ": ";
    if (!ground) {
      return Error{place + "no ground '" + name +
                   "'; a soil is a file NAME.xml in a folder 'soils' or 'grounds'"};
    }
    if (!ground->has_soil) return Error{place + "the ground '" + name + "' has no soil"};
    soils.push_back(Named(*ground));
    return Status();
  };
  const Element* list = reader.element().Child(key);
  if (list == nullptr) {
    for (const std::string& name : fallback) SUREFOOT_TRY(find(name, reader.element().source));
    return soils;
  }
  if (list->children.empty()) SUREFOOT_TRY(find(list->text, list->source));
  for (const Element& item : list->children) {
    if (!item.children.empty()) {
      soils.push_back(Named(ReadInline(item, &problems)));
      continue;
    }
    SUREFOOT_TRY(find(item.text, item.source));
  }
  return soils;
}

std::vector<SoilSpread> ReadSpreads(const ElementReader& reader) {
  const ElementReader entries = reader.Child("uncertainty");
  RefuseUnknown(entries, ParameterNames());
  std::vector<SoilSpread> spreads;
  for (const Element& entry : entries.element().children) {
    if (FindParameter(entry.name) == nullptr) continue;
    spreads.push_back(ReadSpread(ElementReader(entry, reader.problems())));
  }
  return spreads;
}

void DrawSoil(const std::vector<SoilSpread>& spreads, RandomStream* random, world::Soil* soil,
              ground::SoilWheel* wheel) {
  for (const SoilSpread& spread : spreads) {
    const Parameter& parameter = *FindParameter(spread.parameter);
    const double drawn = spread.uniform ? random->Uniform(-1.0, 1.0) : random->Normal();
    for (double* value : parameter.values(soil, wheel)) {
      if (!std::isfinite(*value)) continue;
      const double own = *value / parameter.unit_size;
      const double off = spread.size * drawn * (spread.relative ? own : 1.0);
      *value = parameter.unit_size * std::clamp(own + off, parameter.min, parameter.max);
    }
  }
}

std::vector<std::string> Describe(const std::vector<SoilSpread>& spreads) {
  std::vector<std::string> texts;
  for (const SoilSpread& spread : spreads) {
    const Parameter& parameter = *FindParameter(spread.parameter);
    const std::string size = spread.relative ? PlainNumber(100.0 * spread.size) + " %"
                                             : PlainNumber(spread.size) + " " + parameter.unit;
    texts.push_back(std::string(parameter.title) + ": " +
                    (spread.uniform ? "even within " : "normal, standard deviation ") + size);
  }
  return texts;
}

}  // namespace surefoot::studies
