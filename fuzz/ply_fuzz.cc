// Stanford PLY meshes, text and binary.

#include "fuzz/descriptions.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  MeshBuilder builder("");
  CheckMesh(
      ReadPly({Folder() + "/damaged.ply", FileScope({Folder()})}, std::string(input), &builder),
      &builder);
}

void AddSeeds(SeedList* seeds) { AddHostileSamples("ply", seeds); }

SUREFOOT_FUZZ_TARGET(ply, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
