// COLLADA meshes.

#include "fuzz/descriptions.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  MeshBuilder builder("");
  CheckMesh(
      ReadCollada({Folder() + "/damaged.dae", FileScope({Folder()})}, std::string(input), &builder),
      &builder);
}

void AddSeeds(SeedList* seeds) { AddHostileSamples("dae", seeds); }

SUREFOOT_FUZZ_TARGET(dae, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
