// MJCF, the format of MuJoCo.

#include "fuzz/descriptions.h"
#include "surefoot/formats/mjcf/mjcf.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) { ReadDescription(formats::MakeMjcfFormat(), "xml", input); }

void AddSeeds(SeedList* seeds) {
  AddHostileSamples("xml", seeds);
  seeds->AddFiles("fuzz/corpus/mjcf", ".xml");
}

SUREFOOT_FUZZ_TARGET(mjcf, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
