// STL meshes, binary and text.

#include "fuzz/descriptions.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  MeshBuilder builder("");
  CheckMesh(ReadStl(std::string(input), &builder), &builder);
}

void AddSeeds(SeedList* seeds) { AddHostileSamples("stl", seeds); }

SUREFOOT_FUZZ_TARGET(stl, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
