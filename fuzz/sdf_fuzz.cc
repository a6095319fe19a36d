// SDF worlds and models.

#include "fuzz/descriptions.h"
#include "surefoot/formats/sdf/sdf_reader.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) { ReadDescription(formats::MakeSdfFormat(), "sdf", input); }

void AddSeeds(SeedList* seeds) {
  AddHostileSamples("sdf", seeds);
  seeds->AddFiles("worlds", ".sdf", 4096);
  seeds->AddFiles("models", ".sdf", 4096);
}

SUREFOOT_FUZZ_TARGET(sdf, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
