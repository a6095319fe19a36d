#include "surefoot/importer/assimp_scene.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>

#include "surefoot/base/file_bytes.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

// Reads a mesh file with Assimp. Its file access is replaced, so that a file cannot open others
// than regular ones.

namespace surefoot::importer {
namespace {

/// A file that is already in memory, for Assimp's readers.
class MemoryFile : public Assimp::IOStream {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}

  /// As fread.
  size_t Read(void* buffer, size_t size, size_t count) override {
    if (size == 0) return 0;
    // Whole items only, as fread.
    const size_t items = std::min(count, (bytes_.size() - at_) / size);
    std::memcpy(buffer, bytes_.data() + at_, items * size);
    at_ += items * size;
    return items;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  /// As fseek, but not beyond the end.
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    // Offsets from the end or backwards arrive as wrapped unsigned numbers, so the sums wrap back.
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

/// Restricts Assimp to regular files within the scope: a mesh file can refer to pipes, devices or
/// private files. Nothing can be written.
class RegularFiles : public Assimp::IOSystem {
 public:
  explicit RegularFiles(FileScope scope) : scope_(std::move(scope)) {}

  /// Files outside the scope do not exist for Assimp.
  bool Exists(const char* path) const override {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && scope_.Contains(path);
  }
  char getOsSeparator() const override { return '/'; }
  /// Files are only read, and only within the scope.
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    if (std::strchr(mode, 'w') != nullptr || std::strchr(mode, 'a') != nullptr) return nullptr;
    if (!scope_.Contains(path)) return nullptr;
    // Read at once: the limit of size holds for each file, and the file cannot change meanwhile.
    Result<std::string> bytes = ReadRegularFile(path, kMaxMeshFileBytes);
    return bytes ? new MemoryFile(std::move(*bytes)) : nullptr;
  }
  void Close(Assimp::IOStream* file) override { delete file; }

 private:
  const FileScope scope_;
};

// Limit of nested nodes, so that a hostile file cannot overflow the stack.
constexpr int kMaxDepth = 1000;

Vector3d ToVector(const aiVector3D& v) { return Vector3d(v.x, v.y, v.z); }

/// From 0..1 to 0..255.
std::uint8_t ToByte(float value) {
  return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f)));
}

/// White for colours that are not finite.
std::array<std::uint8_t, 4> ToBytes(const aiColor4D& c) {
  if (!std::isfinite(c.r + c.g + c.b + c.a)) return {255, 255, 255, 255};
  return {ToByte(c.r), ToByte(c.g), ToByte(c.b), ToByte(c.a)};
}

/// Vertices in the frame of the mesh. The builder transforms them once, not once for each triangle.
std::vector<MeshCorner> MovedVertices(const aiMesh& mesh, const MeshBuilder& builder) {
  std::vector<MeshCorner> vertices(mesh.mNumVertices);
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    vertices[i].position = builder.Moved(ToVector(mesh.mVertices[i]));
    if (mesh.HasNormals()) vertices[i].normal = builder.MovedNormal(ToVector(mesh.mNormals[i]));
    if (mesh.HasTextureCoords(0)) {
      const aiVector3D& uv = mesh.mTextureCoords[0][i];
      vertices[i].texture_coordinate = Eigen::Vector2d(uv.x, uv.y);
    }
    if (mesh.HasVertexColors(0)) vertices[i].color = ToBytes(mesh.mColors[0][i]);
  }
  return vertices;
}

/// Adds the faces of a mesh as polygons; the builder triangulates them.
Status AddMesh(const aiMesh& mesh, MeshBuilder* builder) {
  if (mesh.mVertices == nullptr) return {};
  if (mesh.HasTextureCoords(0)) builder->StartTextureCoordinates();
  if (mesh.HasVertexColors(0)) builder->StartColors();
  const std::vector<MeshCorner> vertices = MovedVertices(mesh, *builder);
  std::vector<MeshCorner> corners;
  builder->ExpectTriangles(mesh.mNumFaces);
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace& face = mesh.mFaces[i];
    if (face.mNumIndices < 3) continue;  // Points and lines.
    corners.clear();
    for (unsigned j = 0; j < face.mNumIndices; ++j) {
      if (face.mIndices[j] >= mesh.mNumVertices) {
        return Error{"face " + std::to_string(i + 1) + " refers to vertex " +
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

/// Adds the meshes of a node and its children, transformed to the frame F of the file's root.
Status AddNode(const aiScene& scene, const aiNode& node, const Eigen::Affine3d& X_FP, int depth,
               MeshBuilder* builder) {
  if (depth > kMaxDepth) return Error{"nodes nest too deep; export the mesh again"};
  const aiMatrix4x4& m = node.mTransformation;
  Eigen::Affine3d X_PN = Eigen::Affine3d::Identity();
  X_PN.affine() << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4;
  const Eigen::Affine3d X_FN = X_FP * X_PN;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    if (node.mMeshes[i] >= scene.mNumMeshes)
      return Error{"a node refers to a mesh that does not exist; export the mesh again"};
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
    if (!builder->BeginPart({node.mName.C_Str(), mesh.mName.C_Str()}, X_FN)) continue;
    Status status = AddMesh(mesh, builder);
    if (!status) return status;
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    Status status = AddNode(scene, *node.mChildren[i], X_FN, depth + 1, builder);
    if (!status) return status;
  }
  return {};
}

}  // namespace

// Reads the file by Assimp and passes its nodes with their transforms.
Status ReadScene(const MeshOrigin& origin, MeshBuilder* builder, Textures* textures) {
  const std::string& path = origin.path;
  Assimp::Importer importer;
  importer.SetIOHandler(new RegularFiles(origin.scope));  // The importer owns it.
  // No post-processing: Assimp's joining of vertices is slow, and its triangulation can abort the
  // program.
  const aiScene* scene = importer.ReadFile(path, 0);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    const std::string reason = importer.GetErrorString();
    return Error{"cannot be read: " + (reason.empty() ? "unknown reason" : reason) +
                 "; export the mesh again"};
  }
  const Eigen::Affine3d X_FS = FrameOf(*scene, path, LowerEnding(path));
  for (unsigned i = 0; i < scene->mNumMaterials; ++i) {
    builder->AddMaterial(MaterialOf(*scene, *scene->mMaterials[i], origin));
  }
  // Checked before any mesh is added: the builder indexes materials without further checks.
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    if (scene->mMeshes[i]->mMaterialIndex >= std::max(scene->mNumMaterials, 1u)) {
      return Error{"a part refers to a material that does not exist; export the mesh again"};
    }
  }
  *textures = TexturesOf(*scene);
  return AddNode(*scene, *scene->mRootNode, X_FS, 0, builder);
}

}  // namespace surefoot::importer
