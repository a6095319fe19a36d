#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

/// Colours of the scripts that Gazebo comes with, by the name after "Gazebo/".
std::optional<Eigen::Vector4d> ScriptColor(const std::string& script) {
  static const std::map<std::string, Eigen::Vector4d> colors = {
      {"Black", {0.0, 0.0, 0.0, 1.0}},       {"Blue", {0.0, 0.0, 1.0, 1.0}},
      {"DarkGray", {0.18, 0.18, 0.18, 1.0}}, {"DarkGrey", {0.18, 0.18, 0.18, 1.0}},
      {"Gold", {0.8, 0.65, 0.2, 1.0}},       {"Gray", {0.7, 0.7, 0.7, 1.0}},
      {"Green", {0.0, 1.0, 0.0, 1.0}},       {"Grey", {0.7, 0.7, 0.7, 1.0}},
      {"Indigo", {0.33, 0.0, 0.5, 1.0}},     {"Orange", {1.0, 0.5, 0.05, 1.0}},
      {"Purple", {1.0, 0.0, 1.0, 1.0}},      {"Red", {1.0, 0.0, 0.0, 1.0}},
      {"Turquoise", {0.0, 1.0, 1.0, 1.0}},   {"White", {1.0, 1.0, 1.0, 1.0}},
      {"Wood", {0.6, 0.45, 0.3, 1.0}},       {"Yellow", {1.0, 1.0, 0.0, 1.0}},
  };
  const std::string prefix = "Gazebo/";
  if (script.rfind(prefix, 0) != 0) return std::nullopt;
  const auto found = colors.find(script.substr(prefix.size()));
  if (found == colors.end()) return std::nullopt;
  return found->second;
}

std::optional<Eigen::Vector4d> ColorOf(const SdfNode* element, const std::string& child) {
  const SdfNode* found = SdfFind(element, {child});
  if (found == nullptr) return std::nullopt;
  Problems ignored;
  return ParseColor(found->text, Source{}, &ignored);
}

void ReadColors(const SdfNode* element, world::Material* material) {
  const auto script = ScriptColor(material->name);
  const auto ambient = ColorOf(element, "ambient");
  const auto diffuse = ColorOf(element, "diffuse");
  // One of the two alone gives the colour of the thing.
  if (script) material->ambient = material->diffuse = *script;
  if (ambient && !script) material->diffuse = *ambient;
  if (diffuse) material->ambient = material->diffuse = *diffuse;
  if (ambient) material->ambient = *ambient;
  if (const auto specular = ColorOf(element, "specular")) material->specular = *specular;
  if (const auto emissive = ColorOf(element, "emissive")) material->emissive = *emissive;
}

void ReadTexture(const SdfContext& context, const SdfNode* element, world::Material* material) {
  const SdfNode* map = SdfFind(element, {"pbr", "metal", "albedo_map"});
  if (map == nullptr) map = SdfFind(element, {"pbr", "specular", "albedo_map"});
  if (map == nullptr || Trimmed(map->text).empty()) return;
  const Source source = context.sources->Of(*map);
  const Result<std::string> path = context.read->resolver->Resolve(Trimmed(map->text), source.file);
  if (path.ok()) {
    material->texture = *path;
  } else {
    context.problems()->Warning(source, "the texture is left out: " + path.error().message);
  }
}

}  // namespace

std::optional<world::Material> ReadSdfMaterial(const SdfContext& context, const SdfNode& visual) {
  const SdfNode* element = visual.Child("material");
  if (element == nullptr) return std::nullopt;
  world::Material material;
  material.element = context.sources->Keep(*element);
  if (const auto script = SdfFind(element, {"script", "name"}))
    material.name = Trimmed(script->text);
  ReadColors(element, &material);
  ReadTexture(context, element, &material);
  return material;
}

}  // namespace surefoot::formats
