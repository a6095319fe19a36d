// URDF robots.

#include "fuzz/descriptions.h"
#include "surefoot/formats/urdf/urdf.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) { ReadDescription(formats::MakeUrdfFormat(), "urdf", input); }

void AddSeeds(SeedList* seeds) { AddHostileSamples("urdf", seeds); }

SUREFOOT_FUZZ_TARGET(urdf, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
