#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>

#include "surefoot/mesh/file_bytes.h"
#include "surefoot/mesh/mesh_readers.h"

namespace surefoot {
namespace {

/// A file that is already in memory.
class MemoryFile : public Assimp::IOStream {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}

  size_t Read(void* buffer, size_t size, size_t count) override {
    if (size == 0) return 0;
    const size_t items = std::min(count, (bytes_.size() - at_) / size);
    std::memcpy(buffer, bytes_.data() + at_, items * size);
    at_ += items * size;
    return items;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    // Offsets from the end or backwards arrive as wrapped unsigned numbers.
    size_t target = offset;
    if (origin == aiOrigin_CUR) target = at_ + offset;
    if (origin == aiOrigin_END) target = bytes_.size() + offset;
    if (target > bytes_.size()) return aiReturn_FAILURE;
    at_ = target;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return at_; }
  size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  std::string bytes_;
  size_t at_ = 0;
};

/// Lets assimp read regular files only: a buffer could be named like a pipe or a device.
class RegularFiles : public Assimp::IOSystem {
 public:
  bool Exists(const char* path) const override {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    if (std::strchr(mode, 'w') != nullptr || std::strchr(mode, 'a') != nullptr) return nullptr;
    Result<std::string> bytes = ReadRegularFile(path, kMaxMeshFileBytes);
    return bytes ? new MemoryFile(std::move(*bytes)) : nullptr;
  }
  void Close(Assimp::IOStream* file) override { delete file; }
};

Eigen::Vector4d ColourOf(const aiMaterial& material, const char* key, unsigned type, unsigned index,
                         const Eigen::Vector4d& fallback) {
  aiColor4D colour;
  if (aiGetMaterialColor(&material, key, type, index, &colour) != aiReturn_SUCCESS) {
    return fallback;
  }
  const Eigen::Vector4d values(colour.r, colour.g, colour.b, colour.a);
  return values.allFinite() ? Eigen::Vector4d(values.cwiseMax(0.0).cwiseMin(1.0)) : fallback;
}

MeshMaterial MaterialOf(const aiMaterial& material, const std::string& path) {
  MeshMaterial look;
  look.name = material.GetName().C_Str();
  look.diffuse = ColourOf(material, AI_MATKEY_COLOR_DIFFUSE, look.diffuse);
  look.specular = ColourOf(material, AI_MATKEY_COLOR_SPECULAR, look.specular);
  look.emissive = ColourOf(material, AI_MATKEY_COLOR_EMISSIVE, look.emissive);
  float opacity = 1.0f;
  if (material.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && opacity > 0.0f &&
      opacity < 1.0f) {
    look.diffuse[3] = static_cast<double>(opacity);
  }
  for (const aiTextureType type : {aiTextureType_DIFFUSE, aiTextureType_BASE_COLOR}) {
    aiString texture;
    if (material.GetTexture(type, 0, &texture) != aiReturn_SUCCESS) continue;
    // "*0" is a texture inside the file, which a path cannot name.
    if (texture.length > 0 && texture.data[0] != '*') {
      look.texture = ResolveTexture(path, texture.C_Str());
      break;
    }
  }
  return look;
}

Vector3d ToVector(const aiVector3D& v) { return Vector3d(v.x, v.y, v.z); }

std::vector<MeshCorner> MovedVertices(const aiMesh& mesh, const MeshBuilder& builder) {
  std::vector<MeshCorner> vertices(mesh.mNumVertices);
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    vertices[i].position = builder.Moved(ToVector(mesh.mVertices[i]));
    if (mesh.HasNormals()) vertices[i].normal = builder.MovedNormal(ToVector(mesh.mNormals[i]));
    if (mesh.HasTextureCoords(0)) {
      const aiVector3D& uv = mesh.mTextureCoords[0][i];
      vertices[i].texture_coordinate = Eigen::Vector2d(uv.x, uv.y);
    }
  }
  return vertices;
}

Status AddMesh(const aiMesh& mesh, MeshBuilder* builder) {
  if (mesh.HasTextureCoords(0)) builder->StartTextureCoordinates();
  const std::vector<MeshCorner> vertices = MovedVertices(mesh, *builder);
  std::vector<MeshCorner> corners;
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace& face = mesh.mFaces[i];
    if (face.mNumIndices < 3) continue;  // points and lines
    corners.clear();
    for (unsigned j = 0; j < face.mNumIndices; ++j) {
      if (face.mIndices[j] >= mesh.mNumVertices) {
        return Error{"face " + std::to_string(i + 1) + " names vertex " +
                     std::to_string(face.mIndices[j]) + " of " + std::to_string(mesh.mNumVertices) +
                     "; export the mesh again"};
      }
      corners.push_back(vertices[face.mIndices[j]]);
    }
    if (!builder->AddPolygon(corners, mesh.mMaterialIndex)) {
      return Error{"more than 10 million triangles"};
    }
  }
  return {};
}

Status AddNode(const aiScene& scene, const aiNode& node, const Eigen::Affine3d& X_FP,
               MeshBuilder* builder) {
  const aiMatrix4x4& m = node.mTransformation;
  Eigen::Affine3d X_PN = Eigen::Affine3d::Identity();
  X_PN.affine() << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4;
  const Eigen::Affine3d X_FN = X_FP * X_PN;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
    if (!builder->BeginPart({node.mName.C_Str(), mesh.mName.C_Str()}, X_FN)) continue;
    Status status = AddMesh(mesh, builder);
    if (!status) return status;
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    Status status = AddNode(scene, *node.mChildren[i], X_FN, builder);
    if (!status) return status;
  }
  return {};
}

Status ReadScene(const std::string& path, MeshBuilder* builder) {
  Assimp::Importer importer;
  importer.SetIOHandler(new RegularFiles);  // the importer deletes it
  // No post-processing: assimp's joins vertices slowly and its triangulation can abort the program.
  const aiScene* scene = importer.ReadFile(path, 0);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    const std::string reason = importer.GetErrorString();
    return Error{"cannot be read: " + (reason.empty() ? "unknown reason" : reason) +
                 "; export the mesh again"};
  }
  for (unsigned i = 0; i < scene->mNumMaterials; ++i) {
    builder->AddMaterial(MaterialOf(*scene->mMaterials[i], path));
  }
  return AddNode(*scene, *scene->mRootNode, ZUpFromYUp(), builder);
}

}  // namespace

Status ReadGltf(const std::string& path, MeshBuilder* builder) {
  try {
    return ReadScene(path, builder);
  } catch (const std::exception& exception) {
    return Error{std::string("cannot be read: ") + exception.what() + "; export the mesh again"};
  } catch (...) {
    return Error{"cannot be read; export the mesh again"};
  }
}

}  // namespace surefoot
