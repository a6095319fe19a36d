/// The program surefoot-import: surefoot-import mesh FILE SUBMESH.

#include <string>

#include "surefoot/geometry/mesh/mesh_bytes.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"
#include "surefoot/importer/assimp_scene.h"
#include "surefoot/importer/child.h"

namespace surefoot::importer {
namespace {

Result<Bytes> ReadMesh(const std::string& path, const std::string& submesh) {
  MeshBuilder builder(submesh);
  Textures textures;
  const Status status = ReadScene(path, &builder, &textures);
  if (!status) return status.error();
  const Result<TriMesh> mesh = builder.Finish();
  if (!mesh) return mesh.error();
  Bytes body;
  ByteWriter out(&body);
  PutMesh(*mesh, &out);
  out.Put<std::uint32_t>(static_cast<std::uint32_t>(textures.size()));
  for (const Texture& texture : textures) {
    out.PutString(texture.ending);
    out.PutBytes(texture.bytes);
  }
  return body;
}

}  // namespace
}  // namespace surefoot::importer

int main(int count, char** words) {
  using namespace surefoot;
  importer::LimitThisProcess();
  return importer::Answer(ImportKind::kMesh, [&]() -> Result<Bytes> {
    if (count != 4 || std::string(words[1]) != "mesh") return Error{"usage: mesh FILE SUBMESH"};
    return importer::ReadMesh(words[2], words[3]);
  });
}
