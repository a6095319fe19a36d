#include <tinyxml2.h>

#include <algorithm>
#include <string>

#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/mesh_files/collada.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::collada {
namespace {

/// The colour in <diffuse><color> and similar elements; `fallback` if absent or invalid. A mesh is
/// not rejected for its appearance.
Eigen::Vector4d Colour(const XMLElement* shader, const char* channel,
                       const Eigen::Vector4d& fallback) {
  const XMLElement* color = Descend(shader, {channel, "color"});
  if (color == nullptr) return fallback;
  const Result<std::vector<double>> values = Doubles(*color);
  if (!values || values->size() < 3) return fallback;
  Eigen::Vector4d colour(0.0, 0.0, 0.0, 1.0);
  for (int i = 0; i < 4 && i < static_cast<int>(values->size()); ++i) {
    colour[i] = std::clamp((*values)[static_cast<std::size_t>(i)], 0.0, 1.0);
  }
  return colour;
}

/// The <newparam> of an effect with the given sid.
const XMLElement* Parameter(const XMLElement* profile, std::string_view sid) {
  for (const char* scope : {"", "technique"}) {
    const XMLElement* parent = *scope == '\0' ? profile : profile->FirstChildElement(scope);
    if (parent == nullptr) continue;
    for (const XMLElement* parameter = parent->FirstChildElement("newparam"); parameter != nullptr;
         parameter = parameter->NextSiblingElement("newparam")) {
      if (Attribute(*parameter, "sid") == sid) return parameter;
    }
  }
  return nullptr;
}

/// Follows <texture> through sampler and surface to the <image>; nullptr if a link is missing.
const XMLElement* ImageOf(const XMLElement* profile, const XMLElement& texture, const Ids& ids) {
  std::string_view name = Attribute(texture, "texture");
  if (const XMLElement* sampler = Parameter(profile, name)) {
    const XMLElement* image = Descend(sampler, {"sampler2D", "instance_image"});  // COLLADA 1.5
    if (image != nullptr) return ids.Find(Attribute(*image, "url"));
    if (const XMLElement* source = Descend(sampler, {"sampler2D", "source"})) name = Text(*source);
  }
  if (const XMLElement* surface = Parameter(profile, name)) {
    if (const XMLElement* from = Descend(surface, {"surface", "init_from"})) name = Text(*from);
  }
  return ids.Find(name);  // Some programs refer to the image directly.
}

/// The path of a file URI: without "file://", with percent codes decoded.
std::string PathOfUri(std::string_view uri) {
  if (uri.substr(0, 7) == "file://") uri.remove_prefix(7);
  return PercentDecoded(uri);
}

std::string TextureOf(const XMLElement* profile, const XMLElement* shader, const Ids& ids) {
  const XMLElement* texture = Descend(shader, {"diffuse", "texture"});
  if (texture == nullptr) return {};
  const XMLElement* image = ImageOf(profile, *texture, ids);
  const XMLElement* from = Descend(image, {"init_from"});
  if (from == nullptr) return {};
  const XMLElement* reference = from->FirstChildElement("ref");  // COLLADA 1.5
  return PathOfUri(Text(reference == nullptr ? *from : *reference));
}

/// Opacity of the surface, by the mode of <transparent> (COLLADA 1.5 specification, "Determining
/// Transparency"). Old exporters write 0 for opaque surfaces, so a result of 0 counts as 1.
double Opacity(const XMLElement* shader) {
  const Eigen::Vector4d colour = Colour(shader, "transparent", Eigen::Vector4d::Ones());
  const XMLElement* transparent = Descend(shader, {"transparent"});
  double factor = 1.0;
  if (const XMLElement* value = Descend(shader, {"transparency", "float"})) {
    const Result<std::vector<double>> values = Doubles(*value);
    if (values && !values->empty()) factor = values->front();
  } else if (transparent == nullptr) {
    return 1.0;
  }
  const std::string_view mode =
      transparent == nullptr ? std::string_view() : Attribute(*transparent, "opaque");
  // Luminance weights of the specification.
  const double luminance = 0.212671 * colour[0] + 0.71516 * colour[1] + 0.072169 * colour[2];
  double opacity = colour[3] * factor;
  if (mode == "RGB_ZERO") opacity = 1.0 - luminance * factor;
  if (mode == "RGB_ONE") opacity = luminance * factor;
  if (mode == "A_ZERO") opacity = 1.0 - colour[3] * factor;
  return opacity > 0.0 && opacity <= 1.0 ? opacity : 1.0;
}

const XMLElement* ShaderOf(const XMLElement* profile) {
  const XMLElement* technique = Descend(profile, {"technique"});
  for (const char* kind : {"phong", "lambert", "blinn", "constant"}) {
    const XMLElement* shader = Descend(technique, {kind});
    if (shader != nullptr) return shader;
  }
  return nullptr;
}

}  // namespace

MeshMaterial ReadMaterial(const XMLElement& material, const Ids& ids, const MeshOrigin& origin) {
  MeshMaterial look;
  const std::string_view name = Attribute(material, "name");
  look.name = std::string(name.empty() ? Attribute(material, "id") : name);
  const XMLElement* instance = Descend(&material, {"instance_effect"});
  const XMLElement* effect = instance == nullptr ? nullptr : ids.Find(Attribute(*instance, "url"));
  const XMLElement* profile = Descend(effect, {"profile_COMMON"});
  const XMLElement* shader = ShaderOf(profile);
  if (shader == nullptr) return look;

  look.specular = Colour(shader, "specular", look.specular);
  look.emissive = Colour(shader, "emission", look.emissive);
  look.diffuse = Colour(shader, "diffuse", Is(*shader, "constant") ? look.emissive : look.diffuse);
  look.texture = ResolveTexture(origin, TextureOf(profile, shader, ids));
  // COLLADA has either a colour or a texture.
  if (!look.texture.empty()) look.diffuse = Eigen::Vector4d::Ones();
  look.diffuse[3] *= Opacity(shader);
  return look;
}

}  // namespace surefoot::collada
