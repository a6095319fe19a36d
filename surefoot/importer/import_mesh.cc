/// The program surefoot-import. Usage: surefoot-import mesh FILE SUBMESH any|only [PLACE...].

#include <string>

#include "surefoot/geometry/mesh/mesh_bytes.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"
#include "surefoot/importer/assimp_scene.h"
#include "surefoot/importer/child.h"

namespace surefoot::importer {
namespace {

/// The mesh with its textures, as bytes for the parent.
Result<Bytes> ReadMesh(const MeshOrigin& origin, const std::string& submesh) {
  MeshBuilder builder(submesh);
  Textures textures;
  const Status status = ReadScene(origin, &builder, &textures);
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

// Arguments are passed by the parent program, not by users.
int main(int count, char** words) {
  using namespace surefoot;
  importer::LimitThisProcess();
  return importer::Answer(ImportKind::kMesh, [&]() -> Result<Bytes> {
    const std::vector<std::string> given(words + 1, words + count);
    if (given.size() < 4 || given[0] != "mesh") {
      return Error{"usage: mesh FILE SUBMESH any|only [PLACE...]"};
    }
    const FileScope scope =
        given[3] == kImportAny
            ? FileScope()
            : FileScope(std::vector<std::string>(given.begin() + 4, given.end()));
    // Files given by the owner may refer to files anywhere; these are read, but nothing can leave
    // the process.
    const Status confined =
        importer::Confine(scope.restricted() ? scope.places() : std::vector<std::string>{"/"});
    if (!confined) return confined.error();
    return importer::ReadMesh(MeshOrigin{given[1], scope}, given[2]);
  });
}
