// Wavefront OBJ meshes; mtl_fuzz.cc has the materials.

#include "fuzz/descriptions.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  MeshBuilder builder("");
  CheckMesh(
      ReadObj({Folder() + "/damaged.obj", FileScope({Folder()})}, std::string(input), &builder),
      &builder);
}

void AddSeeds(SeedList* seeds) { AddHostileSamples("obj", seeds); }

SUREFOOT_FUZZ_TARGET(obj, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
