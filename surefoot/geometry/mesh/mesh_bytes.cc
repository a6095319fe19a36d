#include "surefoot/geometry/mesh/mesh_bytes.h"

#include <algorithm>
#include <type_traits>

namespace surefoot {
namespace {

/// Vectors of small fixed arrays are contiguous in memory.
template <typename T>
void PutArray(const std::vector<T>& values, ByteWriter* out) {
  out->Put<std::uint64_t>(values.size());
  out->PutRaw(values.data(), values.size() * sizeof(T));
}

template <typename T>
bool GetArray(ByteReader* in, std::vector<T>* values) {
  const auto count = in->Get<std::uint64_t>();
  if (!in->ok() || count > in->left() / sizeof(T)) return false;
  values->resize(count);
  in->GetRaw(values->data(), count * sizeof(T));
  return in->ok();
}

static_assert(sizeof(Vector3d) == 24 && sizeof(Eigen::Vector2d) == 16, "no padding");

void PutColour(const Eigen::Vector4d& colour, ByteWriter* out) {
  out->PutRaw(colour.data(), 4 * sizeof(double));
}

bool GetColour(ByteReader* in, Eigen::Vector4d* colour) {
  in->GetRaw(colour->data(), 4 * sizeof(double));
  return in->ok() && colour->allFinite() && colour->minCoeff() >= 0.0 && colour->maxCoeff() <= 1.0;
}

bool GetMaterial(ByteReader* in, MeshMaterial* material) {
  material->name = in->GetString();
  material->texture = in->GetString();
  return GetColour(in, &material->diffuse) && GetColour(in, &material->specular) &&
         GetColour(in, &material->emissive);
}

template <typename T>
bool AllFinite(const std::vector<T>& values) {
  return std::all_of(values.begin(), values.end(), [](const T& v) { return v.allFinite(); });
}

template <typename T>
bool FitsVertices(const TriMesh& mesh, const std::vector<T>& values) {
  return values.empty() || values.size() == mesh.vertices.size();
}

/// Everything that code after it relies on; the bytes may come from a damaged cache.
bool IsConsistent(const TriMesh& mesh) {
  if (!FitsVertices(mesh, mesh.normals) || !FitsVertices(mesh, mesh.texture_coordinates) ||
      !FitsVertices(mesh, mesh.colors)) {
    return false;
  }
  if (!mesh.triangle_materials.empty() && mesh.triangle_materials.size() != mesh.triangles.size()) {
    return false;
  }
  for (const auto& t : mesh.triangles) {
    if (std::max({t[0], t[1], t[2]}) >= mesh.vertices.size()) return false;
  }
  for (const std::uint32_t index : mesh.triangle_materials) {
    if (index >= mesh.materials.size()) return false;
  }
  return AllFinite(mesh.vertices) && AllFinite(mesh.normals) && AllFinite(mesh.texture_coordinates);
}

}  // namespace

void PutMesh(const TriMesh& mesh, ByteWriter* out) {
  PutArray(mesh.vertices, out);
  PutArray(mesh.triangles, out);
  PutArray(mesh.normals, out);
  PutArray(mesh.texture_coordinates, out);
  PutArray(mesh.colors, out);
  PutArray(mesh.triangle_materials, out);
  out->Put<std::uint64_t>(mesh.materials.size());
  for (const MeshMaterial& material : mesh.materials) {
    out->PutString(material.name);
    out->PutString(material.texture);
    PutColour(material.diffuse, out);
    PutColour(material.specular, out);
    PutColour(material.emissive, out);
  }
}

bool GetMesh(ByteReader* in, TriMesh* mesh) {
  if (!GetArray(in, &mesh->vertices) || !GetArray(in, &mesh->triangles) ||
      !GetArray(in, &mesh->normals) || !GetArray(in, &mesh->texture_coordinates) ||
      !GetArray(in, &mesh->colors) || !GetArray(in, &mesh->triangle_materials)) {
    return false;
  }
  // Lower bound: two lengths and three colours of four doubles.
  constexpr std::size_t kMinMaterialBytes = 100;
  const auto count = in->Get<std::uint64_t>();
  if (!in->ok() || count > in->left() / kMinMaterialBytes) return false;
  mesh->materials.resize(count);
  for (MeshMaterial& material : mesh->materials) {
    if (!GetMaterial(in, &material)) return false;
  }
  return IsConsistent(*mesh);
}

}  // namespace surefoot
