// Worlds of the simulator Centurion.

#include "fuzz/descriptions.h"
#include "surefoot/formats/centurion/centurion.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) { ReadDescription(formats::MakeCenturionFormat(), "xml", input); }

void AddSeeds(SeedList* seeds) {
  seeds->AddFiles("worlds", "centurion_arena.xml");
  seeds->AddFiles("models/centurion", ".xml");
}

SUREFOOT_FUZZ_TARGET(centurion, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
