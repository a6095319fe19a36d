#pragma once

#include <string>

#include "surefoot/importer/assimp_scene.h"

struct aiMaterial;
struct aiScene;

namespace surefoot::importer {

/// The looks of a material of a file at `path`.
MeshMaterial MaterialOf(const aiScene& scene, const aiMaterial& material, const std::string& path);

/// The pictures inside the file.
Textures TexturesOf(const aiScene& scene);

}  // namespace surefoot::importer
