// xacro, by Surefoot's evaluator; the program xacro is never started for files in a scope.

#include "fuzz/descriptions.h"
#include "surefoot/formats/urdf/urdf.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) { ReadDescription(formats::MakeUrdfFormat(), "xacro", input); }

void AddSeeds(SeedList* seeds) {
  seeds->AddFiles("tests/xacro", ".xacro");
  seeds->AddFiles("fuzz/corpus/xacro", ".xacro");
}

SUREFOOT_FUZZ_TARGET(xacro, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
