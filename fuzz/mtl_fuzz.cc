// Materials of OBJ meshes.

#include "fuzz/descriptions.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::fuzz {
namespace {

constexpr const char* kMesh =
    "mtllib damaged.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl blue\nf 1 3 2\n";

void Run(std::string_view input) {
  WriteFile("damaged.mtl", input);
  MeshBuilder builder("");
  CheckMesh(ReadObj({Folder() + "/mesh.obj", FileScope({Folder()})}, kMesh, &builder), &builder);
}

void AddSeeds(SeedList* seeds) {
  AddHostileSamples("mtl", seeds);
  seeds->Add("newmtl red\nKd 1 0 0\nmap_Kd -s 1 1 1 a.png\nnewmtl blue\nKs 0 0 1\nd 0.5\nTr 1\n");
}

SUREFOOT_FUZZ_TARGET(mtl, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
