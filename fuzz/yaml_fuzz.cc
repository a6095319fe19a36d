// YAML files: experiments, parameters of controllers, grounds.

#include "fuzz/target.h"
#include "surefoot/formats/yaml.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  const std::string text(input);
  Problems problems;
  formats::ParseYaml(text, "input.yaml", &problems);
  formats::ParseTypedYaml(text, "input.yaml", &problems);
  formats::ParseParameters(text, "input.yaml");
}

void AddSeeds(SeedList* seeds) {
  seeds->AddFiles("experiments", ".yaml", 4096);
  seeds->AddFiles("models", ".yaml", 4096);
  seeds->AddFiles("fuzz/corpus/yaml", ".yaml");
  seeds->Add("a: [1, 2, {b: !degrees 3}]\nc: |\n  text\n  more\nd: &x {e: f}\n? g\n: *x\n");
  seeds->Add("{\"a\": [1.5, true, null, \"\\u00e4\"], \"b\": {}}");
}

SUREFOOT_FUZZ_TARGET(yaml, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
