#pragma once

/// Small mesh files in many formats: the tetrahedron with corners at the origin, (1, 0, 0), (0, 2,
/// 0) and (0, 0, 3) in the coordinates of the file.

#include <assimp/scene.h>

#include <assimp/Exporter.hpp>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot {

inline std::unique_ptr<aiScene> TetraScene() {
  auto scene = std::make_unique<aiScene>();
  auto* material = new aiMaterial;
  const aiColor4D red(1.0f, 0.0f, 0.0f, 1.0f);
  material->AddProperty(&red, 1, AI_MATKEY_COLOR_DIFFUSE);
  const aiString name("paint");
  material->AddProperty(&name, AI_MATKEY_NAME);
  scene->mNumMaterials = 1;
  scene->mMaterials = new aiMaterial* [1] { material };
  auto* mesh = new aiMesh;
  mesh->mName = aiString("tetra");
  mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
  mesh->mNumVertices = 4;
  mesh->mVertices = new aiVector3D[4]{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  mesh->mNormals = new aiVector3D[4]{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const unsigned faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  mesh->mNumFaces = 4;
  mesh->mFaces = new aiFace[4];
  for (int i = 0; i < 4; ++i) {
    mesh->mFaces[i].mNumIndices = 3;
    mesh->mFaces[i].mIndices = new unsigned[3]{faces[i][0], faces[i][1], faces[i][2]};
  }
  scene->mNumMeshes = 1;
  scene->mMeshes = new aiMesh* [1] { mesh };
  scene->mRootNode = new aiNode("root");
  auto* node = new aiNode("part");
  node->mNumMeshes = 1;
  node->mMeshes = new unsigned[1]{0};
  scene->mRootNode->addChildren(1, &node);
  return scene;
}

/// The tetrahedron as a file of this format by Assimp's exporter.
inline std::string Exported(const std::string& format) {
  const TempFolder folder;
  const std::string path = folder.Path("mesh." + format);
  Assimp::Exporter exporter;
  if (exporter.Export(TetraScene().get(), format, path) != aiReturn_SUCCESS) return {};
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

/// The tetrahedron as faces of a drawing in millimetres.
inline std::string Dxf() {
  std::string text =
      "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
  const int corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  const int faces[4][4] = {{0, 2, 1, 1}, {0, 1, 3, 3}, {1, 2, 3, 3}, {0, 3, 2, 2}};
  for (const auto& face : faces) {
    text += "0\n3DFACE\n8\nlayer\n";
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 3; ++k) {
        text +=
            std::to_string(10 * (k + 1) + i) + "\n" + std::to_string(corners[face[i]][k]) + ".0\n";
      }
    }
  }
  return text + "0\nENDSEC\n0\nEOF\n";
}

inline std::string Off() {
  return "OFF\n4 4 6\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
}

/// The tetrahedron as text.
inline std::string TextPly() {
  return "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\n"
         "property float y\nproperty float z\nproperty uchar red\nproperty uchar green\n"
         "property uchar blue\nelement face 4\nproperty list uchar int vertex_indices\n"
         "end_header\n0 0 0 255 0 0\n1 0 0 0 255 0\n0 2 0 0 0 255\n0 0 3 9 9 9\n"
         "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
}

}  // namespace surefoot
