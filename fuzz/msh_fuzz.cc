// Binary meshes of MuJoCo.

#include "fuzz/descriptions.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  MeshBuilder builder("");
  CheckMesh(ReadMsh(std::string(input), &builder), &builder);
}

void AddSeeds(SeedList* seeds) { AddHostileSamples("msh", seeds); }

SUREFOOT_FUZZ_TARGET(msh, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
