#include <assimp/material.h>
#include <assimp/scene.h>
#include <assimp/texture.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/importer/assimp_scene.h"

// Materials are reduced to what the renderer has: a colour, opacity and one texture.

namespace surefoot::importer {
namespace {

/// A colour of a material, or `fallback` if the file has none.
Eigen::Vector4d ColourOf(const aiMaterial& material, const char* key, unsigned type, unsigned index,
                         const Eigen::Vector4d& fallback) {
  aiColor4D colour;
  if (aiGetMaterialColor(&material, key, type, index, &colour) != aiReturn_SUCCESS) {
    return fallback;
  }
  const Eigen::Vector4d values(colour.r, colour.g, colour.b, colour.a);
  // Colours of a file may be out of range or NaN.
  return values.allFinite() ? Eigen::Vector4d(values.cwiseMax(0.0).cwiseMin(1.0)) : fallback;
}

/// "*N" for a picture embedded in the file, even if the material refers to it by its original path;
/// otherwise the path of the picture.
std::string TextureOf(const aiScene& scene, const std::string& name, const MeshOrigin& origin) {
  const auto [texture, index] = scene.GetEmbeddedTextureAndIndex(name.c_str());
  if (texture != nullptr && index >= 0) return "*" + std::to_string(index);
  // A reference to an embedded picture that does not exist.
  if (name[0] == '*') return {};
  return ResolveTexture(origin, name);
}

/// An uncompressed embedded picture as a TGA file, the simplest format that LoadImage reads. Too
/// large ones stay empty.
Texture PlainTexture(const aiTexture& texture) {
  Texture tga{"tga", {}};
  if (texture.mWidth > 8192 || texture.mHeight > 8192) return tga;
  const auto low = [](unsigned v) { return static_cast<std::uint8_t>(v & 0xff); };
  const auto high = [](unsigned v) { return static_cast<std::uint8_t>(v >> 8); };
  std::array<std::uint8_t, 18> header{};
  header[2] = 2;  // true colour, uncompressed
  header[12] = low(texture.mWidth);
  header[13] = high(texture.mWidth);
  header[14] = low(texture.mHeight);
  header[15] = high(texture.mHeight);
  header[16] = 32;
  header[17] = 0x28;  // top row first, 8 bits of alpha
  const auto count = std::size_t{texture.mWidth} * texture.mHeight;
  tga.bytes.resize(sizeof header + 4 * count);
  std::memcpy(tga.bytes.data(), header.data(), sizeof header);
  std::memcpy(tga.bytes.data() + sizeof header, texture.pcData, 4 * count);  // BGRA in both
  return tga;
}

/// A compressed embedded picture: its bytes are a whole PNG or JPEG file. The ending comes from the
/// file, so it is limited to letters and digits before it becomes part of a path.
Texture PackedTexture(const aiTexture& texture) {
  Texture packed;
  for (const char* c = texture.achFormatHint; *c != '\0' && packed.ending.size() < 8; ++c) {
    const char lower = *c >= 'A' && *c <= 'Z' ? static_cast<char>(*c - 'A' + 'a') : *c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) packed.ending += lower;
  }
  if (packed.ending.empty()) packed.ending = "image";
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(texture.pcData);
  packed.bytes.assign(bytes, bytes + texture.mWidth);
  return packed;
}

}  // namespace

// Colours, opacity and texture, from the properties that the format of the file has.
MeshMaterial MaterialOf(const aiScene& scene, const aiMaterial& material,
                        const MeshOrigin& origin) {
  MeshMaterial look;
  look.name = material.GetName().C_Str();
  look.diffuse = ColourOf(material, AI_MATKEY_COLOR_DIFFUSE, look.diffuse);
  // glTF and other physically based materials have a base colour instead of a diffuse one.
  look.diffuse = ColourOf(material, AI_MATKEY_BASE_COLOR, look.diffuse);
  look.specular = ColourOf(material, AI_MATKEY_COLOR_SPECULAR, look.specular);
  look.emissive = ColourOf(material, AI_MATKEY_COLOR_EMISSIVE, look.emissive);
  float opacity = 1.0f;
  // Several exporters write opacity 0 for opaque materials.
  if (material.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && opacity > 0.0f &&
      opacity < 1.0f) {
    look.diffuse[3] = static_cast<double>(opacity);
  }
  for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
    aiString texture;
    if (material.GetTexture(type, 0, &texture) != aiReturn_SUCCESS || texture.length == 0) continue;
    look.texture = TextureOf(scene, texture.C_Str(), origin);
    if (!look.texture.empty()) break;
  }
  return look;
}

// Textures inside the file. A broken one keeps its place, because materials refer to indices.
Textures TexturesOf(const aiScene& scene) {
  Textures textures;
  for (unsigned i = 0; i < scene.mNumTextures; ++i) {
    const aiTexture& texture = *scene.mTextures[i];
    if (texture.pcData == nullptr) {
      textures.push_back({"image", {}});
    } else {
      textures.push_back(texture.mHeight == 0 ? PackedTexture(texture) : PlainTexture(texture));
    }
  }
  return textures;
}

}  // namespace surefoot::importer
